"""`prepare` and `load` create the same graph as `ingest` and reject damaged or mixed shards."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ingest.pipeline import run_load
from ingest.prepared import storage_at
from ingest.prepared.job import ChunkLimits, create_job
from ingest.prepared.loaded_records import read_loaded_records, write_loaded_records
from ingest.prepared.manifest import MANIFEST, folder_name
from ingest.prepared.run import prepare_here, run_prepare
from ingest.prepared.shard_writer import publish, replace_file, unfinished_folder
from ingest.read.sources import find_sources
from ingest.releases.lifecycle import Release
from ingest.report import Report, render_report
from ingest.write.load_input import LoadMode
from narabot.embedding import EmbeddingIdentity
from narabot.errors import (
    DataFolderError,
    IndexMismatchError,
    PreparedShardError,
    UnreadableSourceError,
    WorkerLostError,
)
from narabot.graph import Graph
from narabot.versions import stored_probe
from tests.conftest import wipe
from tests.embedders import OtherModel, WordEmbedder
from tests.graphs import digest, nodes
from tests.ingesting import BATCH, REAL_BATCH, ingest, ingest_settings, write_lines, write_records
from tests.on_workers import SharpTokenizer
from tests.prepared_shards import prepare, rows
from tests.records import SAMPLE, line, raw_authority, raw_record
from tests.shared import DATA, needs_shared

pytestmark = needs_shared

REAL = [SAMPLE, *(DATA / name for name in ("coll_FDR-MORGEN-1.jsonl", "rg_210-1.jsonl"))]
SHARDS = (
    "MATCH (shard:shard) WITH properties(shard) AS shard ORDER BY shard.file_name "
    "RETURN shard {.*, loadedAt: null} AS shard"
)
REJECTED = (
    "MATCH (line:rejectedLine) RETURN properties(line) AS line ORDER BY line.file_name, "
    "line.line_num"
)


class RenamedModel(WordEmbedder):
    identity = EmbeddingIdentity("other words", "words", "fp32", 64)


def load(graph: Graph, folder: Path, *paths: Path, batch: int = BATCH) -> Report:
    return run_load(ingest_settings(folder, batch), graph, list(paths))


def load_release(graph: Graph, folder: Path, to: Path, name: str) -> Report:
    return run_load(ingest_settings(folder), graph, [to], LoadMode(release=Release(name)))


def state(graph: Graph) -> tuple[object, ...]:
    """Return a graph's complete state, including the bookkeeping."""
    return digest(graph), graph.read(SHARDS), graph.read(REJECTED)


def test_prepare_and_load_give_the_same_graph_as_ingest(graph: Graph, tmp_path: Path) -> None:
    report = ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    wanted = state(graph)
    wipe(graph)
    done = prepare(tmp_path, tmp_path / "to", *REAL, batch=REAL_BATCH, cores=2)
    loaded = load(graph, tmp_path, tmp_path / "to", batch=REAL_BATCH)
    assert state(graph) == wanted
    assert done.sum("records") == loaded.lines
    assert (loaded.lines, loaded.graph_chunks, loaded.by_type, loaded.rejected) == (
        report.lines,
        report.graph_chunks,
        report.by_type,
        report.rejected,
    )


def test_odd_lines_also_give_the_same_graph(graph: Graph, tmp_path: Path) -> None:
    """The lines include rejected lines, repeated naIds, an empty record, and non-ASCII text."""
    file = write_lines(
        tmp_path / "lines" / "rg_1-1.jsonl",
        line(raw_record(naId=1, title="Größe\u0000 \U0001f5c3 ' \" \\")),
        b"no record",
        line(raw_record(naId=2, title="short")),
        line(raw_record(naId=2, title="much longer")),
        line(raw_record(naId=3, title=None)),
        line(raw_authority(naId=4)),
    )
    write_records(file.with_name("rg_1-2.jsonl"), raw_record(naId=1, title="again"))
    write_lines(file.with_name("rg_1-3.jsonl"))
    ingest(graph, tmp_path, file.parent)
    wanted = state(graph)
    wipe(graph)
    prepare(tmp_path, tmp_path / "to", file.parent)
    load(graph, tmp_path, tmp_path / "to")
    assert state(graph) == wanted


def test_shortened_record_is_taken_from_another_shard(graph: Graph, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    first = write_records(lines / "rg_1-1.jsonl", raw_record(naId=1, title="the longest of all"))
    write_records(lines / "rg_1-2.jsonl", raw_record(naId=1, title="the longer"))
    prepare(tmp_path, tmp_path / "to", lines)
    load(graph, tmp_path, tmp_path / "to")
    write_records(first, raw_record(naId=1, title="short"))
    prepare(tmp_path, tmp_path / "to", lines)
    load(graph, tmp_path, tmp_path / "to")
    assert nodes(graph)["1-0"][1]["title"] == "the longer"


def test_only_changed_shards_are_prepared_again(graph: Graph, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    write_records(lines / "rg_1-1.jsonl", raw_record(naId=1))
    write_records(lines / "rg_1-2.jsonl", raw_record(naId=2))
    assert not prepare(tmp_path, tmp_path / "to", lines).sum("was_prepared")
    before = rows(tmp_path / "to")
    again = prepare(tmp_path, tmp_path / "to", lines)
    assert again.sum("was_prepared") == 2
    assert rows(tmp_path / "to") == before
    write_records(lines / "rg_1-2.jsonl", raw_record(naId=2, title="Changed"))
    assert prepare(tmp_path, tmp_path / "to", lines).sum("was_prepared") == 1
    load(graph, tmp_path, tmp_path / "to")
    assert nodes(graph)["2-0"][1]["title"] == "Changed"


def test_unchanged_shard_only_gets_the_new_release_name(graph: Graph, tmp_path: Path) -> None:
    lines, to = tmp_path / "lines", tmp_path / "to"
    write_records(lines / "rg_1-1.jsonl", raw_record(naId=1))
    write_records(lines / "rg_1-2.jsonl", raw_record(naId=2))
    prepare(tmp_path, to, lines, release="2026-10")
    load_release(graph, tmp_path, to, "2026-10")
    write_loaded_records(graph, tmp_path / "loaded.parquet")
    same = to / folder_name("rg_1-1.jsonl") / "records.parquet"
    before = same.stat()
    write_records(lines / "rg_1-2.jsonl", raw_record(naId=3))
    known = tmp_path / "loaded.parquet"
    done = prepare(tmp_path, to, lines, release="2027-01", known=known)
    assert (done.sum("was_prepared"), done.sum("records")) == (1, 1)
    assert same.stat() == before, "the tables have changed"
    load_release(graph, tmp_path, to, "2027-01")
    found = nodes(graph)
    assert "withdrawn" in found["2-0"][1]
    assert {"1-0", "3-0"} == {key for key in found if found[key][1]["release"] == "2027-01"}
    assert prepare(tmp_path, to, lines, release="2027-01", known=known).sum("was_prepared") == 2


def test_shard_unaffected_by_the_skip_list_is_reused(graph: Graph, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    file = write_records(lines / "rg_1-1.jsonl", raw_record(naId=1))
    ingest(graph, tmp_path, file)
    first, second = tmp_path / "first.parquet", tmp_path / "second.parquet"
    write_loaded_records(graph, first)
    write_records(lines / "rg_1-2.jsonl", raw_record(naId=2))
    prepare(tmp_path, tmp_path / "to", lines, known=first)
    ingest(graph, tmp_path, lines)
    write_loaded_records(graph, second)
    again = prepare(tmp_path, tmp_path / "to", lines, known=second)
    [there] = [one.source.file_name for one in again.shards if one.was_prepared]
    assert there == "rg_1-2.jsonl", "the wrong shard was reused"


def test_shard_of_a_removed_file_is_left_out(graph: Graph, tmp_path: Path) -> None:
    lines, to = tmp_path / "lines", tmp_path / "to"
    write_records(lines / "rg_1-1.jsonl", raw_record(naId=1))
    gone = write_records(lines / "rg_1-2.jsonl", raw_record(naId=2))
    prepare(tmp_path, to, lines, release="2026-10")
    load_release(graph, tmp_path, to, "2026-10")
    gone.unlink()
    prepare(tmp_path, to, lines, release="2027-01")
    report = load_release(graph, tmp_path, to, "2027-01")
    assert "lacks their files: 1 prepared shard from earlier releases" in render_report(report)
    assert "withdrawn" in nodes(graph)["2-0"][1]


def test_shard_that_vanishes_during_a_release_update_is_rebuilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_records(tmp_path / "rg_1-1.jsonl", raw_record(naId=1))
    to = tmp_path / "to"
    prepare(tmp_path, to, file, release="2026-10")

    def vanished(folder: Path, name: Path, content: bytes) -> bool:
        shutil.rmtree(folder / name.parent)
        return replace_file(folder, name, content)

    monkeypatch.setattr("ingest.prepared.storage.replace_file", vanished)
    done = prepare(tmp_path, to, file, release="2027-01")
    assert (done.sum("was_prepared"), done.sum("records")) == (0, 1)
    assert not list(to.glob(".unfinished-*"))


def test_loading_twice_changes_nothing(graph: Graph, tmp_path: Path) -> None:
    prepare(tmp_path, tmp_path / "to", SAMPLE)
    load(graph, tmp_path, tmp_path / "to")
    before = state(graph)
    again = load(graph, tmp_path, tmp_path / "to")
    assert again.skipped == again.files
    assert state(graph) == before


def test_load_skips_files_loaded_by_ingest(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, SAMPLE)
    before = state(graph)
    prepare(tmp_path, tmp_path / "to", SAMPLE)
    assert load(graph, tmp_path, tmp_path / "to").skipped
    assert state(graph) == before


# What the database already contains


def test_skipping_loaded_records_gives_the_same_graph(graph: Graph, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    same, changed = raw_record(naId=1, title="Same"), raw_record(naId=2, title="Before")
    write_records(lines / "rg_1-1.jsonl", same, changed)
    ingest(graph, tmp_path, lines)
    known = tmp_path / "loaded.parquet"
    assert write_loaded_records(graph, known) == 2
    write_records(lines / "rg_1-1.jsonl", raw_record(naId=3), same, changed | {"title": "After"})
    done = prepare(tmp_path, tmp_path / "to", lines, known=known)
    assert (done.sum("records"), done.sum("noted")) == (2, 1)
    report = load(graph, tmp_path, tmp_path / "to")
    assert (report.lines, report.added, report.replaced, report.unchanged) == (3, 1, 1, 1)
    found = state(graph)
    wipe(graph)
    ingest(graph, tmp_path, lines)
    assert found == state(graph)


def test_outdated_skip_list_stops_the_load(graph: Graph, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    write_records(lines / "rg_1-1.jsonl", raw_record(naId=1), raw_record(naId=2))
    ingest(graph, tmp_path, lines)
    write_loaded_records(graph, tmp_path / "loaded.parquet")
    wipe(graph)
    prepare(tmp_path, tmp_path / "to", lines, known=tmp_path / "loaded.parquet")
    with pytest.raises(PreparedShardError, match="skips 2 records that the graph does not contain"):
        load(graph, tmp_path, tmp_path / "to")
    prepare(tmp_path, tmp_path / "to", lines)
    load(graph, tmp_path, tmp_path / "to")
    assert {"1-0", "2-0"} == set(nodes(graph))
    assert "text" in nodes(graph)["1-0"][1]


def test_full_disk_is_reported_and_keeps_the_old_list(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, SAMPLE)
    known, part = tmp_path / "loaded.parquet", tmp_path / ".loaded.parquet.part"
    write_loaded_records(graph, known)
    before = known.read_bytes()
    part.symlink_to("/dev/full")
    with pytest.raises(DataFolderError, match="the disk is full"):
        write_loaded_records(graph, known)
    part.unlink()
    assert known.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"no list", b"PAR1"])
def test_invalid_skip_list_is_reported(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "loaded.parquet"
    file.write_bytes(content)
    with pytest.raises(UnreadableSourceError, match="narabot export-loaded"):
        read_loaded_records(file)


# Damaged or mismatched files


@pytest.fixture
def prepared(tmp_path: Path) -> Path:
    """Return a folder with one prepared shard."""
    write_records(tmp_path / "lines" / "rg_1-1.jsonl", *(raw_record(naId=n) for n in range(1, 9)))
    prepare(tmp_path, tmp_path / "to", tmp_path / "lines")
    return tmp_path / "to"


@pytest.mark.parametrize("table", ["records", "chunks", "relations", "noted"])
def test_shard_with_a_truncated_table_is_rejected(
    graph: Graph, tmp_path: Path, prepared: Path, table: str
) -> None:
    file = prepared / folder_name("rg_1-1.jsonl") / f"{table}.parquet"
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(PreparedShardError, match=rf"{table}\.parquet does not match the manifest"):
        load(graph, tmp_path, prepared)
    assert not nodes(graph)
    assert not prepare(tmp_path, prepared, tmp_path / "lines").faults
    shutil.rmtree(prepared / folder_name("rg_1-1.jsonl"))
    prepare(tmp_path, prepared, tmp_path / "lines")
    load(graph, tmp_path, prepared)
    assert len(nodes(graph)) == 8


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"file_name": 1}'])
def test_damaged_manifest_is_rejected(
    graph: Graph, tmp_path: Path, prepared: Path, content: bytes
) -> None:
    (prepared / folder_name("rg_1-1.jsonl") / MANIFEST).write_bytes(content)
    with pytest.raises(PreparedShardError, match="cannot be loaded"):
        load(graph, tmp_path, prepared)
    assert prepare(tmp_path, prepared, tmp_path / "lines").sum("records") == 8


def test_rebuild_from_bad_shards_leaves_the_graph_unchanged(
    graph: Graph, tmp_path: Path, prepared: Path
) -> None:
    ingest(graph, tmp_path, tmp_path / "lines")
    before = state(graph)
    file = prepared / folder_name("rg_1-1.jsonl") / "chunks.parquet"
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(PreparedShardError, match="does not match the manifest"):
        run_load(ingest_settings(tmp_path), graph, [prepared], LoadMode(rebuild=True))
    known = tmp_path / "loaded.parquet"
    write_loaded_records(graph, known)
    prepare(tmp_path, tmp_path / "less", tmp_path / "lines", known=known)
    with pytest.raises(PreparedShardError, match="without --rebuild"):
        run_load(ingest_settings(tmp_path), graph, [tmp_path / "less"], LoadMode(rebuild=True))
    assert state(graph) == before


def test_missing_folder_is_reported(graph: Graph, tmp_path: Path) -> None:
    with pytest.raises(PreparedShardError, match="is not a folder"):
        load(graph, tmp_path, tmp_path / "nowhere")


def test_folder_without_shards_is_reported(graph: Graph, tmp_path: Path) -> None:
    with pytest.raises(
        PreparedShardError, match="contains no finished output of `narabot prepare`"
    ):
        load(graph, tmp_path, tmp_path)


def test_shards_with_different_vectors_are_not_mixed(
    graph: Graph, tmp_path: Path, prepared: Path
) -> None:
    write_records(tmp_path / "more" / "rg_1-2.jsonl", raw_record(naId=20))
    prepare(tmp_path, prepared, tmp_path / "more", embedder=OtherModel())
    with pytest.raises(PreparedShardError, match="return different vectors"):
        load(graph, tmp_path, prepared)
    assert not nodes(graph)


def test_shards_from_different_model_files_are_rejected(
    graph: Graph, tmp_path: Path, prepared: Path
) -> None:
    load(graph, tmp_path, prepared)
    before = state(graph)
    more = write_records(tmp_path / "more" / "rg_1-2.jsonl", raw_record(naId=20))
    prepare(tmp_path, tmp_path / "other", more, embedder=OtherModel())
    with pytest.raises(IndexMismatchError, match=r"computes different vectors.*--rebuild"):
        load(graph, tmp_path, tmp_path / "other")
    assert state(graph) == before
    mode = LoadMode(rebuild=True)
    run_load(ingest_settings(tmp_path), graph, [tmp_path / "other"], mode)
    assert stored_probe(graph) == pytest.approx(OtherModel().probe)


def test_shards_of_different_releases_are_not_mixed(
    graph: Graph, tmp_path: Path, prepared: Path
) -> None:
    write_records(tmp_path / "more" / "rg_1-2.jsonl", raw_record(naId=20))
    prepare(tmp_path, prepared, tmp_path / "more", release="2027-01")
    with pytest.raises(PreparedShardError, match="no release and release 2027-01"):
        load(graph, tmp_path, prepared)


def test_shards_from_a_different_model_are_rejected(
    graph: Graph, tmp_path: Path, prepared: Path
) -> None:
    ingest(graph, tmp_path, tmp_path / "lines")
    before = state(graph)
    write_records(tmp_path / "more" / "rg_1-2.jsonl", raw_record(naId=20))
    prepare(tmp_path, tmp_path / "renamed", tmp_path / "more", embedder=RenamedModel())
    with pytest.raises(IndexMismatchError):
        load(graph, tmp_path, tmp_path / "renamed")
    assert state(graph) == before


def test_unreadable_file_is_reported_and_others_are_prepared(tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    write_records(lines / "rg_1-1.jsonl", raw_record(naId=1))
    (lines / "rg_1-2.jsonl.gz").write_bytes(b"\x1f\x8b broken")
    done = prepare(tmp_path, tmp_path / "to", lines)
    assert done.sum("records") == 1
    [fault] = done.faults
    assert "rg_1-2.jsonl.gz cannot be read to its end" in fault
    assert not (tmp_path / "to" / folder_name("rg_1-2.jsonl.gz")).exists()


def test_simultaneous_runs_into_one_folder_are_rejected(tmp_path: Path) -> None:
    one, other = storage_at(tmp_path), storage_at(tmp_path)
    with one.held(), pytest.raises(DataFolderError, match="is using"), other.held():
        pass


def test_simultaneous_publishing_of_a_shard_succeeds(
    tmp_path: Path,
) -> None:
    def give(number: int) -> None:
        with unfinished_folder(tmp_path) as folder:
            (folder / "number").write_text(str(number))
            publish(folder, tmp_path, "rg_1-1.jsonl")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(give, range(200)))
    [whole] = tmp_path.iterdir()
    assert [path.name for path in whole.iterdir()] == ["number"]


def test_killed_worker_process_is_reported(tmp_path: Path) -> None:
    sharp: Any = SharpTokenizer(tmp_path / "killed", WordEmbedder().tokenizer)
    job = create_job(
        ingest_settings(tmp_path), WordEmbedder(), storage_at(tmp_path / "to"), None, None
    )
    job = replace(job, limits=ChunkLimits(sharp, job.limits.max_tokens))
    engine = partial(prepare_here, WordEmbedder(), cores=2)
    with pytest.raises(WorkerLostError, match="memory ran out"):
        run_prepare(job, engine, find_sources(REAL))
    assert (tmp_path / "killed").exists()


def test_storage_is_visible_only_while_a_run_holds_it(tmp_path: Path) -> None:
    shelf = storage_at(tmp_path)
    assert not shelf.is_visible()
    with shelf.held():
        assert shelf.is_visible()
    assert not shelf.is_visible()


@pytest.mark.parametrize("name", ["../../x.jsonl", "/x.jsonl", "a/./b.jsonl", "a//b", "a\\..\\b"])
def test_archive_names_cannot_escape_the_folder(tmp_path: Path, name: str) -> None:
    folder = (tmp_path / folder_name(f"a.zip/{name}")).resolve()
    assert folder.is_relative_to(tmp_path.resolve())
    assert ".." not in folder_name(f"a.zip/{name}").parts
