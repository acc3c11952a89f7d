"""Tests of Ctrl-C between two steps of a long command.

Each script runs in a separate process, because a signal twice ended a whole test run without a
traceback after the run had loaded a large amount of native code.
"""

import subprocess
import sys

PRELUDE = """
import signal
from narabot.cli.interrupts import deferred_interrupt, interruptible

def interrupt():  # in this thread, because a signal from a different thread may be handled later
    signal.raise_signal(signal.SIGINT)
"""

STEP_FINISHES = """
steps = []
with deferred_interrupt() as stopping:
    progress = interruptible(steps.append, stopping)
    progress(1)
    interrupt()
    steps.append(2)  # the rest of the step
    try:
        progress(3)
    except KeyboardInterrupt:
        print("stopped behind", steps)
"""

SECOND_INTERRUPT = """
with deferred_interrupt():
    interrupt()
    print("not yet")
    try:
        interrupt()
    except KeyboardInterrupt:
        print("at once")
"""

RESTORED_HANDLER = """
before = signal.getsignal(signal.SIGINT)
with deferred_interrupt():
    print(signal.getsignal(signal.SIGINT) != before)
print(signal.getsignal(signal.SIGINT) == before)
"""


def printed(script: str) -> list[str]:
    """Return the lines that a script prints in a new process."""
    command = [sys.executable, "-c", PRELUDE + script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert not done.stderr
    assert done.returncode == 0
    return done.stdout.splitlines()


def test_current_step_finishes_before_an_interrupt() -> None:
    assert printed(STEP_FINISHES) == ["stopped behind [1, 2, 3]"]


def test_second_interrupt_takes_effect_immediately() -> None:
    assert printed(SECOND_INTERRUPT) == ["not yet", "at once"]


def test_interrupt_handler_is_restored_afterward() -> None:
    assert printed(RESTORED_HANDLER) == ["True", "True"]
