"""A signal immediately stops an ingest that is reading an endless line."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from narabot.graph import Graph

ENDLESS = 2**40
"""Size of a sparse file, in bytes. Reading it takes hours, but it uses no disk space."""

MOST_S = 30


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_signal_stops_ingest_of_an_endless_line(
    graph: Graph,
    own_environment: dict[str, str],
    tmp_path: Path,
    number: signal.Signals,
    code: int,
) -> None:
    assert graph
    endless = tmp_path / "endless.jsonl"
    endless.touch()
    os.truncate(endless, ENDLESS)
    with subprocess.Popen(
        [sys.executable, "-m", "ingest", endless],
        env=own_environment | {"PYTHONPATH": str(Path.cwd())},
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        try:
            assert run.stderr is not None
            assert any("loading" in line for line in run.stderr)
            time.sleep(1)
            sent = time.monotonic()
            run.send_signal(number)
            run.communicate(timeout=120)
        finally:
            run.kill()
    assert run.returncode == code
    assert time.monotonic() - sent < MOST_S
