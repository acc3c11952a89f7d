"""What a record's own lines name and state: headings, offices above offices, dates of life. Pure.

The most trusted: an archivist has written each heading, and told by its form what is stated here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narabot.dates import placed_dates
from narabot.knowledge.chunks import KnownRecord, PlacedLine, RecordChunk, placed_lines
from narabot.knowledge.dating import date_phrase, placed_day
from narabot.knowledge.extraction import Extracted, Extractor
from narabot.knowledge.gazetteer import Gazetteer
from narabot.knowledge.names_of_headings import chain, dates_of, named_places, place_class
from narabot.models import RecordType
from narabot.models.knowledge import ORGANIZATION, PERSON, Mention, Phrase, Statement, relation_of
from narabot.models.lines import NAME as NAME_LABEL
from narabot.models.relations import AUTHORITY_RELATIONS

NAME = "given"

NAMING_LABELS = frozenset({told.heading for told in AUTHORITY_RELATIONS.values()} | {NAME_LABEL})
"""Lines whose entries are headings."""

VARIANT_LABELS = frozenset({"Also", "Variant names", "Fuller form of name"})
"""Lines of an authority whose entries are other names of it."""

ENTRY = re.compile(r"[^;]+")
IN_BRACKETS = re.compile(r"\([^()]*\)")
"""A fuller form that has forenames alone: `(Dillon Seymour)`."""

IN_LAST_BRACKETS = re.compile(r"\(([^()]+)\)$")
ROLE_BEHIND = re.compile(r"\s*\([^()]*\)\s*$")

SPANS = {
    PERSON: ("DATE_OF_BIRTH", "DATE_OF_DEATH"),
    ORGANIZATION: ("DATE_FOUNDED_IN", "DATE_DEFUNCT_IN"),
}
"""What the dates of a heading state, by the class of what it names."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in a line: `text[start:end]`."""

    phrase: Phrase
    start: int
    end: int


def given(gazetteer: Gazetteer) -> Extractor:
    """Return the extractor of a record's own lines."""

    def extract(record: KnownRecord, chunk: RecordChunk, _: Sequence[Mention]) -> Extracted:
        found = list(headings(record, chunk.text, gazetteer))
        parts = [stated(one, chunk.text, gazetteer) for one in found]
        if record.record_type is RecordType.AUTHORITY:
            parts.append(own_lines(record, chunk.text, gazetteer))
        own = [Mention(one.phrase, one.start, one.end, NAME) for one in found]
        return Extracted(
            (*own, *(mention for part in parts for mention in part.mentions)),
            tuple(statement for part in parts for statement in part.statements),
        )

    return Extractor(NAME, 3, extract)


def headings(record: KnownRecord, text: str, gazetteer: Gazetteer) -> Iterator[Heading]:
    """Yield the headings in the lines of a chunk that name authorities."""
    for line in placed_lines(text, record.record_type):
        if line.label in NAMING_LABELS:
            yield from headings_in(line, text, gazetteer)


def headings_in(line: PlacedLine, text: str, gazetteer: Gazetteer) -> Iterator[Heading]:
    """Yield the headings of one line that are an authority's, each without its role."""
    for found in ENTRY.finditer(text, line.start, line.end):
        entry = found.group().rstrip()
        start = found.start() + len(entry) - len(entry.lstrip())
        for written in (entry.strip(), ROLE_BEHIND.sub("", entry.strip())):
            phrase = gazetteer.named(written)
            if phrase is not None:
                yield Heading(phrase, start, start + len(written))
                break


def stated(heading: Heading, text: str, gazetteer: Gazetteer) -> Extracted:
    """Return what the form of a heading states: what is above it, from when and until when."""
    written = text[heading.start : heading.end]
    mentions: list[Mention] = []
    statements: list[Statement] = []

    def state(relation: str, phrase: Phrase, start: int, end: int) -> None:
        mentions.append(Mention(phrase, heading.start + start, heading.start + end, NAME))
        statements.append(
            relation_of(heading.phrase, relation, phrase, (heading.start, heading.end), NAME)
        )

    if heading.phrase.entity_class in SPANS:
        for relation, phrase, place in dated(heading.phrase.entity_class, written):
            state(relation, phrase, *place)
    if heading.phrase.entity_class == ORGANIZATION:
        above = chain(written)[:-1]
        if above:
            state("SUBORDINATE_OF", office(written, above, gazetteer), above[0][0], above[-1][1])
    for phrase, place in place_above(heading.phrase, written, gazetteer):
        state("LOCATED_IN", phrase, *place)
    return Extracted(tuple(mentions), tuple(statements))


def dated(entity_class: str, written: str) -> Iterator[tuple[str, Phrase, tuple[int, int]]]:
    """Yield what the dates of a heading state, the date, and where it stands in the heading."""
    dates = dates_of(written)
    both = (dates.first, dates.last) if dates else (None, None)
    for relation, place in zip(SPANS[entity_class], both, strict=True):
        phrase = date_phrase(written[slice(*place)]) if place else None
        if place and phrase is not None:
            yield relation, phrase, place


def office(written: str, above: Sequence[tuple[int, int]], gazetteer: Gazetteer) -> Phrase:
    """Return the office that stands right above another in its heading."""
    whole, last = written[: above[-1][1]], written[slice(*above[-1])]
    return (
        gazetteer.named(whole)
        or gazetteer.named(f"{whole}.")
        or Phrase(whole if len(above) > 1 else last, ORGANIZATION)
    )


def place_above(
    place: Phrase, written: str, gazetteer: Gazetteer
) -> Iterator[tuple[Phrase, tuple[int, int]]]:
    """Yield in what a place lies, by the brackets of its heading: `Tripoli (Libya)`."""
    brackets = IN_LAST_BRACKETS.search(written)
    if place.entity_class not in {"CITY", "LOCATION", "DISTRICT", "FACILITY"} or brackets is None:
        return
    inner = brackets.group(1)
    named = Phrase(inner, place_class(inner)) if inner.lower() in named_places() else None
    known = gazetteer.called(inner) or named
    if known is not None and known != place:
        yield known, brackets.span(1)


def own_lines(record: KnownRecord, text: str, gazetteer: Gazetteer) -> Extracted:
    """Return what an authority's own lines state of it: other names, days, where it belongs."""
    own = gazetteer.phrases.get(record.na_id)
    lines = list(placed_lines(text, record.record_type))
    name = next((line for line in lines if line.label == NAME_LABEL), None)
    if own is None or name is None:
        return Extracted()
    found = [pair for line in lines for pair in line_states(own, line, text, gazetteer)]
    return Extracted(
        (Mention(own, name.start, name.end, NAME), *(mention for mention, _ in found)),
        tuple(statement for _, statement in found if statement is not None),
    )


def line_states(
    own: Phrase, line: PlacedLine, text: str, gazetteer: Gazetteer
) -> Iterator[tuple[Mention, Statement | None]]:
    """Yield what one line of an authority names and states of it."""
    if line.label in VARIANT_LABELS:
        for start, end in entries_of(line, text):
            if not IN_BRACKETS.fullmatch(text, start, end):
                yield variant_states(own, start, end, text)
    elif line.label == "Dates" and own.entity_class in SPANS:
        yield from day_states(own, line, text)
    elif line.label == "Organizations" and own.entity_class == PERSON:
        for one in headings_in(line, text, gazetteer):
            mention = Mention(one.phrase, one.start, one.end, NAME)
            yield mention, relation_of(own, "MEMBER_OF", one.phrase, (line.start, line.end), NAME)


def entries_of(line: PlacedLine, text: str) -> Iterator[tuple[int, int]]:
    """Yield where the entries of a line stand."""
    for found in ENTRY.finditer(text, line.start, line.end):
        entry = found.group()
        lead = len(entry) - len(entry.lstrip())
        if entry.strip():
            yield found.start() + lead, found.start() + len(entry.rstrip())


def variant_states(
    own: Phrase, start: int, end: int, text: str
) -> tuple[Mention, Statement | None]:
    """Return that something has another name too, or a short one.

    One that differs from the heading in its diacritics alone is the heading's, and states nothing.
    """
    name = text[start:end]
    is_short = name.isupper() and " " not in name and own.entity_class == ORGANIZATION
    other = Phrase(name, own.entity_class, own.na_id)
    if other.phrase_id == own.phrase_id:
        return Mention(own, start, end, NAME), None
    relation = "ABBREVIATION" if is_short else "ALTERNATIVE_NAME"
    return Mention(other, start, end, NAME), relation_of(own, relation, other, (start, end), NAME)


def day_states(own: Phrase, line: PlacedLine, text: str) -> Iterator[tuple[Mention, Statement]]:
    """Yield what the line of dates of an authority states: `May 11, 1891 – February 6, 1967`."""
    value = text[line.start : line.end]
    dates = placed_dates(value)
    relations: Sequence[str] = SPANS[own.entity_class]
    if value.startswith("until ") or len(dates) > 2:
        relations = relations[-1:]
    for relation, one in zip(relations, dates, strict=False):
        start, end = line.start + one.start, line.start + one.end
        phrase = placed_day(one.date, text, start, end)
        if phrase is not None:
            yield (
                Mention(phrase, start, end, NAME),
                relation_of(own, relation, phrase, (line.start, line.end), NAME),
            )
