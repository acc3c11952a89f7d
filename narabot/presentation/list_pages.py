"""Divide a list into pages, and fold large series so that none dominates the list."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from narabot.models import ListOrder, ListView, Passage, PathRecord
from narabot.ordering import ancestor_series, group_by_series, sort_records

PAGE_SIZE = 10
"""Number of records on a page of a list."""

MAX_PER_SERIES = 4
"""Number of records from one series that a list shows before the reader opens the series."""


@dataclass(frozen=True, slots=True)
class FoldedSeries:
    """The records of a series that a list hides until the series is opened."""

    series: PathRecord
    count: int


@dataclass(frozen=True, slots=True)
class SeriesHeading:
    """The heading of a series in a list that is grouped by series.

    `series` is `None` in the heading for records that do not belong to a series.
    """

    series: PathRecord | None
    count: int
    """Number of the series' records in the whole list."""
    is_continued: bool
    """Whether the previous page already shows some of the records."""


Row = Passage | FoldedSeries | SeriesHeading


@dataclass(frozen=True, slots=True)
class ListPage:
    """The content of one page of a list."""

    rows: tuple[Row, ...]
    positions: Mapping[int, int]
    """Position of each record in display order, starting at 1, keyed by naId.

    Folded records have no position, so the numbers stay consecutive.
    """
    number: int
    """Page number, from 1 to the number of pages."""
    pages: int


def list_page(records: Sequence[Passage], view: ListView) -> ListPage:
    """Return the page of a list that the reader is viewing."""
    ordered = sort_records(records, view.order)
    if view.is_grouped:
        return page_by_series(group_by_series(ordered), view.page)
    rows: list[Passage | FoldedSeries] = [*ordered]
    if view.order is ListOrder.RELEVANCE:
        rows = fold_series(ordered, view.opened)
    shown = [row for row in rows if isinstance(row, Passage)]
    pages = page_count(len(shown))
    number = min(view.page, pages)
    return ListPage(tuple(rows_of_page(rows, number)), positions(shown), number, pages)


def page_by_series(
    groups: Sequence[tuple[PathRecord | None, Sequence[Passage]]], page: int
) -> ListPage:
    """Return a page of a list grouped by series, with a heading before each series."""
    ordered = [passage for _, members in groups for passage in members]
    pages = page_count(len(ordered))
    number = min(page, pages)
    on_page = {passage.na_id for passage in ordered[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]}
    rows: list[Row] = []
    for series, members in groups:
        shown = [passage for passage in members if passage.na_id in on_page]
        if shown:
            rows += [SeriesHeading(series, len(members), shown[0] is not members[0]), *shown]
    return ListPage(tuple(rows), positions(ordered), number, pages)


def page_count(records: int) -> int:
    """Return the number of pages in a list of this length. The minimum is 1."""
    return max(1, -(-records // PAGE_SIZE))


def positions(ordered: Sequence[Passage]) -> dict[int, int]:
    """Return each record's position in a list, keyed by naId."""
    return {passage.na_id: place for place, passage in enumerate(ordered, start=1)}


def rows_of_page(
    rows: Sequence[Passage | FoldedSeries], number: int
) -> list[Passage | FoldedSeries]:
    """Return the rows of a page. A folded series stays with the record before it."""
    shown: list[Passage | FoldedSeries] = []
    records = 0
    for row in rows:
        records += isinstance(row, Passage)
        if (number - 1) * PAGE_SIZE < records <= number * PAGE_SIZE:
            shown.append(row)
    return shown


def fold_series(
    records: Sequence[Passage], opened: Collection[int] = ()
) -> list[Passage | FoldedSeries]:
    """Return a list in order, with each large series folded after its first records.

    An opened series is shown in full. If all records belong to one series, the list is also shown
    in full.
    """
    series = [ancestor_series(passage) for passage in records]
    counts = Counter(one.na_id for one in series if one)
    if len(counts) == 1 and None not in series:
        return list(records)
    shown: list[Passage | FoldedSeries] = []
    seen: Counter[int] = Counter()
    for passage, one in zip(records, series, strict=True):
        if one is None or one.na_id in opened or counts[one.na_id] <= MAX_PER_SERIES + 1:
            shown.append(passage)
            continue
        seen[one.na_id] += 1
        if seen[one.na_id] <= MAX_PER_SERIES:
            shown.append(passage)
        if seen[one.na_id] == MAX_PER_SERIES:
            shown.append(FoldedSeries(one, counts[one.na_id] - MAX_PER_SERIES))
    return shown
