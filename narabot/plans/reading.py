"""A request read into a plan, or into none. Pure.

Every word that says something must be taken: as an operation, a level, a condition, a mention, or
as a word of the titles that are sought. What asks for nothing that can be computed has no plan.
"""

from collections.abc import Callable, Iterator

from narabot.plans.asking_lists import listed
from narabot.plans.asking_numbers import compare, counted, current, days, top
from narabot.plans.asking_relations import (
    common,
    common_described,
    compare_described,
    neighbour,
    overview,
    tell,
)
from narabot.plans.mentions import Marked
from narabot.plans.values import Plan
from narabot.plans.words import Words


def read_plans(marked: Marked) -> Iterator[Plan]:
    """Yield what a request may compute, the likeliest first; nothing if it asks for something else.

    Records that it only describes are still to be found (`resolving`).
    """
    for read in READERS:
        yield from read(Words.of(marked))


def sure(read: Callable[[Words], Plan | None]) -> Callable[[Words], Iterator[Plan]]:
    """Return a reader that gives one plan or none as one that gives several."""

    def several(words: Words) -> Iterator[Plan]:
        plan = read(words)
        if plan is not None:
            yield plan

    return several


READERS: tuple[Callable[[Words], Iterator[Plan]], ...] = (
    sure(overview),
    sure(neighbour),
    sure(common),
    sure(days),
    sure(current),
    sure(compare),
    sure(top),
    sure(counted),
    listed,
    common_described,
    compare_described,
    tell,
)
"""In the order in which they are tried, each on the whole request."""
