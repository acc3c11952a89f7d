"""How far a run has come: a bar on a terminal; elsewhere a plain line now and then."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

from tqdm import tqdm

from ingest.patience import tell

TOLD_EVERY_S = 30
"""Where no terminal shows a bar; a shorter run says nothing."""


class Bar(Protocol):
    """Is told how far a run has come."""

    def update(self, n: int, /) -> object:
        """Add some bytes that are done."""
        ...

    def set_postfix_str(self, s: str, /) -> object:
        """Say something beside, from now on."""
        ...


@dataclass(slots=True)
class PlainLines:
    """Says on stderr, now and then, how far a run has come."""

    total: int
    done: int = 0
    beside: str = ""
    begun: float = field(default_factory=time.monotonic)
    told: float = field(default_factory=time.monotonic)
    lock: Lock = field(default_factory=Lock)

    def update(self, n: int, /) -> None:
        """Add some bytes that are done."""
        with self.lock:
            self.done += n
            now = time.monotonic()
            if now - self.told >= TOLD_EVERY_S:
                self.told = now
                tell(self.line(now - self.begun))

    def set_postfix_str(self, s: str, /) -> None:
        """Say something beside, from now on."""
        self.beside = f", {s}"

    def line(self, seconds: float) -> str:
        """Return how far the run has come after so many seconds."""
        share = self.done / self.total if self.total else 1
        size = tqdm.format_sizeof(self.total, "B")
        return f"{share:.0%} of {size} after {tqdm.format_interval(seconds)}{self.beside}"


@contextmanager
def progress_bar(total: int) -> Iterator[Bar]:
    """Yield what is told of so many bytes how far they are done, and tells the user."""
    with tqdm(total=total, unit="B", unit_scale=True, disable=None) as bar:
        yield PlainLines(total) if bar.disable else bar
