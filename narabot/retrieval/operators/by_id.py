"""Records and their labelled lines by their ids, without any search and any model."""

from collections.abc import Iterator, Sequence

from narabot.errors import UnknownRecordError
from narabot.graph import Graph, load_query
from narabot.models import Chunk, Passage, Row
from narabot.retrieval.operators.neighbours import read_passages

BATCH = 500
"""Records that are read with one statement."""

MOST_LABELLED_CHUNKS = 4
"""Of one record."""


def read_records(graph: Graph, na_ids: Sequence[int]) -> list[Passage]:
    """Return the first passage of each of some records, in their order; unknown ones are left out.

    Raises GraphUnavailableError when the database does not answer.
    """
    found: dict[str, Passage] = {}
    for some in batches(na_ids):
        found |= read_passages(graph, {first_chunk(na_id): 0.0 for na_id in some})
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


def chunks_of(graph: Graph, na_ids: Sequence[int]) -> dict[int, tuple[Chunk, ...]]:
    """Return all chunks of some records, in reading order, by naId."""
    rows = graph.read(load_query("narabot", "chunks_of_records"), naIds=na_ids)
    return {row["naId"]: read_chunks(row["chunks"]) for row in rows}


def labelled_chunks(
    graph: Graph, na_ids: Sequence[int], labels: Sequence[str]
) -> dict[int, tuple[Chunk, ...]]:
    """Return the chunks of some records in which some labelled lines stand, by naId."""
    rows = graph.read(
        load_query("narabot", "labelled_lines"),
        naIds=na_ids,
        labels=labels,
        most=MOST_LABELLED_CHUNKS,
    )
    return {row["naId"]: read_chunks(row["chunks"]) for row in rows}


def read_chunks(rows: Sequence[Row]) -> tuple[Chunk, ...]:
    """Return rows as chunks."""
    return tuple(Chunk(row["chunkId"], row["text"]) for row in rows)


def batches(na_ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield many records some at a time."""
    for start in range(0, len(na_ids), BATCH):
        yield na_ids[start : start + BATCH]


def first_chunk(na_id: int) -> str:
    """Return the id of a record's first chunk."""
    return f"{na_id}-0"
