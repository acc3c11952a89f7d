"""The API while its database is killed and comes back: right errors in time, then right answers."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient

from ingest.pipeline import run_ingest
from narabot.api import create_app
from narabot.database import EmbeddedDatabase
from narabot.graph import open_graph
from narabot.settings import Settings
from tests.conftest import small_settings
from tests.embedders import KeptVectors
from tests.records import SAMPLE

QUERY = {"query": "letters about the Civil War", "limit": 3}
LONGEST_S = 30


@pytest.fixture(scope="module")
def own_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Return the settings of a server that may be killed."""
    settings = small_settings(tmp_path_factory.mktemp("faults"))
    return settings.model_copy(update={"llm_provider": "none"})


@pytest.fixture(scope="module")
def database(own_settings: Settings, kept_vectors: KeptVectors) -> Iterator[EmbeddedDatabase]:
    """Yield a running database with the sample."""
    embedded = EmbeddedDatabase(own_settings)
    with embedded.running(print) as connection:
        with open_graph(connection) as graph:
            run_ingest(own_settings, graph, kept_vectors, [SAMPLE])
        yield embedded


def kill(database: EmbeddedDatabase) -> None:
    """End the server without any warning."""
    pid = database.status().pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    while database.status().running:
        time.sleep(0.05)


def test_a_database_that_is_killed_is_a_503_and_found_again(
    database: EmbeddedDatabase, own_settings: Settings
) -> None:
    app = create_app(own_settings)
    with TestClient(app, "http://localhost", raise_server_exceptions=False) as client:

        def asked(_: object = None) -> tuple[int, list[int]]:
            got = client.post("/api/v1/search", json=QUERY)
            assert "Traceback" not in got.text
            return got.status_code, [one["naId"] for one in got.json().get("records", ())]

        before = asked()
        assert before[0] == 200 and before[1]
        with ThreadPoolExecutor(4) as pool:
            under_way = [pool.submit(asked) for _ in range(40)]
            kill(database)
            got = [one.result(LONGEST_S) for one in under_way]
        assert {status for status, _ in got} <= {200, 503}
        assert all(one == before for one in got if one[0] == 200)
        start = time.monotonic()
        assert asked() == (503, [])
        assert client.get("/api/v1/health/ready").status_code == 503
        assert client.get("/api/v1/health/live").status_code == 200
        assert time.monotonic() - start < LONGEST_S
        database.start(print)
        assert asked() == before
