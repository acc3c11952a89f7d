"""What some records were about for a while: the names in titles that crowd in time. Pure.

How much a name crowds is the relative entropy (Kullback and Leibler 1951) of the quarters in which
its records begin, against those of all records, times the logarithm of how many they are: forms of
titles (*Weekly Summary*) are spread as all records are, events are not.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date
from math import log

from narabot.plans.facts import RecordFacts
from narabot.plans.overviews import CAPITAL, subject_of

LEAST = 10
"""Records that must have a name."""

LEAST_DATED = 200
"""Records with a day of their own among which some can crowd."""

Quarter = tuple[int, int]


def topics(found: Sequence[RecordFacts]) -> list[str]:
    """Return names of several words in titles, those that crowd most in time first."""
    everywhere: Counter[Quarter] = Counter()
    by_name: defaultdict[str, Counter[Quarter]] = defaultdict(Counter)
    for one in found:
        if one.first_day is None:
            continue
        quarter = quarter_of(one.first_day)
        everywhere[quarter] += 1
        for name in {name for name in CAPITAL.findall(subject_of(one)) if " " in name}:
            by_name[name][quarter] += 1
    if everywhere.total() < LEAST_DATED:
        return []
    crowding = {
        name: crowded(quarters, everywhere)
        for name, quarters in by_name.items()
        if quarters.total() >= LEAST
    }
    return sorted(crowding, key=lambda name: (-crowding[name], name))


def quarter_of(day: date) -> Quarter:
    """Return year and quarter, from 0, of a day."""
    return day.year, (day.month - 1) // 3


def crowded(own: Counter[Quarter], everywhere: Counter[Quarter]) -> float:
    """Return how much records crowd in time, 0 where they are spread as all are."""
    count, total = own.total(), everywhere.total()
    entropy = sum(
        there / count * log(there / count / (everywhere[quarter] / total))
        for quarter, there in own.items()
    )
    return entropy * log(count)
