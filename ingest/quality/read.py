"""Query the graph for a quality report.

The database limits the length of the lists, so reports on large graphs are cheap.
"""

from collections.abc import Callable, Iterator
from datetime import date
from importlib.metadata import version
from typing import Any

from tqdm import tqdm

from ingest.quality.finding_types import (
    FINDING_TYPES,
    REJECTED,
    VALID_PLACEMENTS,
    YEAR_AT_END,
    FindingType,
)
from ingest.quality.findings import Finding, FoundRecord, QualityReport, TableName, TypeCount
from ingest.quality.tables import count_total, read_tables, type_words
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, load_query
from narabot.models import CATALOG_URL, Row, catalog_page
from narabot.versions import SCHEMA_VERSION, GraphVersion, check_not_being_emptied, stored_version

ReportStatus = Callable[[str], None]


def read_quality(graph: Graph, limit: int, today: date, tell: ReportStatus) -> QualityReport:
    """Return the report on a graph, with at most `limit` records for each finding.

    Raise IndexUnavailableError for an empty database, and IndexMismatchError for a graph with a
    different schema.
    """
    graph_version = check_version(graph)
    tell(
        f"counting records and checking the records for {len(FINDING_TYPES)} types of faults and "
        "gaps"
    )
    tables = read_tables(graph, limit)
    types = next(table for table in tables if table.name is TableName.TYPES)
    return QualityReport(
        created_on=today,
        versions=f"narabot {version('narabot')}; graph: {graph_version}",
        records=count_total(types, "Records"),
        descriptions=count_total(types, "Records", only_levels=True),
        mentioned_only=count_total(types, "Only mentioned"),
        limit=limit,
        tables=tables,
        findings=tuple(read_findings(graph, limit, today)),
    )


def check_version(graph: Graph) -> GraphVersion:
    """Return the graph's version. The report needs no embedding model.

    Raise IndexUnavailableError or IndexMismatchError.
    """
    stored = stored_version(graph)
    if stored is None:
        raise IndexUnavailableError(
            f"The database at {graph.connection.place} is empty. Load records with "
            "`narabot ingest PATH`."
        )
    check_not_being_emptied(graph)
    if stored.schema != SCHEMA_VERSION:
        raise IndexMismatchError(
            f"The graph has schema {stored.schema}, but this version of narabot needs schema "
            f"{SCHEMA_VERSION}. Rebuild the graph with `narabot ingest --rebuild PATH`."
        )
    return stored


def read_findings(graph: Graph, limit: int, today: date) -> Iterator[Finding]:
    """Yield the finding for each type, even if the finding is empty."""
    yield read_rejected(graph, limit)
    for kind in tqdm(FINDING_TYPES, unit="check", leave=False, disable=None):
        yield read_finding(graph, kind, limit, today)


def read_rejected(graph: Graph, limit: int) -> Finding:
    """Return the finding that lists the rejected lines."""
    lines = graph.read(load_query("ingest", "quality_rejected_count"))[0]["lines"]
    rows = graph.read(load_query("ingest", "quality_rejected"), limit=limit)
    counts = (TypeCount("rejected line", lines),) if lines else ()
    return Finding(REJECTED, counts, tuple(rejected_line(row) for row in rows))


def rejected_line(row: Row) -> FoundRecord:
    """Return a rejected line as a found record.

    The beginning of the line replaces the missing name.
    """
    return FoundRecord(
        na_id=None,
        type="rejected line",
        name=row["begins"],
        page=None,
        is_mentioned_only=False,
        file_name=row["file_name"],
        line_num=row["line_num"],
        detail=REJECTED.detail.format(**row),
    )


def read_finding(graph: Graph, kind: FindingType, limit: int, today: date) -> Finding:
    """Return the finding for one type: the first records, and the total number."""
    finding = load_query("ingest", f"quality_{kind.name}")
    parameters: dict[str, Any] = {
        "limit": limit,
        "fitting": VALID_PLACEMENTS,
        "year": today.year,
        "yearAtEnd": YEAR_AT_END,
    }
    rows = graph.read(finding + load_query("ingest", "quality_list"), **parameters)
    records = tuple(found_record(kind, row) for row in rows)
    if len(rows) < limit or not kind.is_fault:
        return Finding(kind, count_types(row["type"] for row in rows), records)
    counts = graph.read(finding + load_query("ingest", "quality_count"), **parameters)
    return Finding(
        kind, tuple(TypeCount(type_words(row["type"]), row["records"]) for row in counts), records
    )


def count_types(types: Iterator[str | None]) -> tuple[TypeCount, ...]:
    """Return the number of occurrences of each type, most frequent first."""
    found: dict[str, int] = {}
    for type_ in types:
        words = type_words(type_)
        found[words] = found.get(words, 0) + 1
    ordered = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(TypeCount(name, count) for name, count in ordered)


def found_record(kind: FindingType, row: Row) -> FoundRecord:
    """Return one record in a finding."""
    return FoundRecord(
        na_id=row["naId"],
        type=type_words(row["type"]),
        name=row["name"],
        page=catalog_page(f"{CATALOG_URL}{row['naId']}"),
        is_mentioned_only=row["stub"],
        file_name=row["file_name"],
        line_num=row["line_num"],
        detail=kind.detail.format_map(with_level_words(row["detail"])),
    )


def with_level_words(detail: Row) -> Row:
    """Return a query's detail with the parent's level in words."""
    return detail | {"above": type_words(detail.get("above"))}
