"""Find the nearest neighbors of chunks with the vector index, without comparing all pairs.

This module only reads the graph. `narabot.knowledge.skeleton` uses the result to choose chunks.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from narabot.graph import Graph, load_query
from narabot.knowledge.skeleton import NO_NEIGHBOR, Neighbors
from narabot.models import VECTOR_INDEX, Row

NEIGHBOR_COUNT = 10
"""Number of neighbors per chunk, as in KET-RAG's reference implementation (document 004)."""

MIN_CANDIDATES = 50
"""Minimum number of candidates from the index for each chunk.

More candidates make the search more accurate (decision 0007)."""

CHUNKS_PER_QUERY = 500
"""Number of chunks per query, which limits memory use on the client and the server."""


def nearest_chunks(
    graph: Graph, chunk_ids: Sequence[str], count: int = NEIGHBOR_COUNT
) -> Iterator[Row]:
    """For each chunk that has a vector, yield a row of chunkId and neighbors, nearest first.

    A neighbor has a chunkId and Neo4j's score. Neighbors may be any chunks in the graph, not only
    the specified chunks.
    """
    query = load_query("narabot.knowledge", "nearest_chunks")
    candidates = max(MIN_CANDIDATES, count + 1)  # the chunk itself is the nearest
    for start in range(0, len(chunk_ids), CHUNKS_PER_QUERY):
        yield from graph.read(
            query,
            index=VECTOR_INDEX,
            chunkIds=list(chunk_ids[start : start + CHUNKS_PER_QUERY]),
            candidates=candidates,
            count=count,
        )


def read_neighbors(
    graph: Graph, chunk_ids: Sequence[str], count: int = NEIGHBOR_COUNT
) -> Neighbors:
    """Return each chunk's nearest neighbors among the specified chunks, as positions in the
    sequence.

    The chunks must be distinct. Neighbors outside the sequence are dropped, so a chunk may have
    fewer than `count` neighbors.
    """
    places = {chunk_id: place for place, chunk_id in enumerate(chunk_ids)}
    indices = np.full((len(chunk_ids), count), NO_NEIGHBOR, np.int64)
    cosines = np.zeros((len(chunk_ids), count), np.float32)
    for row in nearest_chunks(graph, chunk_ids, count):
        place = places[row["chunkId"]]
        known = [one for one in row["neighbors"] if one["chunkId"] in places]
        indices[place, : len(known)] = [places[one["chunkId"]] for one in known]
        cosines[place, : len(known)] = [2 * one["score"] - 1 for one in known]
    return Neighbors(indices, cosines)
