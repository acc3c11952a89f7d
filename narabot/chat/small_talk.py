"""Respond to small talk: describe narabot and suggest questions about the loaded records."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from narabot.answering.verification.prompt_injection import is_instruction
from narabot.chat.opening import Chat
from narabot.models import HELP, Answer, Sentence
from narabot.models.intents import Operation
from narabot.retrieval.authorities import find_authorities
from narabot.retrieval.operators.name_spans import candidate_names
from narabot.retrieval.operators.phrases import missing_layer_reason
from narabot.retrieval.operators.request_entities import phrases_by_name
from narabot.retrieval.records.catalog_overview import example_records
from narabot.understanding.names import name_tokens
from narabot.understanding.question import record_number
from narabot.words import CYRILLIC, content_words

TEXTS = Path(__file__).with_name("help.toml")


HIGH_LIKELIHOOD = 0.9
"""Likelihood above which a requested operation rules out small talk."""


def is_help(chat: Chat, message: str) -> bool:
    """Return whether a message is a greeting, thanks, or a question about narabot.

    Messages with instructions do not count. Raises GraphUnavailableError.
    """
    talk = chat.models.talk
    is_request = record_number(message) is not None or is_instruction(message)
    is_talk = talk is not None and not is_request and talk.is_small_talk(message)
    return is_talk and not asks_for_something(chat, message) and not only_names(chat, message)


def only_names(chat: Chat, message: str) -> bool:
    """Return whether a message consists of names in the catalog and possibly numbers.

    Names of authorities count, and so do phrases from the knowledge layer if it exists.
    """
    words = {word for word in content_words(message) if not word.isdigit()}
    if not words:
        return False
    graph, tokens = chat.retriever.graph, name_tokens(message)
    names = [one.matched for one in find_authorities(graph, tokens)]
    if missing_layer_reason(graph) is None:
        names += phrases_by_name(graph, candidate_names(tokens))
    return words <= {part for one in names for part in content_words(one)}


def asks_for_something(chat: Chat, message: str) -> bool:
    """Return whether a message contains slots and asks for a computation."""
    if chat.models.intents is None:
        return False
    intent = chat.models.intents.read(message)
    is_some = intent.operation is not Operation.NONE and intent.likelihood > HIGH_LIKELIHOOD
    return is_some and bool(intent.slots)


def help_answer(chat: Chat, message: str) -> Answer:
    """Return a description of narabot in the language of the message, without quotes.

    Raises GraphUnavailableError.
    """
    language = "ru" if CYRILLIC.search(message) else "en"
    sentences = [one.format(examples=examples(chat, language)) for one in texts()[language]]
    return Answer(tuple(Sentence(one, ()) for one in sentences if one), 1.0, HELP)


def examples(chat: Chat, language: str) -> str:
    """Return a few questions that the loaded records should answer, or "" if there are none."""
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
    """Return the sentences for each language, and the forms of the questions."""
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))
