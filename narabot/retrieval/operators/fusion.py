"""Fuse the hits of several searches into one ranking of records. Pure.

This module uses reciprocal rank fusion (Cormack, Clarke, and Buettcher, SIGIR 2009). Scores from
different searches are not comparable, but ranks are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

RANK_OFFSET = 2
"""The constant k in reciprocal rank fusion. With the usual value of 60, ranking first in only one
search would hardly count (decision 0008)."""

VECTOR_WEIGHT, FULL_TEXT_WEIGHT = 2.0, 1.0
"""Weights of the ranks from the vector and full-text searches (decision 0023)."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that one search returned, with that search's score."""

    chunk_id: str
    na_id: int
    score: float


@dataclass(frozen=True, slots=True)
class RankedRecord:
    """A record with its representative chunk and its fused score."""

    na_id: int
    chunk_id: str
    score: float
    """Score from 0 to 1. A record that ranks first in all searches has a score of 1."""
    meaning: float = 0.0
    """See `Passage.meaning`."""


def fuse(searches: Sequence[Sequence[Hit]], weights: Sequence[float] = ()) -> list[RankedRecord]:
    """Return the records that any search found, best first. Ties are ordered by naId.

    A record takes the rank of its best chunk. The representative chunk is the chunk with the best
    ranks. Each search has a weight. If no weights are passed, all searches count equally.
    """
    weights = weights or [1.0] * len(searches)
    records: dict[int, float] = {}
    chunks: dict[int, dict[str, float]] = {}
    for hits, weight in zip(searches, weights, strict=True):
        for rank, na_id in enumerate(dict.fromkeys(hit.na_id for hit in hits)):
            records[na_id] = records.get(na_id, 0.0) + weight * reciprocal_rank(rank)
        for rank, hit in enumerate(hits):
            own = chunks.setdefault(hit.na_id, {})
            own[hit.chunk_id] = own.get(hit.chunk_id, 0.0) + weight * reciprocal_rank(rank)
    most = reciprocal_rank(0) * sum(weights)
    ranked = [
        RankedRecord(na_id, best_chunk(chunks[na_id]), score / most)
        for na_id, score in records.items()
    ]
    return sorted(ranked, key=lambda record: (-record.score, record.na_id))


def with_cosines(records: Sequence[RankedRecord], meaning: Sequence[Hit]) -> list[RankedRecord]:
    """Return records with their cosines from a vector search. Records that are not among the hits
    get the lowest cosine of the hits."""
    cosines = {hit.na_id: hit.score for hit in reversed(meaning)}
    least = meaning[-1].score if meaning else 0.0
    return [replace(record, meaning=cosines.get(record.na_id, least)) for record in records]


def reciprocal_rank(rank: int) -> float:
    """Return the contribution of a rank to a record's score. Ranks are counted from 0."""
    return 1 / (RANK_OFFSET + rank + 1)


def best_chunk(scores: dict[str, float]) -> str:
    """Return the chunk with the best score. Ties go to the lowest chunkId."""
    return min(scores, key=lambda chunk_id: (-scores[chunk_id], chunk_id))
