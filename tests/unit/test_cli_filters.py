"""Tests of filters on the command line."""

import re

import pytest

from narabot.cli.filters import OPTIONS, parse_filters
from narabot.errors import InvalidQuestionError
from narabot.models import (
    NO_FILTERS,
    RESTRICTED,
    AccessStatus,
    Filters,
    LevelOfDescription,
    NamedRecord,
    RecordsType,
    RecordType,
    Years,
)


@pytest.mark.parametrize(
    ("option", "filters"),
    [
        ("level=series", Filters(levels=(LevelOfDescription.SERIES,))),
        (
            "level=fileUnit, item",
            Filters(levels=(LevelOfDescription.FILE_UNIT, LevelOfDescription.ITEM)),
        ),
        ("record-type=authority", Filters(record_type=RecordType.AUTHORITY)),
        ("type=photographs", Filters(records_types=(RecordsType.PHOTOGRAPHS,))),
        ("years=1841-1843", Filters(years=Years(1841, 1843))),
        ("years=1841", Filters(years=Years(1841, 1841))),
        ("years=1841-", Filters(years=Years(1841, None))),
        ("years=-1843", Filters(years=Years(None, 1843))),
        ("record-group=26", Filters(record_group=26)),
        ("collection=hst-abcd", Filters(collection="HST-ABCD")),
        ("in=7", Filters(ancestor=NamedRecord(7))),
        ("online=no", Filters(is_online=False)),
        ("access=restricted", Filters(access=RESTRICTED)),
        ("access=unrestricted", Filters(access=(AccessStatus.UNRESTRICTED,))),
    ],
)
def test_option_sets_a_filter(option: str, filters: Filters) -> None:
    assert parse_filters([option]) == filters


def test_options_combine_and_no_options_mean_no_filters() -> None:
    assert parse_filters(["online=yes", "record-group=26"]) == Filters(
        is_online=True, record_group=26
    )
    assert parse_filters([]) is NO_FILTERS


@pytest.mark.parametrize(
    "option",
    [
        "online",
        "online=perhaps",
        "level=",
        "level=shelf",
        "years=",
        "years=-",
        "years=1843-1841",
        "years=41",
        "years=18411843",
        "collection=",
        "in=99999999999999999999",
        "record-group=x",
        "record-group=²",
        "in=Letters",
        "colour=red",
    ],
)
def test_invalid_filter_option_is_named(option: str) -> None:
    with pytest.raises(InvalidQuestionError, match=re.escape(option.partition("=")[0])):
        parse_filters([option])


def test_every_filter_has_an_option() -> None:
    assert {field for field, _ in OPTIONS.values()} == set(Filters.__dataclass_fields__)
