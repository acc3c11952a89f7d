"""Join the hits of several searches into one ranking of records. Pure.

By reciprocal ranks (Cormack, Clarke and Buettcher, SIGIR 2009): the scores of different searches
cannot be compared, their orders can.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

RANK_OFFSET = 2
"""The formula's k. The usual 60 hides a first rank in one search alone; decision 0008."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that one search found, with that search's own score."""

    chunk_id: str
    na_id: int
    score: float


@dataclass(frozen=True, slots=True)
class RankedRecord:
    """A record with the chunk that speaks for it, and its share of each search's first place."""

    na_id: int
    chunk_id: str
    score: float
    """0 to 1; 1 for a record that is first in all searches."""
    meaning: float = 0.0
    """See `Passage.meaning`."""


def fuse(searches: Sequence[Sequence[Hit]], weights: Sequence[float] = ()) -> list[RankedRecord]:
    """Return the records that any search found, best first; ties by naId.

    A record counts at the rank of its best chunk; of its chunks that with the best ranks speaks
    for it. Each search counts for its weight; without weights for the same.
    """
    weights = weights or [1.0] * len(searches)
    records: dict[int, float] = {}
    chunks: dict[int, dict[str, float]] = {}
    for hits, weight in zip(searches, weights, strict=True):
        for rank, na_id in enumerate(dict.fromkeys(hit.na_id for hit in hits)):
            records[na_id] = records.get(na_id, 0.0) + weight * share(rank)
        for rank, hit in enumerate(hits):
            own = chunks.setdefault(hit.na_id, {})
            own[hit.chunk_id] = own.get(hit.chunk_id, 0.0) + weight * share(rank)
    most = share(0) * sum(weights)
    ranked = [
        RankedRecord(na_id, best_chunk(chunks[na_id]), score / most)
        for na_id, score in records.items()
    ]
    return sorted(ranked, key=lambda record: (-record.score, record.na_id))


def with_cosines(records: Sequence[RankedRecord], meaning: Sequence[Hit]) -> list[RankedRecord]:
    """Return records with their cosines of a search by meaning; those it lacks have its last."""
    cosines = {hit.na_id: hit.score for hit in reversed(meaning)}
    least = meaning[-1].score if meaning else 0.0
    return [replace(record, meaning=cosines.get(record.na_id, least)) for record in records]


def share(rank: int) -> float:
    """Return what a rank (from 0) counts for."""
    return 1 / (RANK_OFFSET + rank + 1)


def best_chunk(scores: dict[str, float]) -> str:
    """Return the chunk of the best score; of equal ones the first by its id."""
    return min(scores, key=lambda chunk_id: (-scores[chunk_id], chunk_id))
