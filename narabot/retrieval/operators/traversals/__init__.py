"""Walks over names and what is stated of them, as document 003's retriever has them. Pure.

Each takes a graph, the nodes to walk from and bounds, and returns edges, those it would rather have
first. Knows no database, no request and no model.
"""

from narabot.retrieval.operators.traversals.beam import beam, best_paths
from narabot.retrieval.operators.traversals.breadth_first import breadth_first, distances
from narabot.retrieval.operators.traversals.cheapest_path import (
    STEP,
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
    joined,
)
from narabot.retrieval.operators.traversals.water_circles import Quotas, water_circles

__all__ = [
    "STEP",
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
    "joined",
    "step_cost",
    "water_circles",
]
