"""Tests of the ingest report."""

import json
from collections import Counter
from pathlib import Path

import pytest

from ingest.read.lines import Line
from ingest.read.shard import REJECTED_CHARS, rejected_line
from ingest.report import Report, render_report
from ingest.write.rejects import RejectsFile
from narabot.errors import DataFolderError


def full_report() -> Report:
    """Return a report with a value in every count."""
    return Report(
        files=2,
        skipped=1,
        lines=12_000,
        added=10,
        replaced=20,
        moved=30,
        unchanged=40,
        less_full=50,
        rejected=3,
        chunks=15_000,
        cut_texts=1,
        cut_chars=2_500,
        unnumbered=6,
        seconds=4.0,
        by_type=Counter(item=11_000, series=997),
        unreadable=["a.zip cannot be read to its end (File is not a zip file). Download it again."],
        rejects_file=Path("rejects") / "now.jsonl",
        graph_records={"item": 11_000},
        graph_relations={"Includes": 10_999, "Next": 3_000},
        graph_chunks=15_000,
        dangling=349,
    )


def test_report_includes_every_count() -> None:
    assert render_report(full_report()).splitlines() == [
        "Read 12,000 lines from 2 files in 4.0 s (3,000 lines/s).",
        "Unchanged files skipped: 1.",
        "Records read, by type:",
        "  item                            11,000",
        "  series                             997",
        "Records: 10 added, 20 replaced, 40 unchanged, 30 moved to a different line or file, 50 "
        "less complete than a different line for the same naId.",
        "Chunks written: 15,000.",
        "Texts cut at TEXT_MAX_CHARS: 1 (2,500 characters).",
        "References without a naId, not linked: 6.",
        "Rejected lines: 3.",
        f"See {Path('rejects') / 'now.jsonl'} for the file, line, and reason for each.",
        "Records now in the graph, by type:",
        "  item                            11,000",
        "Relationships by type:",
        "  Includes                        10,999",
        "  chunks in sequence               3,000",
        "Chunks: 15,000.",
        "Dangling references: 349 records mentioned by other lines, but not loaded.",
        "a.zip cannot be read to its end (File is not a zip file). Download it again.",
    ]


def test_empty_report_has_no_optional_lines() -> None:
    assert render_report(Report()).splitlines() == [
        "Read 0 lines from 0 files in 0.0 s (0 lines/s).",
        "Records: 0 added, 0 replaced, 0 unchanged.",
        "Rejected lines: 0.",
        "No records were found. Specify JSON Lines files: one JSON object per line.",
    ]


def test_count_of_one_is_singular() -> None:
    report = render_report(Report(files=1, lines=1, cut_texts=1, cut_chars=1, dangling=1))
    assert report.startswith("Read 1 line from 1 file in")
    assert "(1 character)" in report
    assert "1 record mentioned" in report


def test_long_run_reports_time_by_task() -> None:
    spent = {"waiting for lines": 2.0, "embedding": 15.0}
    lines = render_report(Report(seconds=20.0, spent=spent)).splitlines()
    assert lines[1] == "Time by task: embedding 75%, waiting for lines 10%."


def test_tables_are_sorted_by_count_and_then_name() -> None:
    lines = render_report(Report(by_type=Counter(b=1, a=1, c=2))).splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["c", "a", "b"]


def test_success_requires_records_and_readable_files() -> None:
    assert Report(lines=2, rejected=1).is_success
    assert not Report().is_success
    assert not Report(lines=2, rejected=2).is_success
    assert not Report(lines=2, unreadable=["a"]).is_success
    assert Report(skipped=1, unchanged=2).is_success


# Rejected lines


def test_no_file_is_created_without_rejected_lines(tmp_path: Path) -> None:
    rejects = RejectsFile(tmp_path / "rejects")
    assert not rejects.is_used
    assert not (tmp_path / "rejects").exists()


def test_rejected_line_is_saved_with_location_and_reason(tmp_path: Path) -> None:
    rejects = RejectsFile(tmp_path / "rejects")
    broken = Line(3, "Sã".encode() + b"\xff\n\0")
    rejects.write(rejected_line("rg_1/a.jsonl", broken, "naId is missing"))
    rejects.write(rejected_line("rg_1/a.jsonl", Line(4, b"x" * 5000), "too long"))
    first, second = map(json.loads, rejects.path.read_text("utf-8").splitlines())
    assert first == {
        "file": "rg_1/a.jsonl",
        "line": 3,
        "reason": "naId is missing",
        "begins": "Sã\ufffd\n\0",
    }
    assert len(second["begins"]) == REJECTED_CHARS
    assert rejects.is_used
    assert list((tmp_path / "rejects").iterdir()) == [rejects.path]


def test_full_disk_is_reported(tmp_path: Path) -> None:
    rejects = RejectsFile(tmp_path)
    rejects.path.symlink_to("/dev/full")
    with pytest.raises(DataFolderError, match=r"No space left on device.*Free space"):
        rejects.write(rejected_line("a.jsonl", Line(1, b"bad"), "bad"))
    assert not rejects.is_used
