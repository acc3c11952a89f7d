"""If an ingest or its database is killed at any moment, a rerun produces the same graph."""

import logging
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from narabot.database import EmbeddedDatabase
from narabot.graph import Graph, open_graph
from tests.conftest import small_settings, wipe
from tests.graphs import digest
from tests.killed_ingest import ingest
from tests.records import SAMPLE
from tests.shared import DATA, needs_shared

pytestmark = needs_shared

logger = logging.getLogger(__name__)

FEW, MANY = 2, 20
"""Number of kills in `make test-all` and in `make test-long`, respectively."""

LONGEST_LIFE_S = 1.5
PATHS = [SAMPLE, *(DATA / name for name in ("coll_FDR-MORGEN-1.jsonl", "rg_210-1.jsonl"))]

FORKS = multiprocessing.get_context("forkserver")
"""Multiprocessing context whose processes have already imported narabot, so that most of their time
goes to ingest."""

SHARDS = (
    "MATCH (shard:shard) "
    "RETURN shard.file_name AS name, shard.done AS done, shard.digest AS digest ORDER BY name"
)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[EmbeddedDatabase]:
    """Yield a separate server for this test, which kills it."""
    own = EmbeddedDatabase(small_settings(tmp_path / "killed"))
    own.start(print)
    try:
        yield own
    finally:
        own.stop(print)


def state(database: EmbeddedDatabase) -> tuple[str, object]:
    """Return the graph's digest and the state of the graph's shards."""
    with open_graph(database.connection()) as graph:
        assert_found_by_the_index(graph)
        return digest(graph), graph.read(SHARDS)


def assert_found_by_the_index(graph: Graph) -> None:
    """Fail unless the vector index exists and contains every chunk."""
    (index,) = graph.read("SHOW INDEXES YIELD name, state, type WHERE type = 'VECTOR'")
    assert index["state"] == "ONLINE"
    found = graph.read(
        "MATCH (chunk:recordWithText) WITH count(chunk) AS chunks LIMIT 1 "
        "CALL db.index.vector.queryNodes('recordText', 10000, "
        "[n IN range(1, 64) | toFloat(n)]) YIELD node RETURN chunks, count(node) AS found"
    )
    assert found[0]["found"] == found[0]["chunks"]


def begin(database: EmbeddedDatabase, folder: Path) -> BaseProcess:
    """Start an ingest in a separate process."""
    process = FORKS.Process(target=ingest, args=(database.connection(), folder, PATHS))
    process.start()
    return process


def kill(pid: int) -> None:
    """Kill a process without warning."""
    os.kill(pid, signal.SIGKILL)


def kill_database(database: EmbeddedDatabase) -> None:
    """Kill the server, and restart it on its old port."""
    pid = database.status().pid
    assert pid is not None
    kill(pid)
    while database.status().running:
        time.sleep(0.05)
    database.start(print)


@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_killed_ingest_ends_in_the_same_graph(
    database: EmbeddedDatabase, tmp_path: Path, most: int
) -> None:
    FORKS.set_forkserver_preload(["tests.killed_ingest"])
    undisturbed = begin(database, tmp_path)
    undisturbed.join()
    assert undisturbed.exitcode == 0
    expected = state(database)
    kill_often(
        database,
        partial(begin, database, tmp_path),
        partial(wipe_database, database),
        expected,
        most,
    )


def kill_often(
    database: EmbeddedDatabase,
    begin: Callable[[], BaseProcess],
    reset: Callable[[], None],
    expected: object,
    most: int,
    state: Callable[[EmbeddedDatabase], object] = state,
) -> None:
    """Kill a run and the database alternately. The last run must end in the expected state.

    If a run ends before the kill, check its result and start from an empty graph.
    """
    moments = random.Random(seed := random.randrange(10**6))
    logger.info("seed of the moments: %s", seed)
    kills = 0
    reset()
    while kills < most:
        process = begin()
        process.join(moments.uniform(0, LONGEST_LIFE_S))
        if not process.is_alive():
            assert process.exitcode == 0
            assert state(database) == expected
            reset()
            continue
        is_ingest = kills % 2 == 0
        if is_ingest:
            assert process.pid is not None
            kill(process.pid)
        else:
            kill_database(database)
        process.join()
        if is_ingest and process.exitcode == 0:
            continue  # the run ended just before the kill
        assert process.exitcode == (-signal.SIGKILL if is_ingest else 0)
        kills += 1
    last = begin()
    last.join()
    assert last.exitcode == 0
    assert state(database) == expected


def wipe_database(database: EmbeddedDatabase) -> None:
    with open_graph(database.connection()) as graph:
        wipe(graph)
