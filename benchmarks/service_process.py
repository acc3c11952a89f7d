"""The API or the page in a separate process, with the graph that the settings specify."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

from narabot.database.home import free_port


@contextmanager
def service_process(command: str, **settings: str) -> Iterator[tuple[str, psutil.Process]]:
    """Yield the address and process of `narabot serve` or `narabot chat`, without a language model.

    Environment variables take precedence over `settings`. The process is stopped at the end of the
    `with` block.
    """
    port = free_port()
    environment = {"LLM_PROVIDER": "none"} | settings | os.environ
    served_by = [sys.executable, "-m", "narabot", command, "--port", str(port)]
    with subprocess.Popen(served_by, env=environment) as process:
        try:
            yield f"http://127.0.0.1:{port}", psutil.Process(process.pid)
        finally:
            process.terminate()
