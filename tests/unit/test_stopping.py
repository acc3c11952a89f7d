"""Ctrl-C between two steps of a long command."""

import signal

import pytest

from narabot.cli.stopping import stopped_between_steps, stopping_here


def interrupt() -> None:
    """Press Ctrl-C; in this thread, for in another's the handler might come a little later."""
    signal.raise_signal(signal.SIGINT)


def test_the_step_at_which_ctrl_c_comes_is_ended_first() -> None:
    steps: list[int] = []
    with stopped_between_steps() as stopping:
        progress = stopping_here(steps.append, stopping)
        progress(1)
        interrupt()
        steps.append(2)  # the rest of the step
        with pytest.raises(KeyboardInterrupt):
            progress(3)
    assert steps == [1, 2, 3]


def test_a_second_ctrl_c_does_not_wait() -> None:
    with stopped_between_steps():
        interrupt()
        with pytest.raises(KeyboardInterrupt):
            interrupt()


def test_behind_it_ctrl_c_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with stopped_between_steps():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before
