"""The orders in which a list may stand, and the series in which its records are. Pure."""

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
"""The levels from the widest down; authorities have none."""

NUMBER = re.compile(r"([0-9]+)")

NaturalKey = tuple[tuple[int, str], ...]

UNDATED: tuple[int, ...] = ()


def order_of(response: Response, chosen: ListOrder) -> ListOrder:
    """Return the order in which a list stands: nothing is relevant to filters alone."""
    is_relevance = chosen is ListOrder.RELEVANCE
    return ListOrder.CATALOGUE if is_relevance and response.is_arranged else chosen


def orders(response: Response) -> list[ListOrder]:
    """Return the orders that a list may have."""
    return [order for order in ListOrder if order is order_of(response, order)]


def in_order(records: Sequence[Passage], order: ListOrder) -> list[Passage]:
    """Return a list that is given best first in another order; of equals the best comes first."""
    match order:
        case ListOrder.OLDEST:
            return by_date(records, first_date)
        case ListOrder.NEWEST:
            return by_date(records, last_date, newest=True)
        case ListOrder.LEVEL:
            return sorted(records, key=lambda passage: LEVELS.get(passage.record.type, len(LEVELS)))
        case ListOrder.CATALOGUE:
            return sorted(records, key=place_in_catalogue)
        case _:
            return list(records)


def place_in_catalogue(passage: Passage) -> list[tuple[int, NaturalKey, int]]:
    """Return what orders records as they are arranged: from the root down, by number, then name.

    NARA's export does not tell the order of what is kept in one unit; numbers in names count as
    such, so that box 9 comes before box 10.
    """
    return [
        (step.record_group_number or 0, natural_key(step.name or ""), step.na_id)
        for step in reversed(passage.path)
    ]


@lru_cache(maxsize=4096)
def natural_key(text: str) -> NaturalKey:
    """Return by what a text is sorted so that Box 9 comes before Box 10."""
    return tuple(
        (len(part.lstrip("0")), part.lstrip("0")) if part.isdecimal() else (-1, part)
        for part in NUMBER.split(text.casefold())
        if part
    )


def by_date(
    records: Sequence[Passage],
    date_of: Callable[[PathRecord], tuple[int, ...]],
    *,
    newest: bool = False,
) -> list[Passage]:
    """Return records by a date of their own, and behind them those that have none."""
    dated = [passage for passage in records if date_of(passage.record)]
    dated.sort(key=lambda passage: date_of(passage.record), reverse=newest)
    return dated + [passage for passage in records if not date_of(passage.record)]


def undated_count(records: Sequence[Passage]) -> int:
    """Return how many records have no date of their own by which they could be ordered."""
    return sum(not first_date(passage.record) for passage in records)


def first_date(record: PathRecord) -> tuple[int, ...]:
    """Return what a record's own first date is ordered by, `UNDATED` without any."""
    return ordered_by(record.start_date) or ordered_by(record.end_date)


def last_date(record: PathRecord) -> tuple[int, ...]:
    """Return what a record's own last date is ordered by, `UNDATED` without any."""
    return ordered_by(record.end_date) or ordered_by(record.start_date)


def ordered_by(written: str | None) -> tuple[int, ...]:
    """Return year, month and day of a date as NARA writes it; 0 for what it does not state."""
    match = WRITTEN_DATE.fullmatch(written or "")
    if match is None:
        return UNDATED
    return (int(match["year"]), int(match["month"] or 0), int(match["day"] or 0))


def series_of(passage: Passage) -> PathRecord | None:
    """Return the series that a record is in, `None` where its path has none above it."""
    above = (step for step in passage.path[1:] if step.type is LevelOfDescription.SERIES)
    return next(above, None)


def group_of(passage: Passage) -> PathRecord | None:
    """Return the series under which a record stands in a list by series: its own, or itself."""
    record = passage.record
    return record if record.type is LevelOfDescription.SERIES else series_of(passage)


def by_series(records: Sequence[Passage]) -> list[tuple[PathRecord | None, list[Passage]]]:
    """Return records by their series, in the order of the first of each; at last those in none."""
    series: dict[int | None, PathRecord | None] = {}
    groups: dict[int | None, list[Passage]] = {}
    for passage in records:
        group = group_of(passage)
        na_id = group.na_id if group else None
        series.setdefault(na_id, group)
        groups.setdefault(na_id, []).append(passage)
    if None in groups:
        groups[None] = groups.pop(None)
    return [(series[na_id], members) for na_id, members in groups.items()]
