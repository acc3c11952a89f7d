"""A sample strategy as a developer would add it: one file and a registry line."""

from narabot.retrieval import Budget, Evidence, RegisteredStrategy, Retriever, Steps, read_records
from narabot.understanding import ParsedRequest

ACT = 210835707
STEP = "Reaching for the record on the desk"


def fixed(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the same record for every request."""
    steps = Steps()
    found = steps.take(STEP, lambda: read_records(retriever.graph, [ACT]))
    return Evidence(
        passages=tuple(found), limitations=("Every other record.",), steps=tuple(steps.taken)
    )


LINE = RegisteredStrategy("fixed", fixed, "the record on the desk", "a desk")
