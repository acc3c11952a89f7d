"""Paths between names, and MiniRAG's two weights of edges and of paths (strategies 2.2). Pure.

Two names that stand in one text have an edge. Knows no phrase, no text and no request: only ids.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import log2, prod
from operator import itemgetter

LONGEST = 3
"""Edges of a path."""

MOST_PATHS = 500
"""Of each length."""

Neighbours = Mapping[str, Collection[str]]
"""By node those that have an edge with it."""

Path = tuple[str, ...]
"""Nodes in a row, none twice; the first is a start."""

Edge = tuple[str, str]
"""Two nodes, the lesser first."""


def edge_of(one: str, other: str) -> Edge:
    """Return two nodes as an edge, whichever comes first."""
    return (one, other) if one < other else (other, one)


def edges_of(path: Path) -> list[Edge]:
    """Return the edges of a path, in its order."""
    return [edge_of(one, other) for one, other in pairwise(path)]


def within(neighbours: Neighbours, starts: Iterable[str], hops: int) -> set[str]:
    """Return the nodes that are no more than so many edges away from some, with these."""
    there = set(starts)
    ring = there
    for _ in range(hops):
        ring = {other for node in ring for other in neighbours.get(node, ())} - there
        there = there | ring
    return there


def edge_weights(
    neighbours: Neighbours,
    edges: Iterable[Edge],
    starts: Collection[str],
    answers: Collection[str],
    hops: int,
) -> dict[Edge, int]:
    """Return MiniRAG's weight of each edge: ω_e(e) = Σ_{v∈V_s} count(v, G) + Σ_{v∈V_a} count(v, G).

    G is what is within so many hops of either end of e, V_s the starts, V_a the answers. A node
    that is both counts twice, as it is written.
    """
    counted = [*dict.fromkeys(starts), *dict.fromkeys(answers)]
    around = [within(neighbours, [node], hops) for node in counted]
    return {
        (one, other): sum(one in near or other in near for near in around) for one, other in edges
    }


def path_weight(
    path: Path, start_weight: float, answers: Collection[str], key_edges: Collection[Edge]
) -> float:
    """Return MiniRAG's weight of a path: ω_p(p) = ω_v(v_s) · (1 + Σ count(v, p) + Σ count(e, p)).

    The sums are over the answers on it, and over the key edges on it; ω_v(v_s) is how near its
    first node is to the request.
    """
    found = sum(node in answers for node in path)
    voted = sum(edge in key_edges for edge in edges_of(path))
    return start_weight * (1 + found + voted)


def damping(neighbours: Neighbours, path: Path) -> float:
    """Return what the hubs that a path leads through leave of its weight.

    Each node between its ends leaves 1 / log2(2 + degree).
    """
    return prod(1 / log2(2 + len(neighbours.get(node, ()))) for node in path[1:-1])


def paths_from(neighbours: Neighbours, starts: Sequence[str]) -> list[Path]:
    """Return the paths from some nodes, shorter ones first, of each length at most so many.

    Of those that are equally long one of each start in turn, first such as lead through no hubs: a
    node of few edges says more of what it has one with.
    """
    ring: list[Path] = [(one,) for one in dict.fromkeys(starts) if one in neighbours]
    found: list[Path] = []
    for _ in range(LONGEST):
        longer = [
            (*path, other) for path in ring for other in neighbours[path[-1]] if other not in path
        ]
        ring = in_turn(sorted(longer, key=lambda path: (-damping(neighbours, path), path)))
        ring = ring[:MOST_PATHS]
        found += ring
    return found


def in_turn(paths: Iterable[Path]) -> list[Path]:
    """Return paths so that each start has its turn; those of one start as they were."""
    of_start: Counter[str] = Counter()
    turns = []
    for path in paths:
        turns.append((of_start[path[0]], path))
        of_start[path[0]] += 1
    return [path for _, path in sorted(turns, key=itemgetter(0))]


def chunk_scores(
    weights: Mapping[Path, float],
    texts: Mapping[Edge, Collection[str]],
    own: Mapping[str, Collection[str]],
) -> dict[str, float]:
    """Return what all paths together say of each chunk: the sum of the weights of those through it.

    A path goes through all the chunks in which the names of any of its edges stand together, and
    through those that are about a name on it; it counts for a chunk once.
    """
    scores: dict[str, float] = {}
    for path, weight in weights.items():
        chunk_ids = {one for edge in edges_of(path) for one in texts.get(edge, ())}
        chunk_ids |= {one for node in path for one in own.get(node, ())}
        for chunk_id in chunk_ids:
            scores[chunk_id] = scores.get(chunk_id, 0.0) + weight
    return scores
