"""Tests of recognizing filters in the words of a request."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.models import (
    NO_FILTERS,
    RESTRICTED,
    AccessStatus,
    LevelOfDescription,
    RecordsType,
    RequestClass,
    Years,
)
from narabot.understanding.filters import parse_filters

LIST = RequestClass.SHOW_RECORDS


@pytest.mark.parametrize(
    ("request_", "years"),
    [
        ("letters between 1841 and 1843", Years(1841, 1843)),
        ("letters from 1843 to 1841", Years(1841, 1843)),
        ("letters, 1841-1843", Years(1841, 1843)),
        ("letters from the 1830s", Years(1830, 1839)),
        ("letters of the early 1830s", Years(1830, 1834)),
        ("late-1830s letters", Years(1835, 1839)),
        ("letters of the 19th century", Years(1801, 1900)),
        ("letters before 1900", Years(None, 1899)),
        ("letters until 1900", Years(None, 1900)),
        ("letters after 1900", Years(1901, None)),
        ("letters since 1900", Years(1900, None)),
        ("letters from 1900 on", Years(1900, None)),
        ("letters circa 1900", Years(1898, 1902)),
        ("letters ca. 1900", Years(1898, 1902)),
        ("letters of March 1900", Years(1900, 1900)),
        ("letters of March 3, 1900", Years(1900, 1900)),
        ("the 1900 letters", Years(1900, 1900)),
        ("letters of the 60s", Years(1960, 1969)),
        ("letters before the 1830s", Years(None, 1829)),
        ("letters after the late 1830s", Years(1840, None)),
        ("letters since the 1830s", Years(1830, None)),
        ("letters until the 1830s", Years(None, 1839)),
        ("letters from the 1830s to 1845", Years(1830, 1845)),
        ("letters from about 1843 to 1845", Years(1841, 1845)),
        ("letters from 1841-43", Years(1841, 1843)),
        ("letters in 1841", Years(1841, 1841)),
        ("письма с 1841 по 1843 год", Years(1841, 1843)),
        ("письма 1830-х годов", Years(1830, 1839)),
        ("письма до 1900 года", Years(None, 1899)),
        ("письма за 1900 год", Years(1900, 1900)),
    ],
)
def test_years_in_list_request_become_a_filter(request_: str, years: Years) -> None:
    assert parse_filters(request_, LIST).filters.years == years


@pytest.mark.parametrize(
    "request_",
    [
        "roll 1841",
        "flight 1900-1903-1905",
        "file 1841/1843",
        "Volume 1841",
        "12345 letters",
        "records about the War of 1812",
        "the Immigration Act of 1924",
        "letters from building 1500",
        "1800 Main Street",
        "letters not from the 1830s",
    ],
)
def test_other_numbers_are_not_parsed_as_years(request_: str) -> None:
    assert parse_filters(request_, LIST).filters.years is None


@pytest.mark.parametrize(
    ("request_", "field", "value", "left"),
    [
        ("show harbors in record group 26", "record_group", 26, "show harbors"),
        ("harbors, RG-26", "record_group", 26, "harbors"),
        ("гавани из группы записей 26", "record_group", 26, "гавани"),
        ("harbors in HST-ABCD", "collection", "HST-ABCD", "harbors"),
        ("harbors in the collection XYZ", "collection", "XYZ", "harbors"),
        ("harbors in the collection A-B1", "collection", "A-B1", "harbors"),
        ("harbors that are online", "is_online", True, "harbors"),
        ("digitized harbors", "is_online", True, "harbors"),
        ("harbors that are not yet digitized", "is_online", False, "harbors"),
        ("онлайн гавани", "is_online", True, "гавани"),
        ("harbors that are unrestricted", "access", (AccessStatus.UNRESTRICTED,), "harbors"),
        ("show restricted files", "access", RESTRICTED, "show restricted files"),
        ("list the series on harbors", "levels", (LevelOfDescription.SERIES,), None),
        ("find all folders on harbors", "levels", (LevelOfDescription.FILE_UNIT,), None),
        ("I want to see old maps of Maine", "records_types", (RecordsType.MAPS,), None),
        ("Покажи фотографии гаваней", "records_types", (RecordsType.PHOTOGRAPHS,), None),
        ("only motion pictures", "records_types", (RecordsType.MOVING_IMAGES,), None),
        ("show moving pictures of Maine", "records_types", (RecordsType.MOVING_IMAGES,), None),
    ],
)
def test_filter_is_parsed_and_removed_from_search_text(
    request_: str, field: str, value: object, left: str | None
) -> None:
    read = parse_filters(request_, LIST)
    assert getattr(read.filters, field) == value
    assert read.request == (request_ if left is None else left)


@pytest.mark.parametrize(
    "request_",
    ["letters that mention maps", "a treaty series of 3", "records of the online committee A-B1"],
)
def test_topic_words_set_no_type_level_or_collection_filter(request_: str) -> None:
    filters = parse_filters(request_, LIST).filters
    assert not {"records_types", "levels", "collection"}.intersection(filters.in_force)


@pytest.mark.parametrize(
    "request_",
    [
        "letters about online gambling",
        "letters on unrestricted submarine warfare",
        "letters not in record group 79",
        "records without photographs",
    ],
)
def test_words_resembling_a_filter_set_no_filter(request_: str) -> None:
    assert parse_filters(request_, LIST).filters == NO_FILTERS


def test_request_can_set_several_filters() -> None:
    read = parse_filters("Show me photographs from the 1830s in record group 26, online", LIST)
    assert set(read.filters.in_force) == {"records_types", "years", "record_group", "is_online"}
    assert read.request == "Show me photographs"
    assert read.rest == ""


def test_question_sets_only_record_group_and_keeps_its_text() -> None:
    read = parse_filters("Who drew the maps of 1841 in record group 26?", RequestClass.QUESTION)
    assert read.filters.in_force == ("record_group",)
    assert read.request == "Who drew the maps of 1841 in record group 26?"


def test_removed_filter_words_set_no_filter() -> None:
    read = parse_filters("letters from the 1830s", LIST, frozenset({"years"}))
    assert (read.request, read.filters) == ("letters", NO_FILTERS)


@given(st.text(max_size=80))
def test_any_request_can_be_parsed(request_: str) -> None:
    read = parse_filters(request_, LIST)
    assert read.filters or read.request == request_


@pytest.mark.parametrize(
    "words",
    [
        "me the ",
        "between 1841 ",
        "those that are ",
        "1841-",
        "show ",
        " ",
        ",",
        "the 1830s ",
        "a, ",
    ],
)
def test_long_request_is_parsed_within_one_second(words: str) -> None:
    started = time.process_time()
    parse_filters(words * (10_000 // len(words)), LIST)
    assert time.process_time() - started < 1


def test_found_filter_has_its_position_and_rule() -> None:
    request = "Show me maps in record group 79 from the 1930s that are online"
    found = parse_filters(request, RequestClass.SHOW_RECORDS).found
    places = {one.field: (request[one.start : one.end].strip(), one.rule) for one in found}
    assert places == {
        "record_group": ("in record group 79", "record group"),
        "years": ("from the 1930s", "period"),
        "is_online": ("that are online", "online"),
        "records_types": ("Show me maps", "ordered records_types"),
    }


def test_removed_filter_is_not_found() -> None:
    reading = parse_filters("maps of the 1930s", RequestClass.SHOW_RECORDS, frozenset({"years"}))
    assert [one.field for one in reading.found] == ["records_types"]


@pytest.mark.parametrize(
    ("request_", "rest"),
    [
        ("Show me Topaz photographs", "Topaz"),
        ("Heart Harbor maps", "Heart Harbor"),
        ("Show me photographs", ""),
        ("Покажи старые фотографии", "старые"),
    ],
)
def test_words_before_records_type_remain_search_text(request_: str, rest: str) -> None:
    reading = parse_filters(request_, RequestClass.SHOW_RECORDS)
    assert [one.field for one in reading.found] == ["records_types"]
    assert reading.rest == rest
