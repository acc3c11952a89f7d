"""Interrupted runs, changed shards, and the dry run's report on both."""

import gzip
import json
import os
import random
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest

import ingest.session as ingest_session
from ingest.estimate import Estimate, estimate_ingest, render_estimate
from ingest.pipeline import is_loaded, run_ingest
from ingest.prepared.loaded_records import EmptyGraph
from ingest.progress import NO_RETRY
from ingest.write.embed import EmbedderOnDemand
from ingest.write.loader import Loader
from narabot.embedding import EmbeddingIdentity, Probe, Vectors
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
from tests.records import line, raw_record
from tests.shared import DATA

REAL = [DATA / "coll_FDR-MORGEN-1.jsonl", DATA / "rg_210-1.jsonl"]


class StoppingEmbedder(WordEmbedder):
    """A word embedder that simulates Ctrl-C during its n-th batch."""

    def __init__(self, batches: int) -> None:
        self.batches = batches

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        if texts:
            self.batches -= 1
            if self.batches < 0:
                raise KeyboardInterrupt
        return super().embed_array(texts)


class CountingEmbedder(WordEmbedder):
    """A word embedder that counts its texts."""

    texts = 0

    @cached_property
    def probe(self) -> Probe:
        return WordEmbedder().probe  # not counted

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        return super().embed_array(texts)


class SpeechlessEmbedder(WordEmbedder):
    """A word embedder that returns NaN for texts with one particular word."""

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        vectors = super().embed_array(texts)
        vectors[["Unspeakable" in text for text in texts]] = np.nan
        return vectors


def shard(folder: Path, count: int, title: str = "Logbook") -> Path:
    raws = [raw_record(f"{title} {na_id}", naId=na_id) for na_id in range(1, count + 1)]
    return write_records(folder / "a.jsonl", *raws)


# Interrupted and resumed runs


@pytest.mark.slow
def test_run_that_was_stopped_goes_on_where_it_stopped(graph: Graph, tmp_path: Path) -> None:
    file = shard(tmp_path, 95)
    ingest(graph, tmp_path, file)
    undisturbed = digest(graph)
    with pytest.raises(KeyboardInterrupt):
        ingest(graph, tmp_path, file, embedder=StoppingEmbedder(4), rebuild=True)
    written = len(nodes(graph))
    assert 0 < written <= 4 * BATCH
    report = ingest(graph, tmp_path, file)
    assert report.lines == 95 - written
    assert (report.added, report.unchanged) == (95 - written, written)
    assert digest(graph) == undisturbed
    assert is_loaded(graph, file)


def test_shard_that_changed_meanwhile_is_read_from_its_beginning(
    graph: Graph, tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        ingest(graph, tmp_path, shard(tmp_path, 40), embedder=StoppingEmbedder(2))
    report = ingest(graph, tmp_path, shard(tmp_path, 40, "Journal"))
    assert report.lines == 40
    assert {node["title"] for _, node in nodes(graph).values()} == {
        f"Journal {na_id}" for na_id in range(1, 41)
    }


def test_index_of_texts_is_made_after_the_fill_also_when_it_was_stopped(
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


def test_rebuild_that_was_stopped_ends_in_a_whole_graph_with_the_next_ingest(
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


def test_rebuild_with_other_files_of_the_model_goes_on_with_them_when_it_was_stopped(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest(graph, tmp_path, REAL[1])
    graph.write(load_query("ingest", "mark_emptying"))
    monkeypatch.setattr(ingest_session, "open_embeddings", lambda *_, **__: OtherModel())
    settings = ingest_settings(tmp_path).model_copy(update={"embedding_model": "words"})
    run_ingest(settings, graph, ingest_session.embedder_for(settings, graph), [REAL[1]])
    assert stored_probe(graph) == pytest.approx(OtherModel().probe)


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def interrupted_at(write, name, nth):  # type: ignore[no-untyped-def]
    """Return a version of `Graph.write` that is interrupted at the n-th run of a statement."""
    left = [nth]

    def writing(graph, query, **parameters):  # type: ignore[no-untyped-def]
        if query == load_query("ingest", name):
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
        return write(graph, query, **parameters)

    return writing


def test_line_that_should_win_wins_also_when_the_run_was_killed_before_it_was_read_again(
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


def test_line_that_should_win_wins_when_its_shard_comes_in_a_later_run(
    graph: Graph, tmp_path: Path
) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    write_records(first, raw_record("A long title of a logbook"))
    write_records(second, raw_record("A title of a logbook"))
    ingest(graph, tmp_path, first, second)
    ingest(graph, tmp_path, write_records(first, raw_record("Logbook")))
    assert nodes(graph)["7-0"][1]["title"] == "Logbook"
    ingest(graph, tmp_path, second)
    assert nodes(graph)["7-0"][1]["title"] == "A title of a logbook"


def test_index_whose_constraint_was_not_made_any_more_is_made_anew(
    bare_graph: Graph, tmp_path: Path
) -> None:
    bare_graph.write("DROP CONSTRAINT shardFileName IF EXISTS")
    bare_graph.write("CREATE INDEX shardFileName FOR (shard:shard) ON (shard.file_name)")
    ingest(bare_graph, tmp_path, shard(tmp_path, 3))
    (row,) = bare_graph.read(
        "SHOW INDEXES YIELD name, owningConstraint WHERE name = 'shardFileName' "
        "RETURN owningConstraint"
    )
    assert row["owningConstraint"] == "shardFileName"


# Changed shards


def changed(raw: dict[str, object], moments: random.Random) -> dict[str, object]:
    """Return a real record with a change that a new release might contain."""
    kind = moments.randrange(4)
    if kind == 0:
        return raw | {"title": f"{raw['title']} (revised)"}
    if kind == 1:
        return {name: value for name, value in raw.items() if name != "ancestors"}
    if kind == 2:
        subject = {"naId": 999, "heading": "Revision", "authorityType": "topicalSubject"}
        return raw | {"subjects": [subject]}
    return raw | {"scopeAndContentNote": "A word. " * 500}


def test_real_lines_that_change_end_in_the_graph_of_the_new_lines(
    graph: Graph, tmp_path: Path
) -> None:
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


def test_one_line_that_changed_is_the_only_one_written(graph: Graph, tmp_path: Path) -> None:
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


def test_rejected_lines_are_those_of_the_last_reading(graph: Graph, tmp_path: Path) -> None:
    rejected = (
        "MATCH (line:rejectedLine) RETURN line.line_num AS line, line.reason AS reason "
        "ORDER BY line"
    )
    file = write_lines(tmp_path / "a.jsonl", line(raw_record()), b"nonsense", b"[]")
    ingest(graph, tmp_path, file)
    assert [row["line"] for row in graph.read(rejected)] == [2, 3]
    ingest(graph, tmp_path, write_lines(file, line(raw_record()), b"[]"))
    (row,) = graph.read(rejected)
    assert row == {"line": 2, "reason": "expected a record, found a list"}
    ingest(graph, tmp_path, write_records(file, raw_record()))
    assert graph.read(rejected) == []


def test_an_empty_file_forgets_the_rejected_lines_of_its_name(graph: Graph, tmp_path: Path) -> None:
    rejected = "MATCH (line:rejectedLine) RETURN line.line_num AS line"
    file = write_lines(tmp_path / "old.jsonl", b"nonsense")
    ingest(graph, tmp_path, file, write_lines(tmp_path / "a.jsonl", line(raw_record())))
    file.rename(tmp_path / "new.jsonl")
    assert len(graph.read(rejected)) == 1
    file.write_bytes(b"")
    ingest(graph, tmp_path, file)
    assert graph.read(rejected) == []
    assert "7-0" in nodes(graph)


def test_record_without_a_usable_vector_is_rejected_and_forgotten_when_it_has_one(
    graph: Graph, tmp_path: Path
) -> None:
    rejected = "MATCH (line:rejectedLine) RETURN line.line_num AS line, line.reason AS reason"
    file = write_lines(
        tmp_path / "a.jsonl", line(raw_record(naId=8)), line(raw_record("Unspeakable"))
    )
    report = ingest(graph, tmp_path, file, embedder=SpeechlessEmbedder())
    assert (report.added, report.rejected) == (1, 1)
    assert graph.read(rejected) == [
        {"line": 2, "reason": "the embedding model returns no usable vector for the record's text"}
    ]
    ingest(graph, tmp_path, write_lines(file, line(raw_record(naId=8)), line(raw_record())))
    assert graph.read(rejected) == []


def test_shard_that_was_broken_for_a_while_is_not_taken_for_loaded(
    graph: Graph, tmp_path: Path
) -> None:
    file = tmp_path / "a.jsonl.gz"
    whole = gzip.compress(b"\n".join(line(raw_record(naId=n)) for n in range(1, 40)))
    file.write_bytes(whole)
    ingest(graph, tmp_path, file)
    expected = digest(graph)
    changed = [line(raw_record("Changed", naId=n, note=os.urandom(99).hex())) for n in range(1, 40)]
    file.write_bytes(gzip.compress(b"\n".join(changed))[:-200])
    assert ingest(graph, tmp_path, file).unreadable
    assert digest(graph) != expected
    file.write_bytes(whole)
    ingest(graph, tmp_path, file)
    assert digest(graph) == expected


def test_graph_without_its_vector_index_is_not_loaded(graph: Graph, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "a.jsonl", line(raw_record()))
    ingest(graph, tmp_path, file)
    assert is_loaded(graph, file)
    graph.write("DROP INDEX recordText")
    assert not is_loaded(graph, file)


def test_run_that_was_stopped_after_its_last_line_ends_well(graph: Graph, tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "a.jsonl", *(line(raw_record(naId=n)) for n in range(1, 2 * BATCH + 1))
    )
    ingest(graph, tmp_path, file)
    graph.write("MATCH (shard:shard) SET shard.done = false")
    report = ingest(graph, tmp_path, file)
    assert (report.lines, report.unchanged) == (0, 2 * BATCH)
    assert report.is_success


# Dry runs


def estimated(graph: Graph, folder: Path, *paths: Path) -> Estimate:
    return estimate_ingest(ingest_settings(folder), Loader(graph, NO_RETRY), WordEmbedder(), paths)


def test_dry_run_says_what_the_run_then_does_and_writes_nothing(
    graph: Graph, tmp_path: Path
) -> None:
    file = write_lines(tmp_path / "a.jsonl", *REAL[1].read_bytes().splitlines(), b"nonsense")
    known = estimate_ingest(ingest_settings(tmp_path), EmptyGraph(), WordEmbedder(), [file])
    assert graph.read("MATCH (any) RETURN count(any) AS n") == [{"n": 0}]
    report = ingest(graph, tmp_path, file)
    assert (known.report.added, known.chunks) == (report.added, report.chunks)
    assert known.report.rejected == report.rejected == 1
    assert known.seconds > 0
    assert known.bytes > 0
    before = digest(graph)
    lines = REAL[1].read_bytes().splitlines()
    again = estimated(graph, tmp_path, write_lines(file, line(raw_record()), *lines[1:]))
    assert (again.report.added, again.report.moved, again.chunks) == (1, 0, 1)
    assert again.report.unchanged == len(lines) - 1
    assert digest(graph) == before
    assert "Records that an ingest would write: 1 added, 0 replaced" in render_estimate(again)


def test_dry_run_of_what_is_loaded_says_so(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    text = render_estimate(estimated(graph, tmp_path, *REAL))
    assert text.startswith("Dry run: nothing was written.")
    assert "Unchanged files skipped: 2." in text
    assert "Chunks to embed" not in text


# The embedding model


def test_model_is_not_opened_while_there_is_nothing_new(graph: Graph, tmp_path: Path) -> None:
    def refused() -> WordEmbedder:
        raise AssertionError("the model is opened")

    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    waiting = EmbedderOnDemand(WordEmbedder.identity, WordEmbedder().probe, refused)
    report = run_ingest(ingest_settings(tmp_path), graph, waiting, REAL)
    assert report.skipped == 2


def test_model_that_turns_out_to_be_another_is_refused(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    before = digest(graph)
    other = WordEmbedder()
    other.identity = EmbeddingIdentity("words", "words", "bf16", 64)
    waiting = EmbedderOnDemand(WordEmbedder.identity, None, lambda: other)
    with pytest.raises(IndexMismatchError, match=r"fp32.*bf16.*--rebuild"):
        run_ingest(ingest_settings(tmp_path), graph, waiting, [shard(tmp_path, 3)])
    assert digest(graph) == before


def test_other_files_of_the_same_model_are_refused(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    before = digest(graph)
    waiting = EmbedderOnDemand(WordEmbedder.identity, stored_probe(graph), OtherModel)
    for embedder in (waiting, OtherModel()):
        with pytest.raises(IndexMismatchError, match=r"computes different vectors.*--rebuild"):
            run_ingest(ingest_settings(tmp_path), graph, embedder, [shard(tmp_path, 3)])
    assert digest(graph) == before


def test_graph_from_before_probes_were_kept_gets_that_of_the_next_ingest(
    graph: Graph, tmp_path: Path
) -> None:
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    graph.write("MATCH (version:graphVersion) REMOVE version.probe")
    assert stored_probe(graph) is None
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    assert stored_probe(graph) == pytest.approx(WordEmbedder().probe)
