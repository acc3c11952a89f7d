"""The API without a required resource: timely errors, then correct answers.

A database is killed, a disk is full, an index is under construction, or a model lacks memory.
"""

import os
import resource
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Never

import pytest
import torch
from fastapi.testclient import TestClient
from transformers import LlamaForCausalLM

from ingest.pipeline import run_ingest
from narabot.api import create_app
from narabot.database import EmbeddedDatabase
from narabot.embedding import Embeddings
from narabot.graph import open_graph
from narabot.models import VECTOR_INDEX
from narabot.settings import Settings
from tests.conftest import small_settings
from tests.graphs import vector_index_statement
from tests.records import SAMPLE
from tests.tiny_models import keep_hub_away, local_settings, save_language_model

QUERY = {"query": "letters about the Civil War", "limit": 3}
ASKED = {"query": "On which roll of microfilm is the Act for the Temporary Relief of Hamet?"}
LONGEST_S = 30
INDEX_BUILT_S = 120
DIMENSION = 384
MORE_CHUNKS = 6_000
"""Number of extra chunks: large enough to delay the construction of the index."""


@pytest.fixture(scope="module")
def own_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Return the settings for a server that a test may kill."""
    settings = small_settings(tmp_path_factory.mktemp("faults"))
    return settings.model_copy(update={"llm_provider": "none"})


@pytest.fixture(scope="module")
def database(own_settings: Settings, embeddings: Embeddings) -> Iterator[EmbeddedDatabase]:
    """Yield a running database with the sample."""
    embedded = EmbeddedDatabase(own_settings)
    with embedded.running(print) as connection:
        with open_graph(connection) as graph:
            run_ingest(own_settings, graph, embeddings, [SAMPLE])
        yield embedded


def kill(database: EmbeddedDatabase) -> None:
    """Kill the server without warning."""
    pid = database.status().pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    while database.status().running:
        time.sleep(0.05)


@contextmanager
def client_of(settings: Settings, **changes: Any) -> Iterator[TestClient]:
    """Yield a client of an API without a retrieval cache."""
    app = create_app(settings.model_copy(update={"retrieval_cache": 0} | changes))
    with TestClient(app, "http://localhost", raise_server_exceptions=False) as client:
        yield client


def found(client: TestClient) -> tuple[int, list[int]]:
    """Return a search's HTTP status and naIds."""
    got = client.post("/api/v1/search", json=QUERY)
    assert "Traceback" not in got.text
    return got.status_code, [one["naId"] for one in got.json().get("records", ())]


def found_at_last(client: TestClient) -> tuple[int, list[int]]:
    """Repeat a search that gets a 503 until the index is complete, and return the result."""
    end = time.monotonic() + INDEX_BUILT_S
    while (got := found(client))[0] == 503 and time.monotonic() < end:
        time.sleep(0.5)
    return got


def test_killed_database_gives_503_until_it_restarts(
    database: EmbeddedDatabase, own_settings: Settings
) -> None:
    with client_of(own_settings) as client:
        before = found(client)
        assert before[0] == 200 and before[1]
        with ThreadPoolExecutor(4) as pool:
            under_way = [pool.submit(found, client) for _ in range(40)]
            kill(database)
            got = [one.result(LONGEST_S) for one in under_way]
        assert {status for status, _ in got} <= {200, 503}
        assert all(one == before for one in got if one[0] == 200)
        start = time.monotonic()
        assert found(client) == (503, [])
        assert client.get("/api/v1/health/ready").status_code == 503
        assert client.get("/api/v1/health/live").status_code == 200
        assert time.monotonic() - start < LONGEST_S
        database.start(print)
        assert found(client) == before


def test_full_database_disk_does_not_prevent_answers(
    database: EmbeddedDatabase, own_settings: Settings
) -> None:
    pid = database.status().pid
    assert pid is not None
    with client_of(own_settings) as client:
        before = found(client)
        assert before[0] == 200 and before[1]
        unlimited = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, unlimited[1]))
        try:
            assert found(client) == before
            assert client.post("/api/v1/ask", json=ASKED).status_code == 200
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)


def test_index_being_built_gives_503_and_is_then_used(
    database: EmbeddedDatabase, own_settings: Settings
) -> None:
    with (
        open_graph(database.connection()) as graph,
        client_of(own_settings) as client,
        client_of(own_settings) as late_client,
    ):
        before = found(client)
        made = vector_index_statement(graph)
        graph.write(
            "UNWIND range(1, $count) AS number CREATE "
            "(:Filler:recordWithText {embedding: [one IN range(1, $dimension) | rand() - 0.5]})",
            count=MORE_CHUNKS,
            dimension=DIMENSION,
        )
        graph.write(f"DROP INDEX {VECTOR_INDEX}")
        graph.write(made)
        late = late_client.post("/api/v1/search", json=QUERY)
        assert late.status_code == 503
        assert "% built" in late.json()["detail"]
        assert found_at_last(client)[0] == 200
        graph.write("MATCH (one:Filler) DELETE one")
        assert found(client) == before
        assert found(late_client) == before


def test_model_out_of_memory_gives_503_and_search_works(
    database: EmbeddedDatabase,
    own_settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> Never:
        raise torch.OutOfMemoryError("CUDA out of memory")

    assert database.status().running
    keep_hub_away(monkeypatch, tmp_path / "hub")
    local = local_settings(save_language_model(tmp_path / "tiny"), llm_max_new_tokens=8)
    chosen = local.model_dump(include={"llm_provider", "llm_model_cpu", "llm_max_new_tokens"})
    with client_of(own_settings, **chosen) as client:
        with monkeypatch.context() as patch:
            patch.setattr(LlamaForCausalLM, "forward", fail)
            got = client.post("/api/v1/ask", json=ASKED)
            assert got.status_code == 503
            assert "for lack of memory" in got.json()["detail"]
            assert found(client)[0] == 200
        answered = client.post("/api/v1/ask", json=ASKED)
        assert answered.status_code == 200
        assert answered.json()["records"]
