"""What a release added, changed and withdrew, as Markdown and as a table (CSV)."""

import csv
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from ingest.disk import writable
from ingest.quality.findings import Cell, shortened
from ingest.quality.plain_formats import escape, harmless
from ingest.releases.changes import Change, from_json
from ingest.releases.running import KINDS, ReleaseReport
from narabot.graph import Graph, load_query
from narabot.models import Row

LOOKED_AT_ONCE = 5000
LISTED = 200
"""Records of a kind in the Markdown; the table has all."""

LONGEST_VALUE = 300
COLUMNS = ("what", "naId", "type", "name", "field", "before", "after", "source")


@dataclass(frozen=True, slots=True)
class Touched:
    """One record that a release has touched."""

    na_id: int
    what: str
    type: str
    name: str
    source: str
    changes: tuple[Change, ...]


def touched_records(graph: Graph, release: str) -> Iterator[Touched]:
    """Yield the records that a release has touched, by naId."""
    after, query = 0, load_query("ingest", "release_records")
    while True:
        [row] = graph.read(query, release=release, after=after, limit=LOOKED_AT_ONCE)
        yield from (touched(found) for found in row["found"])
        if row["looked"] < LOOKED_AT_ONCE:
            return
        after = row["last"]


def touched(row: Row) -> Touched:
    """Return the record of a row; only a changed one tells changes."""
    changes = from_json(row["changes"]) if row["what"] == "changed" else []
    return Touched(
        row["naId"], row["what"], row["type"], row["name"] or "", row["source"], tuple(changes)
    )


def write_release_report(graph: Graph, release: str, folder: Path) -> ReleaseReport:
    """Write both files of a release, named after it. Raises DataFolderError."""
    report = ReleaseReport(release, folder / f"{release}.md", folder / f"{release}.csv")
    listed: dict[str, list[Touched]] = {kind: [] for kind in KINDS}
    with writable(folder), ExitStack() as stack:
        folder.mkdir(parents=True, exist_ok=True)
        parts = [path.with_name(f".{path.name}.part") for path in (report.table, report.markdown)]
        table = stack.enter_context(parts[0].open("w", encoding="utf-8-sig", newline=""))
        rows = csv.writer(table)
        rows.writerow(COLUMNS)
        for one in touched_records(graph, release):
            report.counts[one.what] += 1
            rows.writerows(table_rows(one))
            if len(listed[one.what]) < LISTED:
                listed[one.what].append(one)
        text = "\n".join(markdown_lines(report, listed))
        parts[1].write_text(text + "\n", encoding="utf-8")
        table.close()
        for part, path in zip(parts, (report.table, report.markdown), strict=True):
            part.replace(path)
    return report


def table_rows(one: Touched) -> Iterator[list[Cell]]:
    """Yield the rows of a record: one for each field that was changed."""
    known: list[Cell] = [one.what, one.na_id, one.type, harmless(one.name)]
    for change in one.changes or (Change("", None, None),):
        values = (change.field, change.before or "", change.after or "", one.source)
        yield [*known, *map(harmless, values)]


def markdown_lines(report: ReleaseReport, listed: dict[str, list[Touched]]) -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"# Release {report.name}"
    yield ""
    yield ", ".join(f"{report.counts[kind]:,} {kind}" for kind in KINDS) + "."
    yield f"All of them stand in {report.table.name}."
    for kind in KINDS:
        if listed[kind]:
            yield from ("", f"## {kind.capitalize()}", "")
            for one in listed[kind]:
                yield from record_lines(one)
        if report.counts[kind] > len(listed[kind]):
            yield f"- … and {report.counts[kind] - len(listed[kind]):,} more."


def record_lines(one: Touched) -> Iterator[str]:
    """Yield a record with its changes, as items of a list."""
    name = shown(one.name) or "(no name)"
    yield f"- {name} ({one.type}, [naId {one.na_id}]({one.source}))"
    for change in one.changes:
        before, after = shown(change.before), shown(change.after)
        yield f"    - {change.field}: {before or '(none)'} → {after or '(none)'}"


def shown(value: str | None) -> str:
    """Return a value on one line, shortened, as Markdown."""
    return escape(shortened(value or "", LONGEST_VALUE))
