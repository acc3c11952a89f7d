"""Ctrl-C between two steps of a long command: what is being written is written whole."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from typing import Any

Progress = Callable[[int], object]


@contextmanager
def stopped_between_steps() -> Iterator[Event]:
    """Yield what is set by Ctrl-C; a second one interrupts at once."""
    stopping = Event()
    if current_thread() is not main_thread():  # where no signal arrives
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


def stopping_here(progress: Progress, stopping: Event) -> Progress:
    """Return a progress that raises KeyboardInterrupt behind a step once that is set."""

    def told(steps: int) -> None:
        progress(steps)
        if stopping.is_set():
            raise KeyboardInterrupt

    return told
