"""Ask the graph for a quality report. Lists are cut in the database, whatever its size."""

from collections.abc import Callable, Iterator
from datetime import date
from importlib.metadata import version
from typing import Any

from tqdm import tqdm

from ingest.quality.finding_types import FITTING, KINDS, REJECTED, YEAR_AT_END, Kind
from ingest.quality.findings import Count, Finding, QualityReport, Record, TableName
from ingest.quality.tables import count_total, read_tables, type_words
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, load_query
from narabot.models import CATALOG_URL, Row, catalog_page
from narabot.versions import SCHEMA_VERSION, GraphVersion, check_whole, stored_version

Tell = Callable[[str], None]


def read_quality(graph: Graph, limit: int, today: date, tell: Tell) -> QualityReport:
    """Return the report on a graph, at most `limit` records to each finding.

    Raises IndexUnavailableError for an empty database, IndexMismatchError for a graph of another
    schema.
    """
    graph_version = checked_version(graph)
    tell(f"counting the records, and looking for {len(KINDS)} kinds of faults and gaps in them")
    tables = read_tables(graph, limit)
    types = next(table for table in tables if table.name is TableName.TYPES)
    return QualityReport(
        made_on=today,
        made_with=f"narabot {version('narabot')}; graph: {graph_version}",
        records=count_total(types, "Records"),
        descriptions=count_total(types, "Records", only_levels=True),
        mentioned_only=count_total(types, "Only mentioned"),
        limit=limit,
        tables=tables,
        findings=tuple(read_findings(graph, limit, today)),
    )


def checked_version(graph: Graph) -> GraphVersion:
    """Return what the graph was made with; no model is needed to read it.

    Raises IndexUnavailableError or IndexMismatchError.
    """
    stored = stored_version(graph)
    if stored is None:
        raise IndexUnavailableError(
            f"There is nothing in the database at {graph.connection.place} yet. Load records with "
            "`narabot ingest PATH`."
        )
    check_whole(graph)
    if stored.schema != SCHEMA_VERSION:
        raise IndexMismatchError(
            f"The graph was made with schema {stored.schema}, but this narabot reads schema "
            f"{SCHEMA_VERSION}. Remake the graph with `narabot ingest --rebuild PATH`."
        )
    return stored


def read_findings(graph: Graph, limit: int, today: date) -> Iterator[Finding]:
    """Yield what is found of each kind, also when it is nothing."""
    yield read_rejected(graph, limit)
    for kind in tqdm(KINDS, unit="kind", leave=False, disable=None):
        yield read_finding(graph, kind, limit, today)


def read_rejected(graph: Graph, limit: int) -> Finding:
    """Return the rejected lines."""
    lines = graph.read(load_query("ingest", "quality_rejected_count"))[0]["lines"]
    rows = graph.read(load_query("ingest", "quality_rejected"), limit=limit)
    counts = (Count("rejected line", lines),) if lines else ()
    return Finding(REJECTED, counts, tuple(rejected_line(row) for row in rows))


def rejected_line(row: Row) -> Record:
    """Return a rejected line: its beginning stands for the name that it has not."""
    return Record(
        na_id=None,
        type="rejected line",
        name=row["begins"],
        page=None,
        is_mentioned_only=False,
        file_name=row["file_name"],
        line_num=row["line_num"],
        detail=REJECTED.detail.format(**row),
    )


def read_finding(graph: Graph, kind: Kind, limit: int, today: date) -> Finding:
    """Return what is found of one kind: the first records, and how many there are in truth."""
    finding = load_query("ingest", f"quality_{kind.name}")
    given: dict[str, Any] = {
        "limit": limit,
        "fitting": FITTING,
        "year": today.year,
        "yearAtEnd": YEAR_AT_END,
    }
    rows = graph.read(finding + load_query("ingest", "quality_list"), **given)
    records = tuple(found_record(kind, row) for row in rows)
    if len(rows) < limit or not kind.is_fault:
        return Finding(kind, counted(row["type"] for row in rows), records)
    counts = graph.read(finding + load_query("ingest", "quality_count"), **given)
    return Finding(
        kind, tuple(Count(type_words(row["type"]), row["records"]) for row in counts), records
    )


def counted(types: Iterator[str | None]) -> tuple[Count, ...]:
    """Return how often each type occurs, the most frequent first."""
    found: dict[str, int] = {}
    for type_ in types:
        words = type_words(type_)
        found[words] = found.get(words, 0) + 1
    ordered = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Count(name, count) for name, count in ordered)


def found_record(kind: Kind, row: Row) -> Record:
    """Return one record of a finding."""
    return Record(
        na_id=row["naId"],
        type=type_words(row["type"]),
        name=row["name"],
        page=catalog_page(f"{CATALOG_URL}{row['naId']}"),
        is_mentioned_only=row["stub"],
        file_name=row["file_name"],
        line_num=row["line_num"],
        detail=kind.detail.format_map(in_words(row["detail"])),
    )


def in_words(detail: Row) -> Row:
    """Return what a statement tells of a record, with the level above in words."""
    return detail | {"above": type_words(detail.get("above"))}
