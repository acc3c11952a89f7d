"""Beam search for the best paths of each length (BeamSearch). Pure."""

from collections.abc import Sequence

from narabot.retrieval.operators.traversals.walked_graph import (
    Bounds,
    Edge,
    Path,
    Walk,
    WalkedGraph,
)

BEAM_WIDTH = 20
"""Number of paths to extend at each length."""


def beam(
    graph: WalkedGraph, starts: Sequence[str], bounds: Bounds, width: int = BEAM_WIDTH
) -> Walk:
    """Return the edges of the best paths, starting with the edges of the best path."""
    edges: dict[Edge, None] = {}
    for path in best_paths(graph, starts, bounds, width):
        edges.update(dict.fromkeys(path.edges))
    return Walk(tuple(edges))


def best_paths(
    graph: WalkedGraph, starts: Sequence[str], bounds: Bounds, width: int = BEAM_WIDTH
) -> list[Path]:
    """Return the best `width` paths of each length up to the maximum depth, sorted best first.

    Each path extends one of the best paths that are one edge shorter. With an unlimited width, all
    paths are returned. Ties are ordered by edge ID.
    """
    kept: list[Path] = []
    level = [Path((start,), ()) for start in dict.fromkeys(starts)]
    for _ in range(bounds.depth):
        grown = [
            further
            for path in level
            for edge in graph.neighbors(path.nodes[-1])
            if (further := path.onward(edge))
        ]
        level = ranked(graph, grown)[:width]
        kept += level
    return ranked(graph, kept)


def ranked(graph: WalkedGraph, paths: Sequence[Path]) -> list[Path]:
    """Return paths, starting with the paths whose nodes are most similar to the request."""
    return sorted(paths, key=lambda path: (-mean_closeness(graph, path), edge_ids(path)))


def mean_closeness(graph: WalkedGraph, path: Path) -> float:
    """Return the mean similarity of a path's nodes to the request, excluding the first node."""
    return sum(map(graph.closeness, path.nodes[1:])) / len(path.edges)


def edge_ids(path: Path) -> tuple[str, ...]:
    """Return the IDs of a path's edges."""
    return tuple(edge.edge_id for edge in path.edges)
