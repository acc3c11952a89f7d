"""Sessions that write beside the thread that embeds; a shard's batches go through one of them."""

import itertools
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from threading import Event
from typing import Self

from ingest.write.batch import Batch, Outcome

SESSIONS = 2
WAITING_BATCHES = 4
"""Embedded batches that may wait for the database."""


class Writers:
    """Hands batches to sessions, and what came of them back, in the calling thread."""

    def __init__(
        self,
        write: Callable[[Batch], Outcome],
        finished: Callable[[Callable[[], Outcome]], None],
        stopping: Event,
    ) -> None:
        """Write batches; `finished` is given what waits for the oldest one's outcome.

        `stopping` is set when a batch could not be written, and may be set from outside.
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
        """Hand a batch on; wait while too many wait for the database."""
        if batch.is_empty:
            return
        while len(self._pending) >= WAITING_BATCHES:
            self._finish_one()
        if file_name not in self._lane_of:
            self._lane_of[file_name] = next(self._turns)
        self._pending.append(self._lane_of[file_name].submit(self._write_next, batch))

    def _write_next(self, batch: Batch) -> Outcome:
        """Write a batch, unless one before it failed: no shard's progress may pass what failed."""
        if self._stopping.is_set():
            raise self._failure or CancelledError
        try:
            return self._write(batch)
        except BaseException as error:
            self._failure = error
            self._stopping.set()
            raise

    def _finish_one(self) -> None:
        """Wait for the oldest batch and tell what it changed."""
        self._finished(self._pending.popleft().result)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Write what is waiting; after an error, only what is being written."""
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
