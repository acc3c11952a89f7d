"""Tests of Ctrl-C between two steps of a long command.

They run in a separate process. Twice, a signal ended a whole test run without a traceback, after
the run had loaded much native code.
"""

import subprocess
import sys

PRELUDE = """
import signal
from narabot.cli.interrupts import deferred_interrupt, interruptible

def interrupt():  # in this thread: for another's the handler might come a little later
    signal.raise_signal(signal.SIGINT)
"""

THE_STEP_IS_ENDED = """
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

A_SECOND_ONE = """
with deferred_interrupt():
    interrupt()
    print("not yet")
    try:
        interrupt()
    except KeyboardInterrupt:
        print("at once")
"""

AS_BEFORE = """
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
    assert printed(THE_STEP_IS_ENDED) == ["stopped behind [1, 2, 3]"]


def test_second_interrupt_takes_effect_immediately() -> None:
    assert printed(A_SECOND_ONE) == ["not yet", "at once"]


def test_interrupt_handler_is_restored_afterward() -> None:
    assert printed(AS_BEFORE) == ["True", "True"]
