"""The API with a slow, silent, or broken network, and without some of its resources.

Each request ends within its time limit, with the right answer or with an error message and the
right status. After the fault, requests get the right answer without a restart.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from narabot.api import create_app
from narabot.graph import open_graph
from narabot.models import VECTOR_INDEX, Connection
from narabot.settings import Settings
from tests.chat_server import Reply, chat_server, refuse
from tests.graphs import vector_index_statement
from tests.proxy import Network, network_to

API = "/api/v1"
QUERY = {"query": "letters about the Civil War", "limit": 3}
ASKED = {"query": "On which roll of microfilm is the Act for the Temporary Relief of Hamet?"}
LIMIT_S = 5.0
SLACK_S = 10.0
"""Extra time for a busy machine, in seconds."""


@contextmanager
def api_through_network(
    settings: Settings, sample_server: Connection, **changes: Any
) -> Iterator[Any]:
    """Yield a network, and a client of an API that accesses its database through this network."""
    with network_to(urlsplit(sample_server.uri).port or 0) as network:
        address = {
            "neo4j_uri": f"bolt://127.0.0.1:{network.own_port}",
            "neo4j_password": SecretStr(sample_server.password.get_secret_value()),
            "api_timeout_s": LIMIT_S,
            "retrieval_cache": 0,
        }
        app = create_app(settings.model_copy(update=address | changes))
        with TestClient(app, "http://localhost", raise_server_exceptions=False) as client:
            client.get(f"{API}/health/ready")
            yield network, client


def found(client: TestClient) -> tuple[int, list[int]]:
    """Return a search's HTTP status and naIds. The search must end in time."""
    began = time.monotonic()
    got = client.post(f"{API}/search", json=QUERY)
    assert time.monotonic() - began < LIMIT_S + SLACK_S
    assert got.status_code == 200 or got.json()["detail"].endswith(".")
    return got.status_code, [one["naId"] for one in got.json().get("records", ())]


def soon_found(client: TestClient) -> tuple[int, list[int]]:
    """Repeat a search until the API has reconnected to its database, and return the result."""
    end = time.monotonic() + 30
    while (got := found(client))[0] != 200 and time.monotonic() < end:
        time.sleep(0.2)
    return got


def test_slow_network_gives_the_same_results(
    api_settings: Settings, sample_server: Connection
) -> None:
    with api_through_network(api_settings, sample_server, api_timeout_s=30) as (network, client):
        right = soon_found(client)
        assert right[0] == 200 and len(right[1]) == 3
        network.delay_s = 0.03
        assert client.post(f"{API}/search", json=QUERY).json()["records"][0]["naId"] == right[1][0]


def drop(network: Network) -> None:
    network.drop()


def refuse_new(network: Network) -> None:
    network.is_down = True
    network.drop()


def be_silent(network: Network) -> None:
    network.flows.clear()


@pytest.mark.parametrize("fault", [drop, refuse_new, be_silent])
def test_broken_network_gives_errors_and_then_recovers(
    api_settings: Settings, sample_server: Connection, fault: Callable[[Network], None]
) -> None:
    with api_through_network(api_settings, sample_server) as (network, client):
        right = soon_found(client)
        network.delay_s = 0.01
        with ThreadPoolExecutor(4) as pool:
            under_way = [pool.submit(found, client) for _ in range(12)]
            time.sleep(0.1)
            fault(network)
            got = [one.result() for one in under_way]
        assert {status for status, _ in got} <= {200, 503, 504}
        assert all(one == right for one in got if one[0] == 200)
        if fault is not drop:
            assert found(client)[0] in {503, 504}
            assert client.get(f"{API}/health/live").status_code == 200
        network.is_down = False
        network.flows.set()
        network.delay_s = 0.0
        assert soon_found(client) == right


def test_missing_index_gives_503_until_it_is_recreated(
    api_settings: Settings, sample_server: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narabot.api.readiness.CHECK_VALID_S", 0.0)
    with (
        api_through_network(api_settings, sample_server) as (_, client),
        open_graph(sample_server) as graph,
    ):
        right = soon_found(client)
        made = vector_index_statement(graph)
        graph.write(f"DROP INDEX {VECTOR_INDEX}")
        try:
            for path in ("/search", "/ask"):
                got = client.post(f"{API}{path}", json=QUERY if path == "/search" else ASKED)
                assert got.status_code == 503, got.text
                assert "index" in got.json()["detail"]
            assert "index is missing" in client.get(f"{API}/health/ready").json()["detail"]
        finally:
            graph.write(made)
        assert soon_found(client) == right


def hang(reply: Reply) -> None:
    time.sleep(LIMIT_S)


def hang_half_way(reply: Reply) -> None:
    reply.begin()
    reply.send_piece("The Act is on ")
    time.sleep(LIMIT_S)


def send_garbage(reply: Reply) -> None:
    reply.begin()
    reply.send("data: {{{\n\n")


def break_off(reply: Reply) -> None:
    reply.begin()
    reply.send_piece("The Act is on ")


FAULTS = [hang, hang_half_way, send_garbage, break_off, refuse(500, "broken"), refuse(429, "busy")]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_model_server_fault_gives_503_and_search_works(
    api_settings: Settings, fault: Callable[[Reply], None]
) -> None:
    with chat_server(fault) as model:
        changes = {
            "llm_provider": "openai-compatible",
            "llm_base_url": model.url,
            "llm_model": "m",
            "llm_timeout_s": 0.5,
            "api_timeout_s": 10.0,
        }
        app = create_app(api_settings.model_copy(update=changes))
        with TestClient(app, "http://localhost", raise_server_exceptions=False) as client:
            client.get(f"{API}/health/ready")
            with ThreadPoolExecutor(2) as pool:
                asked = pool.submit(client.post, f"{API}/ask", json=ASKED)
                assert found(client)[0] == 200
                got = asked.result()
            assert got.status_code == 503
            assert "The language model m at" in got.json()["detail"]
            streamed = client.post(f"{API}/ask/stream", json=ASKED).text
            assert "event: found" in streamed and "event: problem" in streamed
            assert "event: response" not in streamed
            assert client.get(f"{API}/health/ready").status_code == 200
