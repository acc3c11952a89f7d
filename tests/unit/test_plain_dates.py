"""Tests of dates in plain words."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.dates import (
    MONTHS,
    blank_out,
    find_dates,
    months_with_years,
    plain_date,
    plain_span,
    without_dates,
)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("1942", "1942"),
        ("1942-05", "May 1942"),
        ("1942-05-08", "May 8, 1942"),
        ("ca. 1942", "ca. 1942"),
        ("ca. 1942-05", "ca. May 1942"),
        ("ca. 1942-05-25", "ca. May 25, 1942"),
        ("1900?", "1900?"),
        ("1900-01?", "January 1900?"),
        ("192", "192"),
        ("41886", "41886"),
        ("1942-00", "1942-00"),
        ("1942-13-01", "1942-13-01"),
        ("spring 1942 or so", "spring 1942 or so"),
        ("", ""),
    ],
)
def test_plain_date_keeps_the_stated_precision(written: str, plain: str) -> None:
    assert plain_date(written) == plain


def test_every_month_has_a_name() -> None:
    assert [plain_date(f"1942-{number:02}") for number in range(1, 13)] == [
        f"{month} 1942" for month in MONTHS
    ]


@pytest.mark.parametrize(
    ("start", "end", "plain"),
    [
        ("1941", "1943-05", "1941 – May 1943"),
        ("1941", "1941", "1941"),
        ("1941", None, "from 1941"),
        (None, "1943", "until 1943"),
        (None, None, None),
        ("1960", "1950", "1960 – 1950"),
    ],
)
def test_plain_span_shows_only_stated_dates(
    start: str | None, end: str | None, plain: str | None
) -> None:
    assert plain_span(start, end) == plain


@given(st.text(), st.none() | st.text())
def test_any_text_can_be_formatted(start: str, end: str | None) -> None:
    assert isinstance(plain_date(start), str)
    assert plain_span(start, end) is not None


# Dates in texts and requests


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("letters of November 1864", ["November 1864"]),
        ("dated December 14, 1868, by post", ["December 14, 1868"]),
        ("the 14th of December 1868", ["December 14, 1868"]),
        ("журнал за 14 декабря 1868 года", ["December 14, 1868"]),
        ("в ноябре 1864 года", ["November 1864"]),
        ("12/14/1868 and 1868-12-15", ["December 14, 1868", "December 15, 1868"]),
        ("September or October 1867", ["September 1867", "October 1867"]),
        ("март и апрель 1866", ["March 1866", "April 1866"]),
        ("between June 3 and June 9, 1864", ["June 3, 1864", "June 9, 1864"]),
        ("June 13 – June 15, 1839", ["June 13, 1839", "June 15, 1839"]),
        ("it may be of 1864", ["1864"]),
        ("on June 3", ["June 3"]),
        ("roll 12", []),
        ("25/12/1844 and 1844-13-05", ["1844"]),
        ("Мартина 1844, Маяковский 1830", ["1844", "1830"]),
        ("3 may be lost, 4 May is not", ["May 4"]),
        ("from 1841-1843", ["1841", "1843"]),
        ("from 1841 – 1843", ["1841", "1843"]),
    ],
)
def test_dates_are_found_with_their_stated_precision(text: str, dates: list[str]) -> None:
    assert [str(one.date) for one in find_dates(text)] == dates


def test_dates_are_replaced_with_blanks() -> None:
    text = "Letters of June or July 1864 from Lynn"
    assert blank_out(text, find_dates(text)) == "Letters of      or           from Lynn"


@given(st.text(alphabet="may June 3/1864-,or и"))
def test_blanking_out_dates_preserves_text_length(text: str) -> None:
    found = find_dates(text)
    assert len(blank_out(text, found)) == len(text)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(one.date.month is None or 1 <= one.date.month <= 12 for one in found)
    assert all(str(one.date) for one in found)


def test_known_day_is_removed_even_without_its_year() -> None:
    dates = [one.date for one in months_with_years("letters of March 5 in 1844")]
    assert [str(one) for one in dates] == ["March 5, 1844"]
    assert without_dates("letters of March 5", dates).split() == ["letters", "of"]
    assert without_dates("letters of 1844", dates) == "letters of 1844"
