"""The format of tests with chat conversations, and the scoring of the last reply.

The rules come from the collection's README. Depending on the test, the reply must be a short
answer, a list, the exact refusal, or help. A short answer needs all required strings and a gold
record near the top. A list needs the gold records. Help must show no records.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from narabot.evaluation.graph_questions import MAX_SHORT_ANSWER, first_position
from narabot.evaluation.questions import Language, TestFile, read_entries
from narabot.models import REFUSAL

ANSWER_WITHIN, LIST_WITHIN = 5, 10
"""Number of top records to check for gold records, for answers and for lists, respectively."""


class ChatMessages(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation with the expected reply to its last message."""

    id: str
    turns: tuple[str, ...]
    lang: Language
    kind: str
    want: Literal["answer", "records", "refusal", "help"]
    gold: tuple[int, ...] = msgspec.field(name="gold_naIds", default=())
    answer: tuple[str, ...] = ()
    """Strings that the answer must contain."""
    answer_alt: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Required string → acceptable alternatives."""
    gold_alt: dict[int, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """naId of a gold file unit → naIds of acceptable items."""
    need: int | None = None
    """Required number of gold records."""
    list_ok: bool = False
    """Whether a list that begins with a gold record is an acceptable answer."""
    must_mention: tuple[str, ...] = ()
    """The help text must contain at least one of these words."""
    must_not: tuple[str, ...] = ()
    """Words that the help text must not contain."""

    @property
    def query(self) -> str:
        """The message whose reply is scored."""
        return self.turns[-1]

    @property
    def needed(self) -> int:
        """The required number of gold records in a list."""
        return self.need or min(LIST_WITHIN, len(self.gold))


@dataclass(frozen=True, slots=True)
class ChatReply:
    """The reply to the last message. Field names match `narabot ask --json`."""

    answer: str
    is_refused: bool
    listed: tuple[int, ...]
    """naIds of the records, best first, without duplicates."""
    is_quoted: bool
    """Whether any sentence of the answer contains a quotation."""


def read_chat_messages(file: Path) -> TestFile[ChatMessages]:
    """Read conversations from a JSONL file. Raise EvaluationFileError with the line number."""
    return read_entries(file, ChatMessages, chat_fault)


def chat_fault(messages: ChatMessages) -> str | None:
    """Return why a decoded conversation is invalid, or `None` if it is valid."""
    is_listed = messages.want in {"answer", "records"}
    faults = (
        (
            not messages.turns or not all(map(str.strip, messages.turns)),
            "one of its `turns` is missing",
        ),
        (is_listed and not messages.gold, "it has no `gold_naIds`"),
        (messages.want == "answer" and not messages.answer, "its `answer` is empty"),
        (messages.want == "help" and not messages.must_mention, "it has no `must_mention`"),
    )
    return next((fault for is_faulty, fault in faults if is_faulty), None)


def chat_score(messages: ChatMessages, reply: ChatReply) -> float:
    """Return the score of a reply, from 0 to 1."""
    if messages.want == "refusal":
        return float(reply.answer.strip() == REFUSAL)
    if reply.is_refused:
        return 0.0
    match messages.want:
        case "records":
            return min(1.0, len(gold_found(messages, reply, LIST_WITHIN)) / messages.needed)
        case "help":
            return float(is_help(messages, reply))
        case _:
            return float(is_answered(messages, reply))


def gold_found(messages: ChatMessages, reply: ChatReply, within: int) -> list[int]:
    """Return the gold records among a reply's top records.

    An acceptable item counts as its file unit.
    """
    listed = {*reply.listed[:within]}
    return [
        na_id
        for na_id in messages.gold
        if na_id in listed or not listed.isdisjoint(messages.gold_alt.get(na_id, ()))
    ]


def is_help(messages: ChatMessages, reply: ChatReply) -> bool:
    """Return whether a reply is a correct help text and shows no record."""
    answer = reply.answer.strip()
    if not answer or reply.listed or reply.is_quoted:
        return False
    is_wrong = any(word.lower() in answer.lower() for word in messages.must_not)
    return not is_wrong and any(is_mentioned(word, answer) for word in messages.must_mention)


def is_mentioned(word: str, text: str) -> bool:
    """Return whether a word in a text begins with `word`."""
    return re.search(rf"(?<!\w){re.escape(word)}", text, re.IGNORECASE) is not None


def is_answered(messages: ChatMessages, reply: ChatReply) -> bool:
    """Return whether a short answer has all required strings and a gold record near the top.

    If a list is acceptable and there is no answer, return whether the first record is a gold
    record.
    """
    answer = reply.answer.strip()
    if messages.list_ok and not answer:
        return bool(gold_found(messages, reply, 1))
    is_complete = all(
        first_position((wanted, *messages.answer_alt.get(wanted, ())), answer) is not None
        for wanted in messages.answer
    )
    return (
        is_complete
        and len(answer) <= MAX_SHORT_ANSWER
        and bool(gold_found(messages, reply, ANSWER_WITHIN))
    )
