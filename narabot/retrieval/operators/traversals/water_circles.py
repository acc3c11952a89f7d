"""Rings around nodes, wider and wider, of each kind of edge so many (WaterCircles). Pure.

Where the rings of two nodes meet there is a chain between them; these have a quota of their own.
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
    """How many edges of each kind are kept; the numbers are the reference's."""

    chain: int = 25
    """On a shortest way between two starts, of whatever kind."""
    hyper: int = 25
    """Of theses."""
    episodic: int = 15
    other: int = 6
    """Relations."""


def water_circles(
    graph: WalkedGraph, starts: Sequence[str], bounds: Bounds, quotas: Quotas | None = None
) -> Walk:
    """Return chains, theses, episodes and other edges, of each kind those of the nearest rings.

    In a ring those at the nodes nearest to the request come first.
    """
    quotas = quotas or Quotas()
    steps = {start: distances(graph, start, bounds) for start in dict.fromkeys(starts)}
    walk = breadth_first(graph, starts, bounds)

    def place(edge: Edge) -> tuple[int, float, str]:
        ring = min(there.get(end, bounds.depth) for there in steps.values() for end in ends(edge))
        return ring, -max(map(graph.closeness, ends(edge))), edge.edge_id

    def kind(edge: Edge) -> int:
        return 0 if is_of_chain(edge, steps) else KINDS[edge.kind]

    most = (quotas.chain, quotas.hyper, quotas.episodic, quotas.other)
    by_kind = sorted(walk.edges, key=lambda edge: (kind(edge), place(edge)))
    kept = [edge for number, some in groupby(by_kind, kind) for edge in [*some][: most[number]]]
    return Walk(tuple(kept), walk.is_cut)


NEVER = inf
"""Steps to what cannot be walked to."""

KINDS = {EdgeKind.THESIS: 1, EdgeKind.EPISODE: 2, EdgeKind.RELATION: 3}
"""The places of the quotas behind that of chains."""


def ends(edge: Edge) -> tuple[str, str]:
    """Return the nodes of an edge."""
    return edge.start, edge.end


def is_of_chain(edge: Edge, steps: Mapping[str, Mapping[str, int]]) -> bool:
    """Return whether an edge is on a shortest way between two starts, which is within the depth."""
    directions = (ends(edge), ends(edge)[::-1])
    return any(
        other in there and there.get(near, NEVER) + 1 + back.get(far, NEVER) == there[other]
        for (_, there), (other, back) in combinations(steps.items(), 2)
        for near, far in directions
    )
