"""Dates in plain words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.dates import MONTHS, plain_date, plain_span


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
def test_date_is_said_as_precisely_as_it_is_written(written: str, plain: str) -> None:
    assert plain_date(written) == plain


def test_every_month_has_its_name() -> None:
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
def test_span_says_what_is_stated(start: str | None, end: str | None, plain: str | None) -> None:
    assert plain_span(start, end) == plain


@given(st.text(), st.none() | st.text())
def test_any_text_can_be_said(start: str, end: str | None) -> None:
    assert isinstance(plain_date(start), str)
    assert plain_span(start, end) is not None
