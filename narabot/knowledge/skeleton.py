"""Which chunks are worth the costly extractor: the most central of each series. Pure.

KET-RAG's skeleton (KDD 2025, document 004): PageRank over the graph of nearest neighbours, the
first β of it read in full, the others only for names already known. What is chosen depends on the
chunks, not on the order in which they are given.
"""

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import numpy as np
from scipy import sparse

Indices: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.int64]]"
Cosines: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.float32]]"
Ranks: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
Series = TypeVar("Series", bound=Hashable)

SHARE = 0.25
"""Of the chunks, β: a quarter costs a quarter of the calls (document 004)."""

DAMPING = 0.85
"""The share of a rank that goes on over links; the rest, 1 − d, restarts anywhere. The reference
took the one for the other (agentic-graph-rag, `ppr_alpha = .15` as networkx's `alpha`)."""

TOLERANCE = 1e-11
"""Of ranks whose mean is 1: below it another step changes none of them."""

MOST_STEPS = 500
"""At .85 some 160 are needed."""

DECIMALS = 8
"""Of ranks whose mean is 1, when they are compared: what is behind differs by order of summing."""

NOBODY = -1
"""Where a chunk has fewer neighbours than others."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The nearest of n chunks, k of each or fewer."""

    indices: Indices
    """Shape `(n, k)`: places of chunks, none its own; NOBODY where there are fewer."""
    cosines: Cosines
    """Shape `(n, k)`."""


def skeleton(
    chunk_ids: Sequence[str],
    series: Sequence[Series],
    neighbours: Neighbours,
    share: float = SHARE,
) -> list[int]:
    """Return the places of the chunks to be read in full, in order: ⌈share · n⌉ of them.

    `series` names for each chunk the series it belongs to. Of each series of m chunks the first
    ⌊share · m⌋ or ⌈share · m⌉ by rank are taken, of equal ones the smaller chunkId.
    """
    ranks = page_rank(neighbours).round(DECIMALS)
    first_to_last = sorted(range(len(chunk_ids)), key=lambda at: (-ranks[at], chunk_ids[at]))
    members: dict[Series, list[int]] = defaultdict(list)
    for place in first_to_last:
        members[series[place]].append(place)
    seats = seats_of({one: len(places) for one, places in members.items()}, share)
    return sorted(at for one, places in members.items() for at in places[: seats[one]])


def seats_of(sizes: Mapping[Series, int], share: float = SHARE) -> dict[Series, int]:
    """Return how many chunks of each series are taken: ⌈share · n⌉ of all n.

    Each has its whole part of share · size. What is left goes, one each, first to series that have
    none, and among these and the others to the largest fraction; of equal ones to the first in
    `sizes`: in a skeleton the one with the most central chunk.
    """
    exact = {one: Fraction(str(share)) * size for one, size in sizes.items()}
    seats = {one: math.floor(wanted) for one, wanted in exact.items()}
    left = math.ceil(sum(exact.values())) - sum(seats.values())
    waiting = [one for one in sizes if exact[one] > seats[one]]
    waiting.sort(key=lambda one: (seats[one] > 0, seats[one] - exact[one]))  # stable
    seated = set(waiting[:left])
    return {one: taken + (one in seated) for one, taken in seats.items()}


def page_rank(neighbours: Neighbours, damping: float = DAMPING) -> Ranks:
    """Return the PageRank of n chunks, shape `(n,)`, their mean 1 and not their sum.

    A chunk hands its rank to its neighbours by their cosines, to all alike if it has none that is
    near; `damping` is the share handed on over links, the rest goes to all alike.
    """
    n = len(neighbours.indices)
    links = transition(neighbours)
    is_dead_end = np.asarray(links.sum(axis=0)).ravel() == 0
    ranks: Ranks = np.ones(n)
    for _ in range(MOST_STEPS):
        handed_to_all = ranks[is_dead_end].sum() / n if n else 0.0
        found: Ranks = (1 - damping) + damping * (links @ ranks + handed_to_all)
        change = np.abs(found - ranks).max(initial=0.0)
        ranks = found
        if change < TOLERANCE:
            break
    return ranks


def transition(neighbours: Neighbours) -> Any:
    """Return the sparse matrix, `(n, n)`, of what share of column j's rank goes to row i."""
    n, k = neighbours.indices.shape
    start = np.repeat(np.arange(n), k)
    end, weight = neighbours.indices.ravel(), neighbours.cosines.ravel().astype(np.float64)
    is_link = (end != NOBODY) & (weight > 0)
    shape = n, n
    links = sparse.csr_array((weight[is_link], (end[is_link], start[is_link])), shape=shape)
    sums = np.asarray(links.sum(axis=0)).ravel()
    return links @ sparse.diags_array(np.divide(1.0, sums, out=np.zeros(n), where=sums > 0))
