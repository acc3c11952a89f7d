"""The nearest chunks of some chunks by meaning, asked of the vector index: never n × n.

Reads the graph; what is chosen by them is the business of `narabot.knowledge.skeleton`.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from narabot.graph import Graph, load_query
from narabot.knowledge.skeleton import NOBODY, Neighbours
from narabot.models import VECTOR_INDEX, Row

NEIGHBOURS = 10
"""Of each chunk, as KET-RAG's reference implementation takes them (document 004)."""

CANDIDATES = 50
"""Asked of the index for each chunk: more is more exact (decision 0007)."""

CHUNKS_AT_ONCE = 500
"""In one statement, so that neither side holds much."""


def nearest_chunks(
    graph: Graph, chunk_ids: Sequence[str], count: int = NEIGHBOURS
) -> Iterator[Row]:
    """Yield a row of chunkId and neighbours, nearest first, for each chunk that has a vector.

    A neighbour has chunkId and score, Neo4j's. Chunks that are in the graph, but not among the
    given ones, can be neighbours.
    """
    query = load_query("narabot.knowledge", "nearest_chunks")
    candidates = max(CANDIDATES, count + 1)  # the chunk itself is the nearest
    for start in range(0, len(chunk_ids), CHUNKS_AT_ONCE):
        yield from graph.read(
            query,
            index=VECTOR_INDEX,
            chunkIds=list(chunk_ids[start : start + CHUNKS_AT_ONCE]),
            candidates=candidates,
            count=count,
        )


def read_neighbours(graph: Graph, chunk_ids: Sequence[str], count: int = NEIGHBOURS) -> Neighbours:
    """Return the nearest of some different chunks among these, by their places in the sequence.

    Who is near but not among them is left out, so that a chunk may have fewer than `count`.
    """
    places = {chunk_id: place for place, chunk_id in enumerate(chunk_ids)}
    indices = np.full((len(chunk_ids), count), NOBODY, np.int64)
    cosines = np.zeros((len(chunk_ids), count), np.float32)
    for row in nearest_chunks(graph, chunk_ids, count):
        place = places[row["chunkId"]]
        known = [one for one in row["neighbours"] if one["chunkId"] in places]
        indices[place, : len(known)] = [places[one["chunkId"]] for one in known]
        cosines[place, : len(known)] = [2 * one["score"] - 1 for one in known]
    return Neighbours(indices, cosines)
