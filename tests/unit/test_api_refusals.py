"""Tests of requests rejected without the database, and of errors when it is unreachable."""

from pathlib import Path
from typing import Any, Never

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

import narabot.api.problems
from narabot.api import create_app
from narabot.api.problems import MEDIA_TYPE, NOT_READY
from narabot.api.service import Service
from narabot.errors import GraphUnavailableError
from narabot.settings import Settings

API = "/api/v1"
KEY = "0123456789abcdef"
JSON = {"Content-Type": "application/json"}
REASON = "The embedded database in /srv/nara is not running. Start it with `narabot db start`."


def client(tmp_path: Path, keys: str | None = None) -> TestClient:
    """Return a client for an API that never opens its database."""
    settings = Settings(narabot_data_dir=tmp_path, api_keys=SecretStr(keys) if keys else None)
    return TestClient(create_app(settings), "http://localhost", raise_server_exceptions=False)


def said(client: TestClient, status: int, method: str, path: str, **sent: Any) -> str:
    """Return the error detail of a rejected request."""
    got = client.request(method, path, follow_redirects=False, **sent)
    assert got.status_code == status, got.text
    assert got.headers["content-type"] == MEDIA_TYPE
    return str(got.json()["detail"])


@pytest.mark.parametrize("path", [f"{API}/ask/", f"{API}/health/live/", f"{API}/where/"])
def test_a_slash_too_many_is_led_nowhere(tmp_path: Path, path: str) -> None:
    with client(tmp_path) as api:
        assert "/openapi.json" in said(api, 404, "POST", path, json={"query": "x"})


def test_another_method_is_told_which_there_are(tmp_path: Path) -> None:
    with client(tmp_path) as api:
        assert (
            said(api, 405, "GET", f"{API}/ask")
            == "This path accepts only the following methods: POST."
        )


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_that_is_not_said_to_be_json_is_refused_with_what_to_send(
    tmp_path: Path, media: str
) -> None:
    with client(tmp_path) as api:
        headers = {"Content-Type": media} if media else {}
        sent = {"content": b'{"query": "x"}', "headers": headers}
        told = said(api, 415, "POST", f"{API}/search", **sent)
    assert told == "Send the body as Content-Type: application/json."


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        (b'{"query": "\xff"}', 400, "The body is not valid UTF-8 JSON."),
        (b"[" * 100_000, 400, "The body is not valid UTF-8 JSON."),
        (b'{"query": x}', 422, "The body is not valid JSON: Expecting value at character 11."),
    ],
)
def test_what_is_no_json_is_told_in_a_sentence(
    tmp_path: Path, body: bytes, status: int, told: str
) -> None:
    with client(tmp_path) as api:
        assert said(api, status, "POST", f"{API}/ask", content=body, headers=JSON) == told


def test_who_has_no_key_is_told_so_whatever_the_body(tmp_path: Path) -> None:
    with client(tmp_path, f"desk:{KEY}:ask:60") as api:
        for body in (b"{", b"x" * 2_000_000):
            told = said(api, 401, "POST", f"{API}/ask", content=body, headers=JSON)
            assert "X-API-Key" in told
        assert api.get(f"{API}/records/1").headers["connection"] == "close"
        keyed = JSON | {"X-API-Key": KEY}
        assert "not valid JSON" in said(api, 422, "POST", f"{API}/ask", content=b"{", headers=keyed)
        assert api.get("/openapi.json").status_code == 200


@pytest.mark.parametrize("level", ["item", "recordGroup"])
def test_places_are_series_and_file_units_alone(tmp_path: Path, level: str) -> None:
    with client(tmp_path) as api:
        told = said(api, 422, "POST", f"{API}/where", json={"query": "x", "level": level})
    assert "'series' or 'fileUnit'" in told


@pytest.mark.parametrize("keys", [None, f"desk:{KEY}:ask+records+search:60"])
def test_why_the_service_is_not_ready_is_in_the_log_once_and_told_where_no_keys_are_needed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    keys: str | None,
) -> None:
    def gone(_: Service) -> Never:
        raise GraphUnavailableError(REASON)

    monkeypatch.setattr(Service, "chat", gone)
    monkeypatch.setattr(narabot.api.problems, "RETRY_AFTER_S", 7)
    headers = {"X-API-Key": KEY}
    with client(tmp_path, keys) as api:
        for method, path, sent in (
            ("POST", "/ask", {"query": "Zanzibar"}),
            ("POST", "/ask/stream", {"query": "Zanzibar"}),
            ("POST", "/search", {"query": "Zanzibar"}),
            ("GET", "/records/1", None),
            ("GET", "/health/ready", None),
        ):
            got = api.request(method, f"{API}{path}", json=sent, headers=headers)
            assert (got.status_code, got.headers["retry-after"]) == (503, "7"), got.text
            assert got.json()["detail"] == (NOT_READY if keys else REASON)
        head = api.head(f"{API}/health/ready")
        assert (head.status_code, head.content) == (503, b"")
    assert caplog.text.count(REASON) == 1
    assert "Zanzibar" not in caplog.text


def test_a_head_says_whether_the_process_answers(tmp_path: Path) -> None:
    with client(tmp_path) as api:
        got = api.head(f"{API}/health/live")
        assert (got.status_code, got.content) == (200, b"")
