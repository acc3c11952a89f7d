"""From a ranking to the evidence of an answer, or of a list."""

from collections.abc import Callable

from narabot.models import Passage
from narabot.retrieval.operators.diversity import told_apart, without_near_duplicates
from narabot.retrieval.operators.fusion import RankedRecord
from narabot.retrieval.operators.matches import listing, matches_first, matches_of
from narabot.retrieval.operators.neighbours import passages_of
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

Rank = Callable[[], list[RankedRecord]]
"""Ranks all records that are found for a request, best first."""

LOOKED_AT = 2
"""So many times more passages than are wanted are looked at for near-duplicates."""


def best_evidence(retriever: Retriever, rank: Rank, budget: Budget, steps: Steps) -> Evidence:
    """Return the passages of the best records."""
    ranked = rank()
    read = reader(retriever, steps)
    best = read(ranked[: budget.passages])
    if budget.is_varied:
        _, alike = told_apart(best)
        others = read(ranked[budget.passages : LOOKED_AT * budget.passages]) if alike else []
        best = without_near_duplicates([*best, *others], budget.passages)
    return Evidence(passages=tuple(best), steps=tuple(steps.taken))


def list_evidence(
    retriever: Retriever, request: ParsedRequest, rank: Rank, budget: Budget, steps: Steps
) -> Evidence:
    """Return the records for a list: all that have all words, then others of the best.

    Where filters alone say what is sought, all that they keep.
    """
    matched = steps.take(
        "Counting the records with all words", lambda: matches_of(retriever.graph, request)
    )
    best = [] if matched is not None and matched.is_all else rank()[: budget.passages]
    passages = reader(retriever, steps)(matches_first(best, matched))
    return Evidence(
        passages=tuple(passages), listing=listing(matched, passages), steps=tuple(steps.taken)
    )


def reader(retriever: Retriever, steps: Steps) -> Callable[[list[RankedRecord]], list[Passage]]:
    """Return what reads the passages of records, as a step."""
    return lambda records: steps.take(
        "Reading the passages", lambda: passages_of(retriever.graph, records)
    )
