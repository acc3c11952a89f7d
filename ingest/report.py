"""The summary of an ingest, for the archivist."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ingest.read.batches import ReadBatch
from ingest.releases.lifecycle import ReleaseReport, release_lines
from ingest.write.batch import Outcome
from ingest.write.decisions import Decision
from narabot.graph import Graph, load_query

COUNT_NAMES = {
    Decision.ADD: "added",
    Decision.REPLACE: "replaced",
    Decision.MOVE: "moved",
    Decision.KEEP: "unchanged",
    Decision.LOSE: "less_full",
}
"""The field in `Report` that counts each decision."""

RELATION_LABELS = {"Next": "chunks in sequence"}
"""Display names of the relations that narabot adds to NARA's relations."""

MIN_TIMED_S = 10
"""Minimum duration of a run for which the report breaks down the time, in seconds."""


@dataclass(slots=True)
class Report:
    """Counts for one run. The `graph_…` fields cover the whole graph after the run."""

    files: int = 0
    skipped: int = 0
    """Files that have not changed since narabot loaded them."""
    lines: int = 0
    added: int = 0
    replaced: int = 0
    moved: int = 0
    unchanged: int = 0
    less_full: int = 0
    """Lines for which the graph or the same file has a more complete line with the same naId."""
    rejected: int = 0
    release: ReleaseReport | None = None
    """The changes in the release, or `None` for a run without a release."""
    chunks: int = 0
    cut_texts: int = 0
    cut_chars: int = 0
    unnumbered: int = 0
    """References without a naId, in the lines that were written."""
    seconds: float = 0.0
    outdated: int = 0
    """Prepared shards from earlier releases, skipped because their files are not in this release.
    """
    spent: dict[str, float] = field(default_factory=dict)
    """Seconds that the run spent waiting, by purpose. The remaining time is negligible."""
    by_type: Counter[str] = field(default_factory=Counter)
    """Number of lines read, by level or authority type."""
    unreadable: list[str] = field(default_factory=list)
    """An error message for each file that narabot could not read completely."""
    rejects_file: Path | None = None
    graph_records: dict[str, int] = field(default_factory=dict)
    graph_relations: dict[str, int] = field(default_factory=dict)
    graph_chunks: int = 0
    dangling: int = 0
    """Number of records that other lines mention but whose own lines have not been loaded."""

    @property
    def is_success(self) -> bool:
        """Whether narabot found at least one record and read every file completely."""
        has_records = self.lines > self.rejected or self.unchanged > 0
        return has_records and not self.unreadable


@contextmanager
def timed(report: Report, purpose: str) -> Iterator[None]:
    """Add the duration of a `with` block to the time spent on a purpose."""
    started = time.monotonic()
    try:
        yield
    finally:
        taken = time.monotonic() - started
        report.spent[purpose] = report.spent.get(purpose, 0.0) + taken


def count_read(report: Report, batch: ReadBatch) -> None:
    """Add the counts of a batch that was read."""
    report.files += batch.is_last
    report.lines += batch.lines
    report.less_full += batch.less_full
    report.by_type += batch.by_type
    count_decisions(report, batch.decisions)
    report.unchanged += batch.resumed_records
    if batch.skipped is not None:
        report.skipped += 1
        report.unchanged += batch.skipped.records
    if batch.read_error is not None:
        report.unreadable.append(batch.read_error)


def count_outcome(report: Report, outcome: Outcome) -> None:
    """Add the counts of a batch that was written."""
    count_decisions(report, outcome.decisions)
    report.rejected += len(outcome.rejected)
    for prepared in outcome.written:
        report.chunks += len(prepared.chunks)
        report.unnumbered += prepared.record.references.unnumbered
        report.cut_texts += prepared.record.cut_chars > 0
        report.cut_chars += prepared.record.cut_chars


def count_decisions(report: Report, decisions: Counter[Decision]) -> None:
    """Add the number of lines for each decision."""
    for decision, count in decisions.items():
        name = COUNT_NAMES[decision]
        setattr(report, name, getattr(report, name) + count)


def count_graph(report: Report, graph: Graph) -> None:
    """Set the counts of the whole graph."""
    for row in graph.read(load_query("ingest", "count_records")):
        report.graph_records[row["type"]] = row["records"]
    for row in graph.read(load_query("ingest", "count_relations")):
        report.graph_relations[row["relation"]] = row["relations"]
    counts = graph.read(load_query("ingest", "count_chunks"))[0]
    report.graph_chunks, report.dangling = counts["chunks"], counts["stubs"]


def render_report(report: Report) -> str:
    """Return the report as plain text."""
    return "\n".join(report_lines(report))


def report_lines(report: Report) -> Iterator[str]:
    """Yield the report's lines."""
    rate = report.lines / report.seconds if report.seconds else 0
    yield f"{reading_summary(report)} ({rate:,.0f} lines/s)."
    if report.seconds >= MIN_TIMED_S:
        yield f"Time by task: {', '.join(time_shares(report))}."
    if report.skipped:
        yield f"Unchanged files skipped: {report.skipped:,}."
    if report.outdated:
        left = amount(report.outdated, "prepared shard")
        yield f"Skipped because this release lacks their files: {left} from earlier releases."
    yield from table("Records read, by type", report.by_type)
    yield f"Records: {', '.join(decision_counts(report))}."
    if report.chunks:
        yield f"Chunks written: {report.chunks:,}."
    if report.cut_texts:
        yield (
            f"Texts cut at TEXT_MAX_CHARS: {report.cut_texts:,} "
            f"({amount(report.cut_chars, 'character')})."
        )
    if report.unnumbered:
        yield f"References without a naId, not linked: {report.unnumbered:,}."
    yield f"Rejected lines: {report.rejected:,}."
    if report.rejects_file:
        yield f"See {report.rejects_file} for the file, line, and reason for each."
    if report.release:
        yield from release_lines(report.release)
    yield from graph_lines(report)
    yield from report.unreadable
    if report.lines <= report.rejected and not report.unchanged:
        yield "No records were found. Specify JSON Lines files: one JSON object per line."


def graph_lines(report: Report) -> Iterator[str]:
    """Yield the counts of the whole graph."""
    yield from table("Records now in the graph, by type", report.graph_records)
    relations = {RELATION_LABELS.get(name, name): n for name, n in report.graph_relations.items()}
    yield from table("Relationships by type", relations)
    if report.graph_chunks:
        yield f"Chunks: {report.graph_chunks:,}."
    if report.dangling:
        yield (
            f"Dangling references: {amount(report.dangling, 'record')} mentioned by other lines, "
            "but not loaded."
        )


def reading_summary(report: Report) -> str:
    """Return the number of lines and files that were read, with the duration."""
    lines, files = amount(report.lines, "line"), amount(report.files, "file")
    return f"Read {lines} from {files} in {report.seconds:,.1f} s"


def decision_counts(report: Report) -> Iterator[str]:
    """Yield the number of lines for each decision. Rare decisions appear only if they occurred."""
    yield f"{report.added:,} added"
    yield f"{report.replaced:,} replaced"
    yield f"{report.unchanged:,} unchanged"
    if report.moved:
        yield f"{report.moved:,} moved to a different line or file"
    if report.less_full:
        yield f"{report.less_full:,} less complete than a different line for the same naId"


def amount(count: int, unit: str) -> str:
    """Return a count with its unit in the singular or plural: `1 file`, `1,234 files`."""
    return f"{count:,} {unit}" if count == 1 else f"{count:,} {unit}s"


def time_shares(report: Report) -> Iterator[str]:
    """Yield each purpose with its percentage of the run's time, longest first."""
    for purpose, seconds in sorted(report.spent.items(), key=lambda pair: -pair[1]):
        yield f"{purpose} {seconds / report.seconds:.0%}"


def table(title: str, counts: dict[str, int]) -> Iterator[str]:
    """Yield a title and one line for each count, largest first."""
    if counts:
        yield f"{title}:"
        for name, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
            yield f"  {name:<26}{count:>12,}"
