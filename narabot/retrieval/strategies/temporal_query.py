"""Document 004's `temporal_query`: search within the years of a request, in chronological order.

narabot restricts results to the years as intervals. (The reference raises the score of texts with
any four digits.)
"""

import re
from dataclasses import replace

from narabot.models import Passage, RequestClass
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import hybrid
from narabot.retrieval.strategy import Budget, Evidence
from narabot.understanding import ParsedRequest
from narabot.understanding.filters import parse_filters

LATEST = re.compile(r"\b(?:last|latest|newest|most recent|последн\w+|поздн\w+)\b", re.IGNORECASE)
"""Words that ask for the latest records first."""

EARLIEST = re.compile(
    r"\b(?:first|earliest|oldest|before|after|since|until|during|between|when|chronolog\w+|"
    r"перв\w+|ранн\w+|до|после|между|когда)\b",
    re.IGNORECASE,
)
"""Words that ask for chronological order."""

OTHER_YEARS = "Records from years other than those in the request."

UNDATED = 10_000
"""A year that sorts after all others."""


def search_by_time(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the results of `hybrid` within the years of a question, in chronological order.

    Records without dates come last. A question that does not ask for an order keeps the order of
    the search. So does a list request, because its years are already a filter.
    """
    if request.request_class is RequestClass.SHOW_RECORDS:
        return hybrid.search_hybrid(retriever, request, budget)
    found = within_years(retriever, request, budget)
    if LATEST.search(request.asked):
        return replace(found, passages=in_time_order(found.passages, is_latest_first=True))
    if EARLIEST.search(request.asked):
        return replace(found, passages=in_time_order(found.passages))
    return found


def within_years(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the results of `hybrid` within the years in the filters, or else within the years that
    the request names."""
    read = parse_filters(request.asked, RequestClass.SHOW_RECORDS, request.removed)
    years = read.filters.years
    if request.filters.years or years is None:
        return hybrid.search_hybrid(retriever, request, budget)
    within = replace(request, filters=replace(request.filters, years=years))
    found = hybrid.search_hybrid(retriever, within, budget)
    return replace(found, limitations=(*found.limitations, OTHER_YEARS))


def in_time_order(
    passages: tuple[Passage, ...], *, is_latest_first: bool = False
) -> tuple[Passage, ...]:
    """Return passages by the year in which their records begin or end. Ties keep their order."""

    def place(passage: Passage) -> int:
        record = passage.record
        if is_latest_first:
            year = record.end_year or record.start_year
            return UNDATED if year is None else -year
        return record.start_year or record.end_year or UNDATED

    return tuple(sorted(passages, key=place))
