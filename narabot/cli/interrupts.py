"""Delay Ctrl-C until the current step of a long command is complete."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from typing import Any

Progress = Callable[[int], object]


@contextmanager
def deferred_interrupt() -> Iterator[Event]:
    """Yield an event that Ctrl-C sets. A second Ctrl-C interrupts immediately."""
    stopping = Event()
    if current_thread() is not main_thread():  # other threads receive no signals
        yield stopping
        return

    def stop(*_: Any) -> None:
        stopping.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopping
    finally:
        signal.signal(signal.SIGINT, before)


def interruptible(progress: Progress, stopping: Event) -> Progress:
    """Return a progress callback that raises KeyboardInterrupt after the event is set."""

    def update(steps: int) -> None:
        progress(steps)
        if stopping.is_set():
            raise KeyboardInterrupt

    return update
