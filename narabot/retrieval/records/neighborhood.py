"""Read the surroundings of a record: its hierarchy and its relations."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from narabot.graph import Graph, load_query
from narabot.models import (
    CATALOG_URL,
    MAX_COUNTED,
    AuthorityType,
    CountedRecord,
    FullRecord,
    Hierarchy,
    Neighbor,
    Neighbors,
    OtherName,
    PathRecord,
    RecordType,
    Relation,
)
from narabot.retrieval.authorities.authority_search import authority_rows
from narabot.retrieval.operators.by_id import path_record
from narabot.retrieval.records.full_record import children

MOST_CHILDREN = 20
MOST_SIBLINGS = 8

MOST_CANDIDATES = 200
"""Number of children whose descendants are counted to find the largest children."""

MOST_NEIGHBORS = 8
"""Maximum number of neighbors per relation."""

NO_RECORD = 0


def hierarchy(graph: Graph, full: FullRecord) -> Hierarchy:
    """Return a description with its ancestors, siblings, and children.

    If the description has more than `MOST_CANDIDATES` children, narabot chooses the largest among
    the children that have the most children of their own.
    """
    na_id = full.record.na_id
    sibling_records = (
        largest_children(graph, full.path[1].na_id, na_id, MOST_SIBLINGS) if full.path[1:] else ()
    )
    return Hierarchy(
        path=with_counts(graph, full.path),
        children=largest_children(graph, na_id, NO_RECORD, MOST_CHILDREN),
        children_total=full.children.total,
        siblings=sibling_records,
        siblings_total=full.siblings.count - 1 if full.siblings else 0,
    )


def largest_children(graph: Graph, parent: int, near: int, most: int) -> tuple[CountedRecord, ...]:
    """Return a record's children that have the most descendants, largest first.

    Ties go to the naIds closest to `near`. The record `near` itself is excluded.
    """
    rows = graph.read(
        load_query("narabot", "largest_children"), naId=parent, near=near, most=MOST_CANDIDATES
    )
    found = with_counts(graph, [path_record(row["record"]) for row in rows])
    return tuple(sorted(found, key=lambda one: -one.below)[:most])


def with_counts(graph: Graph, records: Sequence[PathRecord]) -> tuple[CountedRecord, ...]:
    """Return records with the number of descriptions below each."""
    rows = graph.read(
        load_query("narabot", "counts_below"),
        naIds=[record.na_id for record in records],
        most=MAX_COUNTED + 1,
    )
    counts = {row["naId"]: row["count"] for row in rows}
    return tuple(CountedRecord(record, counts.get(record.na_id, 0)) for record in records)


def record_neighbors(graph: Graph, full: FullRecord) -> tuple[Neighbors, ...]:
    """Return the neighbors of a record: its parent, children, authorities, or descriptions."""
    found = [*parent_neighbors(full), *authority_neighbors(full)]
    if full.record.record_type is RecordType.AUTHORITY:
        return (*found, *other_name_neighbors(full), *description_neighbors(graph, full))
    return (*found, *child_neighbors(graph, full))


def parent_neighbors(full: FullRecord) -> Iterator[Neighbors]:
    """Yield the parent of a description."""
    if full.path[1:]:
        yield Neighbors(Relation.INCLUDES, True, (Neighbor(full.path[1]),), 1)


def child_neighbors(graph: Graph, full: FullRecord) -> Iterator[Neighbors]:
    """Yield some children of a description."""
    if full.children.total:
        first = children(graph, full.record.na_id, 0, full.children_counts)
        yield first_neighbors(Relation.INCLUDES, False, map(Neighbor, first.records), first.total)


def authority_neighbors(full: FullRecord) -> Iterator[Neighbors]:
    """Yield the authorities that a record names, grouped by relation."""
    for relation, roles in groupby(full.roles, key=lambda role: role.relation):
        found = [Neighbor(role.authority, role.kind) for role in roles]
        yield first_neighbors(relation, True, found, len(found))


def other_name_neighbors(full: FullRecord) -> Iterator[Neighbors]:
    """Yield the earlier and later names of an organization."""
    if full.other_names:
        found = [Neighbor(organization_record(name)) for name in full.other_names]
        yield first_neighbors(Relation.ORGANIZATION_NAME, True, found, len(found))


def organization_record(name: OtherName) -> PathRecord:
    """Return an earlier or later name as a record."""
    return PathRecord(
        na_id=name.na_id,
        record_type=RecordType.AUTHORITY,
        type=AuthorityType.ORGANIZATION,
        name=name.heading,
        start_date=name.start_date,
        end_date=name.end_date,
        source=f"{CATALOG_URL}{name.na_id}",
    )


def description_neighbors(graph: Graph, full: FullRecord) -> Iterator[Neighbors]:
    """Yield some descriptions by or about an authority, grouped by relation."""
    rows = authority_rows(graph, "descriptions_by_part", [full.record.na_id], most=MOST_NEIGHBORS)
    for row in rows:
        found = (Neighbor(path_record(one)) for one in row["records"])
        yield first_neighbors(Relation(row["relation"]), False, found, row["total"])


def first_neighbors(
    relation: Relation, is_into: bool, found: Iterable[Neighbor], total: int
) -> Neighbors:
    """Return the first neighbors in a relation, with the total number."""
    return Neighbors(relation, is_into, tuple(islice(found, MOST_NEIGHBORS)), total)
