"""Clients that disconnect, half-close, send slowly, or break the protocol harm no other client.

The tests send raw bytes to `narabot serve` and raw lines to `narabot mcp`, each in a separate
process.
"""

import json
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests

from narabot.database.home import HOST, free_port
from narabot.settings import Settings
from tests.sample.test_api import ACT, API, ROLL
from tests.sample.test_api_service import await_ready
from tests.sample.test_mcp import TOOLS

PATIENCE_S = 30


@dataclass(frozen=True, slots=True)
class Served:
    """A running `narabot serve`."""

    port: int
    pid: int
    log: Path

    def url(self, path: str) -> str:
        """Return the URL of a path in the API."""
        return f"http://{HOST}:{self.port}{API}{path}"

    def answer(self) -> str:
        """Return the answer that a well-behaved client receives."""
        got = requests.post(self.url("/ask"), json={"query": ROLL}, timeout=PATIENCE_S)
        assert got.status_code == 200, f"{got.text}\n{self.log.read_text('utf-8')}"
        return str(got.json()["answer"])

    def connected(self) -> socket.socket:
        return socket.create_connection((HOST, self.port), PATIENCE_S)

    def is_idle(self) -> bool:
        """Return whether the service becomes idle within the time limit."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            figures = requests.get(self.url("/metrics"), timeout=PATIENCE_S).text
            if "narabot_running 0.0" in figures and "narabot_waiting 0.0" in figures:
                return True
            time.sleep(0.1)
        return False


@pytest.fixture(scope="module")
def served(
    api_settings: Settings,
    tmp_path_factory: pytest.TempPathFactory,
    sample_environment: dict[str, str],
) -> Iterator[Served]:
    """Yield a service that uses the sample records."""
    port = free_port()
    command = [sys.executable, "-m", "narabot", "serve", "--port", str(port)]
    folder = tmp_path_factory.mktemp("serve")
    environment = sample_environment | {"LLM_PROVIDER": "none"}
    log = folder / "serve.log"
    with (
        log.open("wb") as said,
        subprocess.Popen(command, cwd=folder, env=environment, stderr=said) as process,
    ):
        try:
            await_ready(f"http://{HOST}:{port}{API}/health/ready")
            yield Served(port, process.pid, log)
        finally:
            process.terminate()


def request(path: str, body: bytes, *, promised: int | None = None) -> bytes:
    """Return a request's bytes. `promised` sets a Content-Length larger than the body."""
    length = len(body) if promised is None else promised
    head = f"POST {API}{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return head.encode() + f"Content-Length: {length}\r\n\r\n".encode() + body


def all_of(connection: socket.socket) -> bytes:
    """Return all bytes received until the other side closes the connection."""
    return b"".join(iter(lambda: connection.recv(65_536), b""))


QUESTION = json.dumps({"query": ROLL}).encode()


def half_close(connection: socket.socket) -> None:
    connection.sendall(request("/ask", QUESTION))
    connection.shutdown(socket.SHUT_WR)
    got = all_of(connection)
    assert got == b"" or b"roll 9" in got  # never a partial answer


def half_close_a_stream(connection: socket.socket) -> None:
    connection.sendall(request("/ask/stream", QUESTION))
    connection.shutdown(socket.SHUT_WR)
    all_of(connection)


def half_close_a_body(connection: socket.socket) -> None:
    connection.sendall(request("/ask", QUESTION, promised=500))
    connection.shutdown(socket.SHUT_WR)
    assert b" 200 " not in all_of(connection)


def leave_at_once(connection: socket.socket) -> None:
    connection.sendall(request("/ask/stream", QUESTION))


def send_garbage(connection: socket.socket) -> None:
    connection.sendall(b"\x00\xff\xfe GET / \r\n\r\n")
    assert all_of(connection).startswith(b"HTTP/1.1 400")


def send_two_lengths(connection: socket.socket) -> None:
    whole = request("/ask", QUESTION)
    connection.sendall(whole.replace(b"\r\n\r\n", b"\r\nContent-Length: 3\r\n\r\n", 1))
    assert all_of(connection).startswith(b"HTTP/1.1 400")


def ask_twice_at_once(connection: socket.socket) -> None:
    connection.sendall(request("/search", b"{}") + request("/ask", QUESTION))
    got = b""
    while b"roll 9" not in got:
        got += connection.recv(65_536)
    assert got.index(b"HTTP/1.1 422") < got.index(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "behave",
    [
        half_close,
        half_close_a_stream,
        half_close_a_body,
        leave_at_once,
        send_garbage,
        send_two_lengths,
        ask_twice_at_once,
    ],
)
def test_odd_client_does_not_affect_others(
    served: Served, behave: Callable[[socket.socket], None]
) -> None:
    with served.connected() as connection:
        behave(connection)
    assert "roll 9" in served.answer()
    assert served.is_idle()


def test_slow_clients_do_not_block_others(served: Served) -> None:
    with ExitStack() as crowd:
        crawling = [crowd.enter_context(served.connected()) for _ in range(200)]
        for number, one in enumerate(crawling):
            one.sendall(request("/ask", QUESTION)[: 20 + number])
        assert "roll 9" in served.answer()
    assert served.is_idle()


def test_full_disk_does_not_prevent_answers(served: Served) -> None:
    resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    try:
        assert "roll 9" in served.answer()
        got = requests.get(served.url("/export"), {"naId": ACT, "format": "ris"}, timeout=60)
        assert got.text.startswith("TY  -")
    finally:
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(served.pid, resource.RLIMIT_FSIZE, unlimited)


HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "odd", "version": "1"},
}
CITE = {"name": "cite", "arguments": {"na_ids": [ACT]}}


def message(method: str, number: int | None = None, **params: Any) -> dict[str, Any]:
    """Return a JSON-RPC request, or a notification if `number` is None."""
    numbered = {} if number is None else {"id": number}
    return {"jsonrpc": "2.0", "method": method, "params": params} | numbered


OUT_OF_TURN: list[object] = [
    message("tools/call", 1, **CITE),
    message("notifications/initialized"),
    {"jsonrpc": "2.0", "id": 99, "result": {}},
    message("no/such/method", 2),
    "no message",
    {"jsonrpc": "1.0", "id": 3, "method": "tools/list"},
    message("initialize", 4, **HELLO),
    message("initialize", 5, **HELLO),
    message("notifications/cancelled", requestId=77),
    message("notifications/initialized"),
    message("notifications/initialized"),
]


def test_out_of_order_messages_do_not_end_the_session(
    api_settings: Settings, sample_environment: dict[str, str], tmp_path: Path
) -> None:
    lines = [json.dumps(one) for one in OUT_OF_TURN]
    lines += ["{half a mess", "", json.dumps(message("tools/list", 6))]
    lines += [json.dumps(message("tools/call", 7, **CITE))]
    answers: dict[object, Any] = {}
    with subprocess.Popen(
        [sys.executable, "-m", "narabot", "mcp"],
        cwd=tmp_path,
        env=sample_environment | {"LLM_PROVIDER": "none"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        while 7 not in answers:
            line = process.stdout.readline()
            assert line, "the session has ended"
            told = json.loads(line)
            answers[told.get("id")] = told
        process.stdin.close()
        process.wait(60)
    assert "error" in answers[1]
    assert "error" in answers[2]
    assert {tool["name"] for tool in answers[6]["result"]["tools"]} == TOOLS
    assert str(ACT) in answers[7]["result"]["structuredContent"]["citations"][0]["nara"]
