"""Tests of lists: headings, pages, folded series, and filter labels."""

from dataclasses import replace

import pytest

from narabot.models import (
    NO_FILTERS,
    Answer,
    Filters,
    LevelOfDescription,
    Listing,
    ListOrder,
    ListView,
    NamedRecord,
    Passage,
    RecordsType,
    RecordType,
    RequestClass,
    Response,
    Trace,
    Turn,
    Years,
)
from narabot.models.filters import FILTERS
from narabot.ordering import available_orders
from narabot.presentation.filters import filter_texts, filters_json
from narabot.presentation.list_pages import (
    FoldedSeries,
    ListPage,
    SeriesHeading,
    fold_series,
    list_page,
    rows_of_page,
)
from narabot.presentation.list_summaries import (
    count_and_order,
    list_heading,
    nearest_label,
    removal_labels,
    undated_note,
)
from narabot.presentation.response_text import response_text
from tests.unit.test_rendering_records import passage, record

SERIES = LevelOfDescription.SERIES


def of_series(na_id: int, series: int | None) -> Passage:
    """Return an item in the specified series, or an item without a series."""
    above = () if series is None else (record(na_id=series, type_=SERIES),)
    return passage(record(na_id=na_id), *above)


def response(count: int, listing: Listing | None = None, filters: Filters = NO_FILTERS) -> Response:
    """Return a list response with this many records."""
    passages = tuple(of_series(number, None) for number in range(count))
    trace = Trace("", "", "none", {})
    return Response(
        query="?",
        asked="?",
        request_class=RequestClass.SHOW_RECORDS,
        passages=passages,
        answer=None,
        trace=trace,
        filters=filters,
        listing=listing,
    )


def listing(count: int, *, is_complete: bool = True, is_counted: bool = True) -> Listing:
    """Return a listing for a search with two words."""
    return Listing(("harbor", "boston"), count, is_counted, is_complete)


@pytest.mark.parametrize(
    ("given", "heading"),
    [
        (response(0), "No records were found. Try other words."),
        (response(1), "One record."),
        (response(3), "3 records, best match first."),
        (
            response(0, filters=Filters(record_group=26, is_online=True)),
            "No records were found with these filters: Record group 26; Online. Removing a single "
            "filter is not enough. Remove several filters, or try other words.",
        ),
        (
            response(0, listing(0), filters=Filters(is_online=True)),
            "No records were found with these filters: Online. Searched for: harbor, boston. Try "
            "other words.",
        ),
        (
            response(3, listing(2)),
            "3 records, best match first. The list is complete. It contains all 2 records with "
            "all of these words: harbor, boston.",
        ),
        (
            response(3, listing(1)),
            "3 records, best match first. The list is complete. It contains the only record with "
            "all of these words: harbor, boston.",
        ),
        (
            response(3, listing(0, is_complete=False)),
            "No record contains all of these words: harbor, boston. 3 records, best match first.",
        ),
        (
            response(3, listing(900, is_complete=False, is_counted=False)),
            "3 records, best match first. The list is incomplete. At least 900 records contain "
            "all of these words: harbor, boston.",
        ),
        (
            response(3, None, Filters(years=Years(1841, None))),
            "3 records, best match first. For an undated record, the date filter uses the years in "
            "the title or, if the title has none, the dates of the records above it. Records with "
            "neither are excluded.",
        ),
    ],
)
def test_list_heading_describes_the_results(given: Response, heading: str) -> None:
    assert list_heading(given, given.records) == heading


def test_undated_note_explains_the_date_filter() -> None:
    assert undated_note(response(3, None, Filters(years=Years(1841, None)))).startswith(
        "For an undated record, the date filter uses the years in the title"
    )
    assert undated_note(response(3, None)) == ""


def shown(rows: list[Passage | FoldedSeries]) -> list[int | tuple[int, int]]:
    """Return the naIds in a list. A folded series appears as its naId and count."""
    return [
        (row.series.na_id, row.count) if isinstance(row, FoldedSeries) else row.na_id
        for row in rows
    ]


def test_series_shows_four_records_and_counts_the_rest() -> None:
    flood = [of_series(number, 1) for number in range(10, 20)]
    rows = fold_series([*flood, of_series(30, 2), of_series(31, None)])
    assert shown(rows) == [10, 11, 12, 13, (1, 6), 30, 31]


def test_folded_series_does_not_count_toward_the_page() -> None:
    others = [of_series(number, 2) for number in range(30, 35)]
    rows = fold_series([*others, *(of_series(n, 1) for n in range(10, 20)), of_series(40, None)])
    assert shown(rows_of_page(rows, 1)) == [*range(30, 35), 10, 11, 12, 13, (1, 6), 40]
    more = fold_series([*others, of_series(36, None), *(of_series(n, 1) for n in range(10, 20))])
    assert shown(rows_of_page(more, 1))[-1] == (1, 6)
    assert rows_of_page(more, 2) == []


def on_page(page: ListPage) -> list[tuple[int, int] | str]:
    """Return the records on a page with their positions, and short texts for the other rows."""
    return [
        (page.positions[row.na_id], row.na_id) if isinstance(row, Passage) else row_label(row)
        for row in page.rows
    ]


def row_label(row: FoldedSeries | SeriesHeading) -> str:
    """Return a short text for a row that is not a record."""
    series = row.series.na_id if row.series else None
    again = " again" if isinstance(row, SeriesHeading) and row.is_continued else ""
    return f"{series}: {row.count}{again}"


def test_list_has_pages_of_ten_numbered_records() -> None:
    records = [of_series(number, None) for number in range(101, 126)]
    pages = [list_page(records, ListView(page=number)) for number in (1, 2, 3)]
    assert [page.pages for page in pages] == [3, 3, 3]
    assert [place for page in pages for place in on_page(page)] == list(
        enumerate(range(101, 126), 1)
    )
    beyond = list_page(records[:11], ListView(page=3))
    assert (beyond.number, on_page(beyond)) == (2, [(11, 111)])
    assert list_page([], ListView()) == ListPage((), {}, 1, 1)


def test_series_are_folded_only_in_relevance_order() -> None:
    records = [*(of_series(number, 1) for number in range(10, 20)), of_series(30, 2)]
    by_relevance = on_page(list_page(records, ListView()))
    assert by_relevance == [(1, 10), (2, 11), (3, 12), (4, 13), "1: 6", (5, 30)]
    assert len(on_page(list_page(records, ListView(opened=(1,))))) == 10
    by_date = on_page(list_page(records, ListView(order=ListOrder.OLDEST)))
    assert by_date == list(enumerate(range(10, 20), 1))


def test_grouped_list_ends_with_records_without_a_series() -> None:
    itself = passage(record(na_id=1, type_=SERIES))
    flood = [of_series(number, 1) for number in range(10, 21)]
    records = [of_series(5, None), flood[0], of_series(30, 2), *flood[1:], itself]
    first = on_page(list_page(records, ListView(is_grouped=True)))
    assert first == ["1: 12", *enumerate(range(10, 20), 1)]
    second = on_page(list_page(records, ListView(is_grouped=True, page=2)))
    assert second == ["1: 12 again", (11, 20), (12, 1), "2: 1", (13, 30), "None: 1", (14, 5)]


def test_list_heading_states_the_order() -> None:
    dated = replace(record(na_id=9), start_date="1841")
    mixed = replace(response(0), passages=(*response(2).passages, passage(dated)))
    assert list_heading(mixed, mixed.records, ListOrder.LEVEL) == (
        "3 records, from record groups to items."
    )
    assert list_heading(mixed, mixed.records, ListOrder.NEWEST) == (
        "3 records, newest first. The 2 records without their own dates come last."
    )
    one = replace(mixed, passages=mixed.passages[1:], listing=listing(0))
    assert list_heading(one, one.records, ListOrder.OLDEST) == (
        "No record contains all of these words: harbor, boston. 2 records, oldest first. The "
        "record without its own date comes last."
    )


def test_complete_filter_only_list_is_in_catalog_order() -> None:
    everything = response(12, Listing((), 12, is_counted=True, is_complete=True))
    assert everything.matching == everything.records
    assert list_heading(everything, everything.matching) == (
        "12 records, in catalog order. The list is complete."
    )
    assert ListOrder.RELEVANCE not in available_orders(everything)
    too_many = response(20, Listing((), 1000, is_counted=False, is_complete=False))
    assert list_heading(too_many, too_many.matching) == (
        "20 records, best match first. The list is incomplete. At least 1,000 records match these "
        "filters."
    )
    assert ListOrder.CATALOG in available_orders(too_many)


def test_terminal_counts_close_matches_and_has_no_heading_without_records() -> None:
    text = response_text(response(5, listing(3)))
    assert text.endswith("Close matches that are not shown: 2 (--json lists all of them).")
    refused = replace(response(0), answer=Answer((), 0.0, "extractive"))
    assert "ecords:" not in response_text(refused)
    assert "Closest records:" in response_text(replace(refused, passages=(passage(record(1)),)))


def test_records_lacking_search_words_are_optional() -> None:
    some = response(5, listing(3))
    assert [one.na_id for one in some.matching] == [0, 1, 2]
    assert nearest_label(some) == "Also show 2 close matches"
    assert nearest_label(response(3, listing(3))) == ""
    assert nearest_label(response(3, listing(0))) == ""
    turn = Turn("?", some)
    assert len(turn.listed) == 3
    turn.change_view(with_nearest=True)
    assert len(turn.listed) == 5


def test_every_order_has_a_distinct_description() -> None:
    assert len({count_and_order(2, order) for order in ListOrder}) == len(ListOrder)


def test_empty_list_names_filters_worth_removing() -> None:
    filters = Filters(record_group=26, is_online=True, years=Years(1841, 1849))
    empty = replace(
        response(0, listing(0), filters), emptied_by={"is_online": 1214, "record_group": 1}
    )
    assert list_heading(empty, ()) == (
        "No records were found with these filters: 1841 – 1849; Record group 26; Online. Searched "
        "for: harbor, boston. Remove a filter, or try other words."
    )
    assert removal_labels(empty) == {
        "is_online": "Remove Online (1,214 records)",
        "record_group": "Remove Record group 26 (1 record)",
    }


def test_opened_series_is_shown_completely_in_order() -> None:
    records = [*(of_series(number, 1) for number in range(10, 20)), of_series(30, 2)]
    assert fold_series(records, {1}) == records


def test_series_with_one_extra_record_is_not_folded() -> None:
    records = [*(of_series(number, 1) for number in range(10, 15)), of_series(30, 2)]
    assert fold_series(records) == records


def test_only_series_in_a_list_is_not_folded() -> None:
    records = [of_series(number, 1) for number in range(10, 20)]
    assert fold_series(records) == records


ALL = Filters(
    levels=(SERIES,),
    record_type=RecordType.AUTHORITY,
    records_types=(RecordsType.MAPS,),
    years=Years(1841, 1843),
    record_group=26,
    collection="HST-ABCD",
    ancestor=NamedRecord(2, "Letters"),
    creator=NamedRecord(80, "Lighthouse Board"),
    subject=NamedRecord(81, "Harbors"),
    authority=NamedRecord(82, "Boston"),
    is_online=False,
    access=(),
)


def test_every_filter_has_a_label() -> None:
    assert set(FILTERS) == set(Filters.__dataclass_fields__)
    assert list(filter_texts(ALL).values()) == [
        "Series",
        "Authority records",
        "Maps and Charts",
        "1841 – 1843",
        "Record group 26",
        "Collection HST-ABCD",
        "In Letters",
        "By Lighthouse Board",
        "About Harbors",
        "By or about Boston",
        "Not online",
    ]


@pytest.mark.parametrize(
    ("years", "label"),
    [
        (Years(1841, 1841), "1841"),
        (Years(None, 1841), "until 1841"),
        (Years(1841, None), "from 1841"),
    ],
)
def test_year_filter_has_a_label(years: Years, label: str) -> None:
    assert filter_texts(Filters(years=years)) == {"years": label}


def test_filters_json_uses_the_data_field_names() -> None:
    assert filters_json(ALL) == {
        "levelOfDescription": ["series"],
        "recordType": "authority",
        "generalRecordsTypes": ["Maps and Charts"],
        "years": {"first": 1841, "last": 1843},
        "recordGroupNumber": 26,
        "collectionIdentifier": "HST-ABCD",
        "ancestor": {"naId": 2, "name": "Letters"},
        "creator": {"naId": 80, "name": "Lighthouse Board"},
        "subject": {"naId": 81, "name": "Harbors"},
        "authority": {"naId": 82, "name": "Boston"},
        "isOnline": False,
    }
    assert filters_json(NO_FILTERS) == {}
