"""How far a run has come, and how long a database that does not answer is asked again."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Protocol

from tenacity import (
    RetryCallState,
    Retrying,
    sleep_using_event,
    stop_after_attempt,
    stop_after_delay,
    stop_when_event_set,
    wait_exponential,
)
from tqdm import tqdm

from narabot.errors import GraphUnavailableError

AT_ONCE = Retrying(stop=stop_after_attempt(1), reraise=True)
"""For a database that answers, or does not."""

LONGEST_PAUSE_S = 15
"""Between two tries to reach a database that does not answer."""


def patience(seconds: float, stopping: Event) -> Retrying:
    """Return how a database that does not answer is asked again: for so long, ever more seldom."""
    pauses = Pauses(seconds)
    return Retrying(
        retry=pauses.is_unanswered,
        wait=wait_exponential(max=LONGEST_PAUSE_S),
        stop=stop_after_delay(seconds) | stop_when_event_set(stopping),
        sleep=sleep_using_event(stopping),
        before_sleep=pauses.tell_pause,
        reraise=True,
    )


class Pauses:
    """Tells each time in which the database does not answer once, whoever asks it meanwhile."""

    def __init__(self, seconds: float) -> None:
        """Remember for how long is waited."""
        self.seconds = seconds
        self.since: float | None = None
        """When the database was found silent, by the monotonic clock; `None` while it answers."""
        self.lock = Lock()

    def is_unanswered(self, state: RetryCallState) -> bool:
        """Return whether the database did not answer; if it does again, say so on stderr."""
        error = state.outcome.exception() if state.outcome else None
        if error is None:
            self.tell_end(state)
        return isinstance(error, GraphUnavailableError)

    def tell_end(self, state: RetryCallState) -> None:
        """Say, once, that the database answers again, after a request that it answered."""
        with self.lock:
            if self.since is None:
                return
            # a request of before the pause can end well while the database is down already
            if state.attempt_number > 1 or state.start_time > self.since:
                self.since = None
                tell("the database answers again")

    def tell_pause(self, _: RetryCallState) -> None:
        """Say on stderr, once, that the database does not answer, and for how long it is asked."""
        with self.lock:
            if self.since is None:
                self.since = time.monotonic()
                tell(
                    "the database does not answer; asking it again for up to "
                    f"{self.seconds:g} s (INGEST_PATIENCE_S)"
                )


def tell(line: str) -> None:
    """Say a line on stderr, above the bar."""
    tqdm.write(f"narabot: {line}", file=sys.stderr)


TOLD_EVERY_S = 30
"""Where no terminal shows a bar; a shorter run says nothing."""


class Bar(Protocol):
    """Is told how far a run has come."""

    def update(self, n: int, /) -> object:
        """Add some that are done."""

    def set_postfix_str(self, s: str, /) -> object:
        """Say something beside, from now on."""


@dataclass(slots=True)
class PlainLines:
    """Says on stderr, now and then, how far a run has come."""

    total: int
    unit: str
    done: int = 0
    beside: str = ""
    begun: float = field(default_factory=time.monotonic)
    told: float = field(default_factory=time.monotonic)
    lock: Lock = field(default_factory=Lock)

    def update(self, n: int, /) -> None:
        """Add some bytes that are done."""
        with self.lock:
            self.done += n
            self.tell_seldom()

    def set_postfix_str(self, s: str, /) -> None:
        """Say something beside, from now on; it comes with each batch, also when all is read."""
        with self.lock:
            self.beside = f", {s}"
            self.tell_seldom()

    def tell_seldom(self) -> None:
        """Say how far the run has come, unless that was said a moment ago."""
        now = time.monotonic()
        if now - self.told >= TOLD_EVERY_S:
            self.told = now
            tell(self.line(now - self.begun))

    def line(self, seconds: float) -> str:
        """Return how far the run has come after so many seconds."""
        share = self.done / self.total if self.total else 1
        size = tqdm.format_sizeof(self.total, self.unit)
        return f"{share:.0%} of {size} read after {tqdm.format_interval(seconds)}{self.beside}"


@contextmanager
def progress_bar(total: int, unit: str = "B") -> Iterator[Bar]:
    """Yield what is told of so many bytes, or others, how far they are done, and tells the user."""
    with tqdm(total=total, unit=unit, unit_scale=True, disable=None) as bar:
        yield PlainLines(total, unit) if bar.disable else bar
