"""The best paths of each length, as far as they grow out of good ones (BeamSearch). Pure."""

from collections.abc import Sequence

from narabot.retrieval.operators.traversals.walked_graph import (
    Bounds,
    Edge,
    Path,
    Walk,
    WalkedGraph,
)

WIDTH = 20
"""Paths of one length that are gone on with."""


def beam(graph: WalkedGraph, starts: Sequence[str], bounds: Bounds, width: int = WIDTH) -> Walk:
    """Return the edges of the best paths, the best path's first."""
    edges: dict[Edge, None] = {}
    for path in best_paths(graph, starts, bounds, width):
        edges.update(dict.fromkeys(path.edges))
    return Walk(tuple(edges))


def best_paths(
    graph: WalkedGraph, starts: Sequence[str], bounds: Bounds, width: int = WIDTH
) -> list[Path]:
    """Return of each length up to the depth the best so many paths, all together best first.

    Each grows out of one of the best that are an edge shorter; without end to the width these are
    all paths. Equal ones stand in the order of their edges.
    """
    kept: list[Path] = []
    level = [Path((start,), ()) for start in dict.fromkeys(starts)]
    for _ in range(bounds.depth):
        grown = [
            further
            for path in level
            for edge in graph.neighbours(path.nodes[-1])
            if (further := path.onward(edge))
        ]
        level = ranked(graph, grown)[:width]
        kept += level
    return ranked(graph, kept)


def ranked(graph: WalkedGraph, paths: Sequence[Path]) -> list[Path]:
    """Return paths, those with the nearest nodes first."""
    return sorted(paths, key=lambda path: (-nearness(graph, path), edge_ids(path)))


def nearness(graph: WalkedGraph, path: Path) -> float:
    """Return how near to the request the nodes of a path are on average, but the first."""
    return sum(map(graph.closeness, path.nodes[1:])) / len(path.edges)


def edge_ids(path: Path) -> tuple[str, ...]:
    """Return the edges of a path as their ids."""
    return tuple(edge.edge_id for edge in path.edges)
