"""Questions that need relations, or the whole collection: their shape, and how they are scored.

The rules are those of the collection's README: a short answer that has all strings and quotes
what it must, the F1 of a list, the share of an overview's points, or a refusal.
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

LONGEST_SHORT, LONGEST_OVERVIEW = 600, 1500
"""Characters of an answer that may be right, and of an overview that are read."""

LISTED_WITHIN = 50
"""Records of a list that count; what is quoted counts besides."""

SHORT_WORD = 4
"""Letters of a string that must stand as a word of its own."""


class GraphQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question with what is right for it; keys that are not named here are left unread."""

    id: str
    query: str
    lang: Language
    request_class: RequestClass = msgspec.field(name="class")
    kind: Kind
    gold: tuple[int, ...] = msgspec.field(name="gold_naIds")
    answer: tuple[str, ...]
    """Strings that must all be in the answer."""
    answerable: bool
    answer_alt: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """For a string of the answer, others that do as well."""
    gold_optional: tuple[int, ...] = ()
    scored: Literal["set"] | None = None
    cite: tuple[int | tuple[int, ...], ...] = ()
    """Records that must be quoted; of several together one."""
    rival: tuple[str, ...] = ()
    """Strings that must not stand before the first of the answer."""
    answer_not: tuple[str, ...] = ()
    key_points: tuple[tuple[str, ...], ...] = ()
    """Of an overview: each is there if one of its strings is."""
    pair: str | None = None
    """The same for a question in both languages."""

    @property
    def is_list(self) -> bool:
        """Whether the records themselves are judged."""
        return self.scored == "set"


@dataclass(frozen=True, slots=True)
class GraphReply:
    """What the product said, in the words of `narabot ask --json`."""

    answer: str
    refused: bool
    listed: tuple[int, ...]
    """The naIds of the records, best first."""
    quoted: frozenset[int]


def read_graph_questions(file: Path) -> TestFile[GraphQuestion]:
    """Return the questions of a JSONL file. Raises EvaluationFileError, naming the line."""
    return read_entries(file, GraphQuestion, graph_question_fault)


def graph_question_fault(question: GraphQuestion) -> str | None:
    """Return what is wrong with a question that has the right shape."""
    is_worded = question.answerable and not question.is_list and question.kind != "global"
    faults = (
        (not question.query.strip(), "its `query` is empty"),
        (not question.id.strip(), "its `id` is empty"),
        (is_worded and not question.answer, "it is answerable, but its `answer` is empty"),
        (question.is_list and not question.gold, "it is a list, but has no `gold_naIds`"),
        (
            question.answerable and question.kind == "global" and not question.key_points,
            "it is an overview, but has no `key_points`",
        ),
        (not all(map(str.strip, strings_of(question))), "a string of its answer is empty"),
    )
    return next((fault for is_faulty, fault in faults if is_faulty), None)


def strings_of(question: GraphQuestion) -> Iterator[str]:
    """Yield every string by which an answer is judged."""
    yield from question.answer
    yield from question.rival
    yield from question.answer_not
    for others in (*question.answer_alt.values(), *question.key_points):
        yield from others


def graph_score(question: GraphQuestion, reply: GraphReply) -> float:
    """Return how right a reply is, from 0 to 1."""
    if not question.answerable:
        return float(reply.refused)
    if question.is_list:
        listed = {*reply.listed[:LISTED_WITHIN], *reply.quoted} - set(question.gold_optional)
        return f1(listed, question.gold)
    if reply.refused:
        return 0.0
    if question.kind == "global":
        text = reply.answer[:LONGEST_OVERVIEW]
        there = [place_of(point, text) is not None for point in question.key_points]
        return sum(there) / len(there)
    return float(is_right(question, reply))


def f1(listed: Collection[int], gold: Sequence[int]) -> float:
    """Return the harmonic mean of precision and recall."""
    hits = len(set(listed) & set(gold))
    return 2 * hits / (len(listed) + len(set(gold))) if hits else 0.0


def is_right(question: GraphQuestion, reply: GraphReply) -> bool:
    """Return whether a short answer says all, nothing that it must not, and quotes what it must."""
    text = reply.answer
    places = [
        place_of((wanted, *question.answer_alt.get(wanted, ())), text) for wanted in question.answer
    ]
    known = [place for place in places if place is not None]
    if len(text) > LONGEST_SHORT or len(known) < len(places):
        return False
    if place_of(question.answer_not, text) is not None:
        return False
    if not all(
        reply.quoted & {*((one,) if isinstance(one, int) else one)} for one in question.cite
    ):
        return False
    rival = place_of(question.rival, text)
    return rival is None or rival >= known[0]


def place_of(forms: Sequence[str], text: str) -> int | None:
    """Return where the first of some strings stands in a text, `None` where none does."""
    low = text.lower()
    found = (re.search(pattern_of(one.lower()), low) for one in forms)
    return min((said.start() for said in found if said), default=None)


def pattern_of(wanted: str) -> str:
    """Return the pattern of a string: numbers stand whole, words from their beginning."""
    escaped = re.escape(wanted)
    if wanted.isascii() and wanted.isdigit() and not is_year(wanted):
        return rf"(?<![\w.,/#-]){escaped}(?!\w|[.,/:-]\d)"
    if wanted[0].isdigit():
        return rf"(?<!\d){escaped}(?!\d)"
    if len(wanted) <= SHORT_WORD:
        return rf"(?<!\w){escaped}(?:s|es)?(?!\w)"
    return rf"(?<!\w){escaped}"


def is_year(number: str) -> bool:
    """Return whether a number may be a year."""
    return len(number) == 4 and 1700 <= int(number) <= 2100


def said_wrong(question: GraphQuestion, reply: GraphReply) -> float | None:
    """Return 1 for a wrong answer that is not a refusal; `None` where nothing is simply wrong."""
    if question.is_list or (question.answerable and question.kind == "global"):
        return None
    return float(not reply.refused and graph_score(question, reply) == 0)
