"""Retrieval for a request's wording and filters, without the other parts of a request."""

from narabot.models import NO_FILTERS, Filters, Passage, Wording
from narabot.retrieval import Budget, Retriever
from narabot.retrieval.strategies import hybrid
from narabot.understanding import plain_request


def find_passages(
    retriever: Retriever, wording: Wording, count: int, filters: Filters = NO_FILTERS
) -> list[Passage]:
    """Return the best passages, best first."""
    return list(
        hybrid.search_hybrid(retriever, plain_request(wording, filters), Budget(count)).passages
    )
