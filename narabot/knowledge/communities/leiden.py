"""Communities of names by the hierarchical Leiden algorithm (Traag, Waltman, van Eck 2019).

Pure. Names are tied by the statements that relate them, and by the chunks that say both: a chunk
counts for as much as one statement to each of its names, however many these are (Newman 2001).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from graspologic_native import HierarchicalCluster, hierarchical_leiden

SEED = 42
MOST_NAMES = 128
"""Of a community; a larger one is parted further (document 001's reference)."""

RESOLUTION = 1.0

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


def clusters(ties: Ties) -> list[Cluster]:
    """Return the communities of tied names, those that have parts before these. Always the same."""
    ties = dict(sorted(ties.items()))  # sums of weights depend on their order
    edges = [(one, other, weight) for (one, other), weight in ties.items()]
    if not edges:
        return []
    found = hierarchical_leiden(
        edges=edges, max_cluster_size=MOST_NAMES, seed=SEED, resolution=RESOLUTION
    )
    return kept_clusters(members_of(found), parents_of(found), ties)


Key = tuple[int, str]
"""The level and the number of a cluster."""


def members_of(found: Iterable[HierarchicalCluster]) -> dict[Key, set[str]]:
    """Return the names of each cluster."""
    members: dict[Key, set[str]] = {}
    for one in found:
        members.setdefault((one.level, one.cluster), set()).add(one.node)
    return members


def parents_of(found: Iterable[HierarchicalCluster]) -> dict[Key, Key]:
    """Return of which cluster each is a part, but those of level 0."""
    return {
        (one.level, one.cluster): (one.level - 1, one.parent_cluster)
        for one in found
        if one.parent_cluster is not None
    }


def kept_clusters(
    members: Mapping[Key, set[str]], parents: Mapping[Key, Key], ties: Ties
) -> list[Cluster]:
    """Return the clusters that are large enough, and do not repeat what they are part of."""
    places: dict[Key, int | None] = {}
    kept: list[Cluster] = []
    for key in sorted(members, key=lambda key: (key[0], min(members[key]))):
        own, above = members[key], places.get(parents[key]) if key in parents else None
        is_same = above is not None and len(own) > ALMOST_ALL * len(kept[above].phrase_ids)
        if len(own) < LEAST_NAMES or is_same:
            places[key] = above
            continue
        places[key] = len(kept)
        level = 0 if above is None else kept[above].level + 1
        kept.append(Cluster(level, heaviest_first(own, ties), above))
    return kept


def heaviest_first(names: set[str], ties: Ties) -> tuple[str, ...]:
    """Return names by the weight of their ties with one another."""
    weights: defaultdict[str, float] = defaultdict(float)
    for (one, other), weight in ties.items():
        if one in names and other in names:
            weights[one] += weight
            weights[other] += weight
    return tuple(sorted(names, key=lambda name: (-weights[name], name)))
