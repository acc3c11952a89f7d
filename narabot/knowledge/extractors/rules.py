"""What is told by its form: dates, sums, laws, ages; and sentences about several things. Pure.

The forms are data, in `patterns.toml`.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from narabot.dates import placed_dates
from narabot.knowledge.chunks import KnownRecord, PlacedLine, RecordChunk, placed_lines, told_lines
from narabot.knowledge.dating import day_phrase
from narabot.knowledge.extraction import Extracted, Extractor, apart, is_within
from narabot.models.knowledge import Mention, Phrase, Statement, StatementKind, parts_of
from narabot.models.lines import LINE_KINDS, UNLABELLED
from narabot.words import SENTENCE_END

NAME = "rules"
FILE = Path(__file__).with_name("patterns.toml")

FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|did|does|do|will|would|shall|should|may|might|can|could|must"
    r"|[a-z]{3,}(?:ed|ates|izes|ises|ains|ects|ibes|udes|ides|ists|uments|ows|ates))\b"
)
"""A verb that makes a sentence of words: the closed list of auxiliaries, and endings of verbs."""

BEFORE_A_YEAR = re.compile(
    r"(?:^|[-–—/,;:]|\b(?:after|and|before|between|by|ca\.?|circa|during|early|fall|for|from|in|late|mid|of"
    r"|since|spring|summer|through|till|to|until|winter|year|years))\s*$",
    re.IGNORECASE,
)
"""What four digits stand behind that are a year, and no number of a message: `(Rio 1882)`."""

LONGEST_THESIS = 600
"""Characters; what is longer is a list that runs on."""


@cache
def patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the classes and their forms, in the file's order."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        (one["class"], re.compile("|".join(f"(?:{form})" for form in one["patterns"])))
        for one in read["patterns"]
    )


def rules() -> Extractor:
    """Return the extractor of forms."""

    def extract(record: KnownRecord, chunk: RecordChunk, known: Sequence[Mention]) -> Extracted:
        lines = [(one.start, one.end) for one in told_lines(chunk.text, record.record_type)]
        told = [one for one in forms_in(chunk.text) if is_within(one, lines)]
        found = apart(told, known)
        theses = sentences_about(record, chunk.text, [*known, *found])
        return Extracted(tuple(found), tuple(theses))

    return Extractor(NAME, 2, extract)


def forms_in(text: str) -> list[Mention]:
    """Return what is told by its form alone: dates first, then in the order of the file."""
    found = list(dates_in(text))
    for entity_class, pattern in patterns():
        hits = (
            Mention(Phrase(" ".join(hit.group().split()), entity_class), *hit.span(), NAME)
            for hit in pattern.finditer(text)
        )
        found += apart(hits, found)
    return found


def dates_in(text: str) -> Iterator[Mention]:
    """Yield the dates of a text that name a year."""
    for one in placed_dates(text):
        phrase = day_phrase(one.date)
        is_bare = one.date.month is None
        if phrase is not None and (not is_bare or is_year(text, one.start)):
            yield Mention(phrase, one.start, one.end, NAME)


def is_year(text: str, start: int) -> bool:
    """Return whether four digits are a year by what stands before them in their line."""
    line = text.rfind("\n", 0, start) + 1
    return BEFORE_A_YEAR.search(text, max(line, start - 20), start) is not None


def sentences_about(
    record: KnownRecord, text: str, mentions: Sequence[Mention]
) -> Iterator[Statement]:
    """Yield the sentences of prose that name two things or more, as theses about these."""
    for line in placed_lines(text, record.record_type):
        if LINE_KINDS.get(line.label, UNLABELLED).is_prose:
            for start, end in sentences_of(text, line):
                parts = parts_of(within(mentions, start, end))
                is_one = end - start <= LONGEST_THESIS and FINITE.search(text, start, end)
                if len(parts) > 1 and is_one:
                    yield Statement(StatementKind.THESIS, parts, start, end, NAME)


def sentences_of(text: str, line: PlacedLine) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a line stand."""
    start = line.start
    for found in SENTENCE_END.finditer(text, line.start, line.end):
        yield start, found.start() + len(found.group().rstrip())
        start = found.end()
    if start < line.end:
        yield start, line.end


def within(mentions: Sequence[Mention], start: int, end: int) -> Iterator[Phrase]:
    """Yield what is named between two places, in the order of the text."""
    inside = [one for one in mentions if start <= one.start and one.end <= end]
    yield from (one.phrase for one in sorted(inside, key=lambda one: (one.start, -one.end)))
