"""The knowledge layer with and without narabot's own NER model."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from ingest.pipeline import run_load
from narabot.graph import Graph
from narabot.knowledge.building import begin_build, run_build
from narabot.knowledge.lazy_ner_cache import LazyNerCacheBuilder
from narabot.knowledge.ner_cache import NerCacheBuilder
from narabot.reading import open_ner_model
from narabot.reading.names import NamedSpan, NerModel
from narabot.settings import Settings
from tests.conftest import wipe
from tests.ingesting import ingest, ingest_settings, write_records
from tests.knowledge_layers import AT_ONCE, Capitals, build, layer, nodes_of_layer, remove
from tests.prepared_shards import prepare
from tests.records import raw_authority, raw_record

NOTE = "A letter of Clara Barton was sent to the clerk Henry Wilson on May 4, 1901."


@pytest.fixture(scope="module")
def reader() -> NerModel:
    return open_ner_model()


def methods(graph: Graph) -> dict[str, list[str]]:
    """Return the names found by each method."""
    rows = graph.read(
        "MATCH (:PhraseNode)-[mention:MENTIONED_IN]->(:PassageNode) "
        "WITH mention ORDER BY mention.surface "
        "RETURN mention.method AS method, collect(mention.surface) AS said"
    )
    return {row["method"]: row["said"] for row in rows}


def test_ner_model_adds_people_without_headings(
    graph: Graph, tmp_path: Path, reader: NerModel
) -> None:
    record = raw_record("Letters", naId=11, levelOfDescription="series", scopeAndContentNote=NOTE)
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", record))
    build(graph)
    without = layer(graph)
    assert "model" not in methods(graph)
    assert run_build(begin_build(graph, AT_ONCE, names=NerCacheBuilder(reader))).written == 1
    found = methods(graph)
    assert found.pop("model") == ["Clara Barton", "Henry Wilson"]
    assert found["rules"] == ["May 4, 1901"]
    assert run_build(begin_build(graph, AT_ONCE, names=NerCacheBuilder(reader))).records == 0
    build(graph)
    assert layer(graph) == without


def letters(folder: Path) -> Path:
    """Write a record that names people, and return the file."""
    record = raw_record("Letters", naId=11, levelOfDescription="series", scopeAndContentNote=NOTE)
    return write_records(folder / "rg_1-1.jsonl", record)


def test_new_heading_does_not_rerun_the_ner_model(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, letters(tmp_path))
    first = Capitals()
    run_build(begin_build(graph, AT_ONCE, names=NerCacheBuilder(first)))
    assert len(first.texts) == 1
    peru = raw_authority("Peru", naId=12, authorityType="geographicPlaceName")
    ingest(graph, tmp_path, write_records(tmp_path / "authorities_1.jsonl", peru))
    again = Capitals()
    assert run_build(begin_build(graph, AT_ONCE, names=NerCacheBuilder(again))).records == 2
    assert [text for text in again.texts if "Barton" in text] == []
    with_kept = layer(graph)
    remove(graph)
    assert nodes_of_layer(graph) == 0
    anew = Capitals()
    run_build(begin_build(graph, AT_ONCE, names=NerCacheBuilder(anew)))
    assert any("Barton" in text for text in anew.texts)
    assert layer(graph) == with_kept


def test_names_from_prepared_shards_give_the_same_layer(
    graph: Graph, tmp_path: Path, reader: NerModel
) -> None:
    lines = letters(tmp_path)
    ingest(graph, tmp_path, lines)
    run_build(begin_build(graph, AT_ONCE, names=NerCacheBuilder(reader)))
    wanted = layer(graph)
    wipe(graph)
    prepare(tmp_path, tmp_path / "to", lines, names=LazyNerCacheBuilder(Settings()))
    run_load(ingest_settings(tmp_path), graph, [tmp_path / "to"])
    unused = Unused(reader.version)
    report = run_build(begin_build(graph, AT_ONCE, names=NerCacheBuilder(unused)))
    assert (report.written, report.failed) == (1, {})
    assert layer(graph) == wanted
    remove(graph)
    assert nodes_of_layer(graph) == 0


class Unused(Capitals):
    """A name detector that must not be called."""

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        raise AssertionError(texts)


def test_names_in_changed_text_are_detected_again(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, letters(tmp_path))
    run_build(begin_build(graph, AT_ONCE, names=NerCacheBuilder(Capitals())))
    changed = raw_record("Papers of Ada Bo", naId=11, levelOfDescription="series")
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", changed))
    [row] = graph.read("MATCH (c:record {chunkId: '11-0'}) RETURN c.namesRead AS names")
    assert row["names"] is None
    run_build(begin_build(graph, AT_ONCE, names=NerCacheBuilder(Capitals())))
    assert "Ada Bo" in methods(graph)["model"]
