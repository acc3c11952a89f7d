"""The quality report on a real database: each kind of finding, and no false findings."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from ingest.parse.schema import Raw
from ingest.pipeline import run_ingest
from ingest.quality import QualityReport, read_quality, render_html
from ingest.quality.findings import Finding, TableName
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, open_graph
from narabot.models import Connection
from narabot.settings import Settings
from tests.commands import call
from tests.conftest import wipe
from tests.embedders import WordEmbedder
from tests.records import ancestor, line, raw_authority, raw_record

TODAY = date(2026, 11, 21)

COPY = [{"objectUrl": "https://example.org/1.jpg"}]

FOUND = {
    "rejected": {None},
    "cyclic": {50},
    "several_parents": {30},
    "misplaced": {21, 50, 51},
    "unparented": {20},
    "unnamed": {10},
    "reversed_dates": {13},
    "unreadable_years": {14},
    "future_dates": {15},
    "outlying_dates": {16},
    "differing_headings": {60},
    "differing_mentions": {70},
    "duplicates": {90},
    "dated_titles": {11},
    "undated": {12},
    "several_files": {92},
    "unread_parents": {30},
    "dangling": {30, 70},
    "offline": {93},
    "longest": {94},
}
"""Expected naIds for each kind of finding. The smallest naId represents a group or cycle."""


def years(start: int | None, end: int | None) -> dict[str, object]:
    """Return coverage dates that start and end in these years."""
    stated = {"coverageStartDate": start, "coverageEndDate": end}
    return {
        name: {"year": year, "logicalDate": f"{year}-01-01"}
        for name, year in stated.items()
        if year is not None
    }


UP_TO_UNIT = [ancestor(1, "recordGroup", 3), ancestor(2, "series", 2), ancestor(3, "fileUnit", 1)]
DATES = years(1910, 1920)


def good(na_id: int, level: str = "item", *above: Raw, **fields: object) -> Raw:
    """Return a description that has no defects, except in the specified fields."""
    known = {"title": f"Title {na_id}", "ancestors": list(above) or UP_TO_UNIT, **DATES}
    known |= {"digitalObjects": COPY, "naId": na_id, "levelOfDescription": level}
    return raw_record(**(known | fields))  # type: ignore[arg-type]


def undated(na_id: int, title: str) -> Raw:
    return good(na_id, title=title, coverageStartDate=None, coverageEndDate=None)


def organization(heading: str) -> list[Raw]:
    return [{"naId": 70, "heading": heading, "authorityType": "organization"}]


def hierarchy() -> list[Raw]:
    """Return two record groups and their descendants, some of which have defects."""
    group, other = ancestor(1, "recordGroup", 1), ancestor(5, "recordGroup", 2)
    unread = ancestor(30, "series", 1)
    wide = years(1900, 1950)
    return [
        good(1, "recordGroup", recordGroupNumber=1, **wide) | {"ancestors": []},
        good(5, "recordGroup", recordGroupNumber=5, **wide) | {"ancestors": []},
        good(2, "series", group, creators=organization("State Department"), **wide),
        good(3, "fileUnit", ancestor(1, "recordGroup", 2), ancestor(2, "series", 1)),
        good(
            4, "series", group, creators=organization("Department of State"), coverageEndDate=None
        ),
        good(20, "series") | {"ancestors": []},
        good(21, "item", group),
        good(31, "item", ancestor(1, "recordGroup", 2), unread),
        good(32, "item", other, unread),
        good(50, "fileUnit", ancestor(51, "fileUnit", 1)),
        good(51, "fileUnit", ancestor(50, "fileUnit", 1)),
    ]


def items() -> list[Raw]:
    """Return items that each cause one kind of finding."""
    dated_unit = [*UP_TO_UNIT[:2], UP_TO_UNIT[2] | DATES]
    ancient = {"year": 192, "logicalDate": "192-01-01"}
    dillon = {"naId": 60, "heading": "Myer, D.", "authorityType": "person"}
    return [
        good(10, title=None),
        undated(11, "Letter to Rio: 7/9/1964"),
        undated(12, "Telegram (Brasilia 1867)"),
        good(13, **years(1920, 1910)),
        good(14, "item", *dated_unit, coverageStartDate=ancient, coverageEndDate=None),
        good(
            15, "item", ancestor(1, "recordGroup", 2), ancestor(4, "series", 1), **years(1910, 2090)
        ),
        good(16, **years(1064, 1920)),
        good(61, contributors=[dillon]),
        good(90, title="Logbook"),
        good(91, title="Logbook"),
        good(92, scopeAndContentNote="The fuller line."),
        good(93, digitalObjects=None),
        good(94, scopeAndContentNote="a long account of what it holds " * 90),
    ]


def authorities() -> list[Raw]:
    return [
        raw_authority("Myer, Dillon", naId=60),
        raw_authority(
            "Department of War",
            naId=80,
            authorityType="organization",
            organizationNames=[{"naId": 81, "heading": "War Department"}],
        ),
    ]


def write_shards(folder: Path) -> Path:
    """Write two shards that have one record in common."""
    shards = folder / "shards"
    shards.mkdir()
    first = [*hierarchy(), *items(), *authorities()]
    (shards / "a.jsonl").write_bytes(b"\n".join(map(line, first)))
    (shards / "b.jsonl").write_bytes(line(good(92)))
    return shards


@pytest.fixture(scope="module")
def faulty(server: Connection, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    """Yield a graph with one finding of each kind."""
    folder = tmp_path_factory.mktemp("quality")
    with open_graph(server) as graph:
        wipe(graph)
        run_ingest(Settings(narabot_data_dir=folder), graph, WordEmbedder(), [write_shards(folder)])
        graph.write(
            "MERGE (line:rejectedLine {file_name: 'bad.jsonl', line_num: 3}) "
            "SET line.reason = 'naId is -7, which is not positive', line.begins = '{\"naId\": -7}'"
        )
        yield graph
        wipe(graph)


@pytest.fixture(scope="module")
def report(faulty: Graph) -> QualityReport:
    return read_quality(faulty, 100, TODAY, print)


def finding(report: QualityReport, name: str) -> Finding:
    return next(one for one in report.findings if one.kind.name == name)


@pytest.mark.parametrize("name", FOUND)
def test_each_kind_has_exactly_the_expected_findings(report: QualityReport, name: str) -> None:
    found = finding(report, name)
    assert {record.na_id for record in found.records} == FOUND[name]
    assert found.total == len(found.records) == len(FOUND[name])


def test_every_kind_of_finding_is_checked(report: QualityReport) -> None:
    assert [one.kind.name for one in report.findings] == list(FOUND)
    assert report.not_found == ()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("rejected", "naId is -7, which is not positive"),
        ("cyclic", "cycle of 50, 51"),
        ("several_parents", "parents: 1, 5"),
        ("unparented", "children: 0"),
        ("unnamed", "Dates: 1910 – 1920"),
        ("reversed_dates", "from 1920-01-01 to 1910-01-01"),
        ("unreadable_years", "start: 192, end: not stated"),
        ("future_dates", "start: 1910, end: 2090"),
        ("outlying_dates", "1064 to 1920; parent: file unit, naId 3, 1910 to 1920"),
        ("differing_headings", "named Myer, D. (1, as in 61)"),
        ("differing_mentions", "Department of State (1) | State Department (1)"),
        ("duplicates", "2 records dated 1910; others: 91"),
        ("dated_titles", "title ends in “Letter to Rio: 7/9/1964”"),
        ("undated", "stated date: none"),
        ("several_files", "also in b.jsonl"),
        ("unread_parents", "loaded children: 2"),
        ("dangling", "mentioned by 2 lines; outgoing relations: 2, incoming: 2"),
        ("offline", "held at: not stated"),
    ],
)
def test_finding_describes_the_defect(report: QualityReport, name: str, said: str) -> None:
    assert said in finding(report, name).records[0].detail


def test_finding_includes_the_link_and_source_line(report: QualityReport) -> None:
    record = finding(report, "offline").records[0]
    assert record.page == "https://catalog.archives.gov/id/93"
    assert record.place is not None
    assert record.place.endswith("a.jsonl:23")
    assert finding(report, "unread_parents").records[0].is_mentioned_only


def test_finding_list_is_truncated_but_fully_counted(faulty: Graph) -> None:
    cut = finding(read_quality(faulty, 1, TODAY, print), "misplaced")
    assert [record.na_id for record in cut.records] == [21]
    assert (cut.total, cut.by_type) == (3, "file unit: 2, item: 1")


def test_longest_record_is_reported_with_its_length(report: QualityReport) -> None:
    assert finding(report, "longest").records[0].detail.endswith("characters")


def rows_of(report: QualityReport, name: TableName) -> tuple[tuple[object, ...], ...]:
    return next(table.rows for table in report.tables if table.name is name)


def test_tables_count_all_records(report: QualityReport) -> None:
    assert (report.records, report.descriptions, report.mentioned_only) == (26, 24, 3)
    assert ("item", 16, 0, 1, 2, 1) in rows_of(report, TableName.TYPES)
    assert ("item", 16, 15, 1, 15 / 16) in rows_of(report, TableName.ONLINE)
    assert rows_of(report, TableName.DECADES)[-2:] == (("1910s", 18, 0, 1), ("1960s", 1, 1, 0))
    assert ("Record group 1", "Title 1", 1, 1, 1.0) in rows_of(report, TableName.ROOTS)
    assert ("record group", "item", 1, "no") in rows_of(report, TableName.PLACEMENTS)
    assert ("naId is -…, which is not positive", 1, "bad.jsonl:3") in rows_of(
        report, TableName.REASONS
    )
    assert ("Includes", 23) in rows_of(report, TableName.RELATIONS)
    assert ("rejectedLine", 1) in rows_of(report, TableName.LABELS)
    assert sum(int(str(row[1])) for row in rows_of(report, TableName.LENGTHS)) == 26
    assert sum(int(str(row[1])) for row in rows_of(report, TableName.FILES)) == 26


def test_decade_table_notes_where_its_years_come_from(report: QualityReport) -> None:
    (decades,) = (table for table in report.tables if table.name is TableName.DECADES)
    assert "1 record by title, 1 inherited." in decades.note
    assert decades.note.endswith("Not shown: 1 record without a year.")


def test_empty_database_error_suggests_ingest(graph: Graph) -> None:
    with pytest.raises(IndexUnavailableError, match="narabot ingest"):
        read_quality(graph, 10, TODAY, print)


def test_graph_with_a_different_schema_is_rejected(graph: Graph, tmp_path: Path) -> None:
    shard = tmp_path / "a.jsonl"
    shard.write_bytes(line(raw_record()))
    run_ingest(Settings(narabot_data_dir=tmp_path), graph, WordEmbedder(), [shard])
    graph.write("MATCH (version:graphVersion) SET version.schema = 0")
    with pytest.raises(IndexMismatchError, match="--rebuild"):
        read_quality(graph, 10, TODAY, print)


@pytest.fixture
def small(graph: Graph, tmp_path: Path) -> Path:
    """Return the data folder of a graph with two almost empty items."""
    shard = tmp_path / "a.jsonl"
    shard.write_bytes(line(raw_record("=HYPERLINK(1)")) + b"\n" + line(raw_record(naId=8)))
    run_ingest(Settings(narabot_data_dir=tmp_path), graph, WordEmbedder(), [shard])
    return tmp_path


@pytest.mark.parametrize(
    ("change", "arguments", "said"),
    [
        ({}, ("--html", "nowhere/r.html"), "does not exist"),
        ({}, ("--html", "."), "is a folder"),
        ({"NEO4J_URI": "bolt://127.0.0.1:9", "NEO4J_PASSWORD": "x"}, (), "does not respond"),
    ],
)
def test_report_command_prints_errors_without_a_traceback(
    small: Path,
    own_environment: dict[str, str],
    change: dict[str, str],
    arguments: tuple[str, ...],
    said: str,
) -> None:
    done = call(own_environment | change, small, "report", *arguments)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_report_on_an_empty_database_suggests_ingest(
    graph: Graph, own_environment: dict[str, str], tmp_path: Path
) -> None:
    done = call(own_environment, tmp_path, "report", "--html", "r.html")
    assert done.returncode == 1
    assert "narabot ingest" in done.stderr
    assert not (tmp_path / "r.html").exists()


@pytest.mark.slow
def test_report_on_a_clean_graph_has_no_findings(graph: Graph, tmp_path: Path) -> None:
    shard = tmp_path / "a.jsonl"
    shard.write_bytes(line(good(1, "recordGroup") | {"ancestors": []}))
    run_ingest(Settings(narabot_data_dir=tmp_path), graph, WordEmbedder(), [shard])
    report = read_quality(graph, 10, TODAY, print)
    assert report.found == ()
    assert "Checked without findings" in render_html(report)
