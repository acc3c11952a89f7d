"""The API or the page in a process of its own, on the graph of the settings."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

from narabot.database.home import free_port


@contextmanager
def served(command: str, **settings: str) -> Iterator[tuple[str, psutil.Process]]:
    """Yield the address of `narabot serve` or `narabot chat`, without a language model.

    Settings of the environment come before those given. The process ends with the `with`.
    """
    port = free_port()
    environment = {"LLM_PROVIDER": "none"} | settings | os.environ
    served_by = [sys.executable, "-m", "narabot", command, "--port", str(port)]
    with subprocess.Popen(served_by, env=environment) as process:
        try:
            yield f"http://127.0.0.1:{port}", psutil.Process(process.pid)
        finally:
            process.terminate()
