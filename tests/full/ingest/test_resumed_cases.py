"""More interrupted runs: rebuilds, different models, and changed real lines."""

import json
import random
from pathlib import Path

import pytest

import ingest.session as ingest_session
from ingest.estimate import render_estimate
from ingest.pipeline import run_ingest
from ingest.write.embed import EmbedderOnDemand
from ingest.write.writers import Writers
from narabot.embedding import EmbeddingIdentity
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, load_query
from narabot.versions import check_version, stored_probe
from tests.embedders import OtherModel, WordEmbedder
from tests.graphs import digest, nodes
from tests.ingesting import (
    BATCH,
    REAL_BATCH,
    ingest,
    ingest_settings,
    write_lines,
    write_records,
)
from tests.neo4j.test_resumed import (
    REAL,
    CountingEmbedder,
    StoppingEmbedder,
    changed,
    estimated,
    interrupted,
    interrupted_at,
    shard,
)
from tests.neo4j.test_tiny_files import SHARDS, numbers, stopped_at, tiny_files
from tests.records import line, raw_record
from tests.shared import needs_shared

pytestmark = needs_shared


def test_full_text_index_is_created_after_an_interrupted_load(
    bare_graph: Graph, tmp_path: Path
) -> None:
    state = "SHOW INDEXES YIELD name, state WHERE name = $name RETURN state"
    file = shard(tmp_path, 40)
    with pytest.raises(KeyboardInterrupt):
        ingest(bare_graph, tmp_path, file, embedder=StoppingEmbedder(2))
    assert bare_graph.read(state, name="recordText") == [{"state": "ONLINE"}]
    assert bare_graph.read(state, name="recordWords") == []
    ingest(bare_graph, tmp_path, file)
    assert bare_graph.read(state, name="recordWords") == [{"state": "ONLINE"}]


def test_next_ingest_completes_an_interrupted_rebuild(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest(graph, tmp_path, REAL[1])
    whole, records = digest(graph), len(nodes(graph))
    with monkeypatch.context() as patch:
        patch.setattr("ingest.write.graph_setup.DELETE_BATCH", 15)
        patch.setattr(Graph, "write", interrupted_at(Graph.write, "delete_some", 2))
        with pytest.raises(KeyboardInterrupt):
            ingest(graph, tmp_path, REAL[1], rebuild=True)
    assert 0 < len(nodes(graph)) < records
    with pytest.raises(IndexUnavailableError, match="is running or was interrupted"):
        check_version(graph, WordEmbedder.identity)
    ingest(graph, tmp_path, REAL[1])
    assert digest(graph) == whole


def test_interrupted_rebuild_continues_with_the_new_model_files(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest(graph, tmp_path, REAL[1])
    graph.write(load_query("ingest", "mark_emptying"))
    monkeypatch.setattr(ingest_session, "open_embeddings", lambda *_, **__: OtherModel())
    settings = ingest_settings(tmp_path).model_copy(update={"embedding_model": "words"})
    run_ingest(settings, graph, ingest_session.embedder_for(settings, graph), [REAL[1]])
    assert stored_probe(graph) == pytest.approx(OtherModel().probe)


def test_fuller_line_wins_after_an_interrupted_run(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    write_records(first, raw_record("A long title of a logbook"))
    write_records(second, raw_record("A title of a logbook"))
    ingest(graph, tmp_path, first, second)
    write_records(first, raw_record("Logbook"))
    with monkeypatch.context() as patch:
        patch.setattr("ingest.write.run.reload_unsettled", interrupted)
        with pytest.raises(KeyboardInterrupt):
            ingest(graph, tmp_path, first, second)
    assert nodes(graph)["7-0"][1]["title"] == "Logbook"
    ingest(graph, tmp_path, first, second)
    assert nodes(graph)["7-0"][1]["title"] == "A title of a logbook"
    assert graph.read("MATCH (unsettled:unsettledRecord) RETURN unsettled") == []


def test_index_without_its_constraint_is_recreated(bare_graph: Graph, tmp_path: Path) -> None:
    bare_graph.write("DROP CONSTRAINT shardFileName IF EXISTS")
    bare_graph.write("CREATE INDEX shardFileName FOR (shard:shard) ON (shard.file_name)")
    ingest(bare_graph, tmp_path, shard(tmp_path, 3))
    (row,) = bare_graph.read(
        "SHOW INDEXES YIELD name, owningConstraint WHERE name = 'shardFileName' "
        "RETURN owningConstraint"
    )
    assert row["owningConstraint"] == "shardFileName"


def test_changed_real_lines_give_the_graph_of_new_lines(graph: Graph, tmp_path: Path) -> None:
    moments = random.Random(11)
    old, new = tmp_path / "old", tmp_path / "new"
    for file in REAL:
        raws = [json.loads(one)["record"] for one in file.read_text("utf-8").splitlines()]
        twice = [changed(raw, moments) if moments.random() < 0.1 else raw for raw in raws]
        moments.shuffle(twice)
        for folder, lines in ((old, raws), (new, twice)):
            folder.mkdir(exist_ok=True)
            write_records(folder / file.name, *lines)
    ingest(graph, tmp_path, new, batch=REAL_BATCH)
    expected = digest(graph)
    ingest(graph, tmp_path, old, rebuild=True, batch=REAL_BATCH)
    assert digest(graph) != expected
    counting = CountingEmbedder()
    report = ingest(graph, tmp_path, new, embedder=counting, batch=REAL_BATCH)
    assert 50 < report.replaced < 150
    assert report.added == 0
    assert counting.texts == report.chunks
    assert digest(graph) == expected


def test_only_the_changed_line_is_written(graph: Graph, tmp_path: Path) -> None:
    lines = REAL[0].read_bytes().splitlines()
    file = write_lines(tmp_path / "a.jsonl", *lines)
    ingest(graph, tmp_path, file, batch=REAL_BATCH)
    raw = json.loads(lines[400])["record"]
    lines[400] = line(raw | {"title": f"{raw['title']} (revised)"})
    counting = CountingEmbedder()
    changed_file = write_lines(file, *lines)
    report = ingest(graph, tmp_path, changed_file, embedder=counting, batch=REAL_BATCH)
    assert (report.added, report.replaced, report.moved) == (0, 1, 0)
    assert report.unchanged == len(lines) - 1
    assert counting.texts == 1


def test_dry_run_reports_unchanged_files(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    text = render_estimate(estimated(graph, tmp_path, *REAL))
    assert text.startswith("Dry run: nothing was written.")
    assert "Unchanged files skipped: 2." in text
    assert "Chunks to embed" not in text


def test_model_is_not_opened_without_new_records(graph: Graph, tmp_path: Path) -> None:
    def refused() -> WordEmbedder:
        raise AssertionError("the model is opened")

    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    waiting = EmbedderOnDemand(WordEmbedder.identity, WordEmbedder().probe, refused)
    report = run_ingest(ingest_settings(tmp_path), graph, waiting, REAL)
    assert report.skipped == 2


def test_model_with_a_different_identity_is_rejected(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    before = digest(graph)
    other = WordEmbedder()
    other.identity = EmbeddingIdentity("words", "words", "bf16", 64)
    waiting = EmbedderOnDemand(WordEmbedder.identity, None, lambda: other)
    with pytest.raises(IndexMismatchError, match=r"fp32.*bf16.*--rebuild"):
        run_ingest(ingest_settings(tmp_path), graph, waiting, [shard(tmp_path, 3)])
    assert digest(graph) == before


def test_different_files_of_the_same_model_are_rejected(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    before = digest(graph)
    waiting = EmbedderOnDemand(WordEmbedder.identity, stored_probe(graph), OtherModel)
    for embedder in (waiting, OtherModel()):
        with pytest.raises(IndexMismatchError, match=r"computes different vectors.*--rebuild"):
            run_ingest(ingest_settings(tmp_path), graph, embedder, [shard(tmp_path, 3)])
    assert digest(graph) == before


def test_next_ingest_adds_a_missing_probe(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    graph.write("MATCH (version:graphVersion) REMOVE version.probe")
    assert stored_probe(graph) is None
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    assert stored_probe(graph) == pytest.approx(WordEmbedder().probe)


def test_interrupted_run_resumes_with_unwritten_tiny_files(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tiny_files(tmp_path / "tiny", 4 * BATCH)
    ingest(graph, tmp_path, folder)
    undisturbed, shards = digest(graph), graph.read(SHARDS)
    with monkeypatch.context() as patch:
        patch.setattr(Writers, "write", stopped_at(3))
        with pytest.raises(KeyboardInterrupt):
            ingest(graph, tmp_path, folder, rebuild=True)
    there = {(row["name"], row["done"]) for row in graph.read(SHARDS)}
    assert there == {(f"{na_id:03}.jsonl", True) for na_id in numbers(graph)}
    assert 0 < len(there) <= 2 * BATCH
    report = ingest(graph, tmp_path, folder)
    assert (report.skipped, report.added) == (len(there), 4 * BATCH - len(there))
    assert (digest(graph), graph.read(SHARDS)) == (undisturbed, shards)
