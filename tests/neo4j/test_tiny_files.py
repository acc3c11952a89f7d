"""Files of one or two lines share batches, and narabot reads each file exactly once."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ingest.pipeline import run_ingest
from ingest.write.loader import Loader
from ingest.write.writers import Writers
from narabot.embedding import Vectors
from narabot.graph import Graph, load_query
from narabot.settings import Settings
from tests.embedders import WordEmbedder
from tests.graphs import nodes
from tests.ingesting import write_lines, write_records
from tests.records import line, raw_record

FILES = 60
SHARDS = (
    "MATCH (shard:shard) WITH shard ORDER BY shard.file_name RETURN shard.file_name AS name, "
    "shard.records AS records, shard.rejected AS rejected, shard.done AS done"
)


class CallsCounted(WordEmbedder):
    """A word embedder that counts its calls."""

    calls = 0

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        self.calls += bool(texts)
        return super().embed_array(texts)


def tiny_files(folder: Path, count: int = FILES) -> Path:
    """Write `count` files with one record each, and return their folder."""
    for na_id in range(1, count + 1):
        raw = raw_record(f"Logbook {na_id}", naId=na_id)
        write_records(folder / f"{na_id:03}.jsonl", raw)
    return folder


def counted(calls: list[object], function: Callable[..., object]) -> Callable[..., object]:
    """Return a version of a method that records each call."""

    def counting(*arguments: object, **named: object) -> object:
        calls.append(arguments[1])
        return function(*arguments, **named)

    return counting


def test_tiny_files_share_queries_embedding_and_transactions(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    written: list[object] = []
    monkeypatch.setattr(Graph, "read", counted(read, Graph.read))
    monkeypatch.setattr(Loader, "_transact", counted(written, Loader._transact))
    embedder = CallsCounted()
    settings = Settings(narabot_data_dir=tmp_path / "data")
    folder = tiny_files(tmp_path / "tiny")
    assert embedder.probe  # not counted
    embedder.calls = 0
    report = run_ingest(settings, graph, embedder, [folder])
    asked = [load_query("ingest", name) for name in ("shard_progress", "judged_records")]
    assert [read.count(query) for query in asked] == [1, 1]
    assert (embedder.calls, len(written)) == (1, 1)
    assert (report.files, report.added) == (FILES, FILES)
    assert graph.read(SHARDS) == [
        {"name": f"{number:03}.jsonl", "records": 1, "rejected": 0, "done": True}
        for number in range(1, FILES + 1)
    ]
    again = run_ingest(settings, graph, embedder, [folder])
    assert (again.skipped, again.unchanged, again.lines) == (FILES, FILES, 0)
    assert (embedder.calls, len(written)) == (1, 1)


def stopped_at(nth: int) -> Callable[[Writers, str, object], None]:
    """Return a version of `Writers.write` that writes n - 1 batches and then simulates Ctrl-C."""
    left = [nth]
    write = Writers.write

    def writing(writers: Writers, file_name: str, batch: object) -> None:
        left[0] -= 1
        if left[0] == 0:
            while writers._pending:
                writers._finish_one()
            raise KeyboardInterrupt
        write(writers, file_name, batch)  # type: ignore[arg-type]

    return writing


def numbers(graph: Graph) -> set[int]:
    """Return the naIds of all records."""
    return {int(chunk_id.partition("-")[0]) for chunk_id in nodes(graph)}


def test_rejected_lines_are_counted_per_file(graph: Graph, tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    write_lines(folder / "a.jsonl", line(raw_record(naId=1)))
    write_lines(folder / "b.jsonl", b"nonsense")
    write_lines(folder / "c.jsonl", line(raw_record(naId=3)), b"[]")
    settings = Settings(narabot_data_dir=tmp_path / "data")
    report = run_ingest(settings, graph, WordEmbedder(), [folder])
    assert (report.added, report.rejected) == (2, 2)
    counts = [(row["name"], row["records"], row["rejected"]) for row in graph.read(SHARDS)]
    assert counts == [("a.jsonl", 1, 0), ("b.jsonl", 0, 1), ("c.jsonl", 1, 1)]
    write_lines(folder / "b.jsonl", line(raw_record(naId=2)))
    run_ingest(settings, graph, WordEmbedder(), [folder])
    rejected = graph.read("MATCH (line:rejectedLine) RETURN line.file_name AS file_name")
    assert rejected == [{"file_name": "c.jsonl"}]


def test_most_complete_line_among_tiny_files_is_kept(graph: Graph, tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    for name, title in (("a", "Log"), ("b", "A logbook of a ship"), ("c", "A logbook")):
        write_records(folder / f"{name}.jsonl", raw_record(title, naId=7))
    settings = Settings(narabot_data_dir=tmp_path / "data")
    run_ingest(settings, graph, WordEmbedder(), [folder])
    _, properties = nodes(graph)["7-0"]
    assert properties["title"] == "A logbook of a ship"
    assert properties["otherFiles"] == ["a.jsonl", "c.jsonl"]
