"""Tests of the facts that the first screen shows about a record group or collection."""

import pytest

from narabot.pages.welcome import root_facts
from narabot.retrieval import Root
from narabot.retrieval.records.catalog_overview import MOST_COUNTED


def shown(count: int, online: int = 0) -> list[str]:
    """Return the facts about a record group with these counts of descriptions."""
    return root_facts(Root(1, "Navy", 80, count, online, None, None))[1:]


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 description"),
        (MOST_COUNTED, "20,000 descriptions"),
        (MOST_COUNTED + 1, "more than 20,000 descriptions"),
    ],
)
def test_count_above_the_maximum_is_shown_as_more_than(count: int, said: str) -> None:
    assert shown(count)[0] == said


@pytest.mark.parametrize(
    ("online", "said"),
    [(0, "nothing online"), (1, "less than 1% online"), (5, "1% online"), (600, "100% online")],
)
def test_nothing_online_is_shown_only_for_zero(online: int, said: str) -> None:
    assert shown(600, online)[1] == said
