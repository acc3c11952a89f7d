"""Determine what a question asks for: words, record fields, levels, and required content.

The rules are for English. A Russian question is translated first. This module has no side effects.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto

from narabot.models import LevelOfDescription
from narabot.understanding.expected_answer import (
    asks_how_much,
    asks_measure,
    counted_noun,
    wanted_noun,
    wanted_role,
    wanted_words,
)
from narabot.understanding.tokens import tokenize

WHICH = r"\b(?:which|what|whose|how|name the|number of the)\b[^?.;]{0,60}?\b"
"""Matches what precedes a noun that a question asks for."""

WHEN = r"(?:^|[.;,!?>] *|\band )when\b|\bwhen (?:was|were|is|are|did|does|do|had|has|will)\b"
"""Matches *when* as a question word, but not in a clause such as "when he came"."""


class AnswerSign(Enum):
    """What an answer must contain in addition to the words in the question."""

    NAME = auto()
    NUMBER = auto()
    DATE = auto()


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field that questions ask for, with the labels that precede its values in record texts."""

    pattern: re.Pattern[str]
    labels: tuple[str, ...]
    is_inherited: bool = False
    """Whether a record without the field inherits the value from the nearest ancestor."""
    is_wider_above: bool = False
    """Whether an ancestor's value is only a range. Such a value is quoted with the ancestor's name.
    """


def record_field(
    words: str, *labels: str, is_inherited: bool = False, is_wider_above: bool = False
) -> RecordField:
    """Return a field with the pattern for the words that ask for this field."""
    return RecordField(re.compile(words, re.IGNORECASE), labels, is_inherited, is_wider_above)


RECORD_FIELDS = (
    record_field(
        WHICH + r"(?:box(?:es)?|folder|container|leaf|drawer|carton)\b",
        *("Container", "Container list"),
        is_inherited=True,
    ),
    record_field(WHICH + r"(?:rolls?|reels?|microfilm\w*|microcop\w+)\b", "Microfilm", "Container"),
    record_field(
        r"\bwhere\b[^?]*\b(?:held|kept|stored|preserved|located|housed|see|read|consult|find)\b"
        rf"|{WHICH}(?:office|unit|library|repository|archives|facility|institution)\b[^?]*"
        r"\b(?:holds?|held|keeps?|kept|has|stores?|stored|read|see|consult)\b"
        r"|\b(?:phone|telephone) number\b|\be-?mail\b|\bpostal address\b",
        "Held at",
        is_inherited=True,
    ),
    record_field(
        rf"\bwho (?:created|made|compiled)\b|{WHICH}(?:creators?|office|agency|bureau|unit|"
        r"department|organi[sz]ation|committee)\b[^?]*\b(?:creat\w+|compiled|produced)\b"
        r"|\b(?:is|was|are|were) the creators?\b",
        "Created by",
        is_inherited=True,
    ),
    record_field(
        r"\brestrict\w*|\b(?:may|can) i (?:see|have|use|view|read|order)\b|\baccess\w*"
        r"|\b(?:open|available) to\b|\bbe (?:seen|viewed|requested)\b",
        *("Access", "Handling", "Use"),
        is_inherited=True,
    ),
    record_field(
        r"\bcopyright\w*|\bpublish(?:ed)? (?:them|it|copies)|\breproduc(?:e|ing|tions? of)\b"
        r"|\bpermission\b|\breuse\b",
        "Use",
        is_inherited=True,
    ),
    record_field(r"\bhow many (?:items|documents|records)\b", "Number of items"),
    record_field(r"\bhow many (?:file units|folders|files)\b", "Number of file units"),
    record_field(r"\bhow many series\b", "Number of series"),
    record_field(r"\bhow (?:large|big|long) is\b|\bextent\b|\blinear (?:feet|inches)\b", "Extent"),
    record_field(
        WHICH + r"(?:photographers?|contributors?|author)\b|\bwho wrote\b", "Contributors"
    ),
    record_field(
        WHICH + r"(?:local identifier|control number|identifier)\b",
        *("Local identifier", "Control numbers"),
    ),
    record_field(WHICH + r"languages?\b", "Languages"),
    record_field(r"\barranged\b|\barrangement\b", "Arrangement"),
    record_field(r"\bfinding aids?\b", "Finding aids"),
    record_field(
        rf"{WHEN}|\bwhat (?:day|date|year)s?\b|\bwhich (?:day|date|year)s?\b|\bhow old\b"
        r"|\b(?:day|date) of\b|\bwhat (?:time )?(?:period|span)\b",
        *("Dates", "Produced", "Date note"),
        is_inherited=True,
        is_wider_above=True,
    ),
)
"""The fields that questions may ask for. A test checks that ingest writes the labels."""

LEVEL_PATTERNS = (
    (re.compile(WHICH + r"series\b", re.IGNORECASE), LevelOfDescription.SERIES),
    (re.compile(WHICH + r"record group\b", re.IGNORECASE), LevelOfDescription.RECORD_GROUP),
    (re.compile(WHICH + r"collection\b", re.IGNORECASE), LevelOfDescription.COLLECTION),
    (re.compile(WHICH + r"(?:folder|file unit)\b", re.IGNORECASE), LevelOfDescription.FILE_UNIT),
)
"""Patterns for questions about an ancestor."""

SIGN_PATTERNS = (
    (re.compile(rf"{WHEN}|\b(?:what|which) (?:day|date|year)", re.IGNORECASE), AnswerSign.DATE),
    (
        re.compile(
            r"\bhow (?:many|much|large|tall|long|old|far)\b"
            rf"|{WHICH}(?:sum|amount|number|total|price|cost)\b",
            re.IGNORECASE,
        ),
        AnswerSign.NUMBER,
    ),
    (
        re.compile(
            r"\bwho(?:m|se)?\b|\bwhere\b"
            rf"|{WHICH}(?:names?|title|called|city|town|state|country|firm|company|photographer|"
            r"senator|congressman|author|newspaper|territory|tribe|person|people|agency|origins?)\b"
            r"|\bcalled\b",
            re.IGNORECASE,
        ),
        AnswerSign.NAME,
    ),
)

RECORDS_QUESTION = re.compile(
    r"\W*(?:and |but |so )?(?:in )?(?:which|what) (?:[\w'’-]+ ){0,2}?"
    r"(?:series|records|papers|files?|file units?|folders?|documents|collections?|volumes?)"
    r" (?!numbers?\b|codes?\b|is\b|was\b|were\b|do\b|does\b|did\b|has\b|had\b)"
    r"(?!.*\b(?:in|under|from|of|to)\W*$)"
    r"|\W*(?:and |but |so )?where (?:can|could|do|would|might|should|may) (?:i|we|one) "
    r"(?:find|look|get|search|see|read)\b"
    r"|\W*(?:а |и |но )?где (?:(?:я|мы|мне|нам|можно|могу|можем) ){0,2}"
    r"(?:найти|искать|поискать|посмотреть|прочесть|прочитать)\b"
    r"|\W*(?:а |и |но )?(?:в )?как(?:ие|их|ой|ая|ое|ом) (?:[\w-]+ )?"
    r"(?:сери|документ|запис|дел|фонд|папк|материал|бумаг)\w* ",
    re.IGNORECASE,
)
"""Matches requests for records by content ("which series name crews?"), not for something in one
record."""

NA_ID = re.compile(
    r"\W*(?:(?:show|find|open|get|what is|покажи)(?: me)?\W+)?(?:(?:the )?(?:record|запись)\W+)?"
    r"(?:na ?id\W*)?(?P<number>[0-9]{1,12})\W*",
    re.IGNORECASE,
)
"""Matches a request that consists of a record number."""


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """What a question asks for."""

    question: str
    words: dict[str, float]
    """Stems of the content words, with weights."""
    folded: frozenset[str]
    """All words, folded."""
    stems: frozenset[str]
    """Stems of the content words and of the parts of compounds."""
    fields: tuple[RecordField, ...]
    levels: tuple[LevelOfDescription, ...]
    sign: AnswerSign | None
    noun: str | None
    """The kind of thing that is asked for: `person` for *who*, or the noun after *which*."""
    role: str | None
    """The stem of the noun in `who was the …`."""
    needed: tuple[frozenset[str], ...]
    """Sets of stems. An answer must contain a stem from each set."""
    counted: str | None
    """The noun to count."""
    is_how_much: bool
    is_measured: bool
    """Whether the question asks how long, high, or far something is."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the lines that the question asks for, in the order of the fields."""
        return tuple(dict.fromkeys(label for field in self.fields for label in field.labels))


def parse_question(question: str) -> ParsedQuestion:
    """Return what a question asks for."""
    read = tokenize(question)
    return ParsedQuestion(
        question=question,
        words=read.weighted_stems,
        folded=frozenset(token.folded for token in read.tokens),
        stems=read.stems,
        fields=tuple(field for field in RECORD_FIELDS if field.pattern.search(question)),
        levels=tuple(level for pattern, level in LEVEL_PATTERNS if pattern.search(question)),
        sign=next((sign for pattern, sign in SIGN_PATTERNS if pattern.search(question)), None),
        noun=wanted_noun(question),
        role=wanted_role(question),
        needed=tuple(wanted_words(question)),
        counted=counted_noun(question),
        is_how_much=asks_how_much(question),
        is_measured=asks_measure(question),
    )


def record_number(request: str) -> int | None:
    """Return the naId that a request consists of, or `None` if it contains anything else."""
    number = NA_ID.fullmatch(request)
    return int(number["number"]) if number else None


def seeks_records(request: str) -> bool:
    """Return whether a request, in English or Russian, asks for records by content."""
    return RECORDS_QUESTION.match(request) is not None
