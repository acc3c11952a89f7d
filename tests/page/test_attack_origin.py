"""The page's server: what another website's page gets of it, and what it says of itself."""

import base64
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests

from tests.page.conftest import ROOT, Serve


@pytest.fixture(scope="module")
def served(serve: Serve) -> Iterator[str]:
    """Yield the address of the page, whose database nobody asks."""
    with serve(ROOT / "app.py") as url:
        yield url


def handshake(url: str, origin: str) -> str:
    """Return the first line of what the page's server says to a WebSocket of an origin."""
    place = urlsplit(url)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = (
        "GET /_stcore/stream HTTP/1.1",
        f"Host: {place.netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        f"Origin: {origin}",
    )
    with socket.create_connection((place.hostname, place.port), timeout=20) as opened:
        opened.sendall("\r\n".join((*lines, "", "")).encode())
        return opened.recv(200).decode().partition("\r\n")[0]


def test_no_other_website_speaks_with_the_page(served: str) -> None:
    assert " 101 " in handshake(served, served)
    for origin in ("https://evil.example", "null", "http://127.0.0.1.evil.example"):
        assert " 403 " in handshake(served, origin), origin
        headers = {"Origin": origin}
        told = requests.get(f"{served}/_stcore/health", headers=headers, timeout=20).headers
        assert told.get("access-control-allow-origin") != origin


def test_nothing_is_uploaded_without_a_session_and_no_file_is_served(served: str) -> None:
    url = f"{served}/_stcore/upload_file/{'x' * 8}/{'y' * 8}"
    sent = requests.put(url, files={"file": b"x" * 100}, timeout=20)
    assert sent.status_code in {400, 403, 404}
    for path in ("/app/static/../app.py", "/..%2f..%2fetc/passwd", "/.env", "/app.py"):
        got = requests.get(f"{served}{path}", timeout=20)
        assert got.status_code in {400, 404} or '<div id="root">' in got.text
        assert "import streamlit" not in got.text and "root:" not in got.text


def test_the_cookie_of_a_browser_is_read_by_no_script_and_no_version_is_told(served: str) -> None:
    page = requests.get(served, timeout=20)
    cookie = page.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert not any(sign.isdigit() for sign in page.headers.get("server", ""))


def test_the_settings_of_the_page_close_what_it_does_not_use() -> None:
    written = (Path(ROOT) / ".streamlit" / "config.toml").read_text()
    for line in ("enableXsrfProtection = true", "enableCORS = true", "maxUploadSize = 1"):
        assert line in written
