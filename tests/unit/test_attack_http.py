"""Tests that foreign websites and clients posing as local cannot use the API or the MCP tools."""

import logging
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from mcp.server import MCPServer
from pydantic import SecretStr

from narabot.api import create_app
from narabot.api.problems import MEDIA_TYPE, SAFE_HEADERS
from narabot.api.tools import local_only
from narabot.conversations import open_store
from narabot.errors import SettingsError
from narabot.settings import Settings

KEY = "0123456789abcdef"
LIVE = "/api/v1/health/live"
HERE = "http://localhost:8000"
FOREIGN_HOSTS = (
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "localhost@evil.example",
    "evil.example#localhost",
    "0.0.0.0",  # noqa: S104  rejected
    "192.168.1.9:8000",
    "2130706433",
    "[::ffff:10.0.0.1]",
    "[",
    "",
)
FOREIGN_ORIGINS = (
    "https://evil.example",
    "http://localhost.evil.example",
    "http://evil.example/localhost",
    "http://localhost@evil.example",
    "null",
    "file://",
    "",
)


def client(tmp_path: Path, keys: str | None = None, **changes: Any) -> TestClient:
    """Return a client for an API that never opens its database."""
    settings = Settings(
        narabot_data_dir=tmp_path, api_keys=SecretStr(keys) if keys else None, **changes
    )
    return TestClient(create_app(settings), HERE, raise_server_exceptions=False)


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_foreign_host_is_rejected_without_keys(tmp_path: Path, host: str) -> None:
    with client(tmp_path) as api:
        for path in (LIVE, "/openapi.json", "/api/v1/records/1", "/nothing"):
            answered = api.get(path, headers={"Host": host})
            assert answered.status_code == 403, answered.text
            assert answered.headers["content-type"] == MEDIA_TYPE
            assert "API_KEYS" in answered.json()["detail"]


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_foreign_origin_is_rejected(tmp_path: Path, origin: str) -> None:
    with client(tmp_path) as api:
        headers = {"Origin": origin, "Content-Type": "text/plain"}
        response = api.post("/api/v1/ask", content='{"query": "x"}', headers=headers)
        assert response.status_code == 403
        preflight = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        allowed = api.options("/api/v1/ask", headers=preflight)
        assert allowed.status_code == 403
        assert not [name for name in allowed.headers if name.startswith("access-control")]


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_loopback_names_are_accepted(tmp_path: Path, host: str) -> None:
    with client(tmp_path) as api:
        headers = {"Host": host}
        assert api.get(LIVE, headers=headers).status_code == 200
        assert api.get(LIVE, headers=headers | {"Origin": f"http://{host}"}).status_code == 200


def test_keys_allow_any_host_but_no_cors(
    tmp_path: Path,
) -> None:
    with client(tmp_path, f"desk:{KEY}:records:60") as api:
        headers = {"Host": "archive.example", "Origin": "https://evil.example"}
        answered = api.get(LIVE, headers=headers)
        assert answered.status_code == 200
        assert "access-control-allow-origin" not in answered.headers
        assert api.get("/api/v1/records/1", headers=headers).status_code == 401


def test_every_response_has_security_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("narabot.api.service.Service.chat", broken)
    statuses = set()
    with client(tmp_path) as api:
        for answered in (
            api.get(LIVE),
            api.get("/openapi.json"),
            api.get("/api/v1/metrics"),
            api.get("/api/v1/records/1"),
            api.get("/api/v1/records/x"),
            api.get("/nothing"),
            api.get(LIVE, headers={"Host": "evil.example"}),
            api.post("/api/v1/ask", content=b"x" * 2_000_000),
            api.post("/api/v1/ask/stream", json={"query": "x"}),
        ):
            statuses.add(answered.status_code)
            for name, value in SAFE_HEADERS.items():
                assert answered.headers.get_list(name) == [value], (answered.url, name)
            assert "server" not in answered.headers
    assert statuses == {200, 403, 404, 413, 422, 500}


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1"])
def test_mcp_over_http_rejects_websites(host: str) -> None:
    server = MCPServer("x")
    app = server.streamable_http_app(host=host, transport_security=local_only(host))
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        },
    }
    accepted = {"Accept": "application/json, text/event-stream"}
    shown = f"[{host}]:8001" if ":" in host else f"{host}:8001"
    with TestClient(app, f"http://{shown}") as tools:

        def status(**headers: str) -> int:
            return tools.post("/mcp", json=hello, headers=accepted | headers).status_code

        assert status() == 200
        assert status(Origin=f"http://{shown}") == 200
        assert status(Host="evil.example:8001") == 421
        assert status(Origin="https://evil.example") == 403
        assert status(Origin="null") == 403


SECRETS = {
    "neo4j_password": "wombat-one",
    "llm_api_key": "wombat-two",
    "hf_token": "wombat-three",
    "api_keys": "desk:wombat-four-0123456789:records+ask+metrics:9",
    "conversations_url": "postgresql+nosuch://u:wombat-five@h/x",
}


def test_secrets_are_never_shown(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    settings = Settings(
        narabot_data_dir=tmp_path,
        neo4j_uri="bolt://u:wombat-six@127.0.0.1:9",
        llm_base_url="http://u:wombat-seven@127.0.0.1:9/v1",
        llm_model="m",
        **{name: SecretStr(secret) for name, secret in SECRETS.items()},
    )
    with TestClient(create_app(settings), HERE, raise_server_exceptions=False) as api:
        key = {"X-API-Key": "wombat-four-0123456789"}
        responses = [
            api.request(method, f"/api/v1/{path}", headers=key, **sent).text
            for method, path, sent in (
                ("GET", "../../openapi.json", {}),
                ("GET", "metrics", {}),
                ("GET", "health/ready", {}),
                ("GET", "records/1", {}),
                ("POST", "ask", {"json": {"query": "x"}}),
                ("POST", "ask/stream", {"json": {"query": "x"}}),
            )
        ]
    assert "127.0.0.1:9" in caplog.text
    assert "127.0.0.1:9" not in "".join(responses)
    assert "wombat" not in "".join(responses)
    assert "wombat" not in caplog.text
    with pytest.raises(SettingsError) as refused:
        open_store(settings)
    assert "wombat" not in f"{refused.value} {caplog.text}"
    shown = {"neo4j_uri", "llm_base_url"}
    assert "wombat" not in repr(settings.model_copy(update=dict.fromkeys(shown)))
