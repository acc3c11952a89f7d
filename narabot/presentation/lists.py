"""A list of records: what is said above it, its pages, and how no series floods it. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from narabot.models import Listing, ListOrder, ListView, Passage, PathRecord, Response
from narabot.ordering import by_series, in_order, order_of, series_of, undated_count
from narabot.presentation.filters import filter_texts

PAGE = 10
"""Records of a list that are shown at a time."""

MOST_OF_SERIES = 4
"""Records of one series that a list of several shows before the reader asks for more."""

WORDS_SAID = 12
"""Of a request, in the line above its list."""

ORDERS_SAID: Mapping[ListOrder, str] = {
    ListOrder.RELEVANCE: "the nearest to your words first",
    ListOrder.CATALOGUE: "as they are arranged",
    ListOrder.OLDEST: "the oldest first",
    ListOrder.NEWEST: "the newest first",
    ListOrder.LEVEL: "from record groups down to items",
}


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
    """Of all records in the order shown, by naId, from 1."""
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
    pages = pages_of(sum(isinstance(row, Passage) for row in rows))
    number = min(view.page, pages)
    return ListPage(tuple(rows_of_page(rows, number)), places(ordered), number, pages)


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


def list_heading(
    response: Response, records: Sequence[Passage], order: ListOrder = ListOrder.RELEVANCE
) -> str:
    """Return the line above a list: how many records are looked at, and whether these are all."""
    count = len(records)
    if not count:
        return nothing_found(response)
    order = order_of(response, order)
    said = "One record" if count == 1 else f"{count:,} records, {ORDERS_SAID[order]}"
    parts = [f"{said}.", undated_last(records, order)]
    if response.listing and response.listing.words and not response.listing.with_all_words:
        parts.insert(0, completeness(response))  # what is not there comes first
    else:
        parts.append(completeness(response))
    return " ".join(part for part in (*parts, undated(response)) if part)


def nothing_found(response: Response) -> str:
    """Return that there are no records, and what was searched for."""
    within = f" within these filters: {filters_said(response)}" if response.filters else ""
    listing = response.listing
    searched = f"Searched for: {words_said(listing.words)}." if listing and listing.words else ""
    if response.emptied_by:
        advice = "Remove one of them, or try other words."
    elif len(response.filters.in_force) > 1:
        advice = (
            "Without any one of them there are none either. Remove several, or try other words."
        )
    else:
        advice = "Try other words."
    return " ".join(filter(None, (f"No records were found{within}.", searched, advice)))


def without_labels(response: Response) -> dict[str, str]:
    """Return in words what an empty list would have without a filter, by the filters' fields."""
    texts = filter_texts(response.filters)
    return {
        field: f"Without: {texts[field]} ({'1 record' if count == 1 else f'{count:,} records'})"
        for field, count in response.emptied_by.items()
        if field in texts
    }


def nearest_label(response: Response) -> str:
    """Return what records a list has beside those with all words, "" without any."""
    count = len(response.records) - len(response.matching)
    if not count:
        return ""
    records = "1 record" if count == 1 else f"{count:,} records"
    return f"Also the nearest {records} without all of these words"


def undated_last(records: Sequence[Passage], order: ListOrder) -> str:
    """Return how many records stand at the end of a list by date for want of one."""
    if order not in {ListOrder.OLDEST, ListOrder.NEWEST}:
        return ""
    count = undated_count(records)
    if not count:
        return ""
    if count == 1:
        return "The one record without a date of its own comes last."
    return f"The {count:,} records without a date of their own come last."


def words_said(words: Sequence[str]) -> str:
    """Return the words of a request, the first of many."""
    return ", ".join([*words[:WORDS_SAID], *(["…"] if len(words) > WORDS_SAID else [])])


def completeness(response: Response) -> str:
    """Return how many records have all of the words, and whether they are all listed."""
    listing = response.listing
    if listing is None:
        return ""
    if not listing.words:
        return without_words(listing)
    words = words_said(listing.words)
    if not listing.with_all_words:
        one = len(listing.words) == 1
        return f"No record has {'the word' if one else 'all of these words:'} {words}."
    if len(listing.words) == 1:
        what = f"with the word {words}"
    else:
        what = f"with all of these words: {words}"
    if not listing.is_complete:
        more = "" if listing.is_counted else "at least "
        return (
            f"The list is not complete: there are {more}{listing.with_all_words:,} records {what}."
        )
    if listing.with_all_words == 1:
        return f"The list is complete for the one record {what}."
    return f"The list is complete for the {listing.with_all_words:,} records {what}."


def without_words(listing: Listing) -> str:
    """Return whether all records that filters keep are listed."""
    if listing.is_complete:
        return "The list is complete."
    more = f"at least {listing.with_all_words:,}"
    return f"The list is not complete: there are {more} records within these filters."


def undated(response: Response) -> str:
    """Return how a filter by dates reads records without them."""
    if not response.filters.years:
        return ""
    return (
        "Records without dates of their own count by the years in their titles, or by the dates of "
        "what they are kept in; those without either are left out."
    )


def filters_said(response: Response) -> str:
    """Return the filters in force, in words."""
    return "; ".join(filter_texts(response.filters).values())


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
