"""Computations that are run again: whether they come to the same on the graph as it is now."""

from narabot.errors import PlanNotReadError, TooMuchToComputeError
from narabot.graph import Graph
from narabot.plans.computations import digest_of
from narabot.plans.relating import evaluate
from narabot.plans.sources import open_sets
from narabot.plans.written import read_plan


def holds(graph: Graph, plan: str, digest: str) -> bool:
    """Return whether a plan in JSON comes to what has a digest.

    Raises GraphUnavailableError.
    """
    try:
        outcome = evaluate(read_plan(plan), open_sets(graph))
    except (PlanNotReadError, TooMuchToComputeError):
        return False
    return digest_of(outcome) == digest
