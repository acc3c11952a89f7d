"""Topics that were prominent in records for a limited time: names in titles that cluster in time.
Pure.

The score of a name compares the quarters in which its records begin with the quarters in which all
records begin. The score is the relative entropy of the two distributions (Kullback and Leibler
1951) times the logarithm of the number of records with the name. Title forms such as *Weekly
Summary* are distributed over time like all records. Events are not.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date
from math import log

from narabot.plans.facts import RecordFacts
from narabot.plans.overviews import CAPITALIZED_NAME, title_subject

MIN_NAME_RECORDS = 10
"""Minimum number of records whose titles contain a name."""

MIN_DATED_RECORDS = 200
"""Minimum number of dated records needed to compute clusters."""

Quarter = tuple[int, int]


def topical_names(found: Sequence[RecordFacts]) -> list[str]:
    """Return the multiword names in titles, most concentrated in time first."""
    everywhere: Counter[Quarter] = Counter()
    by_name: defaultdict[str, Counter[Quarter]] = defaultdict(Counter)
    for one in found:
        if one.first_day is None:
            continue
        quarter = quarter_of(one.first_day)
        everywhere[quarter] += 1
        for name in {name for name in CAPITALIZED_NAME.findall(title_subject(one)) if " " in name}:
            by_name[name][quarter] += 1
    if everywhere.total() < MIN_DATED_RECORDS:
        return []
    crowding = {
        name: concentration(quarters, everywhere)
        for name, quarters in by_name.items()
        if quarters.total() >= MIN_NAME_RECORDS
    }
    return sorted(crowding, key=lambda name: (-crowding[name], name))


def quarter_of(day: date) -> Quarter:
    """Return a day's year and quarter. Quarters are counted from 0."""
    return day.year, (day.month - 1) // 3


def concentration(own: Counter[Quarter], everywhere: Counter[Quarter]) -> float:
    """Return how concentrated records are in time, or 0 if they are distributed over time like all
    records."""
    count, total = own.total(), everywhere.total()
    entropy = sum(
        there / count * log(there / count / (everywhere[quarter] / total))
        for quarter, there in own.items()
    )
    return entropy * log(count)
