"""`narabot prepare`, `load`, and `export-loaded` with the real embedding model."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from narabot.graph import open_graph
from narabot.models import Connection
from tests.commands import call
from tests.conftest import strip
from tests.records import SAMPLE
from tests.shared import data_files, needs_shared

pytestmark = needs_shared

RECORDS = 140
PATIENCE_S = 120


def test_prepared_records_are_loaded_and_then_skipped(
    server: Connection, own_environment: dict[str, str], tmp_path: Path
) -> None:
    with open_graph(server) as graph:
        strip(graph)
    prepared = call(own_environment, tmp_path, "prepare", str(SAMPLE), "--to", "prepared")
    assert prepared.returncode == 0, prepared.stderr
    assert "To load the shards, run `narabot load prepared`." in prepared.stdout
    loaded = call(own_environment, tmp_path, "load", "prepared")
    assert loaded.returncode == 0, loaded.stderr
    assert f"Records: {RECORDS} added" in loaded.stdout
    known = call(own_environment, tmp_path, "export-loaded", "--to", "loaded.parquet")
    assert known.stdout == f"loaded.parquet lists {RECORDS} records.\n"
    options = ("--to", "less", "--skip-loaded", "loaded.parquet")
    less = call(own_environment, tmp_path, "prepare", str(SAMPLE), *options)
    assert f"Skipped because already loaded: {RECORDS} records." in less.stdout
    again = call(own_environment, tmp_path, "load", "less")
    assert again.returncode == 0, again.stderr
    assert "Records: 0 added" in again.stdout
    asked = call(own_environment, tmp_path, "ask", "--json", "Hamet Caramalli")
    assert "archives.gov/id/" in asked.stdout


@pytest.mark.parametrize(
    ("sign", "code", "sentence"),
    [
        (signal.SIGINT, 130, "narabot: stopped. Finished files are kept"),
        (signal.SIGTERM, 143, ""),
    ],
)
def test_stopped_prepare_leaves_no_unfinished_files(
    own_environment: dict[str, str], tmp_path: Path, sign: signal.Signals, code: int, sentence: str
) -> None:
    paths = [str(path) for path in data_files()]
    command = [sys.executable, "-m", "narabot", "prepare", *paths, "--to", "to"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=own_environment, stderr=subprocess.PIPE, text=True
    ) as process:
        until = time.monotonic() + PATIENCE_S
        while not list(tmp_path.glob("to/.unfinished-*/*")) and time.monotonic() < until:
            time.sleep(0.1)
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(sign)
        _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == code
    assert sentence in said
    assert "Traceback" not in said
    assert psutil.wait_procs(children, timeout=PATIENCE_S)[1] == []
    assert not list(tmp_path.glob("to/.unfinished-*"))
    assert not (tmp_path / "to" / ".narabot-prepare.at-work").exists()
