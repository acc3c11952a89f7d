"""Whether requests can be answered: one check at a time, which stands for a moment."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock

FRESH_S = 2.0
"""So long what was found stands for whoever asks."""


class Readiness:
    """The latest check; anybody may ask for it, and it keeps nobody from an answer."""

    def __init__(self, check: Callable[[], None]) -> None:
        """Take what returns if questions can be answered, and else raises."""
        self._check = check
        self._pool = ThreadPoolExecutor(1, "narabot-ready")
        self._latest: Future[None] | None = None
        self._begun_at = 0.0
        self._lock = Lock()

    async def before(self, timeout_s: float) -> None:
        """Return if the latest check does. Raises what it raises, TimeoutError after some time."""
        check = asyncio.wrap_future(self._fresh())
        await asyncio.wait_for(asyncio.shield(check), timeout_s)

    def close(self) -> None:
        """Begin no check any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _fresh(self) -> Future[None]:
        with self._lock:
            latest, now = self._latest, time.monotonic()
            if latest is None or (latest.done() and now > self._begun_at + FRESH_S):
                latest = self._latest = self._pool.submit(self._check)
                self._begun_at = now
            return latest
