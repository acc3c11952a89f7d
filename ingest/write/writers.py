"""Write batches in two sessions while the calling thread embeds.

One session writes all batches of a shard.
"""

import itertools
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from threading import Event
from typing import Self

from ingest.write.batch import Batch, Outcome

SESSIONS = 2
MAX_WAITING_BATCHES = 4
"""Maximum number of embedded batches that wait for the database."""


class Writers:
    """Distributes batches to sessions, and reports their outcomes in the calling thread."""

    def __init__(
        self,
        write: Callable[[Batch], Outcome],
        finished: Callable[[Callable[[], Outcome]], None],
        stopping: Event,
    ) -> None:
        """Start the sessions.

        `finished` receives a function that waits for the outcome of the oldest batch. `stopping` is
        set if a batch cannot be written. The caller may also set it.
        """
        self._write = write
        self._finished = finished
        self._stopping = stopping
        self._failure: BaseException | None = None
        self._lanes = [ThreadPoolExecutor(1, f"session-{n}") for n in range(SESSIONS)]
        self._turns = itertools.cycle(self._lanes)
        self._lane_of: dict[str, ThreadPoolExecutor] = {}
        self._pending: deque[Future[Outcome]] = deque()

    def write(self, file_name: str, batch: Batch) -> None:
        """Queue a batch. Wait while too many batches are queued."""
        if batch.is_empty:
            return
        while len(self._pending) >= MAX_WAITING_BATCHES:
            self._finish_one()
        if file_name not in self._lane_of:
            self._lane_of[file_name] = next(self._turns)
        self._pending.append(self._lane_of[file_name].submit(self._write_next, batch))

    def _write_next(self, batch: Batch) -> Outcome:
        """Write a batch, unless an earlier batch failed.

        A shard's progress must not advance past a failed batch.
        """
        if self._stopping.is_set():
            raise self._failure or CancelledError
        try:
            return self._write(batch)
        except BaseException as error:
            self._failure = error
            self._stopping.set()
            raise

    def _finish_one(self) -> None:
        """Wait for the oldest batch and report its outcome."""
        self._finished(self._pending.popleft().result)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Finish the queued batches. After an error, finish only the active batches."""
        try:
            while kind is None and self._pending:
                self._finish_one()
        except BaseException:
            self._stopping.set()
            raise
        finally:
            if kind is not None:
                self._stopping.set()
            for lane in self._lanes:
                lane.shutdown(wait=True, cancel_futures=True)
