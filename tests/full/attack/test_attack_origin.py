"""The page's server: access from other websites, host names, and outgoing network requests."""

import base64
import os
import secrets
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from urllib.parse import urlsplit

import pytest
import requests

from narabot.cli.serving import page_command
from narabot.database.home import free_port
from tests.page_fixtures import ROOT, Serve, await_health, end


@pytest.fixture(scope="module")
def served(serve: Serve) -> Iterator[str]:
    """Yield the address of the page. No test in this module queries its database."""
    with serve(ROOT / "app.py") as url:
        yield url


def handshake(url: str, origin: str, host: str | None = None) -> str:
    """Return the status line of the page server's reply to a WebSocket handshake from an origin."""
    place = urlsplit(url)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = (
        "GET /_stcore/stream HTTP/1.1",
        f"Host: {host or place.netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        f"Origin: {origin}",
    )
    with socket.create_connection((place.hostname, place.port), timeout=20) as opened:
        opened.sendall("\r\n".join((*lines, "", "")).encode())
        return opened.recv(200).decode().partition("\r\n")[0]


def test_other_websites_cannot_connect_to_the_page(served: str) -> None:
    assert " 101 " in handshake(served, served)
    for origin in (
        "https://evil.example",
        "null",
        "http://127.0.0.1.evil.example",
        "http://localhost:3000",
    ):
        assert " 403 " in handshake(served, origin), origin
        headers = {"Origin": origin}
        told = requests.get(f"{served}/_stcore/health", headers=headers, timeout=20)
        assert told.status_code == 403
        assert told.headers.get("access-control-allow-origin") != origin


def test_unknown_host_names_are_rejected(served: str) -> None:
    for host in ("evil.example", "localhost.evil.example:8501", "192.168.1.9", "localhost@x", "["):
        for path in ("/", "/_stcore/health", "/_stcore/host-config"):
            got = requests.get(f"{served}{path}", headers={"Host": host}, timeout=20)
            assert (got.status_code, "set-cookie" in got.headers) == (403, False), host
            assert "PAGE_HOSTS" in got.text
        assert " 403 " in handshake(served, f"http://{host}", host), host
    assert requests.get(served, headers={"Host": "localhost:8501"}, timeout=20).ok
    assert " 101 " in handshake(served, "https://localhost", "localhost")


def test_configured_host_names_are_accepted(serve: Serve) -> None:
    with serve(ROOT / "app.py", PAGE_HOSTS="catalogue.example.org Other.example") as url:
        for host in ("catalogue.example.org", "other.example:8443"):
            assert requests.get(url, headers={"Host": host}, timeout=20).ok
            assert " 101 " in handshake(url, f"https://{host}", host)
        assert " 403 " in handshake(url, "https://other.example", "catalogue.example.org")
        assert " 403 " in handshake(url, "https://evil.example", "evil.example")


@contextmanager
def asked_of_the_network() -> Iterator[tuple[dict[str, str], list[bytes]]]:
    """Yield variables that select a loopback proxy, and the requests that the proxy receives."""
    asked: list[bytes] = []

    class Proxy(BaseRequestHandler):
        def handle(self) -> None:
            asked.append(self.request.recv(1000))

    with ThreadingTCPServer(("127.0.0.1", 0), Proxy) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{proxy.server_address[1]}"
        named = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), address)
        yield named, asked
        proxy.shutdown()


@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0"])  # noqa: S104
def test_page_server_sends_no_outside_requests(
    page_environment: dict[str, str], tmp_path: Path, address: str
) -> None:
    own = {"PYTHONPATH": str(ROOT), "PAGE_HOSTS": "a.example b.example"}
    port = free_port()
    with asked_of_the_network() as (proxies, asked):
        environment = {**os.environ, **page_environment, **own, **proxies}
        process = subprocess.Popen(page_command(address, port), cwd=tmp_path, env=environment)
        try:
            url = f"http://127.0.0.1:{port}"
            await_health(url, process)
            for origin in ("https://evil.example", "https://b.example", "null"):
                assert " 403 " in handshake(url, origin, "a.example")
            assert " 101 " in handshake(url, url)
        finally:
            end(process)
        assert asked == []


def test_uploads_need_a_session_and_files_are_not_served(served: str) -> None:
    url = f"{served}/_stcore/upload_file/{'x' * 8}/{'y' * 8}"
    sent = requests.put(url, files={"file": b"x" * 100}, timeout=20)
    assert sent.status_code in {400, 403, 404}
    for path in ("/app/static/../app.py", "/..%2f..%2fetc/passwd", "/.env", "/app.py"):
        got = requests.get(f"{served}{path}", timeout=20)
        assert got.status_code in {400, 404} or '<div id="root">' in got.text
        assert "import streamlit" not in got.text and "root:" not in got.text


def test_browser_cookie_is_httponly_and_version_is_hidden(served: str) -> None:
    page = requests.get(served, timeout=20)
    cookie = page.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert not any(sign.isdigit() for sign in page.headers.get("server", ""))


def test_page_settings_enable_streamlits_protections() -> None:
    written = (Path(ROOT) / ".streamlit" / "config.toml").read_text()
    for line in ("enableXsrfProtection = true", "enableCORS = true", "maxUploadSize = 1"):
        assert line in written
