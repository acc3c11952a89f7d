"""What an ingest did, for the archivist."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ingest.read.batches import ReadBatch
from ingest.releases.running import ReleaseReport, release_lines
from ingest.write.batch import Outcome
from ingest.write.stored import Decision
from narabot.graph import Graph, load_query

COUNTED = {
    Decision.ADD: "added",
    Decision.REPLACE: "replaced",
    Decision.MOVE: "moved",
    Decision.KEEP: "unchanged",
    Decision.LOSE: "less_full",
}
"""Which of the report's counts a decision adds to."""

OWN_RELATIONS = {"Next": "chunks in sequence"}
"""Relations that are the graph's own, in words."""

LEAST_TOLD_S = 10
"""Of a shorter run nobody asks where the time went."""


@dataclass(slots=True)
class Report:
    """Counts of one run; `graph` are those of the whole graph afterwards."""

    files: int = 0
    skipped: int = 0
    """Files that the graph has already, as they are."""
    lines: int = 0
    added: int = 0
    replaced: int = 0
    moved: int = 0
    unchanged: int = 0
    less_full: int = 0
    """Lines for a naId of which the graph, or the same file, has a fuller line."""
    rejected: int = 0
    release: ReleaseReport | None = None
    """What the release has done, where one was named."""
    chunks: int = 0
    cut_texts: int = 0
    cut_chars: int = 0
    unnumbered: int = 0
    """References without a naId, in the lines that were written."""
    seconds: float = 0.0
    outdated: int = 0
    """Prepared shards of earlier releases that were left out: this one has no such files."""
    spent: dict[str, float] = field(default_factory=dict)
    """Seconds by what the run was waiting for; the rest is small."""
    by_type: Counter[str] = field(default_factory=Counter)
    """Lines read, by level or authority type."""
    unreadable: list[str] = field(default_factory=list)
    """A sentence for each file that could not be read to its end."""
    rejects_file: Path | None = None
    graph_records: dict[str, int] = field(default_factory=dict)
    graph_relations: dict[str, int] = field(default_factory=dict)
    graph_chunks: int = 0
    dangling: int = 0
    """Records that are only mentioned: references to them dangle until their line comes."""

    @property
    def is_success(self) -> bool:
        """Whether something was read and every file to its end."""
        has_records = self.lines > self.rejected or self.unchanged > 0
        return has_records and not self.unreadable


@contextmanager
def spending(report: Report, purpose: str) -> Iterator[None]:
    """Add the time of a `with` block to what was spent on a purpose."""
    started = time.monotonic()
    try:
        yield
    finally:
        taken = time.monotonic() - started
        report.spent[purpose] = report.spent.get(purpose, 0.0) + taken


def count_read(report: Report, batch: ReadBatch) -> None:
    """Add what a batch of lines was."""
    report.files += batch.is_last
    report.lines += batch.lines
    report.less_full += batch.less_full
    report.by_type += batch.by_type
    count_decisions(report, batch.decisions)
    report.unchanged += batch.loaded_before
    if batch.skipped is not None:
        report.skipped += 1
        report.unchanged += batch.skipped.records
    if batch.breaks_off is not None:
        report.unreadable.append(batch.breaks_off)


def count_outcome(report: Report, outcome: Outcome) -> None:
    """Add what a batch wrote."""
    count_decisions(report, outcome.decisions)
    report.rejected += len(outcome.rejected)
    for prepared in outcome.written:
        report.chunks += len(prepared.chunks)
        report.unnumbered += prepared.record.references.unnumbered
        report.cut_texts += prepared.record.cut_chars > 0
        report.cut_chars += prepared.record.cut_chars


def count_decisions(report: Report, decisions: Counter[Decision]) -> None:
    """Add what was decided about some lines."""
    for decision, count in decisions.items():
        name = COUNTED[decision]
        setattr(report, name, getattr(report, name) + count)


def count_graph(report: Report, graph: Graph) -> None:
    """Fill in the counts of the whole graph."""
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
    yield f"{reading(report)} ({rate:,.0f} lines/s)."
    if report.seconds >= LEAST_TOLD_S:
        yield f"Time went into: {', '.join(shares(report))}."
    if report.skipped:
        yield f"Files that have not changed since they were read: {report.skipped:,}."
    if report.outdated:
        left = amount(report.outdated, "prepared shard")
        yield f"Left out, as this release has no such file: {left} of earlier releases."
    yield from table("Records read, by type", report.by_type)
    yield f"Records: {', '.join(decided(report))}."
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
        yield f"They are in {report.rejects_file}, with file, line and reason."
    if report.release:
        yield from release_lines(report.release)
    yield from graph_lines(report)
    yield from report.unreadable
    if report.lines <= report.rejected and not report.unchanged:
        yield "No record was read: give files of catalogue lines, one JSON object a line."


def graph_lines(report: Report) -> Iterator[str]:
    """Yield what the whole graph has now."""
    yield from table("In the graph now, records by type", report.graph_records)
    relations = {OWN_RELATIONS.get(name, name): n for name, n in report.graph_relations.items()}
    yield from table("Relations by type", relations)
    if report.graph_chunks:
        yield f"Chunks: {report.graph_chunks:,}."
    if report.dangling:
        yield (
            f"Dangling references: {amount(report.dangling, 'record')} mentioned by other lines, "
            "without a line read for them."
        )


def reading(report: Report) -> str:
    """Return what was read, and in what time."""
    lines, files = amount(report.lines, "line"), amount(report.files, "file")
    return f"Read {lines} of {files} in {report.seconds:,.1f} s"


def decided(report: Report) -> Iterator[str]:
    """Yield what became of the lines; what is rare only where there is some."""
    yield f"{report.added:,} added"
    yield f"{report.replaced:,} replaced"
    yield f"{report.unchanged:,} unchanged"
    if report.moved:
        yield f"{report.moved:,} moved to another line or file"
    if report.less_full:
        yield f"{report.less_full:,} less full than another line of the same naId"


def amount(count: int, unit: str) -> str:
    """Return a count with its unit in the right number: `1 file`, `1,234 files`."""
    return f"{count:,} {unit}" if count == 1 else f"{count:,} {unit}s"


def shares(report: Report) -> Iterator[str]:
    """Yield what the run was waiting for, longest first, in percent of its time."""
    for purpose, seconds in sorted(report.spent.items(), key=lambda pair: -pair[1]):
        yield f"{purpose} {seconds / report.seconds:.0%}"


def table(title: str, counts: dict[str, int]) -> Iterator[str]:
    """Yield a title and one line for each count, largest first."""
    if counts:
        yield f"{title}:"
        for name, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
            yield f"  {name:<26}{count:>12,}"
