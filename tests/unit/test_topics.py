"""Tests of separating temporary topics from recurring titles."""

from collections import Counter
from dataclasses import replace
from datetime import date

from narabot.plans.facts import RecordFacts
from narabot.plans.topics import (
    MIN_DATED_RECORDS,
    MIN_NAME_RECORDS,
    concentration,
    quarter_of,
    topical_names,
)
from tests.unit.test_plans_computed import letter


def titled(na_id: int, about: str, day: date | None) -> RecordFacts:
    made = letter(na_id, "Halifax", about, day or date(1950, 1, 1), ())
    return made if day else replace(made, first_day=None)


def records() -> list[RecordFacts]:
    """Return letters from 50 years, about quarterly summaries, a shipwreck, and a rare topic."""
    quarters = [date(year, month, 1) for year in range(1910, 1960) for month in (1, 4, 7, 10)]
    summaries = [titled(n, "Quarterly Summary", day) for n, day in enumerate(quarters)]
    wreck = [
        titled(100 + n, "Loss of the Orient Star", date(1953, 5, 2))
        for n in range(MIN_NAME_RECORDS)
    ]
    rare = [titled(200 + n, "Rare Birds", date(1957, 2, 1)) for n in range(MIN_NAME_RECORDS - 1)]
    return summaries + wreck + rare


def test_events_rank_before_recurring_titles() -> None:
    found = topical_names(records())
    assert found[0] == "Orient Star"
    assert found[-1] == "Quarterly Summary"
    assert "Rare Birds" not in found, "too few records"


def test_proportionally_spread_topic_has_no_concentration() -> None:
    everywhere = Counter({(1950, 0): 10, (1950, 1): 30})
    assert concentration(Counter({(1950, 0): 5, (1950, 1): 15}), everywhere) == 0
    assert concentration(Counter({(1950, 0): 20}), everywhere) > concentration(
        Counter({(1950, 1): 20}), everywhere
    )
    assert quarter_of(date(1950, 12, 31)) == (1950, 3)


def test_undated_or_few_records_yield_no_topics() -> None:
    assert topical_names([titled(n, "Fog Signals", None) for n in range(MIN_DATED_RECORDS)]) == []
    assert topical_names([titled(n, "Fog Signals", date(1950, 1, 1)) for n in range(20)]) == []
