"""The chat that all requests share, checked anew after a fault, and how many run at once."""

from collections.abc import Callable
from http import HTTPStatus
from threading import Condition, Lock
from typing import TypeVar

import anyio
from anyio import CapacityLimiter, to_thread

from narabot.api.problems import ProblemError
from narabot.chat import Chat, Models, open_chat, open_models
from narabot.database import connection
from narabot.errors import (
    InvalidQuestionError,
    ModelUnavailableError,
    NarabotError,
    TooManyToCiteError,
    UnknownRecordError,
)
from narabot.graph import Graph, connect
from narabot.settings import Settings

Result = TypeVar("Result")

OF_THE_REQUEST = (
    InvalidQuestionError,
    ModelUnavailableError,
    TooManyToCiteError,
    UnknownRecordError,
)
"""Errors after which the database need not be opened anew."""

RETRY_AFTER_S = 5

GRACE_S = 30
"""For which work that was given up is waited for at the end."""


class Service:
    """What requests share; safe to use from several threads."""

    def __init__(self, settings: Settings) -> None:
        """Take the settings; models and database are opened with the first request."""
        self.settings = settings
        self.limiter = CapacityLimiter(settings.api_max_running)
        self._lock = Lock()
        self._ended = Condition()
        self._running = 0
        self._models: Models | None = None
        self._graph: Graph | None = None
        self._chat: Chat | None = None

    def chat(self) -> Chat:
        """Return the chat on the database as it now is. Raises NarabotError."""
        with self._lock:
            where = connection(self.settings)
            if self._graph is None or self._graph.connection != where:
                self._close()
                self._graph = connect(where)
            if self._chat is None:
                if self._models is None:
                    self._models = open_models(self.settings)
                self._chat = open_chat(self.settings, self._models, self._graph)
            return self._chat

    def close(self) -> None:
        """Close the database, once the work that was given up has ended too, or soon after."""
        with self._ended:
            self._ended.wait_for(lambda: self._running == 0, GRACE_S)
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._graph is not None:
            self._graph.close()
        self._graph, self._chat = None, None

    def told(self, work: Callable[[Chat], Result]) -> Result:
        """Return what some work on the chat returns; after a fault the graph is checked anew.

        The connections stay: other requests use them, and they find the database again.
        """
        with self._ended:
            self._running += 1
        try:
            return work(self.chat())
        except OF_THE_REQUEST:
            raise
        except NarabotError:
            with self._lock:
                self._chat = None
            raise
        finally:
            with self._ended:
                self._running -= 1
                self._ended.notify_all()

    async def run(self, work: Callable[[Chat], Result]) -> Result:
        """Return what some work returns, in a thread, in its turn.

        Raises ProblemError when too many wait already, or it takes too long; NarabotError.
        """
        self.refuse_if_full()
        try:
            with anyio.fail_after(self.settings.api_timeout_s):
                return await to_thread.run_sync(
                    lambda: self.told(work), limiter=self.limiter, abandon_on_cancel=True
                )
        except TimeoutError as error:
            raise ProblemError(
                HTTPStatus.GATEWAY_TIMEOUT,
                f"The answer was not ready after {self.settings.api_timeout_s:g} seconds. Ask for "
                "less, or later.",
            ) from error

    def refuse_if_full(self) -> None:
        """Raise ProblemError if as many requests wait as may."""
        if self.limiter.statistics().tasks_waiting >= self.settings.api_max_waiting:
            raise ProblemError(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "Too many requests are waiting. Come back a little later.",
                {"Retry-After": str(RETRY_AFTER_S)},
            )
