"""The format and scoring of tests with questions about relations or the whole graph.

The rules come from the collection's README. A short answer must be correct and have the required
citations. A list is scored with F1. An overview's score is the share of key points that it
contains. A refusal is right or wrong.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import msgspec

from narabot.evaluation.questions import Language, TestFile, read_entries
from narabot.models import RequestClass

Kind = Literal[
    "count",
    "superlative",
    "chain",
    "set",
    "compare",
    "temporal",
    "path",
    "global",
    "absent_graph",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

MAX_SHORT_ANSWER, MAX_OVERVIEW = 600, 1500
"""Maximum length of a short answer, and of the scored part of an overview, in characters."""

LISTED_WITHIN = 50
"""Maximum number of listed records to score, in addition to quoted records."""

SHORT_WORD = 4
"""Maximum length of strings that must match whole words, in characters."""


class GraphQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its expected answer. Other JSON keys are ignored."""

    id: str
    query: str
    lang: Language
    request_class: RequestClass = msgspec.field(name="class")
    kind: Kind
    gold: tuple[int, ...] = msgspec.field(name="gold_naIds")
    answer: tuple[str, ...]
    """Strings that the answer must contain."""
    answerable: bool
    answer_alt: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Required string → acceptable alternatives."""
    gold_optional: tuple[int, ...] = ()
    scored: Literal["set"] | None = None
    cite: tuple[int | tuple[int, ...], ...] = ()
    """naIds of records that must be quoted. For a tuple, quoting one of the records is enough."""
    rival: tuple[str, ...] = ()
    """Strings that must not precede the first required string."""
    answer_not: tuple[str, ...] = ()
    key_points: tuple[tuple[str, ...], ...] = ()
    """Key points of an overview. A point is present if one of its strings is present."""
    pair: str | None = None
    """Identifier that the two language versions of a question share."""

    @property
    def is_list(self) -> bool:
        """Whether the listed records are scored."""
        return self.scored == "set"


@dataclass(frozen=True, slots=True)
class GraphReply:
    """A reply. Field names match the output of `narabot ask --json`."""

    answer: str
    refused: bool
    listed: tuple[int, ...]
    """naIds of the records, best first."""
    quoted: frozenset[int]


def read_graph_questions(file: Path) -> TestFile[GraphQuestion]:
    """Read questions from a JSONL file. Raise EvaluationFileError with the line number."""
    return read_entries(file, GraphQuestion, graph_question_fault)


def graph_question_fault(question: GraphQuestion) -> str | None:
    """Return why a decoded question is invalid, or `None` if it is valid."""
    needs_answer = question.answerable and not question.is_list and question.kind != "global"
    faults = (
        (not question.query.strip(), "its `query` is empty"),
        (not question.id.strip(), "its `id` is empty"),
        (needs_answer and not question.answer, "it is answerable, but its `answer` is empty"),
        (question.is_list and not question.gold, "it is a list, but has no `gold_naIds`"),
        (
            question.answerable and question.kind == "global" and not question.key_points,
            "it is an overview, but has no `key_points`",
        ),
        (not all(map(str.strip, strings_of(question))), "a string of its answer is empty"),
    )
    return next((fault for is_faulty, fault in faults if is_faulty), None)


def strings_of(question: GraphQuestion) -> Iterator[str]:
    """Yield all strings that the scoring uses."""
    yield from question.answer
    yield from question.rival
    yield from question.answer_not
    for others in (*question.answer_alt.values(), *question.key_points):
        yield from others


def graph_score(question: GraphQuestion, reply: GraphReply) -> float:
    """Return the score of a reply, from 0 to 1."""
    if not question.answerable:
        return float(reply.refused)
    if question.is_list:
        listed = {*reply.listed[:LISTED_WITHIN], *reply.quoted} - set(question.gold_optional)
        return f1(listed, question.gold)
    if reply.refused:
        return 0.0
    if question.kind == "global":
        text = reply.answer[:MAX_OVERVIEW]
        found = [first_position(point, text) is not None for point in question.key_points]
        return sum(found) / len(found)
    return float(is_right(question, reply))


def f1(listed: Collection[int], gold: Sequence[int]) -> float:
    """Return the harmonic mean of precision and recall."""
    hits = len(set(listed) & set(gold))
    return 2 * hits / (len(listed) + len(set(gold))) if hits else 0.0


def is_right(question: GraphQuestion, reply: GraphReply) -> bool:
    """Return whether a short answer is correct.

    The answer must have all required strings and citations but no forbidden string.
    """
    text = reply.answer
    places = [
        first_position((wanted, *question.answer_alt.get(wanted, ())), text)
        for wanted in question.answer
    ]
    known = [place for place in places if place is not None]
    if len(text) > MAX_SHORT_ANSWER or len(known) < len(places):
        return False
    if first_position(question.answer_not, text) is not None:
        return False
    if not all(
        reply.quoted & {*((one,) if isinstance(one, int) else one)} for one in question.cite
    ):
        return False
    rival = first_position(question.rival, text)
    return rival is None or rival >= known[0]


def first_position(forms: Sequence[str], text: str) -> int | None:
    """Return the position of the first matching string in a text, or `None`."""
    low = text.lower()
    found = (re.search(string_pattern(one.lower()), low) for one in forms)
    return min((match.start() for match in found if match), default=None)


def string_pattern(wanted: str) -> str:
    """Return a pattern for a string.

    Numbers and short words match only as a whole, except that a short word may be plural. Longer
    strings also match the beginnings of longer words.
    """
    escaped = re.escape(wanted)
    if wanted.isascii() and wanted.isdigit() and not is_year(wanted):
        return rf"(?<![\w.,/#-]){escaped}(?!\w|[.,/:-]\d)"
    if wanted[0].isdigit():
        return rf"(?<!\d){escaped}(?!\d)"
    if len(wanted) <= SHORT_WORD:
        return rf"(?<!\w){escaped}(?:s|es)?(?!\w)"
    return rf"(?<!\w){escaped}"


def is_year(number: str) -> bool:
    """Return whether a number could be a year."""
    return len(number) == 4 and 1700 <= int(number) <= 2100


def wrong_answer_score(question: GraphQuestion, reply: GraphReply) -> float | None:
    """Return 1 for a wrong answer, or 0 for a correct answer or a refusal.

    Return `None` for lists and overviews.
    """
    if question.is_list or (question.answerable and question.kind == "global"):
        return None
    return float(not reply.refused and graph_score(question, reply) == 0)
