"""Recomputation of stored plans, to check whether the current graph gives the same result."""

from narabot.errors import ComputationLimitError, InvalidPlanError
from narabot.graph import Graph
from narabot.plans.computations import digest_of
from narabot.plans.evaluation import evaluate
from narabot.plans.plan_json import read_plan
from narabot.plans.sources import open_sets


def is_reproduced(graph: Graph, plan: str, digest: str) -> bool:
    """Return whether a plan in JSON still produces an outcome with the stored digest.

    May raise GraphUnavailableError.
    """
    try:
        outcome = evaluate(read_plan(plan), open_sets(graph))
    except (InvalidPlanError, ComputationLimitError):
        return False
    return digest_of(outcome) == digest
