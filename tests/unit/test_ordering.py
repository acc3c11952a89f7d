"""Tests of list orders."""

from dataclasses import replace

import pytest

from narabot.models import AuthorityType, LevelOfDescription, ListOrder, Passage
from narabot.ordering import sort_records, undated_count
from tests.unit.test_rendering_records import passage, record

Level = LevelOfDescription


def dated(na_id: int, start: str | None, end: str | None = None) -> Passage:
    """Return a record with these start and end dates."""
    return passage(replace(record(na_id=na_id), start_date=start, end_date=end))


DATED = [
    dated(1, None),
    dated(2, "ca. 1943"),
    dated(3, "1941-12-07"),
    dated(4, "1941", "1946"),
    dated(5, "43 B.C."),
    dated(6, None, "1900?"),
    dated(7, "1941-12"),
    dated(8, "", ""),
    dated(9, "0987"),
    dated(10, "ca. 1943"),
]


@pytest.mark.parametrize(
    ("order", "na_ids"),
    [
        (ListOrder.RELEVANCE, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        (ListOrder.OLDEST, [9, 6, 4, 7, 3, 2, 10, 1, 5, 8]),
        (ListOrder.NEWEST, [4, 2, 10, 3, 7, 6, 9, 1, 5, 8]),
    ],
)
def test_date_order_puts_undated_records_last(order: ListOrder, na_ids: list[int]) -> None:
    assert [one.na_id for one in sort_records(DATED, order)] == na_ids
    assert undated_count(DATED) == 3


def test_level_order_runs_from_record_groups_to_items() -> None:
    types = [AuthorityType.PERSON, Level.ITEM, Level.SERIES, Level.RECORD_GROUP, Level.ITEM]
    records = [passage(record(number, type_=type_)) for number, type_ in enumerate(types)]
    assert [one.na_id for one in sort_records(records, ListOrder.LEVEL)] == [3, 2, 1, 4, 0]


def test_catalog_order_follows_the_hierarchy() -> None:
    group = replace(record(1, "Navy", Level.RECORD_GROUP), record_group_number=80)
    other = replace(record(2, "Army", Level.RECORD_GROUP), record_group_number=9)
    logs, letters = record(3, "Logs", Level.SERIES), record(4, "Letters", Level.SERIES)
    records = [
        passage(record(10, "Box 10"), logs, group),
        passage(record(11, "box 9"), logs, group),
        passage(record(12, None), letters, group),
        passage(logs, group),
        passage(record(13, "9" * 5_000), logs, group),
        passage(group),
        passage(record(14, "Zebra"), letters, other),
    ]
    ordered = [one.na_id for one in sort_records(records, ListOrder.CATALOG)]
    assert ordered == [14, 1, 12, 3, 11, 10, 13]
