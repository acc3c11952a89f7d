"""Interrupted runs, changed shards, and dry runs."""

import gzip
import os
import random
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest

from ingest.estimate import Estimate, estimate_ingest, render_estimate
from ingest.pipeline import is_loaded
from ingest.prepared.loaded_records import EmptyGraph
from ingest.progress import NO_RETRY
from ingest.write.loader import Loader
from narabot.embedding import Probe, Vectors
from narabot.graph import Graph, load_query
from tests.embedders import WordEmbedder
from tests.graphs import digest, nodes
from tests.ingesting import (
    BATCH,
    ingest,
    ingest_settings,
    write_lines,
    write_records,
)
from tests.records import line, raw_record
from tests.shared import DATA, needs_shared

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
    """A word embedder that counts the texts that it embeds."""

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
def test_interrupted_run_resumes_where_it_stopped(graph: Graph, tmp_path: Path) -> None:
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


def test_shard_that_changed_meanwhile_is_read_from_the_start(graph: Graph, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        ingest(graph, tmp_path, shard(tmp_path, 40), embedder=StoppingEmbedder(2))
    report = ingest(graph, tmp_path, shard(tmp_path, 40, "Journal"))
    assert report.lines == 40
    assert {node["title"] for _, node in nodes(graph).values()} == {
        f"Journal {na_id}" for na_id in range(1, 41)
    }


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def interrupted_at(write, name, nth):  # type: ignore[no-untyped-def]
    """Return a version of `Graph.write` that is interrupted when a query runs for the n-th time."""
    left = [nth]

    def writing(graph, query, **parameters):  # type: ignore[no-untyped-def]
        if query == load_query("ingest", name):
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
        return write(graph, query, **parameters)

    return writing


def test_most_complete_line_wins_even_in_a_later_run(graph: Graph, tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    write_records(first, raw_record("A long title of a logbook"))
    write_records(second, raw_record("A title of a logbook"))
    ingest(graph, tmp_path, first, second)
    ingest(graph, tmp_path, write_records(first, raw_record("Logbook")))
    assert nodes(graph)["7-0"][1]["title"] == "Logbook"
    ingest(graph, tmp_path, second)
    assert nodes(graph)["7-0"][1]["title"] == "A title of a logbook"


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


def test_rejected_lines_are_those_of_the_latest_run(graph: Graph, tmp_path: Path) -> None:
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


def test_emptied_file_clears_its_rejected_lines(graph: Graph, tmp_path: Path) -> None:
    rejected = "MATCH (line:rejectedLine) RETURN line.line_num AS line"
    file = write_lines(tmp_path / "old.jsonl", b"nonsense")
    ingest(graph, tmp_path, file, write_lines(tmp_path / "a.jsonl", line(raw_record())))
    file.rename(tmp_path / "new.jsonl")
    assert len(graph.read(rejected)) == 1
    file.write_bytes(b"")
    ingest(graph, tmp_path, file)
    assert graph.read(rejected) == []
    assert "7-0" in nodes(graph)


def test_record_without_a_usable_vector_is_rejected_until_changed(
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


def test_temporarily_broken_shard_is_loaded_again(graph: Graph, tmp_path: Path) -> None:
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


def test_shard_does_not_count_as_loaded_without_vector_index(graph: Graph, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "a.jsonl", line(raw_record()))
    ingest(graph, tmp_path, file)
    assert is_loaded(graph, file)
    graph.write("DROP INDEX recordText")
    assert not is_loaded(graph, file)


def test_run_stopped_after_its_last_line_succeeds_on_resume(graph: Graph, tmp_path: Path) -> None:
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


@needs_shared
@needs_shared
@pytest.mark.slow
def test_dry_run_predicts_the_run_and_writes_nothing(graph: Graph, tmp_path: Path) -> None:
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


# The embedding model
