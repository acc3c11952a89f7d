"""A queue before a language model: how many it answers at once, how many wait, and how long."""

import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from threading import BoundedSemaphore, Lock
from typing import cast

from narabot.errors import ModelUnavailableError
from narabot.llm.language_model import LanguageModel
from narabot.settings import Settings


class QueuedModel:
    """A language model that answers some at once, while others wait; safe to use from threads."""

    def __init__(self, model: LanguageModel, settings: Settings, places: int) -> None:
        """Take the model, how many it answers at once, LLM_MAX_WAITING, LLM_ANSWER_TIMEOUT_S."""
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
        """Return the tokens that the model reads for this prompt."""
        return self._model.count_tokens(prompt)

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        """Yield the reply in its turn. The time counts from its first piece being asked for.

        Raises ModelUnavailableError, also when too many wait, or it takes too long.
        """
        with self._turn():
            deadline = time.monotonic() + self._timeout_s
            reply = self._model.stream(prompt, max_new_tokens=max_new_tokens)
            with closing(cast(Generator[str], reply)):  # it has ended when its place is free
                for piece in reply:
                    yield piece
                    if time.monotonic() > deadline:
                        raise self._too_slow()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for a place."""
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

    def _too_slow(self) -> ModelUnavailableError:
        return ModelUnavailableError(
            f"The language model {self.name} was still writing after {self._timeout_s:g} seconds: "
            "try again, or set a faster one."
        )

    def _busy(self) -> ModelUnavailableError:
        return ModelUnavailableError(
            f"The language model {self.name} is writing for others. Try again in a minute."
        )
