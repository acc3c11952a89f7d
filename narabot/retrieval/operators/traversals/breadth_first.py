"""Find all edges within a certain number of steps from the start nodes (NaiveBFS). Pure."""

from collections.abc import Sequence

from narabot.retrieval.operators.traversals.walked_graph import Bounds, Edge, Walk, WalkedGraph


def breadth_first(graph: WalkedGraph, starts: Sequence[str], bounds: Bounds) -> Walk:
    """Return the edges of all nodes whose distance from the start nodes is less than the maximum
    depth, nearest first."""
    seen, ring = set(starts), list(dict.fromkeys(starts))
    edges: dict[Edge, None] = {}
    looked_at = 0
    for _ in range(bounds.depth):
        ring, left = ring[: bounds.nodes - looked_at], len(ring)
        looked_at += len(ring)
        further: dict[str, None] = {}
        for node in ring:
            for edge in graph.neighbors(node):
                edges[edge] = None
                further[edge.beyond(node)] = None
        if len(ring) < left:
            return Walk(tuple(edges), is_cut=True)
        ring = [node for node in further if node not in seen]
        seen.update(ring)
    return Walk(tuple(edges))


def distances(graph: WalkedGraph, start: str, bounds: Bounds) -> dict[str, int]:
    """Return the number of steps to each node within the maximum depth."""
    steps, ring = {start: 0}, [start]
    looked_at = 0
    for step in range(1, bounds.depth + 1):
        ring = ring[: bounds.nodes - looked_at]
        looked_at += len(ring)
        beyond = [edge.beyond(node) for node in ring for edge in graph.neighbors(node)]
        ring = [node for node in dict.fromkeys(beyond) if node not in steps]
        steps.update(dict.fromkeys(ring, step))
    return steps
