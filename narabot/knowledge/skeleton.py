"""Choose the most central chunks in each series for the expensive extractor.

KET-RAG's skeleton (KDD 2025, document 004) computes PageRank on the graph of nearest neighbors. The
top share β of the chunks is processed in full, and the rest is searched only for known names. The
choice depends on the chunks, not on their order. This module is pure.
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

SKELETON_SHARE = 0.25
"""The share β of chunks in the skeleton.

Processing a quarter of the chunks requires a quarter of the calls (document 004)."""

DAMPING = 0.85
"""The share of a rank that follows links. The rest is distributed over all chunks.

The reference implementation confuses these two shares (agentic-graph-rag, `ppr_alpha = .15` as
networkx's `alpha`)."""

TOLERANCE = 1e-11
"""Maximum change in a rank in the last iteration, for ranks with a mean of 1."""

MAX_ITERATIONS = 500
"""Maximum number of iterations. A damping factor of 0.85 needs about 160 iterations."""

DECIMALS = 8
"""Decimal places used to compare ranks with a mean of 1. Later digits depend on summation order."""

NO_NEIGHBOR = -1
"""Fills the rest of a row for a chunk with fewer than k neighbors."""


@dataclass(frozen=True, slots=True)
class Neighbors:
    """The nearest neighbors of n chunks, up to k each."""

    indices: Indices
    """Shape `(n, k)`: positions of other chunks, padded with NO_NEIGHBOR if there are fewer than
    k."""
    cosines: Cosines
    """Shape `(n, k)`: cosine similarities to these chunks."""


def skeleton(
    chunk_ids: Sequence[str],
    series: Sequence[Series],
    neighbors: Neighbors,
    share: float = SKELETON_SHARE,
) -> list[int]:
    """Return the positions of the ⌈share · n⌉ chunks to process in full, in order.

    `series` contains the series of each chunk. A series of m chunks contributes its ⌊share · m⌋ or
    ⌈share · m⌉ highest-ranked chunks. Ties go to the smaller chunkId.
    """
    ranks = page_rank(neighbors).round(DECIMALS)
    first_to_last = sorted(range(len(chunk_ids)), key=lambda at: (-ranks[at], chunk_ids[at]))
    members: dict[Series, list[int]] = defaultdict(list)
    for place in first_to_last:
        members[series[place]].append(place)
    seats = chunks_per_series({one: len(places) for one, places in members.items()}, share)
    return sorted(at for one, places in members.items() for at in places[: seats[one]])


def chunks_per_series(
    sizes: Mapping[Series, int], share: float = SKELETON_SHARE
) -> dict[Series, int]:
    """Return the number of chunks to take from each series, ⌈share · n⌉ in total for n chunks.

    Each series gets the whole part of share · size. The remaining chunks are assigned one at a
    time: first to series that have none, and then to the series with the largest fractions. Ties go
    to the series that comes first in `sizes`. `skeleton` puts the series with the most central
    chunk first.
    """
    exact = {one: Fraction(str(share)) * size for one, size in sizes.items()}
    seats = {one: math.floor(wanted) for one, wanted in exact.items()}
    left = math.ceil(sum(exact.values())) - sum(seats.values())
    waiting = [one for one in sizes if exact[one] > seats[one]]
    waiting.sort(key=lambda one: (seats[one] > 0, seats[one] - exact[one]))  # stable
    seated = set(waiting[:left])
    return {one: taken + (one in seated) for one, taken in seats.items()}


def page_rank(neighbors: Neighbors, damping: float = DAMPING) -> Ranks:
    """Return the PageRank of n chunks, shape `(n,)`, scaled to a mean (not a sum) of 1.

    A chunk distributes its rank to its neighbors in proportion to their cosine similarities. A
    chunk without near neighbors distributes its rank equally to all chunks. `damping` is the share
    that follows links. The remaining share is distributed equally.
    """
    n = len(neighbors.indices)
    links = transition_matrix(neighbors)
    is_dead_end = np.asarray(links.sum(axis=0)).ravel() == 0
    ranks: Ranks = np.ones(n)
    for _ in range(MAX_ITERATIONS):
        handed_to_all = ranks[is_dead_end].sum() / n if n else 0.0
        found: Ranks = (1 - damping) + damping * (links @ ranks + handed_to_all)
        change = np.abs(found - ranks).max(initial=0.0)
        ranks = found
        if change < TOLERANCE:
            break
    return ranks


def transition_matrix(neighbors: Neighbors) -> Any:
    """Return the sparse matrix, `(n, n)`, with the share of column j's rank that goes to row i."""
    n, k = neighbors.indices.shape
    start = np.repeat(np.arange(n), k)
    end, weight = neighbors.indices.ravel(), neighbors.cosines.ravel().astype(np.float64)
    is_link = (end != NO_NEIGHBOR) & (weight > 0)
    shape = n, n
    links = sparse.csr_array((weight[is_link], (end[is_link], start[is_link])), shape=shape)
    sums = np.asarray(links.sum(axis=0)).ravel()
    return links @ sparse.diags_array(np.divide(1.0, sums, out=np.zeros(n), where=sums > 0))
