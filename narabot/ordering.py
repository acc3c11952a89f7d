"""Sort orders for lists, and grouping by series. The functions have no side effects."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from narabot.dates import WRITTEN_DATE
from narabot.models import (
    CatalogType,
    LevelOfDescription,
    ListOrder,
    Passage,
    PathRecord,
    Response,
)

LEVELS: Mapping[CatalogType, int] = {level: rank for rank, level in enumerate(LevelOfDescription)}
"""Rank of each level of description, from record group to item. Authority records have no level."""

NUMBER = re.compile(r"([0-9]+)")

NaturalKey = tuple[tuple[int, str], ...]

UNDATED: tuple[int, ...] = ()


def effective_order(response: Response, chosen: ListOrder) -> ListOrder:
    """Return the order that applies to a list.

    A list that was produced only by filters has no relevance order.
    """
    is_relevance = chosen is ListOrder.RELEVANCE
    return ListOrder.CATALOG if is_relevance and response.is_arranged else chosen


def available_orders(response: Response) -> list[ListOrder]:
    """Return the orders that are available for a list."""
    return [order for order in ListOrder if order is effective_order(response, order)]


def sort_records(records: Sequence[Passage], order: ListOrder) -> list[Passage]:
    """Sort records. Records that tie keep the supplied order, which is best first."""
    match order:
        case ListOrder.OLDEST:
            return sort_by_date(records, first_date)
        case ListOrder.NEWEST:
            return sort_by_date(records, last_date, newest=True)
        case ListOrder.LEVEL:
            return sorted(records, key=lambda passage: LEVELS.get(passage.record.type, len(LEVELS)))
        case ListOrder.CATALOG:
            return sorted(records, key=hierarchy_sort_key)
        case _:
            return list(records)


def hierarchy_sort_key(passage: Passage) -> list[tuple[int, NaturalKey, int]]:
    """Return the sort key for the catalog's hierarchy.

    The key contains the numbers and names along the path from the root. NARA's export does not
    contain the order of records within a unit. Numbers in names sort by value, so box 9 comes
    before box 10.
    """
    return [
        (step.record_group_number or 0, natural_key(step.name or ""), step.na_id)
        for step in reversed(passage.path)
    ]


@lru_cache(maxsize=4096)
def natural_key(text: str) -> NaturalKey:
    """Return a sort key that places Box 9 before Box 10."""
    return tuple(
        (len(part.lstrip("0")), part.lstrip("0")) if part.isdecimal() else (-1, part)
        for part in NUMBER.split(text.casefold())
        if part
    )


def sort_by_date(
    records: Sequence[Passage],
    date_of: Callable[[PathRecord], tuple[int, ...]],
    *,
    newest: bool = False,
) -> list[Passage]:
    """Return records sorted by their own dates. Undated records come last."""
    dated = [passage for passage in records if date_of(passage.record)]
    dated.sort(key=lambda passage: date_of(passage.record), reverse=newest)
    return dated + [passage for passage in records if not date_of(passage.record)]


def undated_count(records: Sequence[Passage]) -> int:
    """Return the number of records that have no date of their own."""
    return sum(not first_date(passage.record) for passage in records)


def first_date(record: PathRecord) -> tuple[int, ...]:
    """Return the sort key of a record's own first date, or `UNDATED`."""
    return date_sort_key(record.start_date) or date_sort_key(record.end_date)


def last_date(record: PathRecord) -> tuple[int, ...]:
    """Return the sort key of a record's own last date, or `UNDATED`."""
    return date_sort_key(record.end_date) or date_sort_key(record.start_date)


def date_sort_key(written: str | None) -> tuple[int, ...]:
    """Return the year, month, and day of a NARA date, or `UNDATED`. A missing part is 0."""
    match = WRITTEN_DATE.fullmatch(written or "")
    if match is None:
        return UNDATED
    return (int(match["year"]), int(match["month"] or 0), int(match["day"] or 0))


def ancestor_series(passage: Passage) -> PathRecord | None:
    """Return the series that contains a record, or `None`."""
    above = (step for step in passage.path[1:] if step.type is LevelOfDescription.SERIES)
    return next(above, None)


def list_group(passage: Passage) -> PathRecord | None:
    """Return the series that a record belongs to in a grouped list. A series belongs to itself."""
    record = passage.record
    return record if record.type is LevelOfDescription.SERIES else ancestor_series(passage)


def group_by_series(records: Sequence[Passage]) -> list[tuple[PathRecord | None, list[Passage]]]:
    """Group records by series, in order of first occurrence. Records without a series come last."""
    series: dict[int | None, PathRecord | None] = {}
    groups: dict[int | None, list[Passage]] = {}
    for passage in records:
        group = list_group(passage)
        na_id = group.na_id if group else None
        series.setdefault(na_id, group)
        groups.setdefault(na_id, []).append(passage)
    if None in groups:
        groups[None] = groups.pop(None)
    return [(series[na_id], members) for na_id, members in groups.items()]
