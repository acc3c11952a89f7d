"""Extract names and facts from a record's own lines: headings, parent offices, and life dates.

This is the most trusted extractor, because an archivist wrote each heading, and its form expresses
the facts. This module is pure.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narabot.dates import find_dates
from narabot.knowledge.chunks import PlacedLine, RecordChunk, SourceRecord, placed_lines
from narabot.knowledge.date_phrases import date_phrase, date_phrase_at
from narabot.knowledge.extraction import Extracted, Extractor
from narabot.knowledge.gazetteer import Gazetteer
from narabot.knowledge.headings import (
    country_and_state_classes,
    heading_dates,
    organization_parts,
    place_class,
)
from narabot.models import RecordType
from narabot.models.knowledge import (
    ORGANIZATION,
    PERSON,
    Mention,
    Phrase,
    Statement,
    relation_statement,
)
from narabot.models.lines import NAME as NAME_LABEL
from narabot.models.relations import AUTHORITY_RELATIONS

NAME = "given"

NAMING_LABELS = frozenset({told.heading for told in AUTHORITY_RELATIONS.values()} | {NAME_LABEL})
"""Labels of lines that list headings."""

VARIANT_LABELS = frozenset({"Also", "Variant names", "Fuller form of name"})
"""Labels of lines in an authority record that list the authority's other names."""

ENTRY = re.compile(r"[^;]+")
IN_BRACKETS = re.compile(r"\([^()]*\)")
"""Matches a fuller form that contains only forenames: `(Dillon Seymour)`."""

IN_LAST_BRACKETS = re.compile(r"\(([^()]+)\)$")
ROLE_SUFFIX = re.compile(r"\s*\([^()]*\)\s*$")

DATE_RELATIONS = {
    PERSON: ("DATE_OF_BIRTH", "DATE_OF_DEATH"),
    ORGANIZATION: ("DATE_FOUNDED_IN", "DATE_DEFUNCT_IN"),
}
"""For each entity class, the relations that the two dates in a heading express."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in a line: `text[start:end]`."""

    phrase: Phrase
    start: int
    end: int


def record_line_extractor(gazetteer: Gazetteer) -> Extractor:
    """Return the extractor for a record's own lines."""

    def extract(record: SourceRecord, chunk: RecordChunk, _: Sequence[Mention]) -> Extracted:
        found = list(headings(record, chunk.text, gazetteer))
        parts = [heading_statements(one, chunk.text, gazetteer) for one in found]
        if record.record_type is RecordType.AUTHORITY:
            parts.append(authority_lines(record, chunk.text, gazetteer))
        own = [Mention(one.phrase, one.start, one.end, NAME) for one in found]
        return Extracted(
            (*own, *(mention for part in parts for mention in part.mentions)),
            tuple(statement for part in parts for statement in part.statements),
        )

    return Extractor(NAME, 3, extract)


def headings(record: SourceRecord, text: str, gazetteer: Gazetteer) -> Iterator[Heading]:
    """Yield the headings in those lines of a chunk that name authorities."""
    for line in placed_lines(text, record.record_type):
        if line.label in NAMING_LABELS:
            yield from headings_in(line, text, gazetteer)


def headings_in(line: PlacedLine, text: str, gazetteer: Gazetteer) -> Iterator[Heading]:
    """Yield the headings of known authorities in a line, without the authorities' roles."""
    for found in ENTRY.finditer(text, line.start, line.end):
        entry = found.group().rstrip()
        start = found.start() + len(entry) - len(entry.lstrip())
        for written in (entry.strip(), ROLE_SUFFIX.sub("", entry.strip())):
            phrase = gazetteer.phrase_for_heading(written)
            if phrase is not None:
                yield Heading(phrase, start, start + len(written))
                break


def heading_statements(heading: Heading, text: str, gazetteer: Gazetteer) -> Extracted:
    """Return the facts that a heading's form expresses, such as a parent office or a start or end
    date."""
    written = text[heading.start : heading.end]
    mentions: list[Mention] = []
    statements: list[Statement] = []

    def state(relation: str, phrase: Phrase, start: int, end: int) -> None:
        mentions.append(Mention(phrase, heading.start + start, heading.start + end, NAME))
        statements.append(
            relation_statement(heading.phrase, relation, phrase, (heading.start, heading.end), NAME)
        )

    if heading.phrase.entity_class in DATE_RELATIONS:
        for relation, phrase, place in heading_date_relations(heading.phrase.entity_class, written):
            state(relation, phrase, *place)
    if heading.phrase.entity_class == ORGANIZATION:
        above = organization_parts(written)[:-1]
        if above:
            state(
                "SUBORDINATE_OF",
                parent_office(written, above, gazetteer),
                above[0][0],
                above[-1][1],
            )
    for phrase, place in containing_place(heading.phrase, written, gazetteer):
        state("LOCATED_IN", phrase, *place)
    return Extracted(tuple(mentions), tuple(statements))


def heading_date_relations(
    entity_class: str, written: str
) -> Iterator[tuple[str, Phrase, tuple[int, int]]]:
    """For each date in a heading, yield the relation, the phrase, and the date's span."""
    dates = heading_dates(written)
    both = (dates.first, dates.last) if dates else (None, None)
    for relation, place in zip(DATE_RELATIONS[entity_class], both, strict=True):
        phrase = date_phrase(written[slice(*place)]) if place else None
        if place and phrase is not None:
            yield relation, phrase, place


def parent_office(written: str, above: Sequence[tuple[int, int]], gazetteer: Gazetteer) -> Phrase:
    """Return the parent office that is named in an office's heading."""
    whole, last = written[: above[-1][1]], written[slice(*above[-1])]
    return (
        gazetteer.phrase_for_heading(whole)
        or gazetteer.phrase_for_heading(f"{whole}.")
        or Phrase(whole if len(above) > 1 else last, ORGANIZATION)
    )


def containing_place(
    place: Phrase, written: str, gazetteer: Gazetteer
) -> Iterator[tuple[Phrase, tuple[int, int]]]:
    """Yield the larger place that a place's heading names in parentheses: `Tripoli (Libya)`."""
    brackets = IN_LAST_BRACKETS.search(written)
    if place.entity_class not in {"CITY", "LOCATION", "DISTRICT", "FACILITY"} or brackets is None:
        return
    inner = brackets.group(1)
    named = (
        Phrase(inner, place_class(inner)) if inner.lower() in country_and_state_classes() else None
    )
    known = gazetteer.phrase_for_name(inner) or named
    if known is not None and known != place:
        yield known, brackets.span(1)


def authority_lines(record: SourceRecord, text: str, gazetteer: Gazetteer) -> Extracted:
    """Return the facts in the lines of an authority record: other names, dates, and memberships."""
    own = gazetteer.phrases.get(record.na_id)
    lines = list(placed_lines(text, record.record_type))
    name = next((line for line in lines if line.label == NAME_LABEL), None)
    if own is None or name is None:
        return Extracted()
    found = [pair for line in lines for pair in line_statements(own, line, text, gazetteer)]
    return Extracted(
        (Mention(own, name.start, name.end, NAME), *(mention for mention, _ in found)),
        tuple(statement for _, statement in found if statement is not None),
    )


def line_statements(
    own: Phrase, line: PlacedLine, text: str, gazetteer: Gazetteer
) -> Iterator[tuple[Mention, Statement | None]]:
    """Yield the mentions and statements in a line of an authority record."""
    if line.label in VARIANT_LABELS:
        for start, end in entry_spans(line, text):
            if not IN_BRACKETS.fullmatch(text, start, end):
                yield variant_statement(own, start, end, text)
    elif line.label == "Dates" and own.entity_class in DATE_RELATIONS:
        yield from date_statements(own, line, text)
    elif line.label == "Organizations" and own.entity_class == PERSON:
        for one in headings_in(line, text, gazetteer):
            mention = Mention(one.phrase, one.start, one.end, NAME)
            yield (
                mention,
                relation_statement(own, "MEMBER_OF", one.phrase, (line.start, line.end), NAME),
            )


def entry_spans(line: PlacedLine, text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the entries in a line."""
    for found in ENTRY.finditer(text, line.start, line.end):
        entry = found.group()
        lead = len(entry) - len(entry.lstrip())
        if entry.strip():
            yield found.start() + lead, found.start() + len(entry.rstrip())


def variant_statement(
    own: Phrase, start: int, end: int, text: str
) -> tuple[Mention, Statement | None]:
    """Return the mention of an alternative or abbreviated name, with the statement about that name.

    A variant that differs from the heading only in its diacritics has the heading's phrase and
    yields no statement.
    """
    name = text[start:end]
    is_short = name.isupper() and " " not in name and own.entity_class == ORGANIZATION
    other = Phrase(name, own.entity_class, own.na_id)
    if other.phrase_id == own.phrase_id:
        return Mention(own, start, end, NAME), None
    relation = "ABBREVIATION" if is_short else "ALTERNATIVE_NAME"
    return Mention(other, start, end, NAME), relation_statement(
        own, relation, other, (start, end), NAME
    )


def date_statements(
    own: Phrase, line: PlacedLine, text: str
) -> Iterator[tuple[Mention, Statement]]:
    """Yield the facts in an authority record's date line: `May 11, 1891 – February 6, 1967`."""
    value = text[line.start : line.end]
    dates = find_dates(value)
    relations: Sequence[str] = DATE_RELATIONS[own.entity_class]
    if value.startswith("until ") or len(dates) > 2:
        relations = relations[-1:]
    for relation, one in zip(relations, dates, strict=False):
        start, end = line.start + one.start, line.start + one.end
        phrase = date_phrase_at(one.date, text, start, end)
        if phrase is not None:
            yield (
                Mention(phrase, start, end, NAME),
                relation_statement(own, relation, phrase, (line.start, line.end), NAME),
            )
