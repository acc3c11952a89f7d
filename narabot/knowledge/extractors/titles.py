"""What the title of a document that was sent states: who wrote to whom, about what, when. Pure.

Ingest has read the title by its form (`ingest/parse/title_grammars.toml`); here it is found
again in the text.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from narabot.knowledge.chunks import KnownRecord, PlacedLine, RecordChunk, placed_lines
from narabot.knowledge.dating import date_phrase
from narabot.knowledge.extraction import Extracted, Extractor
from narabot.knowledge.gazetteer import Gazetteer
from narabot.knowledge.name_keeping import kept_names_in
from narabot.knowledge.names_of_headings import towns
from narabot.models.knowledge import (
    ORGANIZATION,
    PERSON,
    SUBJECT,
    Mention,
    Phrase,
    Statement,
    StatementKind,
    parts_of,
    relation_of,
)
from narabot.models.lines import TITLE
from narabot.retrieval.authorities.headings import is_office
from narabot.words import fold

NAME = "titles"

RECIPIENTS = re.compile(r"[^|;\s][^|;]*")
"""Several recipients stand behind each other with a bar or a semicolon between."""

WRITTEN_BY_PERSONS = frozenset(
    {"letter", "memo", "memorandum", "note", "route slip", "office memorandum"}
)
"""Kinds of documents that people write to people; what a post or a department sends are others."""

OFFICE_WORDS = re.compile(
    r"(?:\b|(?<=am))(?:embassy|consulate|consul|legation|mission|department|dept|state|office"
    r"|bureau|agency|secretariat|desk|commission|committee|council|ministry|delegation|division"
    r"|section|staff)\b",
    re.IGNORECASE,
)
"""What stands in the names of those who write for an office."""

ADDRESSES = dict.fromkeys(("state", "sec state", "secstate", "sec state dc"), "Department of State")
"""What the addresses of American diplomatic messages call the department, folded."""

PLACES = frozenset({"CITY", "COUNTRY", "DISTRICT", "LOCATION", "STATE_OR_PROV"})

WRITTEN_OUT = re.compile(r"[A-Z][a-z]+ [A-Z]\. [A-Z][a-z]+")
"""A name with a middle initial is a person's."""

WITH_NUMBER = re.compile(r"\([^)]*\d|^\(")
"""A subject that holds the number of the message has been read wrongly."""

LONGEST_SUBJECT = 6
"""Words; what is longer is a sentence about something, and no name of it."""

LAST_DATE = re.compile(r"\d{1,2}/\d{1,2}/\d{4}\s*$")


def titles(gazetteer: Gazetteer, names: str | None = None) -> Extractor:
    """Return the extractor of what titles state by their form.

    With a version of the reader of names, what that has read tells persons among the senders.
    """

    def extract(record: KnownRecord, chunk: RecordChunk, _: Sequence[Mention]) -> Extracted:
        lines = placed_lines(chunk.text, record.record_type)
        line = next((one for one in lines if one.label == TITLE), None)
        if line is None or not record.properties.get("documentKind"):
            return Extracted()
        read = kept_names_in(chunk, names) if names is not None else None
        persons = {(one.start, one.end) for one in read or () if one.entity_class == PERSON}
        told = list(title_mentions(record, chunk.text, line, persons))
        named = [
            (role, replace(one, phrase=known_phrase(one.phrase, gazetteer, record.named)))
            for role, one in told
        ]
        mentions = tuple(one for _, one in named)
        statements = (*letter_states(named, line), *title_thesis(mentions, line))
        return Extracted((*mentions, *places_of_posts(mentions, gazetteer)), statements)

    return Extractor(NAME, f"4 {names}", extract)


def known_phrase(phrase: Phrase, gazetteer: Gazetteer, near: Collection[int]) -> Phrase:
    """Return the authority that a correspondent or a subject is, where one of its class is.

    Of several the one that the record names itself, `near`.
    """
    name = ADDRESSES.get(fold(phrase.name), phrase.name)
    found = [gazetteer.phrases[na_id] for na_id in gazetteer.all_called(name)]
    fitting = [one for one in found if one.entity_class == phrase.entity_class]
    if len(fitting) > 1:
        fitting = [one for one in fitting if one.na_id in near]
    return fitting[0] if len(fitting) == 1 else phrase


def places_of_posts(mentions: Sequence[Mention], gazetteer: Gazetteer) -> Iterator[Mention]:
    """Yield the places whose names stand for the posts there."""
    for one in mentions:
        place = gazetteer.called(one.phrase.name)
        is_post = one.phrase.na_id is None and one.phrase.entity_class == ORGANIZATION
        if is_post and place is not None and place.entity_class in PLACES:
            yield replace(one, phrase=place)


def title_thesis(mentions: Sequence[Mention], line: PlacedLine) -> Iterator[Statement]:
    """Yield the whole title as a thesis, if it names two things."""
    parts = parts_of(one.phrase for one in mentions)
    if len(parts) > 1:
        yield Statement(StatementKind.THESIS, parts, line.start, line.end, NAME)


def title_mentions(
    record: KnownRecord, text: str, line: PlacedLine, persons: Collection[tuple[int, int]]
) -> Iterator[tuple[str, Mention]]:
    """Yield sender, recipients, subject and date of a title, each as what it is to it.

    `persons` are places where the reader of names has found one.
    """
    kind = str(record.properties["documentKind"]).lower()
    for role, name in (("sender", "sender"), ("recipient", "recipient")):
        stated = str(record.properties.get(name) or "")
        start = text.find(stated, line.start, line.end) if stated else -1
        if start >= 0:
            for found in RECIPIENTS.finditer(stated):
                written = found.group().rstrip()
                begin = start + found.start()
                is_person = (begin, begin + len(written)) in persons
                entity_class = correspondent_class(written, kind, is_person=is_person)
                if entity_class:
                    yield role, mention(written, entity_class, begin)
    subject = str(record.properties.get("documentSubject") or "")
    start = text.rfind(subject, line.start, line.end) if subject else -1
    is_name = len(subject.split()) <= LONGEST_SUBJECT and not WITH_NUMBER.search(subject)
    if start >= 0 and is_name:
        yield "subject", mention(subject, SUBJECT, start)
    dated = LAST_DATE.search(text[line.start : line.end])
    phrase = date_phrase(dated.group()) if dated else None
    if dated and phrase is not None:
        start = line.start + dated.start()
        yield "date", Mention(phrase, start, start + len(dated.group().rstrip()), NAME)


def mention(written: str, entity_class: str, start: int) -> Mention:
    """Return a name that a title writes."""
    return Mention(Phrase(written, entity_class), start, start + len(written), NAME)


def correspondent_class(written: str, kind: str, *, is_person: bool = False) -> str:
    """Return whether who sends or receives is a person or an office, "" where that is not told.

    A letter by `Adams` may be from a person or from a post that is called by its town, so one word
    tells nothing, also where the reader of names has found a person (`is_person`).
    """
    if WRITTEN_OUT.fullmatch(written):
        return PERSON
    if fold(written) in towns() or is_office(written):
        return ORGANIZATION
    if is_person and len(written.split()) > 1:
        return PERSON
    if kind not in WRITTEN_BY_PERSONS or OFFICE_WORDS.search(written) or written.isupper():
        return ORGANIZATION if written else ""
    return PERSON if len(written.split()) > 1 else ""


def letter_states(named: Sequence[tuple[str, Mention]], line: PlacedLine) -> Iterator[Statement]:
    """Yield who wrote to whom, and about what."""
    by_role: dict[str, list[Phrase]] = {}
    for role, one in named:
        by_role.setdefault(role, []).append(one.phrase)
    for sender in by_role.get("sender", []):
        for relation, role in (("SENT_TO", "recipient"), ("WRITES_ABOUT", "subject")):
            for other in by_role.get(role, []):
                yield relation_of(sender, relation, other, (line.start, line.end), NAME)
