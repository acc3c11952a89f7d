"""Retrieval for a request's wording and filters, without the other parts of a request."""

from typing import Any

from narabot.models import NO_FILTERS, Filters, Passage, Wording
from narabot.retrieval import Budget, Evidence, Retriever, open_strategy
from narabot.retrieval.strategies import hybrid
from narabot.understanding import plain_request


def find_passages(
    retriever: Retriever, wording: Wording, count: int, filters: Filters = NO_FILTERS
) -> list[Passage]:
    """Return the best passages, best first."""
    return list(
        hybrid.search_hybrid(retriever, plain_request(wording, filters), Budget(count)).passages
    )


def find_evidence(retriever: Retriever, strategy: str, words: str, **filters: Any) -> Evidence:
    """Return the evidence that a strategy finds for these words."""
    request = plain_request(Wording(words), Filters(**filters))
    return open_strategy(strategy, retriever)(request, Budget(8))


def na_ids(evidence: Evidence) -> list[int]:
    """Return the naIds of the passages in some evidence."""
    return [passage.na_id for passage in evidence.passages]
