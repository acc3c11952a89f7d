"""Run one test conversation and return its outcome."""

import time
from collections.abc import Sequence
from typing import Any

from narabot.chat import Chat, respond
from narabot.errors import InvalidQuestionError
from narabot.evaluation.asking import QuoteCheck, check_quotes
from narabot.evaluation.chat_messages import ChatMessages, ChatReply, chat_score
from narabot.evaluation.evaluations import ChatOutcome
from narabot.evaluation.measures import Group, language_group
from narabot.models import Response
from narabot.presentation.response_json import AskError, AskResponse


def ask_conversation(chat: Chat, messages: ChatMessages, kinds: Sequence[str]) -> ChatOutcome:
    """Return the outcome of a conversation's last message.

    `kinds` lists all kinds of conversations in the test file.
    """
    earlier: Response | None = None
    started = time.perf_counter()
    try:
        for turn in messages.turns[:-1]:
            earlier = respond(chat, turn, earlier=earlier)
        started = time.perf_counter()  # time only the scored message
        response = AskResponse.of(respond(chat, messages.query, earlier=earlier)).to_json()
    except InvalidQuestionError as error:
        response = AskError(id=messages.id, query=messages.query, error=str(error)).to_json()
    seconds = time.perf_counter() - started
    quoted = check_quotes(chat.retriever.graph, response["sentences"])
    return chat_outcome(messages, response, quoted, (seconds, kinds.index(messages.kind)))


def chat_outcome(
    messages: ChatMessages,
    response: dict[str, Any],
    quoted: QuoteCheck,
    timing_and_kind: tuple[float, int],
) -> ChatOutcome:
    """Evaluate the response to a conversation's last message, and return the outcome."""
    seconds, kind = timing_and_kind
    reply = chat_reply(response)
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
        answer=response["answer"],
        refused=reply.is_refused,
        listed=reply.listed,
    )


def chat_reply(response: dict[str, Any]) -> ChatReply:
    """Return the scored parts of a response."""
    return ChatReply(
        answer=response["answer"] or "",
        is_refused=response["refused"],
        listed=tuple(dict.fromkeys(record["naId"] for record in response["records"])),
        is_quoted=any(sentence["quotes"] for sentence in response["sentences"]),
    )
