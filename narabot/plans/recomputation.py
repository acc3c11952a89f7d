"""Computations that are run again: whether they come to the same on the graph as it is now."""

from narabot.errors import PlanNotReadError, TooMuchToComputeError
from narabot.graph import Graph
from narabot.plans.computations import digest_of
from narabot.plans.evaluation import evaluate
from narabot.plans.plan_json import read_plan
from narabot.plans.sources import open_sets


def holds(graph: Graph, plan: str, digest: str) -> bool:
    """Return whether a plan in JSON comes to what has a digest.

    Raises GraphUnavailableError.
    """
    try:
        outcome = evaluate(read_plan(plan), open_sets(graph))
    except (PlanNotReadError, TooMuchToComputeError):
        return False
    return digest_of(outcome) == digest
