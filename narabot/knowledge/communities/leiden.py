"""Detect communities of names with the hierarchical Leiden algorithm (Traag, Waltman, and van Eck
2019).

Statements and shared chunks connect names. For each of its names, a chunk has the same total weight
as one statement, regardless of how many names the chunk contains (Newman 2001). This module is
pure.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from types import MappingProxyType

from graspologic_native import leiden

SEED = 42
MAX_NAMES = 128
"""Maximum number of names in a community. A larger community is divided, as in document 001's
reference implementation."""

RESOLUTION = 1.0

ITERATIONS = 5
"""Number of iterations, each of which starts from the previous iteration's result.

More iterations reduce the dependence on the starting communities."""

MIN_NAMES = 5
"""Minimum number of names in a community. Names in smaller clusters belong to no community."""

MAX_CHUNK_NAMES = 50
"""Maximum number of names that a chunk can connect. A chunk with more names is treated as a
list."""

WIDE_SHARE, LEAST_WIDE = 50, 20
"""Limits for a frequent name.

A name in more than 1/WIDE_SHARE of the chunks and in more than LEAST_WIDE chunks connects nothing,
because such a name occurs with almost every other name."""

ALMOST_ALL = 0.9
"""A part with more than this share of its parent's names is treated as the same community as its
parent."""

Ties = Mapping[tuple[str, str], float]
"""Weights of pairs of phraseIds. The phraseIds in each pair are in ascending order."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Names that are more closely connected to each other than to other names."""

    level: int
    """0 for a cluster that is not part of another cluster."""
    phrase_ids: tuple[str, ...]
    """The phraseIds of the names, heaviest first."""
    part_of: int | None
    """Position of the parent among the clusters, or `None` if there is no parent."""


def wide_names(chunks: Iterable[Sequence[str]]) -> frozenset[str]:
    """Return the phraseIds that occur in too many chunks to connect names."""
    counts: Counter[str] = Counter()
    total = 0
    for names in chunks:
        counts.update(set(names))
        total += 1
    most = max(LEAST_WIDE, total // WIDE_SHARE)
    return frozenset(name for name, count in counts.items() if count > most)


def weigh_ties(chunks: Sequence[Sequence[str]], stated: Ties) -> dict[tuple[str, str], float]:
    """Return the weights of connections between names, from chunks and from statements.

    Only names that occur in the chunks are connected.
    """
    wide = wide_names(chunks)
    ties: defaultdict[tuple[str, str], float] = defaultdict(float)
    there: set[str] = set()
    for chunk in chunks:
        names = sorted(set(chunk) - wide)
        there.update(names)
        if 1 < len(names) <= MAX_CHUNK_NAMES:
            for pair in combinations(names, 2):
                ties[pair] += 1 / (len(names) - 1)
    for pair, weight in stated.items():
        if there.issuperset(pair):
            ties[pair] += weight
    return dict(ties)


PreviousNumbers = Mapping[int, Mapping[str, int]]
"""For each level, the number of each name's community in an earlier run."""


def find_clusters(ties: Ties, before: PreviousNumbers = MappingProxyType({})) -> list[Cluster]:
    """Return the communities of connected names, with each parent before its parts.

    The result is deterministic. The search starts from the previous communities, which therefore
    persist where little has changed.
    """
    found: list[Cluster] = []
    ties = dict(sorted(ties.items()))  # the order affects floating-point sums
    waiting: list[tuple[Ties, int | None]] = [(ties, None)]
    while waiting:
        inside, above = waiting.pop(0)
        level = 0 if above is None else found[above].level + 1
        for names in partition(inside, before.get(level, {})):
            own = {pair: weight for pair, weight in inside.items() if names.issuperset(pair)}
            place = above
            if not repeats_parent(names, above, found) and len(names) >= MIN_NAMES:
                found.append(Cluster(level, heaviest_first(names, own), above))
                place = len(found) - 1
            if place != above and len(names) > MAX_NAMES:
                waiting.append((own, place))
    return found


def repeats_parent(names: set[str], above: int | None, found: Sequence[Cluster]) -> bool:
    """Return whether a community contains almost all of its parent's names."""
    return above is not None and len(names) > ALMOST_ALL * len(found[above].phrase_ids)


def partition(ties: Ties, before: Mapping[str, int]) -> list[set[str]]:
    """Return the groups of connected names, ordered by the first name in each group."""
    edges = [(one, other, weight) for (one, other), weight in ties.items()]
    if not edges:
        return []
    _, found = leiden(
        edges=edges,
        starting_communities=starting_communities(
            sorted({name for pair in ties for name in pair}), before
        ),
        resolution=RESOLUTION,
        iterations=ITERATIONS,
        seed=SEED,
    )
    groups: dict[int, set[str]] = {}
    for name, number in found.items():
        groups.setdefault(number, set()).add(name)
    return sorted(groups.values(), key=min)


def starting_communities(names: Sequence[str], before: Mapping[str, int]) -> dict[str, int]:
    """Return each name's starting community: its previous community, or a new one."""
    alone = count(max(before.values(), default=-1) + 1)
    return {name: before[name] if name in before else next(alone) for name in names}


def heaviest_first(names: set[str], ties: Ties) -> tuple[str, ...]:
    """Return names in order of the total weight of their connections to each other."""
    weights: defaultdict[str, float] = defaultdict(float)
    for (one, other), weight in ties.items():
        if one in names and other in names:
            weights[one] += weight
            weights[other] += weight
    return tuple(sorted(names, key=lambda name: (-weights[name], name)))
