"""Run commands as a user does: in processes of their own."""

import subprocess
import sys
from pathlib import Path


def run(
    environment: dict[str, str], folder: Path, *arguments: str, module: str = "narabot"
) -> "subprocess.CompletedProcess[str]":
    """Run a command of ours in a folder and return how it ended."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
