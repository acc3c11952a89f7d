"""The language model protocol, prompt truncation, and the request queue.

This module contains no prompt texts.
"""

import re
import time
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from threading import BoundedSemaphore, Lock
from typing import NamedTuple, Protocol, cast

from narabot.errors import InvalidQuestionError, ModelTooSlowError, ModelUnavailableError
from narabot.settings import Settings


class Usage(NamedTuple):
    """Token counts for one call, as reported by the server or library that runs the model."""

    tokens_in: int
    tokens_out: int


Reply = Generator[str, None, Usage | None]
"""The pieces of a reply. The generator returns the token counts if the model reports them."""


class LanguageModel(Protocol):
    """A model that continues a prompt deterministically, without sampling."""

    @property
    def name(self) -> str:
        """The model's name, for the log."""

    @property
    def max_input_tokens(self) -> int:
        """Maximum length of a prompt that `stream` accepts, as counted by `count_tokens`."""

    def count_tokens(self, prompt: str) -> int:
        """Return the number of tokens in a prompt, including the chat template."""

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        """Yield the reply piece by piece.

        By default, the reply has at most LLM_MAX_NEW_TOKENS tokens. Closing the iterator stops the
        model's work on the reply. A model that can report its token counts yields a `Reply`. Raise
        InvalidQuestionError for a prompt with more than `max_input_tokens` tokens, and
        ModelUnavailableError if the model cannot reply.
        """


def read_reply(model: LanguageModel, prompt: str, *, max_new_tokens: int | None = None) -> str:
    """Return the whole reply, without surrounding white space. Raise the same errors as
    `stream`."""
    return "".join(model.stream(prompt, max_new_tokens=max_new_tokens)).strip()


def fit_prompt(model: LanguageModel, fill: Callable[[str], str], text: str) -> str:
    """Return `fill(text)`, cutting words from the end of the text until the prompt fits.

    The prompt may be too long even without any of the text. In that case, `stream` rejects the
    prompt.
    """
    prompt = fill(text)
    if fits(model, prompt):
        return prompt
    ends = [word.end() for word in re.finditer(r"\S{1,40}", text)]
    kept = bisect_left(ends, True, key=lambda end: not fits(model, fill(text[:end])))
    return fill(text[: ends[kept - 1]] if kept else "")


def fits(model: LanguageModel, prompt: str) -> bool:
    """Return whether the model accepts a prompt of this length."""
    return model.count_tokens(prompt) <= model.max_input_tokens


def refuse_long_prompt(model: LanguageModel, prompt: str) -> None:
    """Raise InvalidQuestionError if a prompt is too long.

    Silent truncation could remove the prompt's rules.
    """
    if not fits(model, prompt):
        raise InvalidQuestionError(
            f"The question is too long for {model.name}, which accepts at most "
            f"{model.max_input_tokens} tokens. Shorten the question, or increase "
            "LLM_MAX_INPUT_TOKENS."
        )


class QueuedModel:
    """A thread-safe language model that serves a few callers at a time while other callers wait."""

    def __init__(self, model: LanguageModel, settings: Settings, places: int) -> None:
        """Store the model, the number of simultaneous replies, and the queue settings."""
        self.name = model.name
        self.max_input_tokens = model.max_input_tokens
        self.running = 0
        self.waiting = 0
        self._model = model
        self._places = BoundedSemaphore(places)
        self._most_waiting = settings.llm_max_waiting
        self._timeout_s = settings.llm_answer_timeout_s
        self._lock = Lock()

    def count_tokens(self, prompt: str) -> int:
        """Return the number of tokens in a prompt."""
        return self._model.count_tokens(prompt)

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Reply:
        """Yield the reply when it is this caller's turn. The timeout starts when the turn begins.

        Raise ModelUnavailableError if the model fails or too many callers wait. Raise
        ModelTooSlowError if the reply takes too long.
        """
        with self._turn():
            deadline = time.monotonic() + self._timeout_s
            reply = self._model.stream(prompt, max_new_tokens=max_new_tokens)
            with closing(cast(Reply, reply)) as pieces:  # closed before the slot is released
                while True:
                    try:
                        piece = next(pieces)
                    except StopIteration as end:
                        return cast(Usage | None, end.value)
                    yield piece
                    if time.monotonic() > deadline:
                        raise self._too_slow()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for a free slot and release it afterward."""
        self._wait()
        try:
            yield
        finally:
            with self._lock:
                self.running -= 1
            self._places.release()

    def _wait(self) -> None:
        is_free = self._places.acquire(blocking=False)
        if not is_free:
            with self._lock:
                if self.waiting >= self._most_waiting:
                    raise self._busy()
                self.waiting += 1
            try:
                is_free = self._places.acquire(timeout=self._timeout_s)
            finally:
                with self._lock:
                    self.waiting -= 1
        if not is_free:
            raise self._busy()
        with self._lock:
            self.running += 1

    def _too_slow(self) -> ModelTooSlowError:
        return ModelTooSlowError(
            f"The language model {self.name} was still writing after {self._timeout_s:g} "
            "seconds. Try again, or choose a faster model."
        )

    def _busy(self) -> ModelUnavailableError:
        return ModelUnavailableError(
            f"The language model {self.name} is busy with other requests. Try again in a minute."
        )
