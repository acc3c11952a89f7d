"""A readiness check: one check at a time, whose result is valid briefly."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock

CHECK_VALID_S = 2.0
"""How long the result of a check is valid, in seconds."""


class Readiness:
    """Runs readiness checks in their own thread, separate from requests."""

    def __init__(self, check: Callable[[], None]) -> None:
        """Take a function that raises an error if questions cannot be answered."""
        self._check = check
        self._pool = ThreadPoolExecutor(1, "narabot-ready")
        self._latest: Future[None] | None = None
        self._begun_at = 0.0
        self._lock = Lock()

    async def wait(self, timeout_s: float) -> None:
        """Wait for the latest check. Raises its error, or TimeoutError."""
        check = asyncio.wrap_future(self._fresh())
        await asyncio.wait_for(asyncio.shield(check), timeout_s)

    def close(self) -> None:
        """Start no further checks."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _fresh(self) -> Future[None]:
        with self._lock:
            latest, now = self._latest, time.monotonic()
            if latest is None or (latest.done() and now > self._begun_at + CHECK_VALID_S):
                latest = self._latest = self._pool.submit(self._check)
                self._begun_at = now
            return latest
