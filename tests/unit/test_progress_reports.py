"""Tests of progress reports without a terminal."""

import pytest

from ingest import progress as bars
from ingest.progress import PlainProgress, progress_bar


def test_long_run_reports_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress_bar(4_000_000) as bar:
        bar.set_postfix_str("12 records/s")
        monkeypatch.setattr(bars, "REPORT_INTERVAL_S", 0)
        bar.update(1_000_000)
    assert capsys.readouterr().err == "narabot: 25% of 4.00MB read after 00:00, 12 records/s\n"


def test_short_run_reports_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(10) as bar:
        for _ in range(10):
            bar.update(1)
    assert capsys.readouterr().err == ""


def test_batches_are_reported_after_shard_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr("ingest.progress.time.monotonic", lambda: next(clock))
    lines = PlainProgress(100, "B", started_at=0, reported_at=0)
    lines.update(100)
    for batch in range(1, 6):
        lines.set_postfix_str(f"{batch} records/s")
    assert capsys.readouterr().err.splitlines() == [
        "narabot: 100% of 100B read after 00:30, 3 records/s",
    ]


def test_progress_is_reported_at_intervals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr("ingest.progress.time.monotonic", lambda: next(clock))
    lines = PlainProgress(100, "B", started_at=0, reported_at=0)
    for _ in range(10):
        lines.update(10)
    reports = capsys.readouterr().err.splitlines()
    assert reports == [
        "narabot: 40% of 100B read after 00:30",
        "narabot: 70% of 100B read after 01:00",
        "narabot: 100% of 100B read after 01:30",
    ]
