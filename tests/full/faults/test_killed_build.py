"""If a build is killed at any moment, a rerun produces the same knowledge layer."""

from functools import partial
from pathlib import Path

import pytest

from narabot.database import EmbeddedDatabase
from narabot.graph import open_graph
from tests.full.faults.test_killed import (
    FEW,
    FORKS,
    MANY,
    PATHS,
    BaseProcess,
    database,
    kill_often,
)
from tests.graphs import digest
from tests.killed_build import build
from tests.killed_ingest import ingest
from tests.knowledge_layers import layer, nodes_of_layer, remove
from tests.shared import needs_shared

pytestmark = needs_shared

__all__ = ["database"]


def whole(database: EmbeddedDatabase) -> tuple[str, object]:
    """Return the digest of the catalog graph, and the knowledge layer's contents."""
    with open_graph(database.connection()) as graph:
        return digest(graph), layer(graph)


def begin(database: EmbeddedDatabase) -> BaseProcess:
    """Start a build in a separate process."""
    process = FORKS.Process(target=build, args=(database.connection(),))
    process.start()
    return process


def unbuild(database: EmbeddedDatabase) -> None:
    """Remove the knowledge layer."""
    with open_graph(database.connection()) as graph:
        remove(graph)
        assert nodes_of_layer(graph) == 0


@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_killed_build_ends_in_the_same_layer(
    database: EmbeddedDatabase, tmp_path: Path, most: int
) -> None:
    FORKS.set_forkserver_preload(["tests.killed_build", "tests.killed_ingest"])
    ingest(database.connection(), tmp_path, PATHS)
    undisturbed = begin(database)
    undisturbed.join()
    assert undisturbed.exitcode == 0
    expected = whole(database)
    kill_often(
        database,
        partial(begin, database),
        partial(unbuild, database),
        expected,
        most,
        state=whole,
    )
