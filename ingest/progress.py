"""Show the progress of a run, and retry requests to an unreachable database."""

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

NO_RETRY = Retrying(stop=stop_after_attempt(1), reraise=True)
"""A retry policy that tries each database request only once."""

MAX_RETRY_PAUSE_S = 15
"""Maximum pause between two attempts to reach the database, in seconds."""


def database_retrying(seconds: float, stopping: Event) -> Retrying:
    """Return a policy that retries requests to an unreachable database, with growing pauses."""
    pauses = OutageNotices(seconds)
    return Retrying(
        retry=pauses.is_outage,
        wait=wait_exponential(max=MAX_RETRY_PAUSE_S),
        stop=stop_after_delay(seconds) | stop_when_event_set(stopping),
        sleep=sleep_using_event(stopping),
        before_sleep=pauses.report_outage,
        reraise=True,
    )


class OutageNotices:
    """Reports each database outage once, even if several threads notice the outage."""

    def __init__(self, seconds: float) -> None:
        """Set the number of seconds for which requests are retried."""
        self.seconds = seconds
        self.since: float | None = None
        """Monotonic time when the outage began, or `None` while the database is reachable."""
        self.lock = Lock()

    def is_outage(self, state: RetryCallState) -> bool:
        """Return whether the database is unreachable.

        Report on stderr when the database responds again.
        """
        error = state.outcome.exception() if state.outcome else None
        if error is None:
            self.report_recovery(state)
        return isinstance(error, GraphUnavailableError)

    def report_recovery(self, state: RetryCallState) -> None:
        """Report once that the database is reachable again."""
        with self.lock:
            if self.since is None:
                return
            # a request that began before the outage can still succeed during the outage
            if state.attempt_number > 1 or state.start_time > self.since:
                self.since = None
                print_status("the database is responding again")

    def report_outage(self, _: RetryCallState) -> None:
        """Report an outage once on stderr, with the maximum retry time."""
        with self.lock:
            if self.since is None:
                self.since = time.monotonic()
                print_status(
                    f"the database is not responding; retrying for up to {self.seconds:g} s "
                    "(INGEST_RETRY_SECONDS)"
                )


def print_status(line: str) -> None:
    """Print a line on stderr, above the progress bar."""
    tqdm.write(f"narabot: {line}", file=sys.stderr)


REPORT_INTERVAL_S = 30
"""Seconds between progress lines when no terminal can show a progress bar."""


class ProgressBar(Protocol):
    """Shows the progress of a run."""

    def update(self, n: int, /) -> object:
        """Add completed units."""

    def set_postfix_str(self, s: str, /) -> object:
        """Set the text that follows the progress."""


@dataclass(slots=True)
class PlainProgress:
    """Prints the progress of a run on stderr at intervals."""

    total: int
    unit: str
    done: int = 0
    postfix: str = ""
    started_at: float = field(default_factory=time.monotonic)
    reported_at: float = field(default_factory=time.monotonic)
    lock: Lock = field(default_factory=Lock)

    def update(self, n: int, /) -> None:
        """Add completed units."""
        with self.lock:
            self.done += n
            self.report_if_due()

    def set_postfix_str(self, s: str, /) -> None:
        """Set the text that follows the progress.

        This method is called for each batch, even after all lines have been read.
        """
        with self.lock:
            self.postfix = f", {s}"
            self.report_if_due()

    def report_if_due(self) -> None:
        """Print the progress, unless the last line was printed less than an interval ago."""
        now = time.monotonic()
        if now - self.reported_at >= REPORT_INTERVAL_S:
            self.reported_at = now
            print_status(self.line(now - self.started_at))

    def line(self, seconds: float) -> str:
        """Return the progress after the specified number of seconds, as text."""
        share = self.done / self.total if self.total else 1
        size = tqdm.format_sizeof(self.total, self.unit)
        return f"{share:.0%} of {size} read after {tqdm.format_interval(seconds)}{self.postfix}"


@contextmanager
def progress_bar(total: int, unit: str = "B") -> Iterator[ProgressBar]:
    """Yield a progress bar in a terminal, or plain progress lines elsewhere."""
    with tqdm(total=total, unit=unit, unit_scale=True, disable=None) as bar:
        yield PlainProgress(total, unit) if bar.disable else bar
