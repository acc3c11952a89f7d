"""How a language model is asked: texts are data, a reply has an end. Knows no wording."""

import time
from collections.abc import Generator
from contextlib import closing
from typing import cast

from narabot.errors import ModelUnavailableError
from narabot.llm import LanguageModel
from narabot.llm.replies import LONGEST_REPLY

QUOTED = "> "
"""Stands before each line of a text, so that none can pose as a line of the prompt."""


def quoted(text: str) -> str:
    """Return a text with each of its lines marked as data."""
    return "\n".join(f"{QUOTED}{line}".rstrip() for line in text.splitlines() or [""])


def bounded_reply(
    model: LanguageModel, prompt: str, *, max_new_tokens: int, timeout_s: float
) -> str:
    """Return a reply, broken off where it is longer than any that is read.

    Raises what `LanguageModel.stream` raises, ModelUnavailableError too when it is still being
    written after `timeout_s` seconds.
    """
    deadline = time.monotonic() + timeout_s
    reply = model.stream(prompt, max_new_tokens=max_new_tokens)
    text = ""
    with closing(cast(Generator[str], reply)):
        for piece in reply:
            text += piece
            if len(text) > LONGEST_REPLY:
                break
            if time.monotonic() > deadline:
                raise ModelUnavailableError(
                    f"The language model {model.name} was still writing after {timeout_s:g} "
                    "seconds: set a faster one, or raise LLM_ANSWER_TIMEOUT_S."
                )
    return text
