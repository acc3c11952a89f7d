"""Document 004's community search: from community reports to the records that they cover.

The reports decide which records to search; vector search and full-text search rank these records.
Some communities come from the archival hierarchy, so the topic of a series leads to its records.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from narabot.models import ComputedSet, Filters
from narabot.models.communities import FoundReport
from narabot.retrieval.operators.communities import (
    MOST_MEMBERS,
    member_records,
    reports_for,
)
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import (
    FULL_TEXT_WEIGHT,
    VECTOR_WEIGHT,
    Hit,
    RankedRecord,
    fuse,
    with_cosines,
)
from narabot.retrieval.operators.vector import vector_hits
from narabot.retrieval.operators.words import full_text_hits
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

READ_REPORTS = 8
"""Number of reports whose records are searched."""

REPORTS = 1.0
"""Weight of the rank of a record's best report, equal to the weight of full-text search."""

MOST_FILTERED = 2000
"""Maximum number of records to search one by one. If there are more, only hits from a wide search
are used."""

WIDE = 1000
"""Number of hits in a wide search."""

MEMBERS_NOT_SEARCHED = (
    f"In each of the largest communities, only the first {MOST_MEMBERS:,} records were searched."
)


def search_communities(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the best records of the communities whose reports are most similar to a request.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()
    is_cut = False

    def rank() -> list[RankedRecord]:
        nonlocal is_cut
        reports = steps.take(
            "Searching the reports", lambda: reports_for(retriever, request, READ_REPORTS)
        )
        members = steps.take(
            "Looking up the records in these communities",
            lambda: member_records(retriever, reports),
        )
        is_cut = any(len(one) >= MOST_MEMBERS for one in members.values())
        return steps.take(
            "Searching these records",
            lambda: ranked(retriever, request, budget.chunks, ranks_of(reports, members)),
        )

    found = evidence_of(retriever, request, rank, budget, steps)
    return (
        replace(found, limitations=(*found.limitations, MEMBERS_NOT_SEARCHED)) if is_cut else found
    )


def ranks_of(
    reports: Sequence[FoundReport], members: Mapping[str, Sequence[int]]
) -> dict[int, int]:
    """Return the rank of the best report that covers each record, keyed by naId."""
    ranks: dict[int, int] = {}
    for rank, one in enumerate(reports):
        for na_id in members[one.report.community_id]:
            ranks.setdefault(na_id, rank)
    return ranks


def ranked(
    retriever: Retriever, request: ParsedRequest, chunks: int, ranks: Mapping[int, int]
) -> list[RankedRecord]:
    """Return the records in communities, ranked by vector search, full-text search, and report
    rank."""
    filters, count = filters_for(request.filters, ranks), max(chunks, WIDE)
    vector = hits_among(vector_hits(retriever, request.searched.text, count, filters), ranks)[
        :chunks
    ]
    words = hits_among(full_text_hits(retriever, request.searched, count, filters), ranks)[:chunks]
    hits = {hit.chunk_id: hit for hit in (*vector, *words)}
    by_report = sorted(hits.values(), key=lambda hit: ranks[hit.na_id])
    joined = fuse([vector, words, by_report], [VECTOR_WEIGHT, FULL_TEXT_WEIGHT, REPORTS])
    return with_cosines(joined, vector)


def filters_for(filters: Filters, ranks: Mapping[int, int]) -> Filters:
    """Return filters that restrict a search to the communities' records. If there are too many
    records, return the original filters."""
    if len(ranks) > MOST_FILTERED:
        return filters
    kept = filters.computed
    na_ids = sorted(ranks if kept is None else ranks.keys() & set(kept.na_ids))
    name = f"records of {len(na_ids)}"
    plan = ",".join(map(str, na_ids))  # part of the cache key for the results
    return replace(filters, computed=ComputedSet(plan, name, tuple(na_ids)))


def hits_among(hits: Sequence[Hit], ranks: Mapping[int, int]) -> list[Hit]:
    """Return the hits that belong to the communities' records."""
    return [hit for hit in hits if hit.na_id in ranks]
