"""What narabot says of itself, with questions about what is loaded."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from narabot.answering.verification.prompt_injection import is_order
from narabot.chat.opening import Chat
from narabot.models import HELP, Answer, Sentence
from narabot.retrieval.records.catalogue import example_records
from narabot.understanding.question import record_number
from narabot.words import CYRILLIC

TEXTS = Path(__file__).with_name("help.toml")


def is_help(chat: Chat, message: str) -> bool:
    """Return whether a message greets, thanks, or asks about narabot; not one that gives orders."""
    talk = chat.models.talk
    is_request = record_number(message) is not None or is_order(message)
    return talk is not None and not is_request and talk.is_help(message)


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
