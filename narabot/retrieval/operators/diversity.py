"""Keep sequences of nearly the same record from filling what an answer is drawn from. Pure."""

import re
from collections import Counter
from collections.abc import Sequence

from narabot.models import Passage
from narabot.words import WORD, fold

MOST_ALIKE = 3
"""Records whose names differ only in numbers and dates."""

TOLD_APART_BY = frozenset(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec no vol part""".split()
)


def without_near_duplicates(passages: Sequence[Passage], count: int) -> list[Passage]:
    """Return the first passages of so many records, of a sequence only the best few.

    Where too little is left, the others of a sequence follow.
    """
    kept, alike = told_apart(passages)
    return [*kept, *alike][:count]


def told_apart(passages: Sequence[Passage]) -> tuple[list[Passage], list[Passage]]:
    """Return the passages that are kept, and those of a sequence that has enough of them."""
    seen: Counter[tuple[str, ...]] = Counter()
    kept: list[Passage] = []
    alike: list[Passage] = []
    for passage in passages:
        pattern = name_pattern(passage.record.name or str(passage.na_id))
        seen[pattern] += 1
        (kept if seen[pattern] <= MOST_ALIKE else alike).append(passage)
    return kept, alike


def name_pattern(name: str) -> tuple[str, ...]:
    """Return the words of a name without what tells the parts of a sequence apart."""
    words = (fold(word) for word in WORD.findall(name))
    return tuple(word for word in words if word not in TOLD_APART_BY and not re.search(r"\d", word))
