"""Tests of records that a request only describes: a search finds them, or there is no plan."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from narabot.models import Passage
from narabot.plans.algebra import DescribedRecord, RecordsById
from narabot.plans.described_records import record_ids_in, resolve_descriptions
from narabot.plans.plan_request import UnknownNameError
from narabot.plans.values import Common, FieldsOf
from tests.unit.test_answering import passage

LOG = replace(passage("Title: Log of the ferry Halifax", 7), score=0.5)
CHART = replace(passage("Title: Chart of Penrose Inlet", 8), score=0.5)
FIRST_IN_ALL = 1.0


def look_up(text: str) -> Sequence[Passage]:
    return [CHART] if "chart" in text else [LOG]


def test_described_record_is_the_top_search_result() -> None:
    plan = Common((DescribedRecord("the log of the ferry Halifax"), RecordsById((3,))))
    found = resolve_descriptions(plan, look_up)
    assert found == Common((RecordsById((7,)), RecordsById((3,))))
    assert record_ids_in(found) == [7, 3]


@pytest.mark.parametrize("words", ["the diary of a whaler in Peru", "log of whales and icebergs"])
def test_result_with_too_few_words_is_rejected(words: str) -> None:
    with pytest.raises(UnknownNameError, match=words):
        resolve_descriptions(FieldsOf(DescribedRecord(words), ()), look_up)


def test_top_result_of_all_searches_needs_fewer_words() -> None:
    words = "the log about ferry accidents near Halifax in winter"

    def first_in_all(_: str) -> Sequence[Passage]:
        return [replace(LOG, score=FIRST_IN_ALL)]

    with pytest.raises(UnknownNameError):
        resolve_descriptions(FieldsOf(DescribedRecord(words), ()), look_up)
    assert resolve_descriptions(FieldsOf(DescribedRecord(words), ()), first_in_all) == FieldsOf(
        RecordsById((7,)), ()
    )


def test_two_descriptions_must_match_different_records() -> None:
    plan = Common(
        (DescribedRecord("the ferry Halifax log"), DescribedRecord("log of the Halifax ferry"))
    )
    with pytest.raises(UnknownNameError, match="log of the Halifax ferry"):
        resolve_descriptions(plan, look_up)
    both = resolve_descriptions(
        Common((DescribedRecord("the ferry Halifax log"), DescribedRecord("chart of Penrose"))),
        look_up,
    )
    assert both == Common((RecordsById((7,)), RecordsById((8,))))
