"""Run `narabot` as a user does: in a process of its own."""

import subprocess
import sys
from pathlib import Path


def run(
    environment: dict[str, str], folder: Path, *arguments: str
) -> "subprocess.CompletedProcess[str]":
    """Run `narabot` in a folder and return how it ended."""
    return subprocess.run(
        [sys.executable, "-m", "narabot", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
