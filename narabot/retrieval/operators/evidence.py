"""Turn a ranking into evidence: the best records for an answer, or all records of a list.

A list consists of the records that contain all words in a request, or of all records that match the
filters in the request. The number of near-duplicates in the evidence for an answer is limited.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from narabot.dates import PartialDate
from narabot.graph import Graph
from narabot.models import NO_FILTERS, Filters, Listing, Passage, RequestClass
from narabot.retrieval.operators.by_id import first_chunk, passages_of
from narabot.retrieval.operators.filters import filtered_records
from narabot.retrieval.operators.fusion import RankedRecord
from narabot.retrieval.operators.words import hits_with_all_words
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.understanding.query_rewriting import rewrite_query, subject_words
from narabot.words import WORD, fold

MOST_NEAR_DUPLICATES = 3
"""Maximum number of records to keep if their names differ only in numbers and dates."""

SEQUENCE_WORDS = frozenset(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec no vol part""".split()
)


def without_near_duplicates(passages: Sequence[Passage], count: int) -> list[Passage]:
    """Return passages of up to `count` records, with only the best few from each sequence of
    near-duplicates.

    If too few passages remain, surplus passages from these sequences are added at the end.
    """
    kept, surplus = split_near_duplicates(passages)
    return [*kept, *surplus][:count]


def split_near_duplicates(passages: Sequence[Passage]) -> tuple[list[Passage], list[Passage]]:
    """Return the passages to keep, and the surplus passages from sequences of near-duplicates."""
    seen: Counter[tuple[str, ...]] = Counter()
    kept: list[Passage] = []
    surplus: list[Passage] = []
    for passage in passages:
        pattern = name_pattern(passage.record.name or str(passage.na_id))
        seen[pattern] += 1
        (kept if seen[pattern] <= MOST_NEAR_DUPLICATES else surplus).append(passage)
    return kept, surplus


def name_pattern(name: str) -> tuple[str, ...]:
    """Return a name's words without numbers, months, and other words that distinguish the records
    in a sequence."""
    words = (fold(word) for word in WORD.findall(name))
    return tuple(
        word for word in words if word not in SEQUENCE_WORDS and not re.search(r"\d", word)
    )


MOST_MATCHES = 1000
"""Maximum number of matching chunks to count and list per request."""


@dataclass(frozen=True, slots=True)
class Matches:
    """Records that contain all words in a request, or all records that match the filters if the
    request has no words."""

    words: tuple[str, ...]
    """The words in the request. If the request has dates, the last element contains the dates."""
    chunk_ids: Mapping[int, str]
    """The best matching chunk of each record, keyed by naId, best first. The mapping is empty if
    the request has no words and too many records match."""
    count: int
    """Number of records, up to the limit."""
    is_counted: bool
    """Whether the count is complete."""

    @property
    def is_all(self) -> bool:
        """Whether these records are the complete list, so that no search is needed."""
        return not self.words and self.is_counted

    def __len__(self) -> int:
        """Return the number of records counted."""
        return self.count


def request_matches(graph: Graph, request: ParsedRequest) -> Matches | None:
    """Return the records that contain all words in a request, or all records that match the filters
    if the request has no words.

    Return `None` if the request has neither words nor filters. Words that only name a record in the
    filters do not count.
    """
    names = [rewrite_query(name).text for name in request.filters.names]
    words = subject_words(request.matter, names)
    if words is None or not (words or request.dates or request.filters):
        return None
    return matches(graph, words, request.filters, request.dates)


def matches(
    graph: Graph,
    words: Sequence[str],
    filters: Filters = NO_FILTERS,
    dates: Sequence[PartialDate] = (),
) -> Matches:
    """Return the records that contain all of the content words and any of the dates.

    If there are no words or dates, return all records that match the filters.
    """
    if not words and not dates:
        return matches_of_filters(graph, filters)
    hits, is_counted = hits_with_all_words(graph, words, dates, MOST_MATCHES, filters)
    chunk_ids: dict[int, str] = {}
    for hit in hits:
        chunk_ids.setdefault(hit.na_id, hit.chunk_id)
    shown_words = (*words, *([" or ".join(map(str, dates))] if dates else []))
    return Matches(shown_words, chunk_ids, len(chunk_ids), is_counted)


def matches_of_filters(graph: Graph, filters: Filters) -> Matches:
    """Return all records that match the filters, or only their number if there are too many to
    list."""
    na_ids = filtered_records(graph, filters, MOST_MATCHES + 1)
    is_counted = len(na_ids) <= MOST_MATCHES
    chunk_ids = {na_id: first_chunk(na_id) for na_id in na_ids} if is_counted else {}
    return Matches((), chunk_ids, min(len(na_ids), MOST_MATCHES), is_counted)


def matches_first(best: Sequence[RankedRecord], matched: Matches | None) -> list[RankedRecord]:
    """Return the records that contain all words, then the other ranked records, each group best
    first."""
    chunk_ids = matched.chunk_ids if matched is not None else {}
    there = {record.na_id for record in best}
    have_all = [record for record in best if record.na_id in chunk_ids]
    have_all += [
        RankedRecord(na_id, chunk_id, 0.0)
        for na_id, chunk_id in chunk_ids.items()
        if na_id not in there
    ]
    return have_all + [record for record in best if record.na_id not in chunk_ids]


def listing(matched: Matches | None, passages: Sequence[Passage]) -> Listing | None:
    """Return the number of records that contain all words, and whether all of these records are
    listed."""
    if matched is None:
        return None
    there = {passage.na_id for passage in passages}
    is_complete = matched.is_counted and there.issuperset(matched.chunk_ids)
    return Listing(matched.words, matched.count, matched.is_counted, is_complete)


Rank = Callable[[], list[RankedRecord]]
"""Ranks all records found for a request, best first."""

DUPLICATE_SEARCH_FACTOR = 2
"""Number of ranked records to consider when replacing near-duplicates, as a multiple of the number
of passages wanted."""


def evidence_of(
    retriever: Retriever, request: ParsedRequest, rank: Rank, budget: Budget, steps: Steps
) -> Evidence:
    """Return the evidence for a request: the records for a list, or the passages for an answer."""
    if request.request_class is RequestClass.SHOW_RECORDS:
        return list_evidence(retriever, request, rank, budget, steps)
    return best_evidence(retriever, rank, budget, steps)


def best_evidence(retriever: Retriever, rank: Rank, budget: Budget, steps: Steps) -> Evidence:
    """Return the passages of the best records."""
    ranked = rank()
    read = passage_reader(retriever, steps)
    best = read(ranked[: budget.passages])
    if budget.is_varied:
        _, surplus = split_near_duplicates(best)
        others = (
            read(ranked[budget.passages : DUPLICATE_SEARCH_FACTOR * budget.passages])
            if surplus
            else []
        )
        best = without_near_duplicates([*best, *others], budget.passages)
    return Evidence(passages=tuple(best), steps=tuple(steps.taken))


def list_evidence(
    retriever: Retriever, request: ParsedRequest, rank: Rank, budget: Budget, steps: Steps
) -> Evidence:
    """Return the records for a list: all records that contain all words, then other ranked records.

    If the request has only filters, return all records that match them.
    """
    matched = steps.take(
        "Counting the records that contain all words",
        lambda: request_matches(retriever.graph, request),
    )
    best = [] if matched is not None and matched.is_all else rank()[: budget.passages]
    passages = passage_reader(retriever, steps)(matches_first(best, matched))
    return Evidence(
        passages=tuple(passages), listing=listing(matched, passages), steps=tuple(steps.taken)
    )


def passage_reader(
    retriever: Retriever, steps: Steps
) -> Callable[[list[RankedRecord]], list[Passage]]:
    """Return a function that reads the passages of records as a traced step."""
    return lambda records: steps.take(
        "Reading the passages", lambda: passages_of(retriever.graph, records)
    )
