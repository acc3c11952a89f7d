"""Find edges in widening rings around start nodes, with a quota for each kind of edge
(WaterCircles). Pure.

Chains connect start nodes whose rings meet. Chains have their own quota.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from math import inf

from narabot.retrieval.operators.traversals.breadth_first import breadth_first, distances
from narabot.retrieval.operators.traversals.walked_graph import (
    Bounds,
    Edge,
    EdgeKind,
    Walk,
    WalkedGraph,
)


@dataclass(frozen=True, slots=True)
class Quotas:
    """Maximum number of edges of each kind, as in the reference implementation."""

    chain: int = 25
    """Edges of any kind on a shortest path between two start nodes."""
    hyper: int = 25
    """Edges of kind `THESIS`."""
    episodic: int = 15
    other: int = 6
    """Edges of kind `RELATION`."""


def water_circles(
    graph: WalkedGraph, starts: Sequence[str], bounds: Bounds, quotas: Quotas | None = None
) -> Walk:
    """Return edges of each kind, up to the quota for that kind, from the nearest rings.

    Within a ring, edges at the nodes most similar to the request come first.
    """
    quotas = quotas or Quotas()
    steps = {start: distances(graph, start, bounds) for start in dict.fromkeys(starts)}
    walk = breadth_first(graph, starts, bounds)

    def place(edge: Edge) -> tuple[int, float, str]:
        ring = min(
            steps_from.get(end, bounds.depth) for steps_from in steps.values() for end in ends(edge)
        )
        return ring, -max(map(graph.closeness, ends(edge))), edge.edge_id

    def kind(edge: Edge) -> int:
        return 0 if is_on_chain(edge, steps) else QUOTA_INDEXES[edge.kind]

    most = (quotas.chain, quotas.hyper, quotas.episodic, quotas.other)
    by_kind = sorted(walk.edges, key=lambda edge: (kind(edge), place(edge)))
    kept = [edge for number, some in groupby(by_kind, kind) for edge in [*some][: most[number]]]
    return Walk(tuple(kept), walk.is_cut)


UNREACHABLE = inf
"""Number of steps to an unreachable node."""

QUOTA_INDEXES = {EdgeKind.THESIS: 1, EdgeKind.EPISODE: 2, EdgeKind.RELATION: 3}
"""The index of each kind's quota. Index 0 belongs to the quota for chains."""


def ends(edge: Edge) -> tuple[str, str]:
    """Return the nodes of an edge."""
    return edge.start, edge.end


def is_on_chain(edge: Edge, steps: Mapping[str, Mapping[str, int]]) -> bool:
    """Return whether an edge is on a shortest path between two start nodes within the maximum
    depth."""
    directions = (ends(edge), ends(edge)[::-1])
    return any(
        other in steps_from
        and steps_from.get(near, UNREACHABLE) + 1 + steps_back.get(far, UNREACHABLE)
        == steps_from[other]
        for (_, steps_from), (other, steps_back) in combinations(steps.items(), 2)
        for near, far in directions
    )
