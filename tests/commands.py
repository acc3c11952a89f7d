"""Run commands as a user does: in processes of their own, or in this one where that is as good."""

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
    with contextlib.chdir(folder):
        done = CliRunner().invoke(main, arguments, env=environment)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)
