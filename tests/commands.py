"""Run commands as a user does, in a separate process or, if the result is the same, in this one."""

import contextlib
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from typer.testing import CliRunner

from narabot.cli import main

NARABOT = ("-m", "narabot")


def run(
    environment: dict[str, str], folder: Path, *arguments: str, program: Sequence[str] = NARABOT
) -> "subprocess.CompletedProcess[str]":
    """Run a Python program in a folder and return its result."""
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
    """Run `narabot` in this process, which saves a few seconds, and return its result.

    Raises the exceptions for which a separate process would print a traceback.
    """
    with contextlib.chdir(folder):
        done = CliRunner().invoke(main, arguments, env=environment)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)
