"""Run commands as a user does: in processes of their own, or in this one where that is as good."""

import contextlib
import logging
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from typer.testing import CliRunner

from narabot.cli import main
from narabot.telemetry import OURS

NARABOT = ("-m", "narabot")


def run(
    environment: dict[str, str], folder: Path, *arguments: str, program: Sequence[str] = NARABOT
) -> "subprocess.CompletedProcess[str]":
    """Run a program of Python in a folder and return how it ended."""
    return subprocess.run(
        [sys.executable, *program, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def call(
    environment: dict[str, str], folder: Path, *arguments: str
) -> "subprocess.CompletedProcess[str]":
    """Run `narabot` in this process, some seconds faster, and return how it ended.

    Raises what a process would show a traceback of.
    """
    with contextlib.chdir(folder), same_log_levels():
        done = CliRunner().invoke(main, arguments, env=environment)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)


@contextlib.contextmanager
def same_log_levels() -> Iterator[None]:
    """Undo what a command sets for its process."""
    before = {name: logging.getLogger(name).level for name in OURS}
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)
