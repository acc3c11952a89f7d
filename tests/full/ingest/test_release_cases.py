"""More releases: order, full disks, prepared shards, and records that return."""

import gzip
from pathlib import Path

import pytest

from ingest.pipeline import run_load
from ingest.releases.lifecycle import Release
from ingest.write.load_input import LoadMode
from narabot.errors import DataFolderError, PreparedShardError, ReleaseError
from narabot.graph import Graph
from narabot.retrieval.records.full_record import full_record
from tests.conftest import wipe
from tests.graphs import digest
from tests.ingesting import ingest, ingest_settings, write_records
from tests.neo4j.test_releases import (
    PERSON,
    SERIES,
    UNIT,
    changes,
    counts,
    found,
    lines,
    properties,
    said,
    second,
    withdrawn,
)
from tests.prepared_shards import prepare
from tests.records import raw_record

__all__ = ["lines", "withdrawn"]


def test_records_loaded_without_release_do_not_count_as_added(
    graph: Graph, tmp_path: Path, lines: Path
) -> None:
    ingest(graph, tmp_path, lines)
    report = ingest(graph, tmp_path, lines, release="2026-07")
    assert counts(report) == {}
    assert report.unchanged == 7
    assert properties(graph, 1)["release"] == "2026-07"


def test_release_graph_depends_only_on_its_lines(graph: Graph, tmp_path: Path, lines: Path) -> None:
    """The withdrawn record and the release history are exceptions."""
    ingest(graph, tmp_path, lines, release="2026-07")
    second(lines)
    ingest(graph, tmp_path, lines, release="2027-01")
    kept = said(graph)
    wipe(graph)
    ingest(graph, tmp_path, lines)
    assert {key: one for key, one in kept.items() if not key.startswith("2-")} == said(graph)


def test_less_full_line_in_a_new_release_wins(graph: Graph, tmp_path: Path) -> None:
    """The record has moved to a different file, where its line is shorter."""
    lines = tmp_path / "lines"
    write_records(lines / "rg_1-1.jsonl", raw_record("Logbook with a long title", naId=1))
    write_records(lines / "rg_1-2.jsonl", raw_record(naId=2))
    ingest(graph, tmp_path, lines, release="2026-07")
    write_records(lines / "rg_1-1.jsonl", raw_record(naId=3))
    write_records(lines / "rg_1-2.jsonl", raw_record(naId=2), raw_record("Log", naId=1))
    ingest(graph, tmp_path, lines, release="2027-01")
    assert properties(graph, 1)["title"] == "Log"
    assert properties(graph, 1)["file_name"] == "rg_1-2.jsonl"


@pytest.mark.parametrize("order", [1, -1])
def test_fuller_of_two_lines_in_a_release_wins(graph: Graph, tmp_path: Path, order: int) -> None:
    files = [tmp_path / "rg_1-1.jsonl", tmp_path / "rg_1-2.jsonl"]
    write_records(files[0], raw_record("Old", naId=1))
    write_records(files[1], raw_record("Old and full", naId=1))
    ingest(graph, tmp_path, *files, release="2026-07")
    write_records(files[0], raw_record("New", naId=1))
    ingest(graph, tmp_path, *files[::order], release="2027-01")
    assert properties(graph, 1)["title"] == "Old and full"
    assert properties(graph, 1)["otherFiles"] == ["rg_1-1.jsonl"]
    assert changes(graph, 1) == []


def test_withdrawn_record_returns_with_a_different_text(
    graph: Graph, tmp_path: Path, lines: Path
) -> None:
    ingest(graph, tmp_path, lines, release="2026-07")
    second(lines)
    ingest(graph, tmp_path, lines, release="2027-01")
    write_records(lines / "rg_1-3.jsonl", raw_record("Logbook again", naId=2))
    ingest(graph, tmp_path, lines / "rg_1-3.jsonl")
    assert 2 in found(graph)
    assert "withdrawn" not in properties(graph, 2)


def test_release_with_an_unreadable_file_withdraws_nothing(
    graph: Graph, tmp_path: Path, lines: Path
) -> None:
    ingest(graph, tmp_path, lines, release="2026-07")
    (lines / "rg_1-2.jsonl").unlink()
    (lines / "rg_1-3.jsonl.gz").write_bytes(b"\x1f\x8b broken")
    with pytest.raises(ReleaseError, match="1 files could not be read"):
        ingest(graph, tmp_path, lines, release="2027-01")
    assert "withdrawn" not in properties(graph, 6)


def test_releases_are_ordered_by_first_load(graph: Graph, tmp_path: Path, lines: Path) -> None:
    """Releases may be loaded on the same day and may have any names."""
    ingest(graph, tmp_path, lines, release="winter")
    ingest(graph, tmp_path, lines, release="summer")
    ingest(graph, tmp_path, lines, release="summer")
    with pytest.raises(ReleaseError, match="winter was loaded before summer"):
        ingest(graph, tmp_path, lines, release="winter")


def test_unprepared_file_withdraws_nothing(graph: Graph, tmp_path: Path, lines: Path) -> None:
    ingest(graph, tmp_path, lines, release="2026-07")
    file = lines / "rg_1-2.jsonl"
    (lines / "rg_1-2.jsonl.gz").write_bytes(b"\x1f\x8b broken")
    whole = file.read_bytes()
    file.unlink()
    assert prepare(tmp_path, tmp_path / "to", lines, release="2027-01").faults
    settings, mode = (
        ingest_settings(tmp_path),
        LoadMode(release=Release("2027-01", is_complete=True)),
    )
    before = digest(graph)
    with pytest.raises(PreparedShardError, match=r"1 of 2 files .* such as rg_1-2\.jsonl\.gz"):
        run_load(settings, graph, [tmp_path / "to"], mode)
    with pytest.raises(PreparedShardError, match="has no file list"):
        run_load(settings, graph, [tmp_path / "to" / "rg_1-1.jsonl.prepared"], mode)
    assert digest(graph) == before
    (lines / "rg_1-2.jsonl.gz").write_bytes(gzip.compress(whole))
    assert not prepare(tmp_path, tmp_path / "to", lines, release="2027-01").faults
    run_load(settings, graph, [tmp_path / "to"], mode)
    assert found(graph) == list(range(1, 8))


def test_shards_prepared_for_another_release_are_rejected(
    graph: Graph, tmp_path: Path, lines: Path
) -> None:
    prepare(tmp_path, tmp_path / "to", lines, release="2026-07")
    mode = LoadMode(release=Release("2027-01"))
    with pytest.raises(PreparedShardError, match="prepared for release 2026-07"):
        run_load(ingest_settings(tmp_path), graph, [tmp_path / "to"], mode)


def test_report_lost_to_full_disk_is_written_next_run(
    graph: Graph, tmp_path: Path, lines: Path
) -> None:
    ingest(graph, tmp_path, lines, release="2026-07")
    second(lines)
    part = ingest_settings(tmp_path).narabot_data_dir / "releases" / ".2027-01.csv.part"
    part.symlink_to("/dev/full")
    with pytest.raises(DataFolderError, match=r"cannot write to .*releases \(the disk is full\)"):
        ingest(graph, tmp_path, lines, release="2027-01")
    before = digest(graph)
    assert not part.with_name("2027-01.csv").exists()
    part.unlink()
    report = ingest(graph, tmp_path, lines, release="2027-01")
    assert counts(report) == {"added": 1, "changed": 1, "withdrawn": 1}
    assert part.with_name("2027-01.csv").stat().st_size
    assert digest(graph) == before


def test_reloading_a_withdrawn_record_restores_its_relationships(
    withdrawn: Graph, tmp_path: Path
) -> None:
    file = tmp_path / "lines" / "rg_1-1.jsonl"
    write_records(file, SERIES, UNIT, PERSON)
    ingest(withdrawn, tmp_path, file, release="2027-07")
    assert full_record(withdrawn, 3).withdrawal is None
    assert full_record(withdrawn, 2).children.total == 1
    assert full_record(withdrawn, 8).descriptions.total == 1
