"""The vector index finds the exact nearest chunks without scanning all chunks."""

import math
from pathlib import Path

import numpy as np
import pytest

from narabot.graph import Graph
from narabot.knowledge.neighbors import NEIGHBOR_COUNT, nearest_chunks, read_neighbors
from narabot.knowledge.skeleton import skeleton
from tests.graphs import CountedGraph, vectors
from tests.ingesting import ingest, write_records
from tests.records import SAMPLE, raw_record


def test_neighbors_are_exact_and_exclude_the_chunk_itself(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, SAMPLE, batch=50)
    stored = vectors(graph)
    ids = sorted(stored)
    matrix = np.array([stored[one] for one in ids])
    cosines = matrix @ matrix.T
    np.fill_diagonal(cosines, -2)
    found = read_neighbors(graph, ids)
    assert found.indices.shape == (len(ids), NEIGHBOR_COUNT)
    exact = np.sort(cosines, axis=1)[:, : -NEIGHBOR_COUNT - 1 : -1]
    assert found.cosines == pytest.approx(exact, abs=1e-4)
    assert all(place not in row for place, row in enumerate(found.indices))
    places = skeleton(ids, [one.split("-")[0] for one in ids], found)
    assert len(places) == math.ceil(len(ids) / 4)


def test_vector_index_avoids_scanning_all_chunks(graph: Graph, tmp_path: Path) -> None:
    raws = [raw_record(f"Ship {number}", naId=number) for number in range(1, 1201)]
    ingest(graph, tmp_path, write_records(tmp_path / "a.jsonl", *raws), batch=400)
    counted = CountedGraph(graph)
    list(nearest_chunks(counted, ["7-0"]))  # type: ignore[arg-type]
    assert counted.hits < 1200
