"""Passages and records by their ids, without any search and any model."""

from collections.abc import Iterator, Mapping, Sequence

from narabot.errors import UnknownRecordError
from narabot.graph import Graph, load_query
from narabot.models import Passage
from narabot.retrieval.passages import passage

BATCH = 500
"""Records that are read with one statement."""


def read_passages(graph: Graph, scores: Mapping[str, float], query: str) -> dict[str, Passage]:
    """Return what a retrieval query gives for some chunks with their scores, by chunkId."""
    hits = [{"chunkId": chunk_id, "score": score} for chunk_id, score in scores.items()]
    rows = graph.read(load_query("narabot", "given_hits") + query, hits=hits)
    found = [passage(row["text"], row["metadata"]) for row in rows]
    return {one.chunk_id: one for one in found}


def read_records(graph: Graph, na_ids: Sequence[int]) -> list[Passage]:
    """Return the first passage of each of some records, in their order; unknown ones are left out.

    Raises GraphUnavailableError when the database does not answer.
    """
    query = load_query("narabot", "retrieval")
    found: dict[str, Passage] = {}
    for some in batches(na_ids):
        found |= read_passages(graph, {first_chunk(na_id): 0.0 for na_id in some}, query)
    return [found[first_chunk(na_id)] for na_id in na_ids if first_chunk(na_id) in found]


def known_records(graph: Graph, na_ids: Sequence[int]) -> list[Passage]:
    """Return the same, each once. Raises UnknownRecordError naming those that are not there."""
    wanted = list(dict.fromkeys(na_ids))
    records = read_records(graph, wanted)
    there = {one.na_id for one in records}
    missing = [str(na_id) for na_id in wanted if na_id not in there]
    if missing:
        raise UnknownRecordError(
            f"The catalogue that was loaded has no record with naId {', '.join(missing)}."
        )
    return records


def record_hashes(graph: Graph, na_ids: Sequence[int]) -> dict[int, str]:
    """Return the hash of each record's line by naId, without those that are not there."""
    rows = graph.read(load_query("narabot", "record_hashes"), naIds=na_ids)
    return {row["naId"]: row["hash"] for row in rows}


def batches(na_ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield many records some at a time."""
    for start in range(0, len(na_ids), BATCH):
        yield na_ids[start : start + BATCH]


def first_chunk(na_id: int) -> str:
    """Return the id of a record's first chunk."""
    return f"{na_id}-0"
