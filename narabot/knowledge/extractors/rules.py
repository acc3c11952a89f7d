"""Use patterns to extract dates, sums, laws, ages, and sentences about several phrases.

The patterns are in `patterns.toml`. This module is pure.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from narabot.dates import find_dates
from narabot.knowledge.chunks import (
    PlacedLine,
    RecordChunk,
    SourceRecord,
    content_lines,
    placed_lines,
)
from narabot.knowledge.date_phrases import day_phrase
from narabot.knowledge.extraction import Extracted, Extractor, is_within, without_overlaps
from narabot.models.knowledge import Mention, Phrase, Statement, StatementKind, participants_of
from narabot.models.lines import LINE_KINDS, UNLABELED
from narabot.words import SENTENCE_END

NAME = "rules"
FILE = Path(__file__).with_name("patterns.toml")

FINITE_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|did|does|do|will|would|shall|should|may|might|can|could|must"
    r"|[a-z]{3,}(?:ed|ates|izes|ises|ains|ects|ibes|udes|ides|ists|uments|ows|ates))\b"
)
"""A finite verb, which shows that a text is a sentence.

The pattern is a closed list of auxiliaries, plus typical verb endings."""

BEFORE_A_YEAR = re.compile(
    r"(?:^|[-–—/,;:]|\b(?:after|and|before|between|by|ca\.?|circa|during|early|fall|for|from|in|late|mid|of"
    r"|since|spring|summer|through|till|to|until|winter|year|years))\s*$",
    re.IGNORECASE,
)
"""Text that shows that the next four digits are a year.

The digits in `(Rio 1882)`, for example, are a message number."""

MAX_THESIS_CHARS = 600
"""Maximum length of a complete statement, in characters. Longer text is usually a list."""


@cache
def patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return each class with its pattern, in file order."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        (one["class"], re.compile("|".join(f"(?:{form})" for form in one["patterns"])))
        for one in read["patterns"]
    )


def rule_extractor() -> Extractor:
    """Return the extractor that uses patterns."""

    def extract(record: SourceRecord, chunk: RecordChunk, known: Sequence[Mention]) -> Extracted:
        lines = [(one.start, one.end) for one in content_lines(chunk.text, record.record_type)]
        told = [one for one in pattern_mentions(chunk.text) if is_within(one, lines)]
        found = without_overlaps(told, known)
        theses = sentences_about(record, chunk.text, [*known, *found])
        return Extracted(tuple(found), tuple(theses))

    return Extractor(NAME, 2, extract)


def pattern_mentions(text: str) -> list[Mention]:
    """Return the mentions that patterns find: dates first, and then the others in file order."""
    found = list(dates_in(text))
    for entity_class, pattern in patterns():
        hits = (
            Mention(Phrase(" ".join(hit.group().split()), entity_class), *hit.span(), NAME)
            for hit in pattern.finditer(text)
        )
        found += without_overlaps(hits, found)
    return found


def dates_in(text: str) -> Iterator[Mention]:
    """Yield the dates in a text, except dates without a year."""
    for one in find_dates(text):
        phrase = day_phrase(one.date)
        is_bare = one.date.month is None
        if phrase is not None and (not is_bare or is_year(text, one.start)):
            yield Mention(phrase, one.start, one.end, NAME)


def is_year(text: str, start: int) -> bool:
    """Return whether the preceding text in the line shows that four digits are a year."""
    line = text.rfind("\n", 0, start) + 1
    return BEFORE_A_YEAR.search(text, max(line, start - 20), start) is not None


def sentences_about(
    record: SourceRecord, text: str, mentions: Sequence[Mention]
) -> Iterator[Statement]:
    """Yield the prose sentences that mention two or more phrases, as complete statements about
    these phrases."""
    for line in placed_lines(text, record.record_type):
        if LINE_KINDS.get(line.label, UNLABELED).is_prose:
            for start, end in sentences_of(text, line):
                parts = participants_of(phrases_within(mentions, start, end))
                is_one = end - start <= MAX_THESIS_CHARS and FINITE_VERB.search(text, start, end)
                if len(parts) > 1 and is_one:
                    yield Statement(StatementKind.THESIS, parts, start, end, NAME)


def sentences_of(text: str, line: PlacedLine) -> Iterator[tuple[int, int]]:
    """Yield the spans of the sentences in a line."""
    start = line.start
    for found in SENTENCE_END.finditer(text, line.start, line.end):
        yield start, found.start() + len(found.group().rstrip())
        start = found.end()
    if start < line.end:
        yield start, line.end


def phrases_within(mentions: Sequence[Mention], start: int, end: int) -> Iterator[Phrase]:
    """Yield the phrases mentioned between two positions, in text order."""
    inside = [one for one in mentions if start <= one.start and one.end <= end]
    yield from (one.phrase for one in sorted(inside, key=lambda one: (one.start, -one.end)))
