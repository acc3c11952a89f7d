"""From reports on communities to the records that these are on: document 004's community search.

The reports choose where to look, meaning and words which of the records there. An archive's own
hierarchy is among the communities, so that a request about a series finds it by what it is about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from narabot.models import ComputedSet, Filters
from narabot.models.communities import FoundReport
from narabot.retrieval.operators.communities import (
    MOST_MEMBERS,
    members_of,
    reports_for,
    reports_lacking,
)
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.vector import by_meaning
from narabot.retrieval.operators.words import by_words
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies.hybrid import MEANING, WORDS
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

READ_REPORTS = 8
"""Of which the records are looked through."""

REPORTS = 1.0
"""What the rank of a record's best report counts for: as much as words."""

MOST_FILTERED = 2000
"""Records that are looked through one by one; of more those among the hits of a wide search."""

WIDE = 1000
"""Hits of a wide search."""

UNREAD = f"Of the largest groups of records, those beyond the first {MOST_MEMBERS:,}."

lacking = reports_lacking


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the best records of the communities whose reports are nearest to a request.

    A list holds all that have all of its words before these.
    """
    steps = Steps()
    is_cut = False

    def rank() -> list[RankedRecord]:
        nonlocal is_cut
        reports = steps.take(
            "Searching the reports", lambda: reports_for(retriever, request, READ_REPORTS)
        )
        members = steps.take(
            "Looking up the records that they are on", lambda: members_of(retriever, reports)
        )
        is_cut = any(len(one) >= MOST_MEMBERS for one in members.values())
        return steps.take(
            "Searching these by meaning and words",
            lambda: ranked(retriever, request, budget.chunks, ranks_of(reports, members)),
        )

    found = evidence_of(retriever, request, rank, budget, steps)
    return replace(found, unseen=(*found.unseen, UNREAD)) if is_cut else found


def ranks_of(
    reports: Sequence[FoundReport], members: Mapping[str, Sequence[int]]
) -> dict[int, int]:
    """Return the rank of the best report on each record, by naId."""
    ranks: dict[int, int] = {}
    for rank, one in enumerate(reports):
        for na_id in members[one.report.community_id]:
            ranks.setdefault(na_id, rank)
    return ranks


def ranked(
    retriever: Retriever, request: ParsedRequest, chunks: int, ranks: Mapping[int, int]
) -> list[RankedRecord]:
    """Return the records of communities by meaning, by words, and by the report on each."""
    filters, count = narrowed(request.filters, ranks), max(chunks, WIDE)
    meaning = among(by_meaning(retriever, request.searched.text, count, filters), ranks)[:chunks]
    words = among(by_words(retriever, request.searched, count, filters), ranks)[:chunks]
    hits = {hit.chunk_id: hit for hit in (*meaning, *words)}
    by_report = sorted(hits.values(), key=lambda hit: ranks[hit.na_id])
    joined = fuse([meaning, words, by_report], [MEANING, WORDS, REPORTS])
    return with_cosines(joined, meaning)


def narrowed(filters: Filters, ranks: Mapping[int, int]) -> Filters:
    """Return filters that keep only the records of communities, where these are not too many."""
    if len(ranks) > MOST_FILTERED:
        return filters
    kept = filters.computed
    na_ids = sorted(ranks if kept is None else ranks.keys() & set(kept.na_ids))
    name = f"records of {len(na_ids)}"
    plan = ",".join(map(str, na_ids))  # by which what was found in them is kept
    return replace(filters, computed=ComputedSet(plan, name, tuple(na_ids)))


def among(hits: Sequence[Hit], ranks: Mapping[int, int]) -> list[Hit]:
    """Return the hits in records of communities."""
    return [hit for hit in hits if hit.na_id in ranks]
