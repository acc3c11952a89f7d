"""What retrieval finds for some words, whatever else a request says."""

from narabot.models import EVERYTHING, Filters, Passage, Wording
from narabot.retrieval import Budget, Retriever
from narabot.retrieval.strategies import hybrid
from narabot.understanding import plain_request


def find_passages(
    retriever: Retriever, wording: Wording, count: int, filters: Filters = EVERYTHING
) -> list[Passage]:
    """Return the best passages, best first."""
    return list(hybrid.find(retriever, plain_request(wording, filters), Budget(count)).passages)
