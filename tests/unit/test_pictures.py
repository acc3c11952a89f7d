"""Tests of a record's diagrams: each record appears once, with its name as plain text."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from narabot.models import (
    MAX_COUNTED,
    AuthorityType,
    CatalogType,
    CountedRecord,
    FullRecord,
    Hierarchy,
    LevelOfDescription,
    Neighbor,
    Neighbors,
    PathRecord,
    RecordType,
    Relation,
)
from narabot.presentation.charts import clicked_record, escape_template
from narabot.presentation.hierarchy import WHOLE, hierarchy_chart
from narabot.presentation.neighborhood_graph import SHAPES, neighborhood_chart

GROUP, SERIES, FILE_UNIT, ITEM = (
    LevelOfDescription.RECORD_GROUP,
    LevelOfDescription.SERIES,
    LevelOfDescription.FILE_UNIT,
    LevelOfDescription.ITEM,
)
HOSTILE = "$& $$1 {b} {@x} {a|red} <img src=x onerror=alert(1)>"


def record(na_id: int, type_: CatalogType = ITEM, name: str | None = None) -> PathRecord:
    """Return a record. By default, its name includes its naId."""
    is_level = isinstance(type_, LevelOfDescription)
    return PathRecord(
        na_id=na_id,
        record_type=RecordType.DESCRIPTION if is_level else RecordType.AUTHORITY,
        type=type_,
        name=name or f"Record {na_id}",
        start_date=None,
        end_date=None,
        source=f"https://catalog.archives.gov/id/{na_id}",
    )


def counted(na_id: int, type_: CatalogType, below: int = 0) -> CountedRecord:
    """Return a record with the number of its descendants."""
    return CountedRecord(record(na_id, type_), below)


def around(children: int = 3, siblings: int = 2, total: int = 194) -> Hierarchy:
    """Return the hierarchy around a file unit, which is in a series in a record group."""
    return Hierarchy(
        path=(
            counted(3, FILE_UNIT, total),
            counted(2, SERIES, 5_000),
            counted(1, GROUP, MAX_COUNTED + 1),
        ),
        children=tuple(counted(100 + one, ITEM) for one in range(children)),
        children_total=total,
        siblings=tuple(counted(200 + one, FILE_UNIT, 9) for one in range(siblings)),
        siblings_total=siblings,
    )


def named(na_ids: range, total: int, relation: Relation, type_: CatalogType) -> Neighbors:
    """Return authority records as a record's neighbors in one relation."""
    return Neighbors(relation, True, tuple(Neighbor(record(one, type_)) for one in na_ids), total)


CREATORS = named(range(10, 18), 200, Relation.CREATOR, AuthorityType.ORGANIZATION)
SUBJECTS = named(range(17, 20), 3, Relation.SUBJECT, AuthorityType.PERSON)
PARENT = Neighbors(Relation.INCLUDES, True, (Neighbor(record(2, SERIES)),), 1)
FULL = FullRecord(path=(record(3, FILE_UNIT), record(2, SERIES)), is_stub=False)


def texts(option: Any) -> Iterator[tuple[str, str]]:
    """Yield each string in an ECharts option, preceded by its key."""
    if isinstance(option, dict):
        for key, value in option.items():
            if isinstance(value, str):
                yield key, value
            yield from texts(value)
    if isinstance(option, list):
        for one in option:
            yield from texts(one)


def test_icicle_rows_follow_the_hierarchy() -> None:
    picture = hierarchy_chart(around())
    rows = picture.option["yAxis"]["data"]
    assert rows[:3] == ["Record group: Record 1", "Series: Record 2", "File unit: Record 3"]
    assert rows[3:] == [*(f"Record {n}" for n in (100, 101, 102)), "… 191 more", "Record 200",
                        "Record 201"]  # fmt: skip
    *bars, _ = picture.option["series"]
    for place in range(len(rows)):
        assert sum(one["data"][place]["value"] for one in bars) == WHOLE
    assert [one[3] for one in picture.na_ids] == [1, 2, None, 100]
    assert [one[6] for one in picture.na_ids] == [1, 2, None, None]
    assert [one[7] for one in picture.na_ids] == [1, 2, 200, None]


def test_icicle_bars_show_their_names() -> None:
    *bars, counts = hierarchy_chart(around()).option["series"]
    assert bars
    assert all(one["label"]["formatter"] == "{b}" for one in bars)
    assert all(one["label"]["show"] for one in (*bars, counts))


def test_icicle_shows_descendant_counts() -> None:
    numbers = hierarchy_chart(around()).option["series"][-1]["data"]
    labels = [one["label"]["formatter"] for one in numbers]
    assert labels == ["more than 10,000", "5,000", "194", "", "", "", "", "9", "9"]


def test_mixed_levels_are_labeled() -> None:
    mixed = around()
    children = (counted(100, ITEM), counted(101, FILE_UNIT, 4))
    picture = hierarchy_chart(
        Hierarchy(mixed.path, children, len(children), mixed.siblings, mixed.siblings_total)
    )
    assert picture.option["yAxis"]["data"][3:5] == ["Item: Record 100", "File unit: Record 101"]


def test_root_without_children_is_one_bar() -> None:
    alone = Hierarchy((counted(1, GROUP),), (), 0, (), 0)
    picture = hierarchy_chart(alone)
    assert picture.option["yAxis"]["data"] == ["Record group: Record 1"]
    assert picture.na_ids == ((None,),)


def test_table_lists_the_icicle_records() -> None:
    picture = hierarchy_chart(around())
    assert [one.partition("](")[2] for one in picture.table["Name"]] == [
        f"?naId={na_id})" for na_id in (1, 2, 3, 100, 101, 102, 200, 201)
    ]
    assert picture.table["Contains"][:3] == ["more than 10,000", "5,000", "194"]


def test_each_record_is_one_node_at_its_own_position() -> None:
    picture = neighborhood_chart(FULL, [PARENT, CREATORS, SUBJECTS])
    assert picture is not None
    nodes = picture.option["series"][0]["data"]
    places = [tuple(node["value"]) for node in nodes]
    assert len(set(places)) == len(nodes) == len(picture.na_ids[0])
    shown = [na_id for na_id in picture.na_ids[0] if na_id is not None]
    assert shown == [2, *range(10, 20)]
    assert [link["target"] for link in picture.option["series"][0]["links"]] == [
        place for place, na_id in enumerate(picture.na_ids[0]) if na_id is not None
    ]
    assert all(0 < top < picture.height for _, top in places)
    assert picture == neighborhood_chart(FULL, [PARENT, CREATORS, SUBJECTS])


def test_names_on_one_side_never_overlap() -> None:
    picture = neighborhood_chart(FULL, [PARENT, CREATORS, SUBJECTS])
    assert picture is not None
    nodes = picture.option["series"][0]["data"]
    for side in (-1, 1):
        tops = sorted(node["value"][1] for node in nodes if node["value"][0] == side)
        assert all(below - above >= 28 for above, below in pairwise(tops))


def test_omitted_creators_are_counted() -> None:
    picture = neighborhood_chart(FULL, [CREATORS])
    assert picture is not None
    names = [node["name"] for node in picture.option["series"][0]["data"]]
    assert names == ["This\nrecord", "Created by", *(f"Record {n}" for n in range(10, 18)),
                     "and 192 more"]  # fmt: skip
    assert "Created by: 200" in picture.alt


def test_record_with_two_relations_appears_once() -> None:
    picture = neighborhood_chart(FULL, [CREATORS, SUBJECTS])
    assert picture is not None
    assert picture.table["Relation"][7] == "Created by&#59; Subjects"
    assert len(picture.table["Name"]) == 10


def test_legend_shows_only_shapes_in_use() -> None:
    picture = neighborhood_chart(FULL, [PARENT, SUBJECTS])
    assert picture is not None
    assert "■" in picture.key
    assert "●" in picture.key
    assert "◆" not in picture.key
    assert len({symbol for symbol, *_ in SHAPES.values()}) == len(SHAPES)


def test_record_without_neighbors_has_no_chart() -> None:
    assert neighborhood_chart(FULL, []) is None


def test_hostile_name_never_enters_a_template() -> None:
    hostile = Neighbors(
        Relation.SUBJECT, True, (Neighbor(record(9, AuthorityType.PERSON, HOSTILE)),), 1
    )
    neighborhood = neighborhood_chart(FULL, [hostile])
    tree = hierarchy_chart(Hierarchy((CountedRecord(record(1, GROUP, HOSTILE), 0),), (), 0, (), 0))
    assert neighborhood is not None
    for picture in (neighborhood, tree):
        found = list(texts(picture.option))
        assert {text for key, text in found if key == "formatter"} <= {"{b}", ""}
        assert "{b} " not in json.dumps(picture.option)
        assert "rich" not in json.dumps(picture.option)
        assert picture.option["tooltip"] == {"show": False}
        assert picture.option["animation"] is False
        assert "<" not in picture.table["Name"][0]


def test_escaped_template_looks_unchanged() -> None:
    assert escape_template(HOSTILE).replace("\u2060", "") == HOSTILE
    assert "{b}" not in escape_template(HOSTILE)


def selected(*places: int, series: int = 0, of: str = "main") -> dict[str, Any]:
    """Return the event that Streamlit reports for a click."""
    return {"series_index": series, "data_type": of, "data_indices": list(places)}


@pytest.mark.parametrize(
    ("events", "na_id"),
    [
        ([], None),
        ([selected(1)], 1),
        ([selected(1, series=1)], 2),
        ([selected(2)], 1),
        ([selected(2, series=2)], None),
        ([selected(2, series=2), selected(3, series=3)], 100),
        ([selected(99)], None),
        ([selected(1, series=9)], None),
        ([selected(1, of="edge")], None),
    ],
)
def test_click_selects_the_record_at_its_position(
    events: list[dict[str, Any]], na_id: int | None
) -> None:
    assert clicked_record(hierarchy_chart(around()), events) == na_id
