"""Call a language model with texts that are quoted as data and with limits on the reply."""

import time
from collections.abc import Generator
from contextlib import closing
from typing import cast

from narabot.errors import ModelUnavailableError
from narabot.llm import LanguageModel
from narabot.llm.replies import MAX_REPLY_CHARS

QUOTE_MARK = "> "
"""Precedes each line of a text, so that no line can pose as part of the prompt."""


def quote_lines(text: str) -> str:
    """Return a text with each line marked as data."""
    return "\n".join(f"{QUOTE_MARK}{line}".rstrip() for line in text.splitlines() or [""])


def bounded_reply(
    model: LanguageModel, prompt: str, *, max_new_tokens: int, timeout_s: float
) -> str:
    """Return a reply, truncated if the reply is longer than narabot accepts.

    Raise ModelUnavailableError if the model is still writing after `timeout_s` seconds. May also
    raise the same errors as `LanguageModel.stream`.
    """
    deadline = time.monotonic() + timeout_s
    reply = model.stream(prompt, max_new_tokens=max_new_tokens)
    text = ""
    with closing(cast(Generator[str], reply)):
        for piece in reply:
            text += piece
            if len(text) > MAX_REPLY_CHARS:
                break
            if time.monotonic() > deadline:
                raise ModelUnavailableError(
                    f"The language model {model.name} was still writing after {timeout_s:g} "
                    "seconds. Choose a faster model, or increase LLM_ANSWER_TIMEOUT_S."
                )
    return text
