"""Run commands as a user does: in processes of their own."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

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
