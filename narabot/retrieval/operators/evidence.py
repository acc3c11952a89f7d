"""From a ranking to evidence: the best records for an answer, or all records of a list.

A list has the records with all words of a request, or all that its filters keep. Sequences of
nearly the same record are kept from filling what an answer is drawn from.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from narabot.dates import PartialDate
from narabot.graph import Graph
from narabot.models import EVERYTHING, Filters, Listing, Passage, RequestClass
from narabot.retrieval.operators.by_id import first_chunk, passages_of
from narabot.retrieval.operators.filters import kept_records
from narabot.retrieval.operators.fusion import RankedRecord
from narabot.retrieval.operators.words import with_all_words
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.understanding.query_rewriting import matter, wording_of
from narabot.words import WORD, fold

MOST_ALIKE = 3
"""Records whose names differ only in numbers and dates."""

TOLD_APART_BY = frozenset(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec no vol part""".split()
)


def without_near_duplicates(passages: Sequence[Passage], count: int) -> list[Passage]:
    """Return the first passages of so many records, of a sequence only the best few.

    Where too little is left, the others of a sequence follow.
    """
    kept, alike = told_apart(passages)
    return [*kept, *alike][:count]


def told_apart(passages: Sequence[Passage]) -> tuple[list[Passage], list[Passage]]:
    """Return the passages that are kept, and those of a sequence that has enough of them."""
    seen: Counter[tuple[str, ...]] = Counter()
    kept: list[Passage] = []
    alike: list[Passage] = []
    for passage in passages:
        pattern = name_pattern(passage.record.name or str(passage.na_id))
        seen[pattern] += 1
        (kept if seen[pattern] <= MOST_ALIKE else alike).append(passage)
    return kept, alike


def name_pattern(name: str) -> tuple[str, ...]:
    """Return the words of a name without what tells the parts of a sequence apart."""
    words = (fold(word) for word in WORD.findall(name))
    return tuple(word for word in words if word not in TOLD_APART_BY and not re.search(r"\d", word))


MOST_MATCHES = 1000
"""Chunks with all words of a request that are counted, and whose records are listed."""


@dataclass(frozen=True, slots=True)
class Matches:
    """Records that have all words of a request; without words, all that its filters keep."""

    words: tuple[str, ...]
    """Its dates, if it has any, are the last of them."""
    chunk_ids: Mapping[int, str]
    """The best chunk that has them, by naId, best first; none of too many without words."""
    count: int
    """Records, as far as counted."""
    is_counted: bool
    """Whether there are no more."""

    @property
    def is_all(self) -> bool:
        """Whether nothing else is to be listed."""
        return not self.words and self.is_counted

    def __len__(self) -> int:
        """Return how many records were counted."""
        return self.count


def matches_of(graph: Graph, request: ParsedRequest) -> Matches | None:
    """Return the records that have the words of a request, or without these all within its filters.

    `None` where neither is known. Words that only name a record of the filters say nothing more.
    """
    names = [wording_of(name).text for name in request.filters.names]
    words = matter(request.matter, names)
    if words is None or not (words or request.dates or request.filters):
        return None
    return matches(graph, words, request.filters, request.dates)


def matches(
    graph: Graph,
    words: Sequence[str],
    filters: Filters = EVERYTHING,
    dates: Sequence[PartialDate] = (),
) -> Matches:
    """Return the records that have all of some content words and one of some dates, if any.

    Without either all there are.
    """
    if not words and not dates:
        return all_kept(graph, filters)
    hits, is_counted = with_all_words(graph, words, dates, MOST_MATCHES, filters)
    chunk_ids: dict[int, str] = {}
    for hit in hits:
        chunk_ids.setdefault(hit.na_id, hit.chunk_id)
    said = (*words, *([" or ".join(map(str, dates))] if dates else []))
    return Matches(said, chunk_ids, len(chunk_ids), is_counted)


def all_kept(graph: Graph, filters: Filters) -> Matches:
    """Return all records that filters keep, as far as they are not too many."""
    na_ids = kept_records(graph, filters, MOST_MATCHES + 1)
    is_counted = len(na_ids) <= MOST_MATCHES
    chunk_ids = {na_id: first_chunk(na_id) for na_id in na_ids} if is_counted else {}
    return Matches((), chunk_ids, min(len(na_ids), MOST_MATCHES), is_counted)


def matches_first(best: Sequence[RankedRecord], matched: Matches | None) -> list[RankedRecord]:
    """Return all records that have all words, then the others of the best; each part best first."""
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
    """Return how many records have all words, and whether all of these are listed."""
    if matched is None:
        return None
    there = {passage.na_id for passage in passages}
    is_complete = matched.is_counted and there.issuperset(matched.chunk_ids)
    return Listing(matched.words, matched.count, matched.is_counted, is_complete)


Rank = Callable[[], list[RankedRecord]]
"""Ranks all records that are found for a request, best first."""

LOOKED_AT = 2
"""So many times more passages than are wanted are looked at for near-duplicates."""


def evidence_of(
    retriever: Retriever, request: ParsedRequest, rank: Rank, budget: Budget, steps: Steps
) -> Evidence:
    """Return what a request gets: the records of its list, or the passages for its answer."""
    if request.request_class is RequestClass.SHOW_RECORDS:
        return list_evidence(retriever, request, rank, budget, steps)
    return best_evidence(retriever, rank, budget, steps)


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
