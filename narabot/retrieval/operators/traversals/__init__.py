"""Graph traversals over names and statements, from document 003's retriever. Pure.

Each traversal takes a graph, start nodes, and bounds, and returns edges in order of preference.
Traversals do not depend on a database, a request, or a model.
"""

from narabot.retrieval.operators.traversals.beam import beam, best_paths
from narabot.retrieval.operators.traversals.breadth_first import breadth_first, distances
from narabot.retrieval.operators.traversals.cheapest_path import (
    STEP_COST,
    cheapest_path,
    cheapest_paths,
    step_cost,
)
from narabot.retrieval.operators.traversals.walked_graph import (
    Bounds,
    Edge,
    EdgeKind,
    Path,
    Walk,
    WalkedGraph,
    interleaved,
)
from narabot.retrieval.operators.traversals.water_circles import Quotas, water_circles

__all__ = [
    "STEP_COST",
    "Bounds",
    "Edge",
    "EdgeKind",
    "Path",
    "Quotas",
    "Walk",
    "WalkedGraph",
    "beam",
    "best_paths",
    "breadth_first",
    "cheapest_path",
    "cheapest_paths",
    "distances",
    "interleaved",
    "step_cost",
    "water_circles",
]
