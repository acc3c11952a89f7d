"""Records that a request only describes: found by a search, or there is no plan."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from narabot.models import Passage
from narabot.plans.algebra import Sought, These
from narabot.plans.described_records import given_in, resolved
from narabot.plans.plan_request import UnknownNameError
from narabot.plans.values import Common, Tell
from tests.unit.test_answering import passage

LOG = replace(passage("Title: Log of the ferry Halifax", 7), score=0.5)
CHART = replace(passage("Title: Chart of Penrose Inlet", 8), score=0.5)
FIRST_IN_ALL = 1.0


def look_up(text: str) -> Sequence[Passage]:
    return [CHART] if "chart" in text else [LOG]


def test_a_described_record_is_what_the_search_puts_first() -> None:
    plan = Common((Sought("the log of the ferry Halifax"), These((3,))))
    found = resolved(plan, look_up)
    assert found == Common((These((7,)), These((3,))))
    assert given_in(found) == [7, 3]


@pytest.mark.parametrize("words", ["the diary of a whaler in Peru", "log of whales and icebergs"])
def test_a_record_with_few_of_the_words_is_another(words: str) -> None:
    with pytest.raises(UnknownNameError, match=words):
        resolved(Tell(Sought(words), ()), look_up)


def test_what_all_searches_put_first_needs_fewer_words() -> None:
    words = "the log about ferry accidents near Halifax in winter"

    def first_in_all(_: str) -> Sequence[Passage]:
        return [replace(LOG, score=FIRST_IN_ALL)]

    with pytest.raises(UnknownNameError):
        resolved(Tell(Sought(words), ()), look_up)
    assert resolved(Tell(Sought(words), ()), first_in_all) == Tell(These((7,)), ())


def test_two_descriptions_are_not_of_one_record() -> None:
    plan = Common((Sought("the ferry Halifax log"), Sought("log of the Halifax ferry")))
    with pytest.raises(UnknownNameError, match="log of the Halifax ferry"):
        resolved(plan, look_up)
    both = resolved(Common((Sought("the ferry Halifax log"), Sought("chart of Penrose"))), look_up)
    assert both == Common((These((7,)), These((8,))))
