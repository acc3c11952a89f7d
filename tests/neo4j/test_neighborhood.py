"""The hierarchy and neighbors of a record on small graphs, including very many neighbors."""

from pathlib import Path
from typing import Any

from narabot.graph import Graph
from narabot.models import Relation
from narabot.retrieval.records.full_record import full_record
from narabot.retrieval.records.neighborhood import (
    MOST_NEIGHBORS,
    MOST_SIBLINGS,
    hierarchy,
    record_neighbors,
)
from tests.ingesting import load_records
from tests.records import ancestor, raw_record

GROUP, SERIES, OTHER_SERIES = 1, 2, 3
OFFICE, OLD_NAME, NEW_NAME = 20, 21, 22
ABOVE_UNIT = [ancestor(GROUP, "recordGroup", 2), ancestor(SERIES, "series", 1)]


def above_item(unit: int) -> list[dict[str, Any]]:
    """Return the ancestors of an item."""
    return [
        ancestor(GROUP, "recordGroup", 3),
        ancestor(SERIES, "series", 2),
        ancestor(unit, "fileUnit", 1),
    ]


def unit(na_id: int, title: str, items: int) -> list[dict[str, Any]]:
    """Return a file unit with its items."""
    own = raw_record(title, naId=na_id, levelOfDescription="fileUnit", ancestors=ABOVE_UNIT)
    below = (
        raw_record(f"{title} {one}", naId=na_id * 1000 + one, ancestors=above_item(na_id))
        for one in range(items)
    )
    return [own, *below]


def test_hierarchy_counts_all_descendants(graph: Graph, tmp_path: Path) -> None:
    load_records(
        graph, tmp_path, *unit(10, "Small", 1), *unit(11, "Large", 3), *unit(12, "Empty", 0)
    )
    around = hierarchy(graph, full_record(graph, SERIES))
    assert [(one.record.na_id, one.below) for one in around.path] == [(SERIES, 7), (GROUP, 8)]
    assert [(one.record.na_id, one.below) for one in around.children] == [(11, 3), (10, 1), (12, 0)]
    assert (around.children_total, around.siblings, around.siblings_total) == (3, (), 0)


def test_siblings_are_the_largest_and_then_the_nearest(graph: Graph, tmp_path: Path) -> None:
    units = [raw for na_id in range(10, 40) for raw in unit(na_id, "Unit", na_id == 38)]
    load_records(graph, tmp_path, *units)
    around = hierarchy(graph, full_record(graph, 30))
    assert [one.record.na_id for one in around.siblings] == [38, 29, 31, 28, 32, 27, 33, 26]
    assert len(around.siblings) == MOST_SIBLINGS
    assert around.siblings_total == 29


def test_description_neighbors_are_grouped_by_relation(graph: Graph, tmp_path: Path) -> None:
    makers = [
        {"naId": 100 + one, "heading": f"Maker {one}", "authorityType": "person"}
        | ({"creatorType": "Most Recent"} if one == 0 else {})
        for one in range(200)
    ]
    series = raw_record(
        "Logs",
        naId=SERIES,
        levelOfDescription="series",
        ancestors=[ancestor(GROUP, "recordGroup", 1)],
        creators=makers,
    )
    load_records(graph, tmp_path, series, *unit(10, "Unit", 0))
    above, creators, below = record_neighbors(graph, full_record(graph, SERIES))
    assert (above.relation, above.is_into) == (Relation.INCLUDES, True)
    assert [one.record.na_id for one in above.some] == [GROUP]
    assert (creators.relation, creators.total) == (Relation.CREATOR, 200)
    assert len(creators.some) == MOST_NEIGHBORS
    assert creators.some[0].kind == "Most Recent"
    assert (below.relation, below.is_into, below.total) == (Relation.INCLUDES, False, 1)
