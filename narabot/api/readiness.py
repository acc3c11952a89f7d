"""Readiness checks. Only one check runs at a time, and its result stays valid for a short time."""

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
        """Create a check. `check` raises an error if questions cannot be answered."""
        self._check = check
        self._pool = ThreadPoolExecutor(1, "narabot-ready")
        self._latest: Future[None] | None = None
        self._begun_at = 0.0
        self._lock = Lock()

    async def wait(self, timeout_s: float) -> None:
        """Wait for the latest check. Raise the check's error, or TimeoutError after the timeout."""
        check = asyncio.wrap_future(self._fresh())
        await asyncio.wait_for(asyncio.shield(check), timeout_s)

    def close(self) -> None:
        """Prevent further checks."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _fresh(self) -> Future[None]:
        with self._lock:
            latest, now = self._latest, time.monotonic()
            if latest is None or (latest.done() and now > self._begun_at + CHECK_VALID_S):
                latest = self._latest = self._pool.submit(self._check)
                self._begun_at = now
            return latest
