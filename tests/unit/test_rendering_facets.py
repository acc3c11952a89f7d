"""Tests of a list's facets with counts, and of the timeline of its records."""

from dataclasses import replace
from typing import Any

import pytest

from narabot.models import (
    NO_FILTERS,
    AuthorityType,
    Filters,
    Holdings,
    LevelOfDescription,
    NamedPhrase,
    NamedRecord,
    Passage,
    PathRecord,
    RecordsType,
    RelatedAuthority,
    TitleFacts,
    Years,
)
from narabot.presentation.facets import (
    Facet,
    FacetedList,
    chosen_labels,
    database_filters,
    facets,
    matching_records,
)
from narabot.presentation.timeline import (
    decade_counts,
    timeline_alt_text,
    timeline_chart,
    timeline_table,
)
from tests.unit.test_rendering_records import passage, record

Level = LevelOfDescription
NAVY = replace(record(80, "Navy", Level.RECORD_GROUP), record_group_number=80)
PAPERS = replace(record(90, "Papers", Level.COLLECTION), collection_identifier="FDR")
NAMELESS = record(95, None, Level.COLLECTION)


def from_years(na_id: int, start: int | None, end: int | None, title: str = "") -> Passage:
    """Return a record with these first and last years."""
    return passage(replace(record(na_id, title), start_year=start, end_year=end))


def counts(found: list[Facet], name: str) -> dict[str, int]:
    """Return a facet's values with their counts, or an empty dictionary if the facet is missing."""
    return {value.label: value.count for one in found if one.name == name for value in one.values}


def test_list_is_filtered_by_mentioned_phrase() -> None:
    vane, fort = NamedPhrase("a" * 16, "Ruth Vane"), NamedPhrase("b" * 16, "Fort Randall")
    records = [passage(record(1)), passage(record(2)), passage(record(3))]
    names = {1: (vane, fort), 2: (fort,)}
    listed = FacetedList.of(records, names=names, chosen=(("naming", "a" * 16),))
    assert counts(facets(listed), "Mentioned in the text") == {"Ruth Vane": 1, "Fort Randall": 2}
    assert [one.na_id for one in matching_records(listed)] == [1]
    assert chosen_labels(listed) == {("naming", "a" * 16): "Mentioned in the text: Ruth Vane"}
    assert database_filters(listed) == Filters(naming=vane)


def dated(na_id: int, start: str, end: str | None = None) -> Passage:
    """Return a record that states its own dates."""
    one = replace(
        record(na_id),
        start_date=start,
        end_date=end,
        start_year=int(start[:4]),
        end_year=int((end or start)[:4]),
    )
    return passage(one)


def na_ids(listed: FacetedList, find: str = "") -> list[int]:
    """Return the naIds of the records that remain in a filtered list."""
    return [one.na_id for one in matching_records(listed, find)]


def below(na_id: int, root: PathRecord, *above: PathRecord, **holdings: Any) -> Passage:
    """Return a record in a record group or collection."""
    return passage(record(na_id, type_=Level.ITEM), *above, root, holdings=Holdings(**holdings))


def test_each_facet_value_has_a_count_and_filter() -> None:
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
    found = facets(FacetedList.of(records))
    by_name = {one.name: one.values for one in found}
    assert list(by_name) == [
        "Level",
        "Record group or collection",
        "Type of records",
        "Digital objects",
    ]
    assert [(one.label, one.count, one.value.filters) for one in by_name["Level"]] == [
        ("Record groups", 1, Filters(levels=(Level.RECORD_GROUP,))),
        ("Items", 4, Filters(levels=(Level.ITEM,))),
    ]
    unnamed = "Untitled collection (NAID 95)"
    assert [
        (one.label, one.count, one.value.filters) for one in by_name["Record group or collection"]
    ] == [
        ("Record group 80: Navy", 3, Filters(record_group=80)),
        ("Papers", 1, Filters(collection="FDR")),
        (unnamed, 1, Filters(ancestor=NamedRecord(95, unnamed))),
    ]
    assert [(one.label, one.count, one.value.filters) for one in by_name["Type of records"]] == [
        ("Textual Records", 2, Filters(records_types=(RecordsType.TEXTUAL_RECORDS,))),
        ("Maps and Charts", 1, Filters(records_types=(RecordsType.MAPS,))),
    ]
    assert [(one.label, one.count, one.value.filters) for one in by_name["Digital objects"]] == [
        ("Online", 1, Filters(is_online=True)),
        ("Not online", 5, Filters(is_online=False)),
    ]


def test_uniform_and_already_filtered_facets_are_omitted() -> None:
    records = (below(11, NAVY, online_count=1), below(12, PAPERS))
    assert [one.name for one in facets(FacetedList.of(records))] == [
        "Record group or collection",
        "Digital objects",
    ]
    assert facets(FacetedList.of(records, Filters(is_online=True, record_group=80))) == []
    assert facets(FacetedList.of(())) == []


@pytest.mark.parametrize(
    ("years", "filters", "decades"),
    [
        ([(1941, 1941), (1949, 1950)], NO_FILTERS, {"1940s": 2, "1950s": 1}),
        (
            [(1789, 1811), (None, None)],
            NO_FILTERS,
            {"1780s": 1, "1790s": 1, "1800s": 1, "1810s": 1},
        ),
        ([(1930, None), (1951, 1951)], NO_FILTERS, {"1930s": 1, "1940s": 1, "1950s": 2}),
        ([(None, 1940), (1925, 1925)], NO_FILTERS, {"1920s": 2, "1930s": 1, "1940s": 1}),
        ([(1789, 2020), (1941, 1941)], Filters(years=Years(1935, 1944)), {"1930s": 1, "1940s": 2}),
        ([(1789, 2020), (1941, 1941)], Filters(years=Years(1940, 1949)), {}),
        ([(1789, 1811)], Filters(years=Years(1805, None)), {"1800s": 1, "1810s": 1}),
        ([(None, None)], NO_FILTERS, {}),
    ],
)
def test_record_counts_in_each_decade_of_its_years(
    years: list[tuple[int | None, int | None]], filters: Filters, decades: dict[str, int]
) -> None:
    records = [from_years(number, *span) for number, span in enumerate(years)]
    assert counts(facets(FacetedList.of(records, filters)), "Decade") == decades


def test_undated_record_is_counted_by_years_in_its_title() -> None:
    records = (
        from_years(1, 1950, 1950),
        from_years(2, None, None, "Telegram 1843 Concerning Shrimp (153652): 10/1/1963"),
        from_years(3, None, None, "Letter of May 3, 1964, and reply in 1971"),
        from_years(4, 1955, 1958, "From 1899"),
        passage(replace(from_years(5, 1955, 1955, "From 1899").record, start_date="1955")),
        from_years(6, 1972, 1979, "Box 1899"),
    )
    found = counts(facets(FacetedList.of(records)), "Decade")
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
def test_message_number_is_not_a_year(title: str, decades: dict[str, int]) -> None:
    records = (from_years(1, None, None, title), from_years(2, 1901, 1911))
    found = counts(facets(FacetedList.of(records)), "Decade")
    assert found == decades | {"1900s": 1, "1910s": 1}


def test_timeline_has_no_gaps_and_matches_its_table() -> None:
    found = [from_years(1, 1941, 1941), from_years(2, 1965, 1965), from_years(3, 1961, 1961)]
    bars = decade_counts(found, NO_FILTERS)
    assert [(one.label, one.count) for one in bars] == [("1940s", 1), ("1950s", 0), ("1960s", 2)]
    assert bars[2].value.filters == Filters(years=Years(1960, 1969))
    assert timeline_chart(bars)["xAxis"]["data"] == ["1940s", "1950s", "1960s"]
    assert timeline_chart(bars)["series"][0]["data"] == [1, None, 2]
    assert timeline_table(bars) == {"Decade": ["1940s", "1960s"], "Records": [1, 2]}
    assert "from the 1940s to the 1960s. The 1960s have the most records (2)." in timeline_alt_text(
        bars
    )


def test_single_decade_has_no_timeline() -> None:
    assert decade_counts([from_years(1, 1941, 1943), from_years(2, None, None)], NO_FILTERS) == ()


def test_values_are_alternatives_and_facets_are_cumulative() -> None:
    records = (
        below(1, NAVY, online_count=1),
        below(2, PAPERS),
        below(3, NAVY),
        passage(replace(NAVY, na_id=81)),
    )
    level, root = ("level", "item"), ("root", "80")
    listed = FacetedList.of(records, chosen=(level, root, ("root", "90")))
    assert na_ids(listed) == [1, 2, 3]
    listed = FacetedList.of(records, chosen=(level, root, ("online", "online")))
    assert na_ids(listed) == [1]
    found = facets(listed)
    assert counts(found, "Record group or collection") == {"Record group 80: Navy": 1}
    assert counts(found, "Digital objects") == {"Online": 1, "Not online": 1}


def test_chosen_value_without_records_stays_visible() -> None:
    records = (below(1, NAVY, online_count=1), below(2, PAPERS))
    listed = FacetedList.of(records, chosen=(("root", "90"), ("online", "online")))
    assert na_ids(listed) == []
    assert counts(facets(listed), "Record group or collection") == {
        "Record group 80: Navy": 1,
        "Papers": 0,
    }


def test_decade_expands_into_years_and_year_into_months() -> None:
    records = (
        dated(1, "1968-03-01", "1968-05-02"),
        dated(2, "1968-10-01"),
        dated(3, "1968"),
        dated(4, "1964-03-01"),
        dated(5, "1971-02-03"),
    )
    found = facets(FacetedList.of(records))
    assert [one.name for one in found] == ["Decade"]
    decade = ("decade", "1960")
    found = facets(FacetedList.of(records, chosen=(decade,)))
    assert counts(found, "Year") == {"1964": 1, "1968": 3}
    assert not counts(found, "Month")
    found = facets(FacetedList.of(records, chosen=(decade, ("year", "1968"))))
    assert list(counts(found, "Month").items()) == [
        ("March 1968", 1),
        ("April 1968", 1),
        ("May 1968", 1),
        ("October 1968", 1),
    ]
    assert na_ids(FacetedList.of(records, chosen=(("month", "1968-04"), ("month", "1968-10")))) == [
        1,
        2,
    ]


def test_undated_item_uses_the_month_ending_its_title() -> None:
    item = replace(record(1, "Airgram Concerning Harbor Dues (A-19): 2/20/1968"), type=Level.ITEM)
    file_unit = replace(record(2, "Airgram Concerning Fog, 2/20/1968"), type=Level.FILE_UNIT)
    spans = [replace(one, start_year=1968, end_year=1968) for one in (item, file_unit)]
    listed = FacetedList.of([passage(one) for one in spans], chosen=(("month", "1968-02"),))
    assert na_ids(listed) == [1]


def test_year_stays_chosen_without_its_decade() -> None:
    records = (dated(1, "1968"), dated(2, "1975"))
    assert na_ids(FacetedList.of(records, chosen=(("year", "1968"),))) == [1]


def test_kinds_senders_places_and_containers_are_facets() -> None:
    brazil = RelatedAuthority(AuthorityType.GEOGRAPHIC_PLACE_NAME, "Brazil", "")
    goulart = RelatedAuthority(AuthorityType.PERSON, "Goulart", "")
    telegram, airgram = (
        replace(record(1), document_kind="Telegram"),
        replace(record(2), document_kind="Airgram"),
    )
    records = (
        passage(telegram, authorities=(brazil, goulart), holdings=Holdings(containers=("Box 9",))),
        passage(airgram, holdings=Holdings(containers=("Box 10", "Box 9"))),
        passage(record(3)),
    )
    titles = {
        1: TitleFacts("Rio", "State"),
        2: TitleFacts("Recife", "State"),
    }
    listed = FacetedList.of(records, titles=titles, chosen=(("sender", "Rio"), ("place", "Brazil")))
    found = facets(FacetedList.of(records, titles=titles))
    assert counts(found, "Kind of document") == {"Airgram": 1, "Telegram": 1}
    assert counts(found, "From") == {"Recife": 1, "Rio": 1}
    assert counts(found, "Container") == {"Box 9": 2, "Box 10": 1}
    assert na_ids(listed) == [1]
    assert counts(facets(listed), "Place") == {"Brazil": 1}
    assert chosen_labels(listed) == {
        ("sender", "Rio"): "From: Rio",
        ("place", "Brazil"): "Place: Brazil",
    }


def test_text_search_ignores_accents_and_case() -> None:
    records = (
        passage(record(1, "Telegram from São Paulo")),
        replace(passage(record(2, "Airgram")), text="Strike in SAO PAULO"),
        passage(record(3, "Paulo, not the saint")),
    )
    listed = FacetedList.of(records)
    assert na_ids(listed, "sao paulo") == [1, 2]
    assert na_ids(listed, "Pául") == [1, 2, 3]
    assert na_ids(listed, "aulo") == []
    assert na_ids(listed, " ?! ") == [1, 2, 3]


def test_database_filters_cover_the_chosen_values() -> None:
    records = (
        dated(1, "1945"),
        dated(2, "1968"),
        below(3, NAVY),
        below(4, PAPERS),
        passage(record(5)),
    )
    decades = (("decade", "1940"), ("decade", "1960"))
    levels = (("level", "item"), ("level", "fileUnit"))
    listed = FacetedList.of(records, chosen=(*decades, *levels, ("root", "80"), ("gone", "x")))
    assert database_filters(listed) == Filters(
        years=Years(1940, 1969), levels=(Level.ITEM, Level.FILE_UNIT), record_group=80
    )
    months = (("month", "1968-03"), ("year", "1968"), ("decade", "1960"))
    listed = FacetedList.of((dated(1, "1968-03-01"), dated(2, "1964")), chosen=months)
    assert database_filters(listed) == Filters(years=Years(1968, 1968))


def test_inexpressible_choices_are_not_sent_to_the_database() -> None:
    numbered = replace(PAPERS, record_group_number=59)
    roots = (("root", "80"), ("root", "90"))
    online = (("online", "online"), ("online", "not online"))
    for other in (PAPERS, numbered):
        records = (below(3, NAVY, online_count=1), below(4, other))
        chosen = (("level", "item"), *roots, *online)
        listed = FacetedList.of(records, chosen=chosen)
        assert na_ids(listed) == [3, 4]
        assert database_filters(listed) == Filters(levels=(Level.ITEM,))
        assert database_filters(FacetedList.of(records, chosen=roots)) == Filters()
