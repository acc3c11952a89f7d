"""Communities of names by the hierarchical Leiden algorithm (Traag, Waltman, van Eck 2019).

Pure. Names are tied by the statements that relate them, and by the chunks that say both: a chunk
counts for as much as one statement to each of its names, however many these are (Newman 2001).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from types import MappingProxyType

from graspologic_native import leiden

SEED = 42
MOST_NAMES = 128
"""Of a community; a larger one is parted further (document 001's reference)."""

RESOLUTION = 1.0

ITERATIONS = 5
"""Each goes on from the last: with more of them less depends on where it began."""

LEAST_NAMES = 5
"""Of a community; names in smaller ones are in none."""

LISTED_NAMES = 50
"""A chunk that says more names is a list, which ties none of them to another."""

WIDE_SHARE, LEAST_WIDE = 50, 20
"""A name that more than one in so many chunks say, and more than so many chunks, ties nothing: it
is beside everything."""

ALMOST_ALL = 0.9
"""A part with more of the names of what it is a part of is the same community."""

Ties = Mapping[tuple[str, str], float]
"""Weights of pairs of phraseIds, the smaller first."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Some names that are tied more to one another than to others."""

    level: int
    """0 for those that are parts of no other one."""
    phrase_ids: tuple[str, ...]
    """The heaviest first."""
    part_of: int | None
    """The place, among the clusters, of that of which it is a part."""


def wide_names(chunks: Iterable[Sequence[str]]) -> frozenset[str]:
    """Return the phraseIds that too many of some chunks say."""
    counts: Counter[str] = Counter()
    total = 0
    for names in chunks:
        counts.update(set(names))
        total += 1
    most = max(LEAST_WIDE, total // WIDE_SHARE)
    return frozenset(name for name, count in counts.items() if count > most)


def ties_of(chunks: Sequence[Sequence[str]], stated: Ties) -> dict[tuple[str, str], float]:
    """Return the weights by which names are tied, from the names of chunks and what is stated.

    Only names that the chunks say are tied.
    """
    wide = wide_names(chunks)
    ties: defaultdict[tuple[str, str], float] = defaultdict(float)
    there: set[str] = set()
    for chunk in chunks:
        names = sorted(set(chunk) - wide)
        there.update(names)
        if 1 < len(names) <= LISTED_NAMES:
            for pair in combinations(names, 2):
                ties[pair] += 1 / (len(names) - 1)
    for pair, weight in stated.items():
        if there.issuperset(pair):
            ties[pair] += weight
    return dict(ties)


Before = Mapping[int, Mapping[str, int]]
"""Where names were in an earlier run: by level, the number of the community of each."""


def clusters(ties: Ties, before: Before = MappingProxyType({})) -> list[Cluster]:
    """Return the communities of tied names, those that have parts before these. Always the same.

    Begun where names were before, they stay as they were where little has changed.
    """
    found: list[Cluster] = []
    ties = dict(sorted(ties.items()))  # sums of weights depend on their order
    waiting: list[tuple[Ties, int | None]] = [(ties, None)]
    while waiting:
        inside, above = waiting.pop(0)
        level = 0 if above is None else found[above].level + 1
        for names in parts(inside, before.get(level, {})):
            own = {pair: weight for pair, weight in inside.items() if names.issuperset(pair)}
            place = above
            if not repeats(names, above, found) and len(names) >= LEAST_NAMES:
                found.append(Cluster(level, heaviest_first(names, own), above))
                place = len(found) - 1
            if place != above and len(names) > MOST_NAMES:
                waiting.append((own, place))
    return found


def repeats(names: set[str], above: int | None, found: Sequence[Cluster]) -> bool:
    """Return whether names are almost all of what they are a part of."""
    return above is not None and len(names) > ALMOST_ALL * len(found[above].phrase_ids)


def parts(ties: Ties, before: Mapping[str, int]) -> list[set[str]]:
    """Return into which groups names fall, in the order of their first names."""
    edges = [(one, other, weight) for (one, other), weight in ties.items()]
    if not edges:
        return []
    _, found = leiden(
        edges=edges,
        starting_communities=starts(sorted({name for pair in ties for name in pair}), before),
        resolution=RESOLUTION,
        iterations=ITERATIONS,
        seed=SEED,
    )
    groups: dict[int, set[str]] = {}
    for name, number in found.items():
        groups.setdefault(number, set()).add(name)
    return sorted(groups.values(), key=min)


def starts(names: Sequence[str], before: Mapping[str, int]) -> dict[str, int]:
    """Return where each name begins: where it was before, else alone."""
    alone = count(max(before.values(), default=-1) + 1)
    return {name: before[name] if name in before else next(alone) for name in names}


def heaviest_first(names: set[str], ties: Ties) -> tuple[str, ...]:
    """Return names by the weight of their ties with one another."""
    weights: defaultdict[str, float] = defaultdict(float)
    for (one, other), weight in ties.items():
        if one in names and other in names:
            weights[one] += weight
            weights[other] += weight
    return tuple(sorted(names, key=lambda name: (-weights[name], name)))
