"""The chat that all requests share, and its request queue."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import aclosing, closing, suppress
from http import HTTPStatus
from threading import Event, Lock
from typing import TypeVar

from narabot.api.problems import STATUSES, FaultReporter, ProblemError, unavailable
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

ResultQueue = asyncio.Queue[tuple[Result] | None]
"""Results of a task, each in a tuple, followed by `None`."""

REQUEST_ERRORS: tuple[type[NarabotError], ...] = (ModelUnavailableError, *STATUSES)
"""Errors that do not require the database to be reopened."""

SHUTDOWN_GRACE_S = 30
"""How long shutdown waits for abandoned tasks, in seconds."""


class Service:
    """The resources that requests share. The class is thread-safe."""

    def __init__(self, settings: Settings, *, reveals_faults: bool = True) -> None:
        """Store the settings. The first request opens the models and the database."""
        self.settings = settings
        self._faults = FaultReporter(reveals_reasons=reveals_faults)
        self._pool = ThreadPoolExecutor(settings.api_max_running, "narabot-request")
        self._futures: set[Future[None]] = set()
        self._readiness = Readiness(self._check)
        self._lock = Lock()
        self._models: Models | None = None
        self._graph: Graph | None = None
        self._chat: Chat | None = None

    @property
    def running(self) -> int:
        """Number of running requests, including requests whose client has disconnected."""
        return sum(future.running() for future in tuple(self._futures))

    @property
    def waiting(self) -> int:
        """Number of queued requests."""
        return sum(not (one.running() or one.done()) for one in tuple(self._futures))

    def chat(self) -> Chat:
        """Return the chat for the database at its current address.

        Raise NarabotError on failure.
        """
        with self._lock:
            where = connection(self.settings)
            if self._graph is None or self._graph.connection != where:
                self._close()
                self._graph = connect(where)
            if self._chat is None:
                if self._models is None:
                    self._models = open_models(self.model_settings, stored_identity(self._graph))
                self._chat = open_chat(self.settings, self._models, self._graph)
                self._models = self._chat.models  # opening a different graph may replace the models
            return self._chat

    @property
    def model_settings(self) -> Settings:
        """The settings, with the language model's timeout limited to the request timeout."""
        longest = min(self.settings.llm_answer_timeout_s, self.settings.api_timeout_s)
        return self.settings.model_copy(update={"llm_answer_timeout_s": longest})

    def cache(self) -> Cache | None:
        """Return the search cache, or `None` before the first request."""
        chat = self._chat
        return chat.retriever.cache if chat else None

    def model(self) -> QueuedModel | None:
        """Return the language model with its queue, or `None` if no model is open."""
        model = self._models.answering.model if self._models else None
        return model if isinstance(model, QueuedModel) else None

    def close(self) -> None:
        """Close the database when running tasks have ended, or after SHUTDOWN_GRACE_S seconds."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._readiness.close()
        wait(tuple(self._futures), SHUTDOWN_GRACE_S)
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._graph is not None:
            self._graph.close()
        self._graph, self._chat = None, None

    def run_task(self, work: Callable[[Chat], Result]) -> Result:
        """Run a task on the chat and return its result. After a fault, the next task checks the
        graph.

        The connections remain open, because other requests use them and because they reconnect
        automatically.
        """
        try:
            return work(self.chat())
        except REQUEST_ERRORS:
            raise
        except NarabotError:
            with self._lock:
                self._chat = None
            raise

    async def ready(self) -> None:
        """Check, without queuing, that questions can be answered. Raise the errors of `run`."""
        try:
            await self._readiness.wait(self.settings.api_timeout_s)
        except TimeoutError as error:
            raise self.timeout_problem() from error
        except NarabotError as error:
            raise self._faults.problem(error) from error

    def _check(self) -> None:
        self.run_task(check_embeddings)

    async def run(self, work: Callable[[Chat], Result]) -> Result:
        """Run a task in a worker thread and return its result. Raise the errors of `stream`."""

        def once(chat: Chat) -> Generator[Result, None, None]:
            yield work(chat)

        return await self.last(once)

    async def last(self, work: Callable[[Chat], Generator[Result, None, None]]) -> Result:
        """Return the last result of a task. Raise the errors of `stream`."""
        async with aclosing(self.stream(work)) as results:
            found = [result async for result in results]
        return found[-1]

    async def stream(
        self, work: Callable[[Chat], Generator[Result, None, None]]
    ) -> AsyncGenerator[Result, None]:
        """Yield the results of a task that runs in a worker thread, until the client disconnects.

        Raise ProblemError if the service is unavailable or slow, NarabotError if the request fails.
        """
        self.refuse_if_full()
        loop, is_abandoned = asyncio.get_running_loop(), Event()
        results: ResultQueue[Result] = asyncio.Queue()

        def send(result: tuple[Result] | None) -> None:
            with suppress(RuntimeError):  # the event loop is closed, so no client is waiting
                loop.call_soon_threadsafe(results.put_nowait, result)

        def produce(chat: Chat) -> None:
            with closing(work(chat)) as produced:
                for result in produced:
                    if is_abandoned.is_set():
                        return
                    send((result,))

        future = self._submit(produce)
        future.add_done_callback(lambda _: send(None))
        try:
            deadline = time.monotonic() + self.settings.api_timeout_s
            while result := await next_before(deadline, results):
                yield result[0]
            future.result()
        except TimeoutError as error:
            raise self.timeout_problem() from error
        except CancelledError as error:
            raise stopping_problem() from error
        except tuple(STATUSES):
            raise
        except NarabotError as error:
            raise self._faults.problem(error) from error
        finally:
            is_abandoned.set()
            future.cancel()

    def _submit(self, work: Callable[[Chat], None]) -> Future[None]:
        """Submit a task and return its future.

        The task occupies a place in the queue until it ends.
        """
        try:
            future = self._pool.submit(self.run_task, work)
        except RuntimeError as error:  # the pool is closed
            raise stopping_problem() from error
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        return future

    def refuse_if_full(self) -> None:
        """Raise ProblemError if the queue is full."""
        if len(self._futures) >= self.settings.api_max_running + self.settings.api_max_waiting:
            raise unavailable("Too many requests are waiting. Try again later.")

    def timeout_problem(self) -> ProblemError:
        """Return the problem for a request that timed out."""
        return ProblemError(
            HTTPStatus.GATEWAY_TIMEOUT,
            f"The answer was not ready after {self.settings.api_timeout_s:g} seconds. "
            "Send a simpler request or try again later.",
        )


def check_embeddings(chat: Chat) -> None:
    """Raise the errors of `check_model` if the graph was rebuilt with different embeddings."""
    embeddings = chat.models.embeddings
    check_model(chat.retriever.graph, embeddings.identity, embeddings.probe)


def stopping_problem() -> ProblemError:
    """Return the problem for a service that is shutting down."""
    return unavailable("The service is shutting down.")


async def next_before(deadline: float, results: ResultQueue[Result]) -> tuple[Result] | None:
    """Return the next result. Raise TimeoutError after the deadline (monotonic time)."""
    with suppress(asyncio.QueueEmpty):
        return results.get_nowait()  # a slow client may collect results after the deadline
    return await asyncio.wait_for(results.get(), max(0.0, deadline - time.monotonic()))
