"""The chat that all requests share, and the queue of what they ask of it."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import aclosing, closing, suppress
from http import HTTPStatus
from threading import Event, Lock
from typing import TypeVar

from narabot.api.problems import STATUSES, Faults, ProblemError, unavailable
from narabot.api.readiness import Readiness
from narabot.chat import Chat, Models, open_chat, open_models
from narabot.database import connection
from narabot.errors import ModelUnavailableError, NarabotError
from narabot.graph import Graph, connect
from narabot.llm import QueuedModel
from narabot.retrieval import Cache
from narabot.settings import Settings
from narabot.versions import check_model, stored_identity

Result = TypeVar("Result")

Results = asyncio.Queue[tuple[Result] | None]
"""What some work yields, each by itself, then `None`."""

OF_THE_REQUEST: tuple[type[NarabotError], ...] = (ModelUnavailableError, *STATUSES)
"""Errors after which the database need not be opened anew."""

GRACE_S = 30
"""For which work that was given up is waited for at the end."""


class Service:
    """What requests share; safe to use from several threads."""

    def __init__(self, settings: Settings, *, tells_faults: bool = True) -> None:
        """Take the settings; models and database are opened with the first request."""
        self.settings = settings
        self._faults = Faults(are_told=tells_faults)
        self._pool = ThreadPoolExecutor(settings.api_max_running, "narabot-request")
        self._futures: set[Future[None]] = set()
        self._readiness = Readiness(self._check)
        self._lock = Lock()
        self._models: Models | None = None
        self._graph: Graph | None = None
        self._chat: Chat | None = None

    @property
    def running(self) -> int:
        """How many requests are being worked on, also those that nobody waits for any more."""
        return sum(future.running() for future in tuple(self._futures))

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return sum(not (one.running() or one.done()) for one in tuple(self._futures))

    def chat(self) -> Chat:
        """Return the chat on the database as it now is. Raises NarabotError."""
        with self._lock:
            where = connection(self.settings)
            if self._graph is None or self._graph.connection != where:
                self._close()
                self._graph = connect(where)
            if self._chat is None:
                if self._models is None:
                    self._models = open_models(self.model_settings, stored_identity(self._graph))
                self._chat = open_chat(self.settings, self._models, self._graph)
                self._models = self._chat.models  # of another graph it has others
            return self._chat

    @property
    def model_settings(self) -> Settings:
        """The settings, by which no model writes for longer than somebody waits."""
        longest = min(self.settings.llm_answer_timeout_s, self.settings.api_timeout_s)
        return self.settings.model_copy(update={"llm_answer_timeout_s": longest})

    def cache(self) -> Cache | None:
        """Return what was found and is kept, `None` before the first request."""
        chat = self._chat
        return chat.retriever.cache if chat else None

    def model(self) -> QueuedModel | None:
        """Return the language model with its queue, `None` if there is none (yet)."""
        model = self._models.answering.model if self._models else None
        return model if isinstance(model, QueuedModel) else None

    def close(self) -> None:
        """Close the database, once all work has ended too, or soon after."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._readiness.close()
        wait(tuple(self._futures), GRACE_S)
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._graph is not None:
            self._graph.close()
        self._graph, self._chat = None, None

    def done(self, work: Callable[[Chat], Result]) -> Result:
        """Return what some work on the chat returns; after a fault the graph is checked anew.

        The connections stay: other requests use them, and they find the database again.
        """
        try:
            return work(self.chat())
        except OF_THE_REQUEST:
            raise
        except NarabotError:
            with self._lock:
                self._chat = None
            raise

    async def ready(self) -> None:
        """Return if questions can be answered, without a place in the queue. Raises as `run`."""
        try:
            await self._readiness.before(self.settings.api_timeout_s)
        except TimeoutError as error:
            raise self.too_long() from error
        except NarabotError as error:
            raise self._faults.problem(error) from error

    def _check(self) -> None:
        self.done(check_made_with)

    async def run(self, work: Callable[[Chat], Result]) -> Result:
        """Return what some work returns, in a thread, in its turn. Raises as `stream` does."""

        def once(chat: Chat) -> Generator[Result, None, None]:
            yield work(chat)

        return await self.last(once)

    async def last(self, work: Callable[[Chat], Generator[Result, None, None]]) -> Result:
        """Return what some work yields last. Raises as `stream` does."""
        async with aclosing(self.stream(work)) as results:
            found = [result async for result in results]
        return found[-1]

    async def stream(
        self, work: Callable[[Chat], Generator[Result, None, None]]
    ) -> AsyncGenerator[Result, None]:
        """Yield what some work yields, in a thread, in its turn, until nobody reads any more.

        Raises ProblemError where it cannot be done now, NarabotError for what is asked in vain.
        """
        self.refuse_if_full()
        loop, gone = asyncio.get_running_loop(), Event()
        results: Results[Result] = asyncio.Queue()

        def tell(result: tuple[Result] | None) -> None:
            with suppress(RuntimeError):  # of a loop that is closed: nobody reads
                loop.call_soon_threadsafe(results.put_nowait, result)

        def produce(chat: Chat) -> None:
            with closing(work(chat)) as produced:
                for result in produced:
                    if gone.is_set():
                        return
                    tell((result,))

        future = self._begun(produce)
        future.add_done_callback(lambda _: tell(None))
        try:
            deadline = time.monotonic() + self.settings.api_timeout_s
            while result := await before(deadline, results):
                yield result[0]
            future.result()
        except TimeoutError as error:
            raise self.too_long() from error
        except CancelledError as error:
            raise service_ends() from error
        except tuple(STATUSES):
            raise
        except NarabotError as error:
            raise self._faults.problem(error) from error
        finally:
            gone.set()
            future.cancel()

    def _begun(self, work: Callable[[Chat], None]) -> Future[None]:
        """Return the future of some work, which has a place from now on until it has ended."""
        try:
            future = self._pool.submit(self.done, work)
        except RuntimeError as error:  # it was closed
            raise service_ends() from error
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        return future

    def refuse_if_full(self) -> None:
        """Raise ProblemError if as many requests wait as may."""
        if len(self._futures) >= self.settings.api_max_running + self.settings.api_max_waiting:
            raise unavailable("Too many requests are waiting. Come back a little later.")

    def too_long(self) -> ProblemError:
        """Return what is told where the time is over."""
        return ProblemError(
            HTTPStatus.GATEWAY_TIMEOUT,
            f"The answer was not ready after {self.settings.api_timeout_s:g} seconds. Ask for "
            "less, or later.",
        )


def check_made_with(chat: Chat) -> None:
    """Raise as `check_model` does where a graph was remade with other things."""
    embeddings = chat.models.embeddings
    check_model(chat.retriever.graph, embeddings.identity, embeddings.probe)


def service_ends() -> ProblemError:
    """Return what is told where nothing is begun any more."""
    return unavailable("The service ends.")


async def before(deadline: float, results: Results[Result]) -> tuple[Result] | None:
    """Return the next result. Raises TimeoutError if there is none before a moment (monotonic)."""
    with suppress(asyncio.QueueEmpty):
        return results.get_nowait()  # a slow reader comes late for what was there in time
    return await asyncio.wait_for(results.get(), max(0.0, deadline - time.monotonic()))
