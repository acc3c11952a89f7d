"""Filters: the statements and parameters that apply them in the database, and what they keep."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

from narabot.graph import Graph, load_query
from narabot.models import ComputedSet, Filters, NamedPhrase, NamedRecord, RecordType, Row, Years
from narabot.models.filters import FILTERS, NAMED_FIELDS
from narabot.understanding.periods import YEAR_IN_TITLE

MOST_NEIGHBOURS = 1000
"""Neighbours that the vector index is asked for; with filters, those that look at paths too."""

DEEPEST = 10_000
"""Hits that an index is asked for with filters that each chunk answers by itself."""

MOST_UNITS = 1000
"""Records of an authority from which an exact search starts."""


def kept(filters: Filters) -> LiteralString:
    """Return what stands in a statement between a search and its end."""
    if not filters:
        return ""
    by_path = load_query("narabot", "kept_by_path") if looks_above(filters) else ""
    return kept_at_once() + by_path


def looks_above(filters: Filters) -> bool:
    """Return whether any filter looks at the records above a record."""
    return any(FILTERS[field].looks_above for field in filters.in_force)


def kept_at_once() -> LiteralString:
    """Return the part of it that needs no other node."""
    return load_query("narabot", "kept_hits")


def kept_values(filters: Filters) -> dict[str, Any]:
    """Return the parameters of that: each filter under its name in JSON, a record by its naIds.

    Authorities have none of the fields but their type.
    """
    values = {kind.json_name: parameter(filters, field) for field, kind in FILTERS.items()}
    record_type = filters.record_type or RecordType.DESCRIPTION
    return {**values, "recordType": record_type, "yearInTitle": YEAR_IN_TITLE}


def parameter(filters: Filters, field: str) -> object:
    """Return a filter's value as the database takes it."""
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


def searched(graph: Graph, search: str, filters: Filters, **values: Any) -> list[Row]:
    """Return the rows of a search of an index, those that filters keep."""
    query = load_query("narabot", search) + kept(filters) + load_query("narabot", "ranked_hits")
    return graph.read(query, **values, **kept_values(filters))


def kept_records(graph: Graph, filters: Filters, most: int) -> list[int]:
    """Return the naIds of so many records that filters keep, in no order."""
    start = start_of(graph, filters)
    query = start.query + kept(filters) + load_query("narabot", "kept_records")
    rows = graph.read(query, **kept_values(filters), units=start.units, most=most)
    return [row["naId"] for row in rows]


def kept_count(graph: Graph, filters: Filters, start: "Start", most: int) -> int:
    """Return how many chunks filters keep by what each states itself; of more, `most` + 1."""
    query = start.query + kept_at_once() + load_query("narabot", "counted_hits")
    values = kept_values(filters)
    [row] = graph.read(query, **values, units=start.units, most=most)
    return int(row["size"])


def kept_chunks(graph: Graph, filters: Filters, chunk_ids: Sequence[str]) -> frozenset[str]:
    """Return those of some chunks that filters keep."""
    if not filters:
        return frozenset(chunk_ids)
    query = (
        load_query("narabot", "given_hits") + kept(filters) + load_query("narabot", "ranked_hits")
    )
    hits = [{"chunkId": chunk_id, "score": 0.0} for chunk_id in chunk_ids]
    rows = graph.read(query, **kept_values(filters), hits=hits, count=len(hits))
    return frozenset(row["chunkId"] for row in rows)


@dataclass(frozen=True, slots=True)
class Start:
    """The chunks among which all must be that filters keep."""

    name: LiteralString
    """Of the statement that goes through them."""
    units: list[int] | None
    """The naIds of the records that they are of or are kept in, `None` if they may be anywhere."""

    @property
    def query(self) -> LiteralString:
        """The beginning of a statement."""
        return load_query("narabot", self.name)


EVERYWHERE = Start("all_chunks", None)
"""All chunks."""


def start_of(graph: Graph, filters: Filters) -> Start:
    """Return from where a statement goes through what filters keep."""
    if (given := filters.computed or filters.naming) is not None:
        return Start("chunks_given", list(given.na_ids))
    units = units_to_start_from(graph, filters)
    if units is None:
        return EVERYWHERE
    return Start("chunks_below", units)


def units_to_start_from(graph: Graph, filters: Filters) -> list[int] | None:
    """Return the naIds in which all that filters keep must be, `None` if it may be anywhere."""
    values = kept_values(filters)
    if filters.ancestor is not None:
        return [filters.ancestor.na_id]
    if filters.creator or filters.subject or filters.authority:
        found = na_ids_of(graph, "units_naming", **values, most=MOST_UNITS + 1)
        return found if len(found) <= MOST_UNITS else None
    if filters.record_group is not None or filters.collection is not None:
        return na_ids_of(graph, "roots", **values)
    return None


def na_ids_of(graph: Graph, name: str, **values: Any) -> list[int]:
    """Return the naIds that a statement finds."""
    [row] = graph.read(load_query("narabot", name), **values)
    return list(row["naIds"])
