"""Report the records that a release added, changed, and withdrew, as Markdown and as CSV."""

import csv
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from ingest.disk import writable
from ingest.quality.findings import Cell, truncate
from ingest.quality.plain_formats import escape, neutralize_formula
from ingest.releases.changes import Change, decode_changes
from ingest.releases.lifecycle import CHANGE_TYPES, ReleaseReport
from narabot.graph import Graph, load_query
from narabot.models import Row

RECORDS_PER_QUERY = 5000
"""Number of records that one query examines."""
MAX_LISTED = 200
"""Maximum number of records in each Markdown list. The CSV file contains all records."""

MAX_VALUE_CHARS = 300
COLUMNS = ("what", "naId", "type", "name", "field", "before", "after", "source")


@dataclass(frozen=True, slots=True)
class AffectedRecord:
    """One record that a release added, changed, or withdrew."""

    na_id: int
    what: str
    type: str
    name: str
    source: str
    changes: tuple[Change, ...]


def affected_records(graph: Graph, release: str) -> Iterator[AffectedRecord]:
    """Yield the records that a release affected, ordered by naId."""
    after, query = 0, load_query("ingest", "release_records")
    while True:
        [row] = graph.read(query, release=release, after=after, limit=RECORDS_PER_QUERY)
        yield from (affected_record(found) for found in row["found"])
        if row["looked"] < RECORDS_PER_QUERY:
            return
        after = row["last"]


def affected_record(row: Row) -> AffectedRecord:
    """Return the record from a row. Only a changed record has changes."""
    changes = decode_changes(row["changes"]) if row["what"] == "changed" else []
    return AffectedRecord(
        row["naId"], row["what"], row["type"], row["name"] or "", row["source"], tuple(changes)
    )


def write_release_report(graph: Graph, release: str, folder: Path) -> ReleaseReport:
    """Write the Markdown and CSV reports on a release. Raise DataFolderError."""
    report = ReleaseReport(release, folder / f"{release}.md", folder / f"{release}.csv")
    listed: dict[str, list[AffectedRecord]] = {kind: [] for kind in CHANGE_TYPES}
    with writable(folder), ExitStack() as stack:
        folder.mkdir(parents=True, exist_ok=True)
        parts = [path.with_name(f".{path.name}.part") for path in (report.table, report.markdown)]
        table = stack.enter_context(parts[0].open("w", encoding="utf-8-sig", newline=""))
        rows = csv.writer(table)
        rows.writerow(COLUMNS)
        for record in affected_records(graph, release):
            report.counts[record.what] += 1
            rows.writerows(table_rows(record))
            if len(listed[record.what]) < MAX_LISTED:
                listed[record.what].append(record)
        text = "\n".join(markdown_lines(report, listed))
        parts[1].write_text(text + "\n", encoding="utf-8")
        table.close()
        for part, path in zip(parts, (report.table, report.markdown), strict=True):
            part.replace(path)
    return report


def table_rows(record: AffectedRecord) -> Iterator[list[Cell]]:
    """Yield one row for each changed field in a record, or a single row without changes."""
    identity: list[Cell] = [record.what, record.na_id, record.type, neutralize_formula(record.name)]
    for change in record.changes or (Change("", None, None),):
        values = (change.field, change.before or "", change.after or "", record.source)
        yield [*identity, *map(neutralize_formula, values)]


def markdown_lines(report: ReleaseReport, listed: dict[str, list[AffectedRecord]]) -> Iterator[str]:
    """Yield the lines of the Markdown report."""
    yield f"# Release {report.name}"
    yield ""
    yield ", ".join(f"{report.counts[kind]:,} {kind}" for kind in CHANGE_TYPES) + "."
    yield f"The complete list is in {report.table.name}."
    for kind in CHANGE_TYPES:
        if listed[kind]:
            yield from ("", f"## {kind.capitalize()}", "")
            for record in listed[kind]:
                yield from record_lines(record)
        if report.counts[kind] > len(listed[kind]):
            yield f"- … and {report.counts[kind] - len(listed[kind]):,} more."


def record_lines(record: AffectedRecord) -> Iterator[str]:
    """Yield a record and its changes as list items."""
    name = markdown_value(record.name) or "(no name)"
    yield f"- {name} ({record.type}, [naId {record.na_id}]({record.source}))"
    for change in record.changes:
        before, after = markdown_value(change.before), markdown_value(change.after)
        yield f"    - {change.field}: {before or '(none)'} → {after or '(none)'}"


def markdown_value(value: str | None) -> str:
    """Return a value as a single line of Markdown, shortened if it is too long."""
    return escape(truncate(value or "", MAX_VALUE_CHARS))
