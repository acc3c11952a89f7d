"""Apply filters in the database: build the Cypher clauses and parameters, and query the chunks and
records that match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

from narabot.graph import Graph, load_query
from narabot.models import ComputedSet, Filters, NamedPhrase, NamedRecord, RecordType, Row, Years
from narabot.models.filters import FILTERS, NAMED_FIELDS
from narabot.understanding.periods import YEAR_IN_TITLE

FILTERED_SEARCH_DEPTH = 1000
"""Number of hits to request from an index if any filter depends on ancestors. The number also
limits a vector search without filters."""

DEEPEST_SEARCH = 10_000
"""Number of hits to request from an index if the filters depend only on properties of chunks."""

MOST_UNITS = 1000
"""Maximum number of an authority's records from which an exact search may start."""


def filter_clauses(filters: Filters) -> LiteralString:
    """Return the clauses that apply filters to the hits of a search within a statement."""
    if not filters:
        return ""
    by_path = load_query("narabot", "kept_by_path") if looks_above(filters) else ""
    return chunk_filter_clauses() + by_path


def looks_above(filters: Filters) -> bool:
    """Return whether any filter depends on a record's ancestors."""
    return any(FILTERS[field].looks_above for field in filters.in_force)


def chunk_filter_clauses() -> LiteralString:
    """Return the clauses for filters on properties of the chunk itself."""
    return load_query("narabot", "kept_hits")


def filter_parameters(filters: Filters) -> dict[str, Any]:
    """Return the parameters of the filter clauses, keyed by the filters' JSON names. Records are
    passed as naIds.

    Authority records have no filterable property except their type.
    """
    values = {kind.json_name: parameter(filters, field) for field, kind in FILTERS.items()}
    record_type = filters.record_type or RecordType.DESCRIPTION
    return {**values, "recordType": record_type, "yearInTitle": YEAR_IN_TITLE}


def parameter(filters: Filters, field: str) -> object:
    """Return a filter's value as a query parameter."""
    match getattr(filters, field):
        case None if field in NAMED_FIELDS:
            return []
        case tuple(na_ids):
            return list(na_ids)
        case NamedRecord(na_ids=na_ids) | NamedPhrase(na_ids=na_ids) | ComputedSet(na_ids=na_ids):
            return list(na_ids)
        case Years(first=first, last=last):
            return {"first": first, "last": last}
        case value:
            return value


def search_index(graph: Graph, search: str, filters: Filters, **values: Any) -> list[Row]:
    """Return the rows of an index search that match the filters."""
    query = (
        load_query("narabot", search)
        + filter_clauses(filters)
        + load_query("narabot", "ranked_hits")
    )
    return graph.read(query, **values, **filter_parameters(filters))


def filtered_records(graph: Graph, filters: Filters, most: int) -> list[int]:
    """Return the naIds of up to `most` records that match the filters, in no particular order."""
    start = start_of(graph, filters)
    query = start.query + filter_clauses(filters) + load_query("narabot", "kept_records")
    rows = graph.read(query, **filter_parameters(filters), units=start.units, most=most)
    return [row["naId"] for row in rows]


def count_filtered_chunks(graph: Graph, filters: Filters, start: "Start", most: int) -> int:
    """Return the number of chunks that match the filters on chunk properties, up to `most` + 1."""
    query = start.query + chunk_filter_clauses() + load_query("narabot", "counted_hits")
    values = filter_parameters(filters)
    [row] = graph.read(query, **values, units=start.units, most=most)
    return int(row["size"])


def filtered_chunks(graph: Graph, filters: Filters, chunk_ids: Sequence[str]) -> frozenset[str]:
    """Return the chunkIds of the chunks that match the filters."""
    if not filters:
        return frozenset(chunk_ids)
    query = (
        load_query("narabot", "given_hits")
        + filter_clauses(filters)
        + load_query("narabot", "ranked_hits")
    )
    hits = [{"chunkId": chunk_id, "score": 0.0} for chunk_id in chunk_ids]
    rows = graph.read(query, **filter_parameters(filters), hits=hits, count=len(hits))
    return frozenset(row["chunkId"] for row in rows)


@dataclass(frozen=True, slots=True)
class Start:
    """A set of chunks in which a search starts. It includes every chunk that matches the
    filters."""

    name: LiteralString
    """Name of the query that returns these chunks."""
    units: list[int] | None
    """The naIds of the records that the chunks belong to, or `None` for all records."""

    @property
    def query(self) -> LiteralString:
        """The first part of a statement, which reads these chunks."""
        return load_query("narabot", self.name)


ALL_CHUNKS = Start("all_chunks", None)
"""All chunks as the start of a search."""


def start_of(graph: Graph, filters: Filters) -> Start:
    """Return a set of chunks in which to look for matches."""
    if (record_set := filters.computed or filters.naming) is not None:
        return Start("chunks_given", list(record_set.na_ids))
    units = start_units(graph, filters)
    if units is None:
        return ALL_CHUNKS
    return Start("chunks_below", units)


def start_units(graph: Graph, filters: Filters) -> list[int] | None:
    """Return the naIds of records that, with their descendants, include every record that matches
    the filters. Return `None` if matching records may be anywhere."""
    values = filter_parameters(filters)
    if filters.ancestor is not None:
        return [filters.ancestor.na_id]
    if filters.creator or filters.subject or filters.authority:
        found = na_ids_of(graph, "units_naming", **values, most=MOST_UNITS + 1)
        return found if len(found) <= MOST_UNITS else None
    if filters.record_group is not None or filters.collection is not None:
        return na_ids_of(graph, "roots", **values)
    return None


def na_ids_of(graph: Graph, name: str, **values: Any) -> list[int]:
    """Return the naIds that a query returns."""
    [row] = graph.read(load_query("narabot", name), **values)
    return list(row["naIds"])
