"""Within the years of a request, in the order of time: document 004's `temporal_query`.

Years bound what is found, as intervals (its reference adds to a score where any four digits stand).
"""

import re
from dataclasses import replace

from narabot.models import Passage, RequestClass
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import hybrid
from narabot.retrieval.strategy import Budget, Evidence
from narabot.understanding import ParsedRequest
from narabot.understanding.filters import read_filters

LATEST = re.compile(r"\b(?:last|latest|newest|most recent|последн\w+|поздн\w+)\b", re.IGNORECASE)
"""What asks for the end of a time first."""

EARLIEST = re.compile(
    r"\b(?:first|earliest|oldest|before|after|since|until|during|between|when|chronolog\w+|"
    r"перв\w+|ранн\w+|до|после|между|когда)\b",
    re.IGNORECASE,
)
"""What asks for an order of time."""

OTHER_YEARS = "Records of other years than the request names."

UNDATED = 10_000
"""A year behind all others."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return what `hybrid` finds within the years that a question names, in their order.

    What has no date comes last. A question that asks for no order keeps that of the search, and so
    does a list, whose years are a filter already.
    """
    if request.request_class is RequestClass.SHOW_RECORDS:
        return hybrid.find(retriever, request, budget)
    found = within_years(retriever, request, budget)
    if LATEST.search(request.asked):
        return replace(found, passages=in_order_of_time(found.passages, is_latest_first=True))
    if EARLIEST.search(request.asked):
        return replace(found, passages=in_order_of_time(found.passages))
    return found


def within_years(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return what `hybrid` finds within the years of the filters, else those that are named."""
    read = read_filters(request.asked, RequestClass.SHOW_RECORDS, request.removed)
    years = read.filters.years
    if request.filters.years or years is None:
        return hybrid.find(retriever, request, budget)
    within = replace(request, filters=replace(request.filters, years=years))
    found = hybrid.find(retriever, within, budget)
    return replace(found, unseen=(*found.unseen, OTHER_YEARS))


def in_order_of_time(
    passages: tuple[Passage, ...], *, is_latest_first: bool = False
) -> tuple[Passage, ...]:
    """Return passages by the year in which their records begin, or end; ties as they were."""

    def place(passage: Passage) -> int:
        record = passage.record
        if is_latest_first:
            year = record.end_year or record.start_year
            return UNDATED if year is None else -year
        return record.start_year or record.end_year or UNDATED

    return tuple(sorted(passages, key=place))
