"""What narabot says of itself, with questions about what is loaded."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from narabot.answering.verification.prompt_injection import is_order
from narabot.chat.opening import Chat
from narabot.models import HELP, Answer, Sentence
from narabot.models.intents import Operation
from narabot.retrieval.authorities import find_authorities
from narabot.retrieval.operators.phrases import layer_lacking
from narabot.retrieval.operators.request_entities import phrases_called
from narabot.retrieval.operators.said_names import names_said
from narabot.retrieval.records.catalogue import example_records
from narabot.understanding.names import name_tokens
from narabot.understanding.question import record_number
from narabot.words import CYRILLIC, content_words

TEXTS = Path(__file__).with_name("help.toml")


SURE = 0.9
"""How likely a message asks for an operation that is no small talk."""


def is_help(chat: Chat, message: str) -> bool:
    """Return whether a message greets, thanks, or asks about narabot; not one that gives orders.

    Raises GraphUnavailableError.
    """
    talk = chat.models.talk
    is_request = record_number(message) is not None or is_order(message)
    is_talk = talk is not None and not is_request and talk.is_help(message)
    return is_talk and not asks_for_something(chat, message) and not only_names(chat, message)


def only_names(chat: Chat, message: str) -> bool:
    """Return whether a message is names that the records have, and perhaps numbers: no small talk.

    Names of authorities, and those that were read out of the texts where they were.
    """
    words = {word for word in content_words(message) if not word.isdigit()}
    if not words:
        return False
    graph, tokens = chat.retriever.graph, name_tokens(message)
    names = [one.matched for one in find_authorities(graph, tokens)]
    if layer_lacking(graph) is None:
        names += phrases_called(graph, names_said(tokens))
    return words <= {part for one in names for part in content_words(one)}


def asks_for_something(chat: Chat, message: str) -> bool:
    """Return whether a message names something, and asks that it be computed."""
    if chat.models.intents is None:
        return False
    intent = chat.models.intents.read(message)
    is_some = intent.operation is not Operation.NONE and intent.likelihood > SURE
    return is_some and bool(intent.slots)


def help_answer(chat: Chat, message: str) -> Answer:
    """Return what narabot is and does, in the message's language; it quotes nothing.

    Raises GraphUnavailableError.
    """
    language = "ru" if CYRILLIC.search(message) else "en"
    said = [one.format(examples=examples(chat, language)) for one in texts()[language]]
    return Answer(tuple(Sentence(one, ()) for one in said if one), 1.0, HELP)


def examples(chat: Chat, language: str) -> str:
    """Return a few questions that the loaded records should answer; "" where there are none."""
    records = example_records(chat.retriever.graph)
    forms = texts()["forms"]
    named = [
        forms[kind].format(name=getattr(records, kind)[0][1])
        for kind in forms
        if getattr(records, kind)
    ]
    return texts()["examples"][language].format(questions=" · ".join(named)) if named else ""


@cache
def texts() -> dict[str, Any]:
    """Return the sentences by language, and the forms of the questions."""
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))
