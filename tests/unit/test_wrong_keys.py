"""Tests of wrong API keys: guessing is blocked temporarily, but a key in use still works."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from narabot.api import create_app
from narabot.api.keys import MAX_CLIENTS, MAX_WRONG_KEYS, WINDOW_S, WrongKeys, client_of
from narabot.settings import Settings

KEY, OTHER = "0123456789abcdef", "fedcba9876543210"
METRICS = "/api/v1/metrics"


@pytest.fixture
def api(tmp_path: Path) -> Iterator[TestClient]:
    """Yield a client that acts as a proxy on this machine and sends `X-Forwarded-For`."""
    keys = SecretStr(f"desk:{KEY}:metrics:900 other:{OTHER}:metrics:900")
    settings = Settings(narabot_data_dir=tmp_path, api_keys=keys)
    with TestClient(create_app(settings), client=("127.0.0.1", 9)) as client:
        yield client


def status(api: TestClient, key: str | None, address: str) -> int:
    """Return the status code for a key that is sent from an address."""
    headers = {"X-Forwarded-For": address} | ({"X-API-Key": key} if key else {})
    return api.get(METRICS, headers=headers).status_code


def test_client_with_too_many_wrong_keys_is_blocked(api: TestClient) -> None:
    assert [status(api, f"wrong {n}", "203.0.113.9") for n in range(MAX_WRONG_KEYS)] == (
        [401] * MAX_WRONG_KEYS
    )
    refused = api.get(METRICS, headers={"X-Forwarded-For": "203.0.113.9", "X-API-Key": "wrong"})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= WINDOW_S
    assert "wrong keys" in refused.json()["detail"]
    assert status(api, KEY, "203.0.113.9") == 429, "a right guess must look like a wrong guess"
    assert api.get("/api/v1/health/live").status_code == 200


def test_guessing_does_not_block_a_client_with_a_key(api: TestClient) -> None:
    assert status(api, KEY, "203.0.113.9") == 200
    for n in range(MAX_WRONG_KEYS + 5):
        status(api, f"wrong {n}", "203.0.113.9")
    assert status(api, KEY, "203.0.113.9") == 200, "the key was used from this address before"
    assert status(api, OTHER, "203.0.113.9") == 429
    assert status(api, OTHER, "203.0.113.8") == 200


def test_request_without_a_key_is_not_a_guess(api: TestClient) -> None:
    assert {status(api, None, "203.0.113.9") for _ in range(MAX_WRONG_KEYS + 1)} == {401}
    assert status(api, KEY, "203.0.113.9") == 200


def test_block_expires_after_the_window() -> None:
    now = 1000.0
    wrong = WrongKeys(lambda: now)
    for _ in range(MAX_WRONG_KEYS):
        wrong.count("a")
        now += 1
    assert wrong.wait_s("a", None) == WINDOW_S - MAX_WRONG_KEYS
    now = 1000.0 + WINDOW_S
    assert wrong.wait_s("a", None) is None


def test_number_of_tracked_clients_is_limited() -> None:
    wrong = WrongKeys()
    for number in range(MAX_CLIENTS + 100):
        wrong.count(str(number))
        wrong.note_use(str(number), "desk")
    assert len(wrong._guesses) == len(wrong._used) == MAX_CLIENTS


@pytest.mark.parametrize(
    ("peer", "told", "client"),
    [
        ("127.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("127.0.0.1", "10.0.0.1, 203.0.113.9", "203.0.113.9"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("198.51.100.7", "203.0.113.9", "198.51.100.7"),
        ("2001:db8:0:1:2::4", "", "2001:db8:0:1::/64"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
        ("127.0.0.1", "unknown", "127.0.0.1"),
        ("testclient", "203.0.113.9", "testclient"),
    ],
)
def test_client_address_comes_from_the_peer_or_local_proxy(
    peer: str, told: str, client: str
) -> None:
    assert client_of(peer, {"x-forwarded-for": told} if told else {}) == client
