"""Loading releases: added, changed, and withdrawn records, reports, and rejected releases."""

import csv
import json
from pathlib import Path

import pytest

from ingest.pipeline import run_ingest, run_load
from ingest.prepared.loaded_records import read_loaded_records, write_loaded_records
from ingest.releases.lifecycle import MAX_WITHDRAWN, Release
from ingest.report import Report, count_graph
from ingest.write.load_input import LoadMode
from narabot.errors import ReleaseError
from narabot.graph import Graph
from narabot.models import FULL_TEXT_INDEX, NO_FILTERS, Filters, NamedRecord, Row
from narabot.presentation.whole_record_json import RecordResponse
from narabot.retrieval import open_retriever
from narabot.retrieval.records.full_record import full_record
from narabot.understanding.query_rewriting import rewrite_query
from tests.conftest import wipe
from tests.embedders import WordEmbedder
from tests.graphs import digest, nodes
from tests.ingesting import ingest, ingest_settings, write_lines, write_records
from tests.prepared_shards import prepare
from tests.records import ancestor, line, raw_authority, raw_record
from tests.retrieval import find_passages


class StoppedError(Exception):
    """The error that stops a run in these tests."""


class StoppingEmbedder(WordEmbedder):
    """A word embedder that raises an error after this number of batches."""

    def __init__(self, batches: int) -> None:
        self.left = batches

    def embed_array(self, texts):  # type: ignore[no-untyped-def]
        if not self.left:
            raise StoppedError
        self.left -= 1
        return super().embed_array(texts)


def properties(graph: Graph, na_id: int) -> Row:
    return nodes(graph)[f"{na_id}-0"][1]


def labels(graph: Graph, na_id: int) -> tuple[str, ...]:
    return nodes(graph)[f"{na_id}-0"][0]


def changes(graph: Graph, na_id: int) -> list[object]:
    return [json.loads(one) for one in properties(graph, na_id).get("changes", [])]


def found(graph: Graph) -> list[int]:
    """Return the naIds of the full-text hits."""
    rows = graph.read(
        "CALL db.index.fulltext.queryNodes($index, 'log*') YIELD node "
        "RETURN DISTINCT node.naId AS naId ORDER BY naId",
        index=FULL_TEXT_INDEX,
    )
    return [row["naId"] for row in rows]


def counts(report: Report) -> dict[str, int]:
    assert report.release is not None
    return {kind: count for kind, count in report.release.counts.items() if count}


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    """Return a folder with the two shards of the first release."""
    folder = tmp_path / "lines"
    write_records(folder / "rg_1-1.jsonl", *(raw_record(naId=n) for n in range(1, 5)))
    write_records(folder / "rg_1-2.jsonl", *(raw_record(naId=n) for n in range(5, 8)))
    return folder


def second(folder: Path) -> None:
    """Write the second release: record 2 is withdrawn, 3 has changed, 5 has moved, and 8 is new."""
    write_records(
        folder / "rg_1-1.jsonl",
        raw_record(naId=1),
        raw_record("Logbook of the cutter", naId=3, scopeAndContentNote="Weather."),
        raw_record(naId=4),
        raw_record(naId=5),
    )
    write_records(folder / "rg_1-2.jsonl", *(raw_record(naId=n) for n in (6, 7, 8)))


def test_release_adds_changes_and_withdraws_records(
    graph: Graph, tmp_path: Path, lines: Path
) -> None:
    first = ingest(graph, tmp_path, lines, release="2026-07")
    assert counts(first) == {"added": 7}
    second(lines)
    report = ingest(graph, tmp_path, lines, release="2027-01")
    assert counts(report) == {"added": 1, "changed": 1, "withdrawn": 1}
    assert (report.added, report.replaced) == (1, 1)
    assert found(graph) == [1, 3, 4, 5, 6, 7, 8]
    gone = properties(graph, 2)
    assert gone["withdrawn"] is True
    assert gone["withdrawnInRelease"] == "2027-01"
    assert gone["title"] == "Logbook"
    assert "recordWithText" not in labels(graph, 2)
    assert changes(graph, 3) == [
        ["scopeAndContentNote", None, "Weather."],
        ["title", "Logbook", "Logbook of the cutter"],
    ]
    assert properties(graph, 5)["file_name"] == "rg_1-1.jsonl"
    assert "changes" not in properties(graph, 5)


def test_reloading_a_release_changes_nothing(graph: Graph, tmp_path: Path, lines: Path) -> None:
    ingest(graph, tmp_path, lines, release="2026-07")
    second(lines)
    ingest(graph, tmp_path, lines, release="2027-01")
    before = digest(graph)
    again = ingest(graph, tmp_path, lines, release="2027-01")
    assert digest(graph) == before
    assert again.skipped == 2
    assert counts(again) == {"added": 1, "changed": 1, "withdrawn": 1}


def said(graph: Graph) -> dict[str, object]:
    """Return the labels and properties of all nodes, without the release history."""
    history = {"release", "addedInRelease", "changedInRelease", "changes"}
    return {
        key: (own, {name: value for name, value in said.items() if name not in history})
        for key, (own, said) in nodes(graph).items()
    }


def test_withdrawn_record_can_be_restored(graph: Graph, tmp_path: Path, lines: Path) -> None:
    ingest(graph, tmp_path, lines, release="2026-07")
    first = (lines / "rg_1-1.jsonl").read_bytes()
    second(lines)
    ingest(graph, tmp_path, lines, release="2027-01")
    (lines / "rg_1-1.jsonl").write_bytes(first)
    report = ingest(graph, tmp_path, lines, release="2027-07")
    assert 2 in found(graph)
    assert "withdrawn" not in properties(graph, 2)
    assert counts(report)["added"] == 1


def test_record_with_a_rejected_line_is_not_withdrawn(
    graph: Graph, tmp_path: Path, lines: Path
) -> None:
    ingest(graph, tmp_path, lines, release="2026-07")
    broken = raw_record(naId=6) | {"levelOfDescription": "shelf"}
    write_lines(lines / "rg_1-2.jsonl", line(broken), line(raw_record(naId=7)))
    report = ingest(graph, tmp_path, lines, release="2027-01")
    assert report.rejected == 1
    assert counts(report) == {"withdrawn": 1}
    assert 6 in found(graph)


# Rejected releases


@pytest.mark.slow
def test_incomplete_release_withdraws_nothing(graph: Graph, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    write_records(
        lines / "rg_1-1.jsonl", *(raw_record(naId=n) for n in range(1, MAX_WITHDRAWN + 3))
    )
    write_records(lines / "rg_1-2.jsonl", raw_record(naId=1000))
    ingest(graph, tmp_path, lines, release="2026-07")
    settings, part = ingest_settings(tmp_path), [lines / "rg_1-2.jsonl"]
    mode = LoadMode(release=Release("2027-01"))
    with pytest.raises(ReleaseError, match="102 of 103 records are not in release 2027-01"):
        run_ingest(settings, graph, WordEmbedder(), part, mode)
    assert not [one for one in nodes(graph).values() if "withdrawn" in one[1]]
    run_ingest(settings, graph, WordEmbedder(), [lines], mode)
    assert not [one for one in nodes(graph).values() if "withdrawn" in one[1]]


def test_unfinished_release_blocks_the_next_release(
    graph: Graph, tmp_path: Path, lines: Path
) -> None:
    with pytest.raises(StoppedError):
        ingest(graph, tmp_path, lines, release="2026-07", embedder=StoppingEmbedder(1))
    with pytest.raises(ReleaseError, match="2026-07 is not finished"):
        ingest(graph, tmp_path, lines, release="2027-01")
    mode = LoadMode(release=Release("2027-01", is_complete=True, abandons_unfinished=True))
    run_ingest(ingest_settings(tmp_path), graph, WordEmbedder(), [lines], mode)
    assert properties(graph, 1)["release"] == "2027-01"


def test_older_release_is_rejected(graph: Graph, tmp_path: Path, lines: Path) -> None:
    for name in ("2026-07", "2027-01"):
        ingest(graph, tmp_path, lines, release=name)
    with pytest.raises(ReleaseError, match="2026-07 was loaded before 2027-01"):
        ingest(graph, tmp_path, lines, release="2026-07")


@pytest.mark.parametrize("name", ["", " ", "../x", "a/b", "-x", "x" * 65, "é"])
def test_invalid_release_name_is_rejected(name: str) -> None:
    with pytest.raises(ReleaseError, match="is not a valid release name"):
        Release(name)


@pytest.mark.slow
def test_prepared_release_creates_the_same_graph_as_ingest(
    graph: Graph, tmp_path: Path, lines: Path
) -> None:
    ingest(graph, tmp_path, lines, release="2026-07")
    second(lines)
    ingest(graph, tmp_path, lines, release="2027-01")
    wanted = digest(graph)
    wipe(graph)
    first = tmp_path / "first"
    write_records(first / "rg_1-1.jsonl", *(raw_record(naId=n) for n in range(1, 5)))
    write_records(first / "rg_1-2.jsonl", *(raw_record(naId=n) for n in range(5, 8)))
    ingest(graph, tmp_path, first, release="2026-07")
    prepare(tmp_path, tmp_path / "to", lines, release="2027-01")
    mode = LoadMode(release=Release("2027-01", is_complete=True))
    run_load(ingest_settings(tmp_path), graph, [tmp_path / "to"], mode)
    assert digest(graph) == wanted


# Reports


def test_release_report_lists_changed_fields_and_escapes_markup(
    graph: Graph, tmp_path: Path, lines: Path
) -> None:
    ingest(graph, tmp_path, lines, release="2026-07")
    second(lines)
    write_records(
        lines / "rg_1-1.jsonl", raw_record("=cmd() <script>*x*", naId=1), raw_record(naId=3)
    )
    report = ingest(graph, tmp_path, lines, release="2027-01")
    assert report.release is not None
    with report.release.table.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    [changed] = [row for row in rows if row["what"] == "changed"]
    assert (changed["naId"], changed["field"], changed["before"]) == ("1", "title", "Logbook")
    assert changed["after"] == "'=cmd() <script>*x*"
    assert changed["source"].endswith("/1")
    assert {row["what"] for row in rows} == {"added", "changed", "withdrawn"}
    text = report.release.markdown.read_text(encoding="utf-8")
    assert "# Release 2027-01" in text
    assert "<script>" not in text
    assert r"\*x\*" in text
    assert "title: Logbook → " in text
    assert not list(report.release.table.parent.glob(".*"))


# Effects on readers


SERIES = raw_record("Letters", naId=2, levelOfDescription="series")
PERSON = raw_authority(naId=8)
UNIT = raw_record(
    "Logbook",
    naId=3,
    levelOfDescription="fileUnit",
    ancestors=[ancestor(2, "series", 1, title="Letters")],
    creators=[{"naId": 8, "heading": "Myer, Dillon", "authorityType": "person"}],
)
"""A file unit in a series, with a creator."""


@pytest.fixture
def withdrawn(graph: Graph, tmp_path: Path) -> Graph:
    """Return a graph with a withdrawn file unit."""
    file = tmp_path / "lines" / "rg_1-1.jsonl"
    write_records(file, SERIES, UNIT, PERSON)
    ingest(graph, tmp_path, file, release="2026-07")
    write_records(file, SERIES, PERSON)
    ingest(graph, tmp_path, file, release="2027-01")
    return graph


def test_withdrawn_record_can_be_read_by_na_id(withdrawn: Graph) -> None:
    full = full_record(withdrawn, 3)
    assert full.withdrawal is not None
    assert full.withdrawal.release == "2027-01"
    assert [step.na_id for step in full.path] == [3, 2]
    assert full.record.name == "Logbook"
    assert RecordResponse.of_record(full).to_json()["withdrawn"]["release"] == "2027-01"
    assert full_record(withdrawn, 2).withdrawal is None


def test_withdrawn_record_appears_in_no_list(withdrawn: Graph, tmp_path: Path) -> None:
    retriever = open_retriever(withdrawn, WordEmbedder(), 100)
    for filters in (NO_FILTERS, Filters(ancestor=NamedRecord(2, "Letters"))):
        found = find_passages(retriever, rewrite_query("Logbook"), 10, filters)
        assert 3 not in {passage.na_id for passage in found}
    assert full_record(withdrawn, 2).children.total == 0
    assert full_record(withdrawn, 8).descriptions.total == 0
    assert count_records(withdrawn) == {"series": 1, "person": 1}
    write_loaded_records(withdrawn, tmp_path / "loaded.parquet")
    assert list(read_loaded_records(tmp_path / "loaded.parquet").na_ids) == [2, 8]


def count_records(graph: Graph) -> dict[str, int]:
    report = Report()
    count_graph(report, graph)
    return report.graph_records
