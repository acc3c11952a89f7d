"""The API and MCP servers as processes: start, shutdown, access keys, and taken ports."""

import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
import requests

from narabot.database.home import free_port
from narabot.settings import Settings
from tests.chat_server import Reply, chat_server
from tests.sample.test_api import ACT, API, ROLL
from tests.sample.test_api_service import await_ready
from tests.sample.test_mcp import await_port, with_client


def test_serve_finishes_running_requests_on_sigterm(
    api_settings: Settings, sample_environment: dict[str, str], tmp_path: Path
) -> None:
    port = free_port()
    command = [sys.executable, "-m", "narabot", "serve", "--port", str(port)]
    asked = Event()

    def write_slowly(reply: Reply) -> None:
        asked.set()
        time.sleep(2)
        reply.begin()
        reply.send_piece("The Act is on roll 9.")
        reply.complete()

    with chat_server(write_slowly) as model:
        environment = sample_environment | {"LLM_BASE_URL": model.url, "LLM_MODEL": "slow"}
        with (
            subprocess.Popen(
                command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE
            ) as serve,
            ThreadPoolExecutor() as pool,
        ):
            try:
                url = f"http://127.0.0.1:{port}"
                await_ready(f"{url}{API}/health/ready")
                assert API in str(requests.get(f"{url}/openapi.json", timeout=60).json()["paths"])
                answer = pool.submit(
                    requests.post, f"{url}{API}/ask", json={"query": ROLL}, timeout=60
                )
                assert asked.wait(60)
                serve.send_signal(signal.SIGTERM)
                assert answer.result().json()["trace"]["answerer"] == "slow"
                serve.wait(60)
            finally:
                serve.kill()


@pytest.mark.parametrize(
    ("command", "keys"), [(["serve"], {"API_KEYS": " "}), (["mcp", "--http"], {})]
)
def test_public_host_without_api_keys_is_rejected(
    sample_environment: dict[str, str], tmp_path: Path, command: list[str], keys: dict[str, str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "narabot", *command, "--host", "0.0.0.0"],  # noqa: S104  refused
        cwd=tmp_path,
        env=sample_environment | keys,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1
    assert "Other machines can reach" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [["serve"], ["mcp", "--http"]])
def test_taken_port_is_reported_in_one_line(
    sample_environment: dict[str, str], tmp_path: Path, command: list[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "narabot", *command, "--port", str(port)],
            cwd=tmp_path,
            env=sample_environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert f"port {port}: Address already in use. Choose another --port" in line


def test_mcp_over_http_logs_only_its_address(
    api_settings: Settings, sample_environment: dict[str, str], tmp_path: Path
) -> None:
    port = free_port()
    command = [sys.executable, "-m", "narabot", "mcp", "--http", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=tmp_path, env=sample_environment, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr
            first = process.stderr.readline()
            url = f"http://127.0.0.1:{port}/mcp"
            assert url in first
            await_port(port)
            redirected = requests.post(f"{url}/", json={}, timeout=60, allow_redirects=False)
            assert redirected.status_code == 404
            cited = with_client(url, lambda client: client.call_tool("cite", {"na_ids": [ACT]}))
            assert str(ACT) in cited.structured_content["citations"][0]["nara"]
        finally:
            process.terminate()
        assert "INFO" not in process.stderr.read()
