"""Tests of NARA's dates: as written, as years for filters, and as spans."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.dates import (
    EARLIEST_YEAR,
    LATEST_YEAR,
    DateSpan,
    authority_dates,
    description_dates,
    span_between,
    written_date,
    year_of,
)
from ingest.parse.schema import Raw
from narabot.errors import MalformedRecordError
from tests.records import ancestor, parsed, raw_authority, raw_record


def date(year: object = None, month: object = None, day: object = None, **more: object) -> Raw:
    """Return a date in NARA's format, with the logical date that NARA derives from it."""
    stated = {"year": year, "month": month, "day": day}
    logical = f"{year}-{month or 12:02}-{day or 31:02}" if isinstance(year, int) else None
    both = stated | {"logicalDate": logical} | more
    return {name: value for name, value in both.items() if value is not None}


# As written


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (date(1945), "1945"),
        (date(1945, 5), "1945-05"),
        (date(1945, 5, 8), "1945-05-08"),
        (date(1943, dateQualifier="ca."), "ca. 1943"),
        (date(1943, 5, dateQualifier="ca."), "ca. 1943-05"),
        (date(1900, dateQualifier="?"), "1900?"),
        (date(1943, qualifier="ca."), "ca. 1943"),
        (date(1943, dateQualifier=""), "1943"),
        (date("1945", "5"), "1945-05"),
        (date(1945, "", ""), "1945"),
        (date(192), "192"),
        (date(41886), "41886"),
        ({"logicalDate": "1945-12-31"}, "1945-12-31"),
        ({"month": 5, "logicalDate": "1945-05-31"}, "1945-05-31"),
        ("about 1900", "about 1900"),
        ({}, None),
        ("", None),
        (None, None),
    ],
)
def test_date_keeps_its_written_precision(given: object, written: str | None) -> None:
    assert written_date(given) == written


@pytest.mark.parametrize("wrong", [["1945"], {"year": {}}, {"year": True}, {"logicalDate": []}])
def test_malformed_date_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError):
        written_date(wrong)


def test_boolean_month_is_not_confused_with_january() -> None:
    assert (
        description_dates({"productionDates": [{"year": 1945, "month": 1}]}).start_date == "1945-01"
    )
    with pytest.raises(MalformedRecordError):
        description_dates({"productionDates": [{"year": 1945, "month": True}]})


# Years


@pytest.mark.parametrize(
    ("given", "year"),
    [
        (date(1945), 1945),
        (date("1945"), 1945),
        ({"logicalDate": "1945-05-08"}, 1945),
        (date(1064), 1064),
        (date(EARLIEST_YEAR), EARLIEST_YEAR),
        (date(LATEST_YEAR), LATEST_YEAR),
        (date(EARLIEST_YEAR - 1), None),
        (date(LATEST_YEAR + 1), None),
        (date(192), None),
        (date(41886), None),
        (date(-44), None),
        ({"logicalDate": "spring"}, None),
        ({"logicalDate": 1945}, None),
        ("1945", None),
        ({}, None),
        (None, None),
    ],
)
def test_only_a_plausible_year_is_used(given: object, year: int | None) -> None:
    assert year_of(given) == year


def test_implausible_year_is_shown_but_not_used_in_filters() -> None:
    found = parsed(raw_record(productionDates=[date(41886)])).properties
    assert (found["startDate"], found["endDate"]) == ("41886", "41886")
    assert "startYear" not in found
    assert "endYear" not in found


def test_implausible_end_year_is_replaced_with_start_year() -> None:
    found = parsed(
        raw_record(coverageStartDate=date(1942, 2, 27), coverageEndDate=date(192))
    ).properties
    assert (found["startDate"], found["endDate"]) == ("1942-02-27", "192")
    assert (found["startYear"], found["endYear"]) == (1942, 1942)


# Spans


def test_coverage_dates_override_inclusive_and_production_dates() -> None:
    raw = {
        "coverageStartDate": date(1901),
        "inclusiveStartDate": date(1902),
        "inclusiveEndDate": date(1903),
        "productionDates": [date(1904)],
    }
    assert description_dates(raw) == DateSpan("1901", None, 1901, 1901)
    del raw["coverageStartDate"]
    assert description_dates(raw) == DateSpan("1902", "1903", 1902, 1903)
    del raw["inclusiveStartDate"], raw["inclusiveEndDate"]
    assert description_dates(raw) == DateSpan("1904", "1904", 1904, 1904)
    del raw["productionDates"]
    assert description_dates(raw) == DateSpan()


@pytest.mark.parametrize("blank", [None, "", {}])
def test_blank_date_does_not_hide_the_next(blank: object) -> None:
    raw = {
        "coverageStartDate": blank,
        "coverageEndDate": blank,
        "inclusiveStartDate": date(1902),
        "productionDates": [blank],
    }
    assert description_dates(raw) == DateSpan("1902", None, 1902, 1902)


def test_end_date_alone_makes_a_span() -> None:
    assert description_dates({"coverageEndDate": date(1943)}) == DateSpan(None, "1943", 1943, 1943)


def test_production_dates_span_from_first_to_last() -> None:
    raw = {"productionDates": [date(1950, 3), date(1948), date(1951, 7, 4), {}, None]}
    assert description_dates(raw) == DateSpan("1948", "1951-07-04", 1948, 1951)


def test_start_after_end_is_shown_but_years_are_sorted() -> None:
    raw = {"coverageStartDate": date(1960), "coverageEndDate": date(1950)}
    assert description_dates(raw) == DateSpan("1960", "1950", 1950, 1960)


def test_person_and_organization_dates_are_read() -> None:
    assert authority_dates({"birthDate": date(1891), "deathDate": date(1967)}) == DateSpan(
        "1891", "1967", 1891, 1967
    )
    assert authority_dates({"establishDate": date(1942, 3, 18)}) == DateSpan(
        "1942-03-18", None, 1942, 1942
    )
    assert authority_dates({"birthDate": "", "establishDate": date(1942)}).start_year == 1942
    assert authority_dates({}) == DateSpan()


def test_authority_dates_become_properties() -> None:
    found = parsed(raw_authority(birthDate=date(1891, dateQualifier="ca."))).properties
    assert found["startDate"] == "ca. 1891"
    assert found["startYear"] == found["endYear"] == 1891
    assert "endDate" not in found


# Inherited years


def years(raw: Raw) -> tuple[object, object, object]:
    """Return a record's start year, end year, and start date."""
    found = parsed(raw).properties
    return found.get("startYear"), found.get("endYear"), found.get("startDate")


def test_undated_record_inherits_years_from_nearest_dated_ancestor() -> None:
    group = ancestor(1, "recordGroup", 3, inclusiveStartDate=date(1789))
    series = ancestor(2, "series", 2, inclusiveStartDate=date(1910), inclusiveEndDate=date(1929))
    unit = ancestor(3, "fileUnit", 1)
    assert years(raw_record(ancestors=[group, series, unit])) == (1910, 1929, None)
    assert years(raw_record(ancestors=[group, unit])) == (1789, 1789, None)
    assert years(raw_record(ancestors=[unit])) == (None, None, None)


def test_own_years_are_not_widened_by_ancestors() -> None:
    series = ancestor(2, "series", 1, inclusiveStartDate=date(1910))
    raw = raw_record(ancestors=[series], coverageStartDate=date(1920))
    assert years(raw) == (1920, 1920, "1920")


def test_unusable_own_date_is_kept_with_inherited_years() -> None:
    series = ancestor(2, "series", 1, inclusiveStartDate=date(1963), inclusiveEndDate=date(1973))
    raw = raw_record(ancestors=[series], productionDates=[date(41886)])
    assert years(raw) == (1963, 1973, "41886")


def test_logical_dates_are_copied_unchanged() -> None:
    raw = raw_record(coverageStartDate=date(1945), productionDates=[date(1945), {"year": 1946}])
    found = parsed(raw).properties
    assert found["logicalDate_coverageStartDate"] == "1945-12-31"
    assert found["logicalDate_productionDates"] == ["1945-12-31", ""]


# Properties

parts = st.one_of(st.none(), st.integers(-3, 50_000))
dates = st.builds(date, parts, st.none() | st.integers(1, 12), st.none() | st.integers(1, 31))


@given(st.lists(dates, max_size=4), st.lists(dates, max_size=4))
def test_years_in_a_span_are_ordered_and_plausible(starts: list[Raw], ends: list[Raw]) -> None:
    found = span_between(starts, ends)
    assert (found.start_year is None) == (found.end_year is None)
    if found.start_year is not None and found.end_year is not None:
        assert EARLIEST_YEAR <= found.start_year <= found.end_year <= LATEST_YEAR
