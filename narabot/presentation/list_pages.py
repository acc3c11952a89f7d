"""The pages of a list, and how no series floods it. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from narabot.models import ListOrder, ListView, Passage, PathRecord
from narabot.ordering import by_series, in_order, series_of

PAGE = 10
"""Records of a list that are shown at a time."""

MOST_OF_SERIES = 4
"""Records of one series that a list of several shows before the reader asks for more."""


@dataclass(frozen=True, slots=True)
class Folded:
    """The records of a series that a list does not show yet."""

    series: PathRecord
    count: int


@dataclass(frozen=True, slots=True)
class SeriesHeading:
    """What stands above the records of a series in a list by series; `None` is "in no series"."""

    series: PathRecord | None
    count: int
    """Records of the whole list."""
    is_continued: bool
    """Whether some of them were on the page before."""


Row = Passage | Folded | SeriesHeading


@dataclass(frozen=True, slots=True)
class ListPage:
    """What a page of a list shows."""

    rows: tuple[Row, ...]
    places: Mapping[int, int]
    """Of all records in the order shown, by naId, from 1; what is folded has none, so that numbers
    follow each other."""
    number: int
    """From 1; the last page where the list has not so many."""
    pages: int


def list_page(records: Sequence[Passage], view: ListView) -> ListPage:
    """Return the page of a list that a reader looks at."""
    ordered = in_order(records, view.order)
    if view.is_grouped:
        return page_by_series(by_series(ordered), view.page)
    rows: list[Passage | Folded] = [*ordered]
    if view.order is ListOrder.RELEVANCE:
        rows = folded(ordered, view.opened)
    shown = [row for row in rows if isinstance(row, Passage)]
    pages = pages_of(len(shown))
    number = min(view.page, pages)
    return ListPage(tuple(rows_of_page(rows, number)), places(shown), number, pages)


def page_by_series(
    groups: Sequence[tuple[PathRecord | None, Sequence[Passage]]], page: int
) -> ListPage:
    """Return a page of a list by series: before the records of each series its heading."""
    ordered = [passage for _, members in groups for passage in members]
    pages = pages_of(len(ordered))
    number = min(page, pages)
    on_page = {passage.na_id for passage in ordered[(number - 1) * PAGE : number * PAGE]}
    rows: list[Row] = []
    for series, members in groups:
        shown = [passage for passage in members if passage.na_id in on_page]
        if shown:
            rows += [SeriesHeading(series, len(members), shown[0] is not members[0]), *shown]
    return ListPage(tuple(rows), places(ordered), number, pages)


def pages_of(records: int) -> int:
    """Return how many pages so many records have; also without any it is one."""
    return max(1, -(-records // PAGE))


def places(ordered: Sequence[Passage]) -> dict[int, int]:
    """Return the place of each record of a list, by naId."""
    return {passage.na_id: place for place, passage in enumerate(ordered, start=1)}


def rows_of_page(rows: Sequence[Passage | Folded], number: int) -> list[Passage | Folded]:
    """Return the rows of a page; what is folded stands with the record before it."""
    shown: list[Passage | Folded] = []
    records = 0
    for row in rows:
        records += isinstance(row, Passage)
        if (number - 1) * PAGE < records <= number * PAGE:
            shown.append(row)
    return shown


def folded(records: Sequence[Passage], opened: Collection[int] = ()) -> list[Passage | Folded]:
    """Return a list in its order, of each series the best few and then the number of the others.

    A series whose naId was opened is shown whole, and so is the only one of a list.
    """
    series = [series_of(passage) for passage in records]
    counts = Counter(one.na_id for one in series if one)
    if len(counts) == 1 and None not in series:
        return list(records)
    shown: list[Passage | Folded] = []
    seen: Counter[int] = Counter()
    for passage, one in zip(records, series, strict=True):
        if one is None or one.na_id in opened or counts[one.na_id] <= MOST_OF_SERIES + 1:
            shown.append(passage)
            continue
        seen[one.na_id] += 1
        if seen[one.na_id] <= MOST_OF_SERIES:
            shown.append(passage)
        if seen[one.na_id] == MOST_OF_SERIES:
            shown.append(Folded(one, counts[one.na_id] - MOST_OF_SERIES))
    return shown
