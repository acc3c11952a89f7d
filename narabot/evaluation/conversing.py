"""Lead one conversation of the tests with the product, and write down what came of it."""

import time
from collections.abc import Sequence
from typing import Any

from narabot.chat import Chat, respond
from narabot.errors import InvalidQuestionError
from narabot.evaluation.asking import Quoted, checked_quotes
from narabot.evaluation.chat_messages import ChatMessages, ChatReply, chat_score
from narabot.evaluation.evaluations import ChatOutcome
from narabot.evaluation.measures import Group, language_group
from narabot.models import Response
from narabot.presentation.response_json import AskError, AskResponse


def chat_asked(chat: Chat, messages: ChatMessages, kinds: Sequence[str]) -> ChatOutcome:
    """Return what comes of the last message of a conversation; `kinds` are those of its file."""
    earlier: Response | None = None
    started = time.perf_counter()
    try:
        for turn in messages.turns[:-1]:
            earlier = respond(chat, turn, earlier=earlier)
        started = time.perf_counter()  # the time of the message that is judged
        said = AskResponse.of(respond(chat, messages.query, earlier=earlier)).to_json()
    except InvalidQuestionError as error:
        said = AskError(id=messages.id, query=messages.query, error=str(error)).to_json()
    seconds = time.perf_counter() - started
    quoted = checked_quotes(chat.retriever.graph, said["sentences"])
    return chat_outcome(messages, said, quoted, (seconds, kinds.index(messages.kind)))


def chat_outcome(
    messages: ChatMessages, said: dict[str, Any], quoted: Quoted, told: tuple[float, int]
) -> ChatOutcome:
    """Return a conversation with its scores; told are the seconds and the number of its kind."""
    seconds, kind = told
    reply = chat_reply(said)
    right = chat_score(messages, reply)
    scores = {"right": right, "kind": float(kind), "seconds": seconds}
    return ChatOutcome(
        id=messages.id,
        query=messages.query,
        groups=(Group.ALL, language_group(messages.lang)),
        scores=quoted.scores() | scores,
        why="refused" if reply.is_refused else f"{right:.2f} right",
        lang=messages.lang,
        kind=messages.kind,
        want=messages.want,
        answer=said["answer"],
        refused=reply.is_refused,
        listed=reply.listed,
    )


def chat_reply(said: dict[str, Any]) -> ChatReply:
    """Return what of a response's JSON is scored of a conversation."""
    return ChatReply(
        answer=said["answer"] or "",
        is_refused=said["refused"],
        listed=tuple(dict.fromkeys(record["naId"] for record in said["records"])),
        is_quoted=any(sentence["quotes"] for sentence in said["sentences"]),
    )
