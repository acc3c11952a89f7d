"""Find paths between names and compute MiniRAG's weights for edges and paths (strategies 2.2).
Pure.

Names that occur in the same text are connected by an edge. This module handles only IDs and does
not depend on phrases, texts, or requests.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import log2, prod
from operator import itemgetter

LONGEST_PATH = 3
"""Maximum number of edges in a path."""

MOST_PATHS = 500
"""Maximum number of paths of each length."""

Adjacency = Mapping[str, Collection[str]]
"""The adjacent nodes of each node."""

Path = tuple[str, ...]
"""A sequence of distinct nodes that begins at a start node."""

Edge = tuple[str, str]
"""Two nodes in sorted order."""


def edge_of(one: str, other: str) -> Edge:
    """Return the edge between two nodes, which may be passed in either order."""
    return (one, other) if one < other else (other, one)


def edges_of(path: Path) -> list[Edge]:
    """Return the edges of a path in order."""
    return [edge_of(one, other) for one, other in pairwise(path)]


def nodes_within(neighbors: Adjacency, starts: Iterable[str], hops: int) -> set[str]:
    """Return the nodes that are at most `hops` edges away from the start nodes, including the start
    nodes."""
    reached = set(starts)
    ring = reached
    for _ in range(hops):
        ring = {other for node in ring for other in neighbors.get(node, ())} - reached
        reached = reached | ring
    return reached


def edge_weights(
    neighbors: Adjacency,
    edges: Iterable[Edge],
    starts: Collection[str],
    answers: Collection[str],
    hops: int,
) -> dict[Edge, int]:
    """Return MiniRAG's weight for each edge: ω_e(e) = Σ_{v∈V_s} count(v, G) + Σ_{v∈V_a} count(v,
    G).

    G is the set of nodes within `hops` edges of either end of e, V_s is the set of start nodes, and
    V_a is the set of answers. As in the paper, a node that is both a start and an answer counts
    twice.
    """
    counted = [*dict.fromkeys(starts), *dict.fromkeys(answers)]
    around = [nodes_within(neighbors, [node], hops) for node in counted]
    return {
        (one, other): sum(one in near or other in near for near in around) for one, other in edges
    }


def path_weight(
    path: Path, start_weight: float, answers: Collection[str], key_edges: Collection[Edge]
) -> float:
    """Return MiniRAG's weight for a path: ω_p(p) = ω_v(v_s) · (1 + Σ count(v, p) + Σ count(e, p)).

    The sums cover the answers and the key edges on the path. ω_v(v_s) is the similarity of the
    path's first node to the request.
    """
    found = sum(node in answers for node in path)
    voted = sum(edge in key_edges for edge in edges_of(path))
    return start_weight * (1 + found + voted)


def hub_damping(neighbors: Adjacency, path: Path) -> float:
    """Return the factor by which hubs on a path reduce the path's weight.

    Each inner node contributes a factor of 1 / log2(2 + degree).
    """
    return prod(1 / log2(2 + len(neighbors.get(node, ()))) for node in path[1:-1])


def paths_from(neighbors: Adjacency, starts: Sequence[str]) -> list[Path]:
    """Return paths from the start nodes, shorter paths first, up to `MOST_PATHS` of each length.

    Paths of equal length alternate among the start nodes. Paths without hubs come first because an
    edge at a node with few edges is more informative.
    """
    ring: list[Path] = [(one,) for one in dict.fromkeys(starts) if one in neighbors]
    found: list[Path] = []
    for _ in range(LONGEST_PATH):
        longer = [
            (*path, other) for path in ring for other in neighbors[path[-1]] if other not in path
        ]
        ring = interleaved(sorted(longer, key=lambda path: (-hub_damping(neighbors, path), path)))
        ring = ring[:MOST_PATHS]
        found += ring
    return found


def interleaved(paths: Iterable[Path]) -> list[Path]:
    """Return paths in an order in which the start nodes alternate. Paths from the same start node
    keep their order."""
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
    """Return the score of each chunk: the sum of the weights of all paths through it.

    A path goes through a chunk if both names of any edge on the path occur there, or if the chunk
    is about a name on the path. A path counts only once per chunk.
    """
    scores: dict[str, float] = {}
    for path, weight in weights.items():
        chunk_ids = {one for edge in edges_of(path) for one in texts.get(edge, ())}
        chunk_ids |= {one for node in path for one in own.get(node, ())}
        for chunk_id in chunk_ids:
            scores[chunk_id] = scores.get(chunk_id, 0.0) + weight
    return scores
