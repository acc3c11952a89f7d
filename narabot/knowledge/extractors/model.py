"""Names that a small model has found in a chunk (`narabot.knowledge.name_keeping`). Pure.

They are mentions alone, and leave to the other extractors what stands by form or by heading.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from narabot.knowledge.chunks import KnownRecord, RecordChunk, told_lines
from narabot.knowledge.extraction import Extracted, Extractor
from narabot.knowledge.name_keeping import READER, kept_names_in
from narabot.models.knowledge import PERSON, Mention, Phrase
from narabot.models.lines import TITLE
from narabot.reading.names import NamedSpan
from narabot.retrieval.authorities.headings import is_address, is_office

NAME = READER

TITLES = frozenset({TITLE, "Subtitle", "Other titles"})
"""Lines where a place that is read is most often none: posts are called by their places."""

PLACES = frozenset({"LOCATION", "COUNTRY"})
"""Of the reader's classes; its LOCATION is any place but a country, camps and buildings too."""

NUMBER = re.compile(r" \d+\)")
"""Behind the post in the number of a message: `(Recife 116)`."""

BEHIND = " ,;:"
"""What stands behind a name."""

FORM = 4
"""Raised when other names are told of what is kept."""


def model(version: str, classes: Collection[str]) -> Extractor:
    """Return the extractor of names of some classes that were read by a version."""
    told = frozenset(classes)

    def extract(record: KnownRecord, chunk: RecordChunk, known: Sequence[Mention]) -> Extracted:
        spans = [trimmed(one, chunk.text) for one in kept_names_in(chunk, version) or ()]
        lines = told_lines(chunk.text, record.record_type)
        titles = [(one.start, one.end) for one in lines if one.label in TITLES]
        return Extracted(
            tuple(
                mention_of(one, chunk.text)
                for one in spans
                if one.entity_class in told
                and not (one.entity_class in PLACES and is_in(one, titles))
                and not is_nobody(one, chunk.text, titles)
                and not is_known(one, known)
            )
        )

    return Extractor(NAME, " ".join((version, str(FORM), *sorted(told))), extract)


def trimmed(span: NamedSpan, text: str) -> NamedSpan:
    """Return a name without the comma behind it."""
    return replace(span, end=span.start + len(text[span.start : span.end].rstrip(BEHIND)))


def is_in(span: NamedSpan, lines: Sequence[tuple[int, int]]) -> bool:
    """Return whether a name stands within some lines."""
    return any(start <= span.start < end for start, end in lines)


def is_nobody(span: NamedSpan, text: str, titles: Sequence[tuple[int, int]]) -> bool:
    """Return whether a person has no name (`President`, `Mrs.`), or is a message's number."""
    if span.entity_class != PERSON:
        return False
    is_bracketed = text.endswith("(", 0, span.start) and NUMBER.match(text, span.end) is not None
    is_number = is_bracketed and is_in(span, titles)
    name = text[span.start : span.end]
    return is_number or is_office(name) or is_address(name)


def is_known(span: NamedSpan, known: Sequence[Mention]) -> bool:
    """Return whether something of its class is told there: `Henry Morgenthau` within `…, Jr.`."""
    return any(
        one.phrase.entity_class == span.entity_class
        and one.start < span.end
        and span.start < one.end
        for one in known
    )


def mention_of(span: NamedSpan, text: str) -> Mention:
    """Return the mention of a name that was read."""
    name = " ".join(text[span.start : span.end].split())
    return Mention(Phrase(name, span.entity_class), span.start, span.end, NAME)
