"""A list's records: those with all words of a request, or all that its filters keep."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from narabot.graph import Graph
from narabot.models import EVERYTHING, Filters, Listing, Passage
from narabot.retrieval.operators.by_id import first_chunk
from narabot.retrieval.operators.filters import kept_records
from narabot.retrieval.operators.fusion import RankedRecord
from narabot.retrieval.operators.words import with_all_words
from narabot.understanding import ParsedRequest
from narabot.understanding.query_rewriting import matter

MOST_MATCHES = 1000
"""Chunks with all words of a request that are counted, and whose records are listed."""


@dataclass(frozen=True, slots=True)
class Matches:
    """Records that have all words of a request; without words, all that its filters keep."""

    words: tuple[str, ...]
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
    words = matter(request.matter, [one.name for one in request.filters.named if one.name])
    if words is None or not (words or request.filters):
        return None
    return matches(graph, words, request.filters)


def matches(graph: Graph, words: Sequence[str], filters: Filters = EVERYTHING) -> Matches:
    """Return the records that have all of some content words; without any, all there are."""
    if not words:
        return all_kept(graph, filters)
    hits, is_counted = with_all_words(graph, words, MOST_MATCHES, filters)
    chunk_ids: dict[int, str] = {}
    for hit in hits:
        chunk_ids.setdefault(hit.na_id, hit.chunk_id)
    return Matches(tuple(words), chunk_ids, len(chunk_ids), is_counted)


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
