"""Document 004's `temporal_query`: search within the years in a request, in chronological order.

narabot returns only records whose dates overlap the years. (The reference implementation instead
raises the score of any text that contains four digits.)
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
"""Words that request the latest records first."""

EARLIEST = re.compile(
    r"\b(?:first|earliest|oldest|before|after|since|until|during|between|when|chronolog\w+|"
    r"перв\w+|ранн\w+|до|после|между|когда)\b",
    re.IGNORECASE,
)
"""Words that request chronological order."""

OTHER_YEARS = "Only records from the years in the request were searched."

UNDATED = 10_000
"""The year assigned to undated records, which sorts after all other years."""


def search_by_time(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the results of `hybrid` within the years in a question, in chronological order.

    Records without dates come last. If a question does not request an order, the results keep the
    order of the search. So do the results of a list request, whose years are already a filter.
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
    """Return the results of `hybrid` within the years in the filters or, if the filters contain no
    years, within the years in the request."""
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
    """Return passages in chronological order of their records, or with the latest records first.
    Passages with the same year keep their order."""

    def place(passage: Passage) -> int:
        record = passage.record
        if is_latest_first:
            year = record.end_year or record.start_year
            return UNDATED if year is None else -year
        return record.start_year or record.end_year or UNDATED

    return tuple(sorted(passages, key=place))
