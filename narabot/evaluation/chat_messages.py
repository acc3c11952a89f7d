"""Messages as people write them to a chat: their shape, and how the reply to the last is scored.

The rules are those of the collection's README: a short answer with all strings and a gold record
near the top, the share of a list's records, the exact refusal, or help without any record.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from narabot.evaluation.graph_questions import LONGEST_SHORT, place_of
from narabot.evaluation.questions import Language, TestFile, read_entries
from narabot.models import REFUSAL

FIRST, LISTED = 5, 10
"""Records among which an answer's gold must be, and those of a list that count."""


class ChatMessages(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation with what is right for its last message."""

    id: str
    turns: tuple[str, ...]
    lang: Language
    kind: str
    want: Literal["answer", "records", "refusal", "help"]
    gold: tuple[int, ...] = msgspec.field(name="gold_naIds", default=())
    answer: tuple[str, ...] = ()
    """Strings that must all be in the answer."""
    answer_alt: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """For a string of the answer, others that do as well."""
    gold_alt: dict[int, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """For a gold folder, items that do as well."""
    need: int | None = None
    """So many of the gold records are enough."""
    list_ok: bool = False
    """Whether a list whose first record is gold does for an answer."""
    must_mention: tuple[str, ...] = ()
    """Words of which help must have one."""
    must_not: tuple[str, ...] = ()
    """Words of which help may have none."""

    @property
    def query(self) -> str:
        """The message that is judged."""
        return self.turns[-1]

    @property
    def needed(self) -> int:
        """How many gold records of a list are enough."""
        return self.need or min(LISTED, len(self.gold))


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What the product said to the last message, in the words of `narabot ask --json`."""

    answer: str
    is_refused: bool
    listed: tuple[int, ...]
    """The naIds of the records, best first, each once."""
    is_quoted: bool
    """Whether any sentence has a quotation."""


def read_chat_messages(file: Path) -> TestFile[ChatMessages]:
    """Return the conversations of a JSONL file. Raises EvaluationFileError, naming the line."""
    return read_entries(file, ChatMessages, chat_fault)


def chat_fault(messages: ChatMessages) -> str | None:
    """Return what is wrong with a conversation that has the right shape."""
    is_listed = messages.want in {"answer", "records"}
    faults = (
        (not messages.turns or not all(map(str.strip, messages.turns)), "one of its `turns` lacks"),
        (is_listed and not messages.gold, "it has no `gold_naIds`"),
        (messages.want == "answer" and not messages.answer, "its `answer` is empty"),
        (messages.want == "help" and not messages.must_mention, "it has no `must_mention`"),
    )
    return next((fault for is_faulty, fault in faults if is_faulty), None)


def chat_score(messages: ChatMessages, reply: ChatReply) -> float:
    """Return how right a reply is, from 0 to 1."""
    if messages.want == "refusal":
        return float(reply.answer.strip() == REFUSAL)
    if reply.is_refused:
        return 0.0
    match messages.want:
        case "records":
            return min(1.0, len(found(messages, reply, LISTED)) / messages.needed)
        case "help":
            return float(is_help(messages, reply))
        case _:
            return float(is_answered(messages, reply))


def found(messages: ChatMessages, reply: ChatReply, within: int) -> list[int]:
    """Return the gold records among the first of a reply; of a folder, an item may stand for it."""
    listed = {*reply.listed[:within]}
    return [
        na_id
        for na_id in messages.gold
        if na_id in listed or not listed.isdisjoint(messages.gold_alt.get(na_id, ()))
    ]


def is_help(messages: ChatMessages, reply: ChatReply) -> bool:
    """Return whether a reply helps, and shows no record."""
    said = reply.answer.strip()
    if not said or reply.listed or reply.is_quoted:
        return False
    is_wrong = any(word.lower() in said.lower() for word in messages.must_not)
    return not is_wrong and any(is_mentioned(word, said) for word in messages.must_mention)


def is_mentioned(word: str, text: str) -> bool:
    """Return whether a word of a text begins so."""
    return re.search(rf"(?<!\w){re.escape(word)}", text, re.IGNORECASE) is not None


def is_answered(messages: ChatMessages, reply: ChatReply) -> bool:
    """Return whether an answer says all in few words, and shows a record that it may be from."""
    said = reply.answer.strip()
    if messages.list_ok and not said:
        return bool(found(messages, reply, 1))
    says_all = all(
        place_of((wanted, *messages.answer_alt.get(wanted, ())), said) is not None
        for wanted in messages.answer
    )
    return says_all and len(said) <= LONGEST_SHORT and bool(found(messages, reply, FIRST))
