"""The files that the quality command writes."""

import csv
from pathlib import Path

from tests.commands import call, run
from tests.neo4j.test_quality import small

__all__ = ["small"]


def test_command_writes_html_markdown_and_csv(small: Path, own_environment: dict[str, str]) -> None:
    options = ("--html", "r.html", "--markdown", "r.md", "--csv", "r.csv", "--limit", "1")
    done = run(own_environment, small, "report", *options)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "2 records; the list shows the first 1" in (small / "r.html").read_text("utf-8")
    assert (small / "r.md").read_text("utf-8").startswith("# Quality report")
    with (small / "r.csv").open(encoding="utf-8-sig", newline="") as file:
        names = [row["name"] for row in csv.DictReader(file)]
    assert "'=HYPERLINK(1)" in names
    assert not list(small.glob(".*.part"))


def test_report_prints_markdown_by_default(small: Path, own_environment: dict[str, str]) -> None:
    done = call(own_environment, small, "report")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# Quality report")
    assert len(done.stderr.splitlines()) == 1
    assert "<html" in call(own_environment, small, "report", "--html", "-").stdout
