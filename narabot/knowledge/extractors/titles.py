"""Extract facts from the title of a sent document: sender, recipient, subject, and date.

During ingest, narabot parses such titles according to their form
(`ingest/parse/title_grammars.toml`). This module locates the parsed parts in the text. This module
is pure.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from narabot.knowledge.chunks import PlacedLine, RecordChunk, SourceRecord, placed_lines
from narabot.knowledge.date_phrases import date_phrase
from narabot.knowledge.extraction import Extracted, Extractor
from narabot.knowledge.gazetteer import Gazetteer
from narabot.knowledge.headings import towns
from narabot.knowledge.ner_cache import cached_names
from narabot.models.knowledge import (
    ORGANIZATION,
    PERSON,
    SUBJECT,
    Mention,
    Phrase,
    Statement,
    StatementKind,
    participants_of,
    relation_statement,
)
from narabot.models.lines import TITLE
from narabot.retrieval.authorities.headings import is_office
from narabot.words import fold

NAME = "titles"

RECIPIENTS = re.compile(r"[^|;\s][^|;]*")
"""Matches a recipient. Multiple recipients are separated by a bar or a semicolon."""

WRITTEN_BY_PERSONS = frozenset(
    {"letter", "memo", "memorandum", "note", "route slip", "office memorandum"}
)
"""Document kinds that persons send to persons. Posts and departments send other kinds."""

OFFICE_WORDS = re.compile(
    r"(?:\b|(?<=am))(?:embassy|consulate|consul|legation|mission|department|dept|state|office"
    r"|bureau|agency|secretariat|desk|commission|committee|council|ministry|delegation|division"
    r"|section|staff)\b",
    re.IGNORECASE,
)
"""Words that show that a sender's name denotes an office."""

OFFICE_ADDRESSES = dict.fromkeys(
    ("state", "sec state", "secstate", "sec state dc"), "Department of State"
)
"""Folded names for the Department of State in American diplomatic messages."""

PLACES = frozenset({"CITY", "COUNTRY", "DISTRICT", "LOCATION", "STATE_OR_PROV"})

MIDDLE_INITIAL_NAME = re.compile(r"[A-Z][a-z]+ [A-Z]\. [A-Z][a-z]+")
"""Matches a name with a middle initial, which belongs to a person."""

WITH_NUMBER = re.compile(r"\([^)]*\d|^\(")
"""Matches a subject that contains a message number and was therefore parsed incorrectly."""

MAX_SUBJECT_WORDS = 6
"""Maximum length of a subject, in words. A longer text is a sentence rather than a name."""

LAST_DATE = re.compile(r"\d{1,2}/\d{1,2}/\d{4}\s*$")


def title_extractor(gazetteer: Gazetteer, names: str | None = None) -> Extractor:
    """Return the extractor for facts expressed by the form of titles.

    If a version of the NER cache is supplied, the cached names identify persons among senders and
    recipients.
    """

    def extract(record: SourceRecord, chunk: RecordChunk, _: Sequence[Mention]) -> Extracted:
        lines = placed_lines(chunk.text, record.record_type)
        line = next((one for one in lines if one.label == TITLE), None)
        if line is None or not record.properties.get("documentKind"):
            return Extracted()
        read = cached_names(chunk, names) if names is not None else None
        persons = {(one.start, one.end) for one in read or () if one.entity_class == PERSON}
        told = list(title_mentions(record, chunk.text, line, persons))
        named = [
            (
                role,
                replace(one, phrase=known_phrase(one.phrase, gazetteer, record.authority_na_ids)),
            )
            for role, one in told
        ]
        mentions = tuple(one for _, one in named)
        statements = (*letter_statements(named, line), *title_thesis(mentions, line))
        return Extracted((*mentions, *places_of_posts(mentions, gazetteer)), statements)

    return Extractor(NAME, f"4 {names}", extract)


def known_phrase(phrase: Phrase, gazetteer: Gazetteer, near: Collection[int]) -> Phrase:
    """Return the phrase of the authority that a correspondent or subject matches in name and class.

    An authority that the record itself names (`near`) takes precedence. Without a match, return the
    phrase itself.
    """
    name = OFFICE_ADDRESSES.get(fold(phrase.name), phrase.name)
    found = [gazetteer.phrases[na_id] for na_id in gazetteer.na_ids_for_name(name)]
    fitting = [one for one in found if one.entity_class == phrase.entity_class]
    if len(fitting) > 1:
        fitting = [one for one in fitting if one.na_id in near]
    return fitting[0] if len(fitting) == 1 else phrase


def places_of_posts(mentions: Sequence[Mention], gazetteer: Gazetteer) -> Iterator[Mention]:
    """Yield mentions of the places after which posts are named."""
    for one in mentions:
        place = gazetteer.phrase_for_name(one.phrase.name)
        is_post = one.phrase.na_id is None and one.phrase.entity_class == ORGANIZATION
        if is_post and place is not None and place.entity_class in PLACES:
            yield replace(one, phrase=place)


def title_thesis(mentions: Sequence[Mention], line: PlacedLine) -> Iterator[Statement]:
    """Yield the whole title as a complete statement if it mentions two or more phrases."""
    parts = participants_of(one.phrase for one in mentions)
    if len(parts) > 1:
        yield Statement(StatementKind.THESIS, parts, line.start, line.end, NAME)


def title_mentions(
    record: SourceRecord, text: str, line: PlacedLine, persons: Collection[tuple[int, int]]
) -> Iterator[tuple[str, Mention]]:
    """Yield the sender, recipients, subject, and date in a title, each with its role.

    `persons` contains the spans in which the NER model found a person.
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
                    yield role, title_mention(written, entity_class, begin)
    subject = str(record.properties.get("documentSubject") or "")
    start = text.rfind(subject, line.start, line.end) if subject else -1
    is_name = len(subject.split()) <= MAX_SUBJECT_WORDS and not WITH_NUMBER.search(subject)
    if start >= 0 and is_name:
        yield "subject", title_mention(subject, SUBJECT, start)
    dated = LAST_DATE.search(text[line.start : line.end])
    phrase = date_phrase(dated.group()) if dated else None
    if dated and phrase is not None:
        start = line.start + dated.start()
        yield "date", Mention(phrase, start, start + len(dated.group().rstrip()), NAME)


def title_mention(written: str, entity_class: str, start: int) -> Mention:
    """Return the mention of a name in a title."""
    return Mention(Phrase(written, entity_class), start, start + len(written), NAME)


def correspondent_class(written: str, kind: str, *, is_person: bool = False) -> str:
    """Return PERSON or ORGANIZATION for a sender or recipient, or "" if the class is unclear.

    A letter from `Adams` may come from a person or from a post named after a town. A single word
    therefore does not identify a person, even if the NER model found a person there (`is_person`).
    """
    if MIDDLE_INITIAL_NAME.fullmatch(written):
        return PERSON
    if fold(written) in towns() or is_office(written):
        return ORGANIZATION
    if is_person and len(written.split()) > 1:
        return PERSON
    if kind not in WRITTEN_BY_PERSONS or OFFICE_WORDS.search(written) or written.isupper():
        return ORGANIZATION if written else ""
    return PERSON if len(written.split()) > 1 else ""


def letter_statements(
    named: Sequence[tuple[str, Mention]], line: PlacedLine
) -> Iterator[Statement]:
    """Yield statements about who wrote to whom, and about what."""
    by_role: dict[str, list[Phrase]] = {}
    for role, one in named:
        by_role.setdefault(role, []).append(one.phrase)
    for sender in by_role.get("sender", []):
        for relation, role in (("SENT_TO", "recipient"), ("WRITES_ABOUT", "subject")):
            for other in by_role.get(role, []):
                yield relation_statement(sender, relation, other, (line.start, line.end), NAME)
