"""Ingest on a real database: order, replacement, stubs, rejected lines, and versions."""

import json
from pathlib import Path

import pytest

from ingest.pipeline import run_ingest
from ingest.report import render_report
from ingest.session import load_paths, locked_data_folder
from narabot.embedding import EmbeddingIdentity
from narabot.errors import (
    DataFolderError,
    IndexMismatchError,
    IndexUnavailableError,
    UnreadableSourceError,
)
from narabot.graph import Graph
from narabot.models import Relation
from narabot.settings import Settings
from narabot.versions import check_version
from tests.embedders import WordEmbedder
from tests.graphs import digest, nodes, relations
from tests.ingesting import ingest, write_records
from tests.records import SAMPLE, ancestor, line, raw_authority, raw_record


def test_line_creates_its_whole_path_and_series_creators(graph: Graph, tmp_path: Path) -> None:
    creator = {"naId": 90, "heading": "Department of State", "authorityType": "organization"}
    raw = raw_record(
        naId=3,
        ancestors=[
            ancestor(1, "recordGroup", 2, recordGroupNumber=59),
            ancestor(2, "series", 1, creators=[creator]),
        ],
    )
    ingest(graph, tmp_path, write_records(tmp_path / "a.jsonl", raw))
    assert relations(graph, Relation.INCLUDES) == {("1-0", "2-0"), ("2-0", "3-0")}
    assert relations(graph, Relation.CREATOR) == {("90-0", "2-0")}
    assert nodes(graph)["90-0"][0] == ("organization", "record")


def test_stub_becomes_a_record_when_its_line_is_loaded(graph: Graph, tmp_path: Path) -> None:
    child = raw_record(naId=3, ancestors=[ancestor(2, "series", 1, title="Letters")])
    ingest(graph, tmp_path, write_records(tmp_path / "child.jsonl", child))
    assert nodes(graph)["2-0"][1]["stub"] is True
    parent = raw_record(naId=2, levelOfDescription="series", title="Letters Received")
    ingest(graph, tmp_path, write_records(tmp_path / "parent.jsonl", parent))
    labels, properties = nodes(graph)["2-0"]
    assert labels == ("record", "recordWithText", "series")
    assert properties["title"] == "Letters Received"
    assert "stub" not in properties
    assert "mentions" not in properties
    assert relations(graph, Relation.INCLUDES) == {("2-0", "3-0")}


def test_stub_never_overwrites_a_record(graph: Graph, tmp_path: Path) -> None:
    parent = raw_record(naId=2, levelOfDescription="series", title="Letters Received")
    child = raw_record(naId=3, ancestors=[ancestor(2, "series", 1, title="Letters")])
    ingest(graph, tmp_path, write_records(tmp_path / "parent.jsonl", parent))
    ingest(graph, tmp_path, write_records(tmp_path / "child.jsonl", child))
    assert nodes(graph)["2-0"][1]["title"] == "Letters Received"


def test_changed_line_removes_old_relations_chunks_and_orphans(
    graph: Graph, tmp_path: Path
) -> None:
    subject = {"naId": 80, "heading": "Harbors", "authorityType": "topicalSubject"}
    file = tmp_path / "a.jsonl"
    write_records(file, raw_record(subjects=[subject], scopeAndContentNote="word " * 900))
    ingest(graph, tmp_path, file)
    assert len(relations(graph, Relation.NEXT)) >= 3
    report = ingest(graph, tmp_path, write_records(file, raw_record()))
    assert (report.added, report.replaced) == (0, 1)
    assert set(nodes(graph)) == {"7-0"}
    assert relations(graph, Relation.SUBJECT) == relations(graph, Relation.NEXT) == set()


def test_shorter_line_replaces_only_lines_of_its_own_file(graph: Graph, tmp_path: Path) -> None:
    full, short = raw_record("A long title of a logbook"), raw_record("Logbook")
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    ingest(graph, tmp_path, write_records(first, full))
    assert ingest(graph, tmp_path, write_records(second, short)).less_full == 1
    assert nodes(graph)["7-0"][1]["title"] == "A long title of a logbook"
    assert ingest(graph, tmp_path, write_records(first, short)).replaced == 1
    assert nodes(graph)["7-0"][1]["title"] == "Logbook"


@pytest.mark.parametrize("order", [("a.jsonl", "b.jsonl"), ("b.jsonl", "a.jsonl")])
def test_less_complete_line_replaces_a_line_that_became_shorter(
    graph: Graph, tmp_path: Path, order: tuple[str, str]
) -> None:
    files = [tmp_path / name for name in order]
    write_records(tmp_path / "a.jsonl", raw_record("A long title of a logbook"))
    write_records(tmp_path / "b.jsonl", raw_record("A title of a logbook"))
    ingest(graph, tmp_path, *files)
    assert nodes(graph)["7-0"][1]["title"] == "A long title of a logbook"
    write_records(tmp_path / "a.jsonl", raw_record("Logbook"))
    ingest(graph, tmp_path, *files)
    assert nodes(graph)["7-0"][1]["title"] == "A title of a logbook"
    before = digest(graph)
    second = ingest(graph, tmp_path, *reversed(files))
    assert (second.added, second.replaced, second.moved) == (0, 0, 0)
    assert digest(graph) == before


def test_most_complete_line_wins_and_reloading_changes_nothing(
    graph: Graph, tmp_path: Path
) -> None:
    file = write_records(
        tmp_path / "a.jsonl",
        raw_record("Logbook"),
        *(raw_record(naId=number) for number in range(20, 28)),
        raw_record("A longer title"),
        raw_record("Logbook", naId="7"),
    )
    assert ingest(graph, tmp_path, file).less_full == 2
    before = digest(graph)
    assert nodes(graph)["7-0"][1]["title"] == "A longer title"
    second = ingest(graph, tmp_path, file)
    assert (second.added, second.replaced, second.moved) == (0, 0, 0)
    assert digest(graph) == before


def test_organization_names_link_to_the_organization(graph: Graph, tmp_path: Path) -> None:
    organization = raw_authority(
        "Department of State",
        naId=50,
        authorityType="organization",
        organizationNames=[{"naId": 51, "heading": "Department of Foreign Affairs. (1781 - 1789)"}],
    )
    series = raw_record(
        naId=2,
        levelOfDescription="series",
        creators=[
            {
                "naId": 51,
                "heading": "Department of Foreign Affairs",
                "authorityType": "organization",
            }
        ],
    )
    ingest(graph, tmp_path, write_records(tmp_path / "a.jsonl", organization, series))
    assert relations(graph, Relation.ORGANIZATION_NAME) == {("51-0", "50-0")}
    assert relations(graph, Relation.CREATOR) == {("51-0", "2-0")}


def test_malformed_lines_are_rejected_with_their_line_numbers(graph: Graph, tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"not json\n\n" + line(raw_record()) + b'\n{"record": {"naId": 5}}\n[1]\n')
    report = ingest(graph, tmp_path, file)
    assert (report.lines, report.rejected, report.added) == (4, 3, 1)
    assert report.is_success
    assert report.rejects_file is not None
    rejects = [json.loads(one) for one in report.rejects_file.read_text("utf-8").splitlines()]
    assert [(one["file"], one["line"]) for one in rejects] == [
        ("bad.jsonl", 1),
        ("bad.jsonl", 4),
        ("bad.jsonl", 5),
    ]
    assert "recordType" in rejects[1]["reason"]
    assert "Rejected lines: 3" in render_report(report)


def test_run_without_records_is_not_successful(graph: Graph, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert not ingest(graph, tmp_path, empty).is_success


def test_truncated_file_is_reported_and_its_records_are_kept(graph: Graph, tmp_path: Path) -> None:
    import gzip

    whole = gzip.compress(b"\n".join(line(raw_record(naId=number)) for number in range(1, 400)))
    broken = tmp_path / "a.jsonl.gz"
    broken.write_bytes(whole[: len(whole) // 2])
    report = ingest(
        graph, tmp_path, broken, write_records(tmp_path / "b.jsonl", raw_record(naId=9999))
    )
    assert not report.is_success
    assert "a.jsonl.gz" in report.unreadable[0]
    assert report.added > 50
    assert "9999-0" in nodes(graph)


def test_missing_path_stops_ingest_before_anything_is_written(graph: Graph, tmp_path: Path) -> None:
    with pytest.raises(UnreadableSourceError, match="nowhere"):
        ingest(graph, tmp_path, tmp_path / "nowhere")
    assert nodes(graph) == {}


def test_different_embedding_model_is_rejected(graph: Graph, tmp_path: Path) -> None:
    file = write_records(tmp_path / "a.jsonl", raw_record())
    ingest(graph, tmp_path, file)
    other = WordEmbedder()
    other.identity = EmbeddingIdentity("other words", "words", "fp32", 32)
    with pytest.raises(IndexMismatchError, match=r"words .64.*other words .32.*--rebuild"):
        run_ingest(Settings(narabot_data_dir=tmp_path), graph, other, [file])
    assert check_version(graph, WordEmbedder.identity).dimension == 64


def test_rebuild_replaces_the_graph(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, write_records(tmp_path / "a.jsonl", raw_record(naId=1)))
    ingest(graph, tmp_path, write_records(tmp_path / "b.jsonl", raw_record(naId=2)), rebuild=True)
    assert set(nodes(graph)) == {"2-0"}


@pytest.mark.parametrize("rebuild", [False, True])
def test_foreign_database_is_left_unchanged(graph: Graph, tmp_path: Path, rebuild: bool) -> None:
    graph.write("CREATE (:record {name: 'somebody else'})")
    file = write_records(tmp_path / "a.jsonl", raw_record())
    with pytest.raises(IndexMismatchError, match="separate database for narabot"):
        ingest(graph, tmp_path, file, rebuild=rebuild)
    assert graph.read("MATCH (n) RETURN count(n) AS n") == [{"n": 1}]


def test_empty_database_error_suggests_ingest(graph: Graph) -> None:
    with pytest.raises(IndexUnavailableError, match="narabot ingest"):
        check_version(graph, WordEmbedder.identity)


def test_run_without_records_is_reported(graph: Graph, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert "No records were found" in render_report(ingest(graph, tmp_path, empty))


def test_concurrent_ingest_is_rejected(graph: Graph, tmp_path: Path) -> None:
    settings = Settings(narabot_data_dir=tmp_path)
    with locked_data_folder(settings), pytest.raises(DataFolderError, match="Another ingest"):
        load_paths(settings, graph.connection, [SAMPLE])


def test_chunk_ids_of_records_and_stubs_are_unique(graph: Graph, tmp_path: Path) -> None:
    child = raw_record(naId=3, ancestors=[ancestor(2, "series", 1)])
    ingest(graph, tmp_path, write_records(tmp_path / "a.jsonl", child))
    for chunk_id in ("2-0", "3-0"):
        with pytest.raises(Exception, match="already exists"):
            graph.write("CREATE (:record {chunkId: $id})", id=chunk_id)
