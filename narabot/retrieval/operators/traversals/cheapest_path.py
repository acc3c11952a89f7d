"""The cheapest paths between nodes: A* (Hart, Nilsson and Raphael, 1968). Pure.

A step costs a little, and more the less the node that it comes to has to do with the request. What
is left from a node is taken to be the step to the goal, and before it as many of the cheapest steps
that there can be as the goal is steps away: this is never too much, and from a node to the next it
falls by no more than the step costs, so that the first path to come to the goal is the cheapest.
The reference's estimate, 1 - the cosine of the node where one is, may be too much.
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

STEP = 0.1
"""What a step costs to a node that is the request itself; of two ways as near the shorter wins."""


def step_cost(graph: WalkedGraph, node: str) -> float:
    """Return what a step to a node costs: `STEP` to `STEP` + 1."""
    return STEP + 1 - min(max(graph.closeness(node), 0.0), 1.0)


def cheapest_path(graph: WalkedGraph, start: str, goal: str, bounds: Bounds) -> Path | None:
    """Return the cheapest path to a goal of at most so many edges, `None` where there is none.

    There is none either behind more nodes than may be looked at.
    """
    steps = distances(graph, goal, bounds)
    last = step_cost(graph, goal)

    def left(node: str) -> float:
        return (steps[node] - 1) * STEP + last if node != goal else 0.0

    order = count()
    waiting = [(0.0, next(order), 0.0, Path((start,), ()))] if start in steps else []
    fewest: dict[str, int] = {}
    while waiting:
        _, _, cost, path = heappop(waiting)
        node = path.nodes[-1]
        if node == goal:
            return path
        # a dearer path is of use only where it has fewer edges than all cheaper ones to the node
        if len(path.edges) >= fewest.get(node, bounds.depth):
            continue
        fewest[node] = len(path.edges)
        if len(fewest) > bounds.nodes:
            return None
        for further in onward(graph, path, steps, bounds.depth):
            spent = cost + step_cost(graph, further.nodes[-1])
            entry = (spent + left(further.nodes[-1]), next(order), spent, further)
            heappush(waiting, entry)
    return None


def onward(graph: WalkedGraph, path: Path, steps: Mapping[str, int], depth: int) -> Iterator[Path]:
    """Yield the paths that are an edge longer, and from which the goal can be reached in time."""
    for edge in graph.neighbours(path.nodes[-1]):
        longer = path.onward(edge)
        if longer and len(longer.edges) + steps.get(longer.nodes[-1], depth) <= depth:
            yield longer


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
