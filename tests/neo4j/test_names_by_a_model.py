"""The layer with the reader of names that comes with narabot, and without it again."""

from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.knowledge.building import begin_build, run_build
from narabot.reading import open_name_reader
from narabot.reading.names import NameReader
from tests.ingesting import ingest, write_records
from tests.knowing import AT_ONCE, build, layer
from tests.records import raw_record

NOTE = "A letter of Clara Barton was sent to the clerk Henry Wilson on May 4, 1901."


@pytest.fixture(scope="module")
def reader() -> NameReader:
    return open_name_reader(classes=["PERSON"])


def methods(graph: Graph) -> dict[str, list[str]]:
    """Return the names that each method has found."""
    rows = graph.read(
        "MATCH (:PhraseNode)-[mention:MENTIONED_IN]->(:PassageNode) "
        "WITH mention ORDER BY mention.surface "
        "RETURN mention.method AS method, collect(mention.surface) AS said"
    )
    return {row["method"]: row["said"] for row in rows}


def test_persons_without_a_heading_are_in_the_layer_while_the_model_reads(
    graph: Graph, tmp_path: Path, reader: NameReader
) -> None:
    record = raw_record("Letters", naId=11, levelOfDescription="series", scopeAndContentNote=NOTE)
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", record))
    build(graph)
    without = layer(graph)
    assert "model" not in methods(graph)
    assert run_build(begin_build(graph, AT_ONCE, names=reader)).written == 1
    found = methods(graph)
    assert found.pop("model") == ["Clara Barton", "Henry Wilson"]
    assert found["rules"] == ["May 4, 1901"]
    assert run_build(begin_build(graph, AT_ONCE, names=reader)).records == 0
    build(graph)
    assert layer(graph) == without
