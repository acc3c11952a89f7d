"""The cheapest paths between nodes: A* (Hart, Nilsson and Raphael, 1968). Pure.

A step costs a little, and more the less the node that it comes to has to do with the request. What
is left from a node costs at least the step to the goal itself, which is what the estimate says: it
never says too much (nor more than a step costs at a time), so that the first path to come to the
goal is the cheapest. The reference's 1 - cosine of the node where one is may say too much.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import count

from narabot.retrieval.operators.traversals.walked_graph import (
    Bounds,
    Edge,
    Path,
    Walk,
    WalkedGraph,
)

STEP = 0.1
"""What a step costs to a node that is the request itself; of two ways as near the shorter wins."""


def step_cost(graph: WalkedGraph, node: str) -> float:
    """Return what a step to a node costs: `STEP` to `STEP` + 1."""
    return STEP + 1 - min(max(graph.closeness(node), 0.0), 1.0)


def cheapest_path(graph: WalkedGraph, start: str, goal: str, bounds: Bounds) -> Path | None:
    """Return the cheapest path to a goal of at most so many edges, `None` where there is none.

    There is none either behind more nodes than may be looked at.
    """
    order, last = count(), step_cost(graph, goal)
    waiting = [(last, next(order), 0.0, Path((start,), ()))]
    fewest: dict[str, int] = {}
    looked_at = 0
    while waiting:
        _, _, cost, path = heappop(waiting)
        node = path.nodes[-1]
        if node == goal:
            return path
        # a dearer path is of use only where it has fewer edges than all cheaper ones to the node
        if len(path.edges) >= fewest.get(node, bounds.depth):
            continue
        fewest[node] = len(path.edges)
        if (looked_at := looked_at + 1) > bounds.nodes:
            return None
        for edge in graph.neighbours(node):
            if further := path.onward(edge):
                spent = cost + step_cost(graph, edge.beyond(node))
                left = 0.0 if edge.beyond(node) == goal else last
                heappush(waiting, (spent + left, next(order), spent, further))
    return None


def cheapest_paths(
    graph: WalkedGraph, starts: Sequence[str], goals: Sequence[str], bounds: Bounds
) -> Walk:
    """Return the edges of the cheapest path from starts to goals, the first pair's first."""
    pairs = {frozenset((one, other)): (one, other) for one in starts for other in goals}
    edges: dict[Edge, None] = {}
    for one, other in pairs.values():
        if one != other and (path := cheapest_path(graph, one, other, bounds)):
            edges.update(dict.fromkeys(path.edges))
    return Walk(tuple(edges))
