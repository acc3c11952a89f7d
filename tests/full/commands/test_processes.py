"""Commands that run as processes."""

import contextlib
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
import requests

from narabot.database.home import free_port
from narabot.graph import Graph
from tests.commands import call, run


def test_damaged_model_folder_is_reported(
    sample_graph: Graph, sample_environment: dict[str, str], tmp_path: Path
) -> None:
    model = tmp_path / "model"
    model.mkdir()
    (model / "modules.json").write_text("[{", encoding="utf-8")
    done = call(sample_environment | {"EMBEDDING_MODEL": str(model)}, tmp_path, "ask", "x")
    assert done.returncode == 1
    assert "cannot be loaded" in done.stderr
    assert "Traceback" not in done.stderr


def test_ask_starts_and_stops_its_own_server(
    own_environment: dict[str, str], tmp_path: Path
) -> None:
    done = run(own_environment | {"NARABOT_DATA_DIR": str(tmp_path / "new")}, tmp_path, "ask", "x")
    assert done.returncode == 1
    assert "narabot ingest" in done.stderr
    status = run(
        own_environment | {"NARABOT_DATA_DIR": str(tmp_path / "new")},
        tmp_path,
        "db",
        "status",
        "--json",
    )
    assert json.loads(status.stdout)["running"] is False


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_page_leaves_no_process_behind(
    own_environment: dict[str, str], tmp_path: Path, sign: signal.Signals
) -> None:
    port = free_port()
    environment = own_environment | {"NARABOT_DATA_DIR": str(tmp_path / "new")}
    command = [sys.executable, "-m", "narabot", "chat", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        children: list[psutil.Process] = []
        try:
            wait_until_healthy(port)
            children = psutil.Process(process.pid).children(recursive=True)
            assert len(children) >= 2
            process.send_signal(sign)
            process.wait(60)
            _, alive = psutil.wait_procs(children, timeout=20)
            assert alive == []
        finally:
            for one in (process, *children):
                with contextlib.suppress(psutil.NoSuchProcess):
                    one.kill()


def wait_until_healthy(port: int) -> None:
    """Wait until the page reports that it is healthy."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with contextlib.suppress(requests.RequestException):
            if requests.get(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).ok:
                return
        time.sleep(0.3)
    raise AssertionError("the page is not served")
