"""Cheapest paths between nodes: A* (Hart, Nilsson, and Raphael, 1968). Pure.

The cost of a step has a constant part and a part that grows as the similarity of the next node to
the request falls. The heuristic is the cost of the last step plus the minimum cost of the other
steps to the goal. It never overestimates and is consistent, so the first path that reaches the goal
is the cheapest. The heuristic in the reference implementation, 1 minus the cosine of the current
node, may overestimate.
"""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count

from narabot.retrieval.operators.traversals.breadth_first import distances
from narabot.retrieval.operators.traversals.walked_graph import (
    Bounds,
    Edge,
    Path,
    Walk,
    WalkedGraph,
)

STEP_COST = 0.1
"""Cost of a step to a node identical to the request. Because of this cost, the shorter of two
equally similar paths wins."""


def step_cost(graph: WalkedGraph, node: str) -> float:
    """Return the cost of a step to a node, from `STEP_COST` to `STEP_COST` + 1."""
    return STEP_COST + 1 - min(max(graph.closeness(node), 0.0), 1.0)


def cheapest_path(graph: WalkedGraph, start: str, goal: str, bounds: Bounds) -> Path | None:
    """Return the cheapest path to a goal within the maximum depth, or `None` if there is none.

    Also return `None` if the search visits more nodes than the bounds allow.
    """
    steps = distances(graph, goal, bounds)
    last = step_cost(graph, goal)

    def left(node: str) -> float:
        return (steps[node] - 1) * STEP_COST + last if node != goal else 0.0

    order = count()
    waiting = [(0.0, next(order), 0.0, Path((start,), ()))] if start in steps else []
    fewest: dict[str, int] = {}
    while waiting:
        _, _, cost, path = heappop(waiting)
        node = path.nodes[-1]
        if node == goal:
            return path
        # A costlier path is useful only if it has fewer edges than all cheaper paths to the node.
        if len(path.edges) >= fewest.get(node, bounds.depth):
            continue
        fewest[node] = len(path.edges)
        if len(fewest) > bounds.nodes:
            return None
        for further in extended_paths(graph, path, steps, bounds.depth):
            spent = cost + step_cost(graph, further.nodes[-1])
            entry = (spent + left(further.nodes[-1]), next(order), spent, further)
            heappush(waiting, entry)
    return None


def extended_paths(
    graph: WalkedGraph, path: Path, steps: Mapping[str, int], depth: int
) -> Iterator[Path]:
    """Yield the paths that are one edge longer and can still reach the goal within the maximum
    depth."""
    for edge in graph.neighbors(path.nodes[-1]):
        longer = path.onward(edge)
        if longer and len(longer.edges) + steps.get(longer.nodes[-1], depth) <= depth:
            yield longer


def cheapest_paths(
    graph: WalkedGraph, starts: Sequence[str], goals: Sequence[str], bounds: Bounds
) -> Walk:
    """Return the edges of the cheapest path from each start to each goal."""
    pairs = {frozenset((one, other)): (one, other) for one in starts for other in goals}
    edges: dict[Edge, None] = {}
    for one, other in pairs.values():
        if one != other and (path := cheapest_path(graph, one, other, bounds)):
            edges.update(dict.fromkeys(path.edges))
    return Walk(tuple(edges))
