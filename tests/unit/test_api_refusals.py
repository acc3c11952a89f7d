"""Tests of requests rejected without using the database, and of errors when it is down."""

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


def error_detail(client: TestClient, status: int, method: str, path: str, **sent: Any) -> str:
    """Return the error detail of a rejected request."""
    response = client.request(method, path, follow_redirects=False, **sent)
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == MEDIA_TYPE
    return str(response.json()["detail"])


@pytest.mark.slow
@pytest.mark.parametrize("path", [f"{API}/ask/", f"{API}/health/live/", f"{API}/where/"])
def test_trailing_slash_is_not_redirected(tmp_path: Path, path: str) -> None:
    with client(tmp_path) as api:
        assert "/openapi.json" in error_detail(api, 404, "POST", path, json={"query": "x"})


def test_wrong_method_lists_allowed_methods(tmp_path: Path) -> None:
    with client(tmp_path) as api:
        assert (
            error_detail(api, 405, "GET", f"{API}/ask")
            == "This path accepts only the following methods: POST."
        )


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_body_without_json_content_type_is_rejected(tmp_path: Path, media: str) -> None:
    with client(tmp_path) as api:
        headers = {"Content-Type": media} if media else {}
        sent = {"content": b'{"query": "x"}', "headers": headers}
        detail = error_detail(api, 415, "POST", f"{API}/search", **sent)
    assert detail == "Send the body as Content-Type: application/json."


@pytest.mark.parametrize(
    ("body", "status", "detail"),
    [
        (b'{"query": "\xff"}', 400, "The body is not valid UTF-8 JSON."),
        (b"[" * 100_000, 400, "The body is not valid UTF-8 JSON."),
        (b'{"query": x}', 422, "The body is not valid JSON: Expecting value at character 11."),
    ],
)
def test_invalid_json_body_is_rejected_with_a_message(
    tmp_path: Path, body: bytes, status: int, detail: str
) -> None:
    with client(tmp_path) as api:
        assert error_detail(api, status, "POST", f"{API}/ask", content=body, headers=JSON) == detail


def test_missing_key_is_reported_for_any_body(tmp_path: Path) -> None:
    with client(tmp_path, f"desk:{KEY}:ask:60") as api:
        for body in (b"{", b"x" * 2_000_000):
            detail = error_detail(api, 401, "POST", f"{API}/ask", content=body, headers=JSON)
            assert "X-API-Key" in detail
        assert api.get(f"{API}/records/1").headers["connection"] == "close"
        keyed = JSON | {"X-API-Key": KEY}
        assert "not valid JSON" in error_detail(
            api, 422, "POST", f"{API}/ask", content=b"{", headers=keyed
        )
        assert api.get("/openapi.json").status_code == 200


@pytest.mark.parametrize("level", ["item", "recordGroup"])
def test_where_accepts_only_series_and_file_units(tmp_path: Path, level: str) -> None:
    with client(tmp_path) as api:
        detail = error_detail(api, 422, "POST", f"{API}/where", json={"query": "x", "level": level})
    assert "'series' or 'fileUnit'" in detail


@pytest.mark.parametrize("keys", [None, f"desk:{KEY}:ask+records+search:60"])
def test_outage_reason_is_logged_once_and_shown_without_keys(
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
            response = api.request(method, f"{API}{path}", json=sent, headers=headers)
            assert (response.status_code, response.headers["retry-after"]) == (503, "7"), (
                response.text
            )
            assert response.json()["detail"] == (NOT_READY if keys else REASON)
        head = api.head(f"{API}/health/ready")
        assert (head.status_code, head.content) == (503, b"")
    assert caplog.text.count(REASON) == 1
    assert "Zanzibar" not in caplog.text


def test_head_request_reports_liveness(tmp_path: Path) -> None:
    with client(tmp_path) as api:
        response = api.head(f"{API}/health/live")
        assert (response.status_code, response.content) == (200, b"")
