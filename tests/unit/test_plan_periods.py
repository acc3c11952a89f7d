"""Tests of finding periods in requests."""

from datetime import date

import pytest

from narabot.plans.algebra import Period, Timing
from narabot.plans.periods import periods_in

D = date


@pytest.mark.parametrize(
    ("text", "first", "last", "timing"),
    [
        ("in 1964", D(1964, 1, 1), D(1964, 12, 31), Timing.OVERLAPPING),
        ("from September 1969", D(1969, 9, 1), D(1969, 9, 30), Timing.OVERLAPPING),
        ("of Jan. 1945", D(1945, 1, 1), D(1945, 1, 31), Timing.OVERLAPPING),
        ("24 to 30 January 1940", D(1940, 1, 24), D(1940, 1, 30), Timing.OVERLAPPING),
        ("opened in 1964 or 1965", D(1964, 1, 1), D(1965, 12, 31), Timing.STARTING),
        ("that close in 1945", D(1945, 1, 1), D(1945, 12, 31), Timing.ENDING),
        ("entirely of March 1938", D(1938, 3, 1), D(1938, 3, 31), Timing.WITHIN),
        ("before 1942", None, D(1941, 12, 31), Timing.STARTING),
        ("before 1 April 1964", None, D(1964, 3, 31), Timing.STARTING),
        ("after 3 May 1964", D(1964, 5, 4), None, Timing.ENDING),
        ("since 1944", D(1944, 1, 1), None, Timing.OVERLAPPING),
        ("of the 1930s", D(1930, 1, 1), D(1939, 12, 31), Timing.OVERLAPPING),
        ("датировано 12 сентября 1963 года", D(1963, 9, 12), D(1963, 9, 12), Timing.OVERLAPPING),
        ("открыты до 1964 года", None, D(1963, 12, 31), Timing.STARTING),
        ("on the sixth of June 1944", D(1944, 6, 6), D(1944, 6, 6), Timing.OVERLAPPING),
        ("двадцать первого марта 1964 года", D(1964, 3, 21), D(1964, 3, 21), Timing.OVERLAPPING),
        ("on New Year's Day 1967", D(1967, 1, 1), D(1967, 1, 1), Timing.OVERLAPPING),
        ("in the last week of February 1964", D(1964, 2, 23), D(1964, 2, 29), Timing.OVERLAPPING),
        ("in spring 1935", D(1935, 3, 1), D(1935, 5, 31), Timing.OVERLAPPING),
        ("летом 1943 года", D(1943, 6, 1), D(1943, 8, 31), Timing.OVERLAPPING),
        ("before the second half of 1944", None, D(1944, 6, 30), Timing.STARTING),
        ("after Christmas 1943", D(1943, 12, 26), None, Timing.ENDING),
        ("opened after 1 February 1964", D(1964, 2, 2), None, Timing.STARTING),
        ("closed before 1942", None, D(1941, 12, 31), Timing.ENDING),
        ("not before 1943", D(1943, 1, 1), None, Timing.OVERLAPPING),
        ("не позднее 1943 года", None, D(1943, 12, 31), Timing.OVERLAPPING),
        ("in 1941-43", D(1941, 1, 1), D(1943, 12, 31), Timing.OVERLAPPING),
        ("between 1941 and 1964", D(1941, 1, 1), D(1964, 12, 31), Timing.OVERLAPPING),
        ("of 27 and 28 April 1969", D(1969, 4, 27), D(1969, 4, 28), Timing.OVERLAPPING),
        ("by the end of 1943", None, D(1943, 12, 31), Timing.ENDING),
        ("the second volume of 1935", D(1935, 1, 1), D(1935, 12, 31), Timing.OVERLAPPING),
        (
            "in the first three days after 20 February 1963",
            D(1963, 2, 21),
            D(1963, 2, 23),
            Timing.WITHIN,
        ),
    ],
)
def test_period_has_the_stated_bounds_and_timing(
    text: str, first: date | None, last: date | None, timing: Timing
) -> None:
    [one] = periods_in(text)
    assert (one.period.first, one.period.last, one.period.timing) == (first, last, timing)


def test_months_without_a_year_use_the_named_year() -> None:
    spans = [(one.period.first, one.period.last) for one in periods_in("in 1965, June to August")]
    assert (D(1965, 6, 1), D(1965, 8, 31)) in spans


def test_each_date_keeps_its_own_qualifier() -> None:
    text = "begun before 1940 and closed after 1950"
    assert [one.period for one in periods_in(text)] == [
        Period(None, D(1939, 12, 31), Timing.STARTING),
        Period(D(1951, 1, 1), None, Timing.ENDING),
    ]


def test_years_far_apart_are_separate_periods() -> None:
    assert len(periods_in("of 1941 and 1964")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "in early 1943",
        "late March 1944",
        "winter 1943",
        "at the end of 1943",
        "about 1943",
        "в конце 1943 года",
        "в начале марта 1944 года",
    ],
)
def test_indefinite_period_is_vague(text: str) -> None:
    [one] = periods_in(text)
    assert one.is_vague


@pytest.mark.parametrize(
    "text",
    ["no date at all", "on the 5th", "in May", "30 February 1963", "thirty-first of June 1944"],
)
def test_incomplete_or_invalid_date_is_not_a_day(text: str) -> None:
    assert not any(one.is_day for one in periods_in(text))
