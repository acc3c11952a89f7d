"""Finding the nearest chunks with the vector index. The skeleton depends on these chunks."""

from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.knowledge import neighbors as neighbors_module
from narabot.knowledge.neighbors import nearest_chunks, read_neighbors
from narabot.knowledge.skeleton import NO_NEIGHBOR
from tests.ingesting import ingest, write_records
from tests.records import raw_record

SHIPS = ["Ships in Manila", "Ships in Manila Bay", "Ships of Manila", "Dams on rivers", "Dams"]


@pytest.fixture
def ships(graph: Graph, tmp_path: Path) -> Graph:
    """Return a graph of records, some of which have similar titles."""
    raws = [raw_record(title, naId=number) for number, title in enumerate(SHIPS, start=1)]
    ingest(graph, tmp_path, write_records(tmp_path / "a.jsonl", *raws))
    return graph


def test_neighbors_are_sorted_and_chunks_without_vectors_are_skipped(
    ships: Graph,
) -> None:
    rows = list(nearest_chunks(ships, ["3-0", "1-0", "999-0"], count=2))
    assert [row["chunkId"] for row in rows] == ["1-0", "3-0"]
    first, second = rows[0]["neighbors"]
    assert {first["chunkId"], second["chunkId"]} == {"2-0", "3-0"}
    assert first["score"] >= second["score"]


def test_chunks_outside_the_selection_are_not_neighbors(ships: Graph) -> None:
    found = read_neighbors(ships, ["1-0", "4-0", "5-0"], count=3)
    known = [{int(at) for at in row if at != NO_NEIGHBOR} for row in found.indices]
    assert known[1] >= {2}
    assert all(0 not in row or place for place, row in enumerate(known))
    assert (found.cosines[found.indices == NO_NEIGHBOR] == 0).all()


def test_splitting_the_query_does_not_change_neighbors(
    ships: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [f"{number}-0" for number in range(1, 6)]
    at_once = read_neighbors(ships, ids)
    monkeypatch.setattr(neighbors_module, "CHUNKS_PER_QUERY", 2)
    found = read_neighbors(ships, ids)
    assert (found.indices == at_once.indices).all()
    assert (found.cosines == at_once.cosines).all()
