"""narabot reports a Neo4j store with overwritten bytes and suggests remedies."""

from pathlib import Path

import pytest

from narabot.database import EmbeddedDatabase
from narabot.errors import DatabaseStartError
from narabot.graph import open_graph
from tests.conftest import small_settings

DAMAGED = ("neostore", "neostore.nodestore.db", "neostore.counts.db")


def nothing(_line: str) -> None:
    """Discard a progress line."""


def test_damaged_store_is_reported_with_remedies(tmp_path: Path) -> None:
    database = EmbeddedDatabase(small_settings(tmp_path / "damaged"))
    with database.running(nothing) as connection, open_graph(connection) as graph:
        graph.write("UNWIND range(1, 100) AS naId CREATE (:item {naId: naId})")
    store, _ = database.home.store
    for name in DAMAGED:
        size = (store / name).stat().st_size
        (store / name).write_bytes(b"\xaa" * size)
    with pytest.raises(DatabaseStartError, match=r"damaged.*narabot db restore.*narabot ingest"):
        database.start(nothing)
    assert not database.status().running
