"""In which respects a list can be narrowed, with counts, and its records over time."""

from dataclasses import replace
from typing import Any

import pytest

from narabot.models import (
    EVERYTHING,
    AuthorityType,
    Filters,
    Holdings,
    LevelOfDescription,
    NamedRecord,
    Passage,
    PathRecord,
    RecordsType,
    Years,
)
from narabot.presentation.facets import (
    Facet,
    bar_chart,
    bars_by_decade,
    bars_in_words,
    bars_table,
    facets,
    narrowing_label,
)
from tests.unit.test_rendering_records import passage, record

Level = LevelOfDescription
NAVY = replace(record(80, "Navy", Level.RECORD_GROUP), record_group_number=80)
PAPERS = replace(record(90, "Papers", Level.COLLECTION), collection_identifier="FDR")
NAMELESS = record(95, None, Level.COLLECTION)


def from_years(na_id: int, start: int | None, end: int | None, title: str = "") -> Passage:
    """Return a record of some years, its own or inherited."""
    return passage(replace(record(na_id, title), start_year=start, end_year=end))


def counts(found: list[Facet], name: str) -> dict[str, int]:
    """Return the values of a facet with their counts, none if it is not there."""
    return {value.label: value.count for one in found if one.name == name for value in one.values}


def below(na_id: int, root: PathRecord, *above: PathRecord, **holdings: Any) -> Passage:
    """Return a record in a record group or collection."""
    return passage(record(na_id, type_=Level.ITEM), *above, root, holdings=Holdings(**holdings))


def test_a_list_is_counted_in_each_respect_with_the_filter_that_keeps_its_like() -> None:
    textual = replace(record(2, type_=Level.SERIES), records_types=("Textual Records", "Stamps"))
    maps = replace(textual, records_types=("Maps and Charts", "Textual Records"))
    records = (
        below(11, NAVY, textual, online_count=2),
        below(12, NAVY, maps),
        below(13, PAPERS, record(3, type_=Level.SERIES)),
        below(14, NAMELESS),
        passage(NAVY),
        passage(record(4, "Nimitz", AuthorityType.PERSON)),
    )
    found = facets(records, EVERYTHING)
    by_name = {one.name: one.values for one in found}
    assert list(by_name) == [
        "Level",
        "Record group or collection",
        "Type of records",
        "Online copies",
    ]
    assert [(one.label, one.count, one.filters) for one in by_name["Level"]] == [
        ("Record groups", 1, Filters(levels=(Level.RECORD_GROUP,))),
        ("Items", 4, Filters(levels=(Level.ITEM,))),
    ]
    unnamed = "Untitled collection (naId 95)"
    assert [
        (one.label, one.count, one.filters) for one in by_name["Record group or collection"]
    ] == [
        ("Record group 80: Navy", 3, Filters(record_group=80)),
        ("Papers", 1, Filters(collection="FDR")),
        (unnamed, 1, Filters(ancestor=NamedRecord(95, unnamed))),
    ]
    assert [(one.label, one.count, one.filters) for one in by_name["Type of records"]] == [
        ("Textual Records", 2, Filters(records_types=(RecordsType.TEXTUAL_RECORDS,))),
        ("Maps and Charts", 1, Filters(records_types=(RecordsType.MAPS,))),
    ]
    assert [(one.label, one.count, one.filters) for one in by_name["Online copies"]] == [
        ("Online", 1, Filters(is_online=True)),
        ("Not online", 5, Filters(is_online=False)),
    ]


def test_what_all_records_share_and_what_a_filter_says_already_is_left_out() -> None:
    records = (below(11, NAVY, online_count=1), below(12, PAPERS))
    assert [one.name for one in facets(records, EVERYTHING)] == [
        "Record group or collection",
        "Online copies",
    ]
    assert narrowing_label(2, facets(records, EVERYTHING)) == (
        "Narrow these 2 records by record group or collection, online copies"
    )
    assert facets(records, Filters(is_online=True, record_group=80)) == []
    assert facets((), EVERYTHING) == []


@pytest.mark.parametrize(
    ("years", "filters", "decades"),
    [
        ([(1941, 1941), (1949, 1950)], EVERYTHING, {"1940s": 2, "1950s": 1}),
        (
            [(1789, 1811), (None, None)],
            EVERYTHING,
            {"1780s": 1, "1790s": 1, "1800s": 1, "1810s": 1},
        ),
        ([(1930, None), (1951, 1951)], EVERYTHING, {"1930s": 1, "1940s": 1, "1950s": 2}),
        ([(None, 1940), (1925, 1925)], EVERYTHING, {"1920s": 2, "1930s": 1, "1940s": 1}),
        ([(1789, 2020), (1941, 1941)], Filters(years=Years(1935, 1944)), {"1930s": 1, "1940s": 2}),
        ([(1789, 2020), (1941, 1941)], Filters(years=Years(1940, 1949)), {}),
        ([(1789, 1811)], Filters(years=Years(1805, None)), {"1800s": 1, "1810s": 1}),
        ([(None, None)], EVERYTHING, {}),
    ],
)
def test_a_record_counts_in_each_decade_of_its_years(
    years: list[tuple[int | None, int | None]], filters: Filters, decades: dict[str, int]
) -> None:
    records = [from_years(number, *span) for number, span in enumerate(years)]
    assert counts(facets(records, filters), "Decade") == decades


def test_a_record_without_dates_of_its_own_counts_by_the_years_in_its_title() -> None:
    records = (
        from_years(1, 1950, 1950),
        from_years(2, None, None, "Telegram 1843 Concerning Shrimp (153652): 10/1/1963"),
        from_years(3, None, None, "Letter of May 3, 1964, and reply in 1971"),
        from_years(4, 1955, 1958, "From 1899"),
        passage(replace(from_years(5, 1955, 1955, "From 1899").record, start_date="1955")),
        from_years(6, 1972, 1979, "Box 1899"),
    )
    found = counts(facets(records, EVERYTHING), "Decade")
    assert found == {"1890s": 1, "1950s": 2, "1960s": 2, "1970s": 2}


@pytest.mark.parametrize(
    ("title", "decades"),
    [
        ("Airgram from Rio to State Concerning CADE Members (A-1523): 6/27/1963", {"1960s": 1}),
        ("Telegram Discussed with Campos (1507): 2/8/1963", {"1960s": 1}),
        ("Situation as of 2000 Hours, December 17", {}),
        ("Logbook (1843)", {"1840s": 1}),
        ("Letters, 1841-1843", {"1840s": 1}),
    ],
)
def test_the_number_of_a_message_is_no_year(title: str, decades: dict[str, int]) -> None:
    records = (from_years(1, None, None, title), from_years(2, 1901, 1911))
    found = counts(facets(records, EVERYTHING), "Decade")
    assert found == decades | {"1900s": 1, "1910s": 1}


def test_the_bars_have_no_gap_and_say_the_same_as_their_table() -> None:
    found = [from_years(1, 1941, 1941), from_years(2, 1965, 1965), from_years(3, 1961, 1961)]
    bars = bars_by_decade(found, EVERYTHING)
    assert [(one.label, one.count) for one in bars] == [("1940s", 1), ("1950s", 0), ("1960s", 2)]
    assert bars[2].filters == Filters(years=Years(1960, 1969))
    assert bar_chart(bars)["xAxis"]["data"] == ["1940s", "1950s", "1960s"]
    assert bar_chart(bars)["series"][0]["data"] == [1, None, 2]
    assert bars_table(bars) == {"Decade": ["1940s", "1960s"], "Records": [1, 2]}
    assert "from the 1940s to the 1960s; most, 2, are from the 1960s" in bars_in_words(bars)


def test_one_decade_has_no_bars() -> None:
    assert bars_by_decade([from_years(1, 1941, 1943), from_years(2, None, None)], EVERYTHING) == ()
