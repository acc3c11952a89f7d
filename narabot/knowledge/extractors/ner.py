"""Extract the names that the NER model found in a chunk (`narabot.knowledge.ner_cache`).

The results are only mentions. Names that other extractors recognize by form or heading take
precedence. This module is pure.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from narabot.knowledge.chunks import RecordChunk, SourceRecord, content_lines
from narabot.knowledge.extraction import Extracted, Extractor
from narabot.knowledge.ner_cache import EXTRACTOR_NAME, cached_names
from narabot.models.knowledge import PERSON, Mention, Phrase
from narabot.models.lines import TITLE
from narabot.reading.names import NamedSpan
from narabot.retrieval.authorities.headings import is_address, is_office

NAME = EXTRACTOR_NAME

TITLE_LABELS = frozenset({TITLE, "Subtitle", "Other titles"})
"""Labels of title lines.

A place name in a title usually denotes a post, because posts are named after places."""

PLACES = frozenset({"LOCATION", "COUNTRY"})
"""The NER model's classes for places. The LOCATION class contains all places except countries, even
camps and buildings."""

MESSAGE_NUMBER = re.compile(r" \d+\)")
"""The number after a post's name in a message number: `(Recife 116)`."""

TRAILING_CHARACTERS = " ,;:"
"""Characters removed from the end of a name."""

SELECTION_VERSION = 4
"""Incremented when the rules that select names from the cache change."""


def ner_extractor(version: str, classes: Collection[str]) -> Extractor:
    """Return the extractor for names of the specified classes in a version of the NER cache."""
    told = frozenset(classes)

    def extract(record: SourceRecord, chunk: RecordChunk, known: Sequence[Mention]) -> Extracted:
        spans = [without_punctuation(one, chunk.text) for one in cached_names(chunk, version) or ()]
        lines = content_lines(chunk.text, record.record_type)
        titles = [(one.start, one.end) for one in lines if one.label in TITLE_LABELS]
        return Extracted(
            tuple(
                mention_of(one, chunk.text)
                for one in spans
                if one.entity_class in told
                and not (one.entity_class in PLACES and is_in_lines(one, titles))
                and not is_not_a_person(one, chunk.text, titles)
                and not is_already_mentioned(one, known)
            )
        )

    return Extractor(NAME, " ".join((version, str(SELECTION_VERSION), *sorted(told))), extract)


def without_punctuation(span: NamedSpan, text: str) -> NamedSpan:
    """Return a name without trailing punctuation."""
    return replace(
        span, end=span.start + len(text[span.start : span.end].rstrip(TRAILING_CHARACTERS))
    )


def is_in_lines(span: NamedSpan, lines: Sequence[tuple[int, int]]) -> bool:
    """Return whether a name starts within any of the lines."""
    return any(start <= span.start < end for start, end in lines)


def is_not_a_person(span: NamedSpan, text: str, titles: Sequence[tuple[int, int]]) -> bool:
    """Return whether a name is only a person's title (`President`, `Mrs.`) or part of a message
    number."""
    if span.entity_class != PERSON:
        return False
    is_bracketed = (
        text.endswith("(", 0, span.start) and MESSAGE_NUMBER.match(text, span.end) is not None
    )
    is_number = is_bracketed and is_in_lines(span, titles)
    name = text[span.start : span.end]
    return is_number or is_office(name) or is_address(name)


def is_already_mentioned(span: NamedSpan, known: Sequence[Mention]) -> bool:
    """Return whether a known mention of the same class overlaps a name.

    An example is `Henry Morgenthau` within `Henry Morgenthau, Jr.`
    """
    return any(
        one.phrase.entity_class == span.entity_class
        and one.start < span.end
        and span.start < one.end
        for one in known
    )


def mention_of(span: NamedSpan, text: str) -> Mention:
    """Return the mention of a detected name."""
    name = " ".join(text[span.start : span.end].split())
    return Mention(Phrase(name, span.entity_class), span.start, span.end, NAME)
