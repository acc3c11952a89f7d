"""Vector search: the chunks whose embeddings are most similar to the embedding of a request.

The database applies filters in one of three ways: it scores all chunks of a few records, filters
more index hits than are needed, or scores all matching chunks if the index returns too few hits.
`benchmarks/filtering.py` measures when each of the three ways is fastest (decision 0010).
"""

from collections.abc import Sequence

from narabot.graph import Graph, load_query
from narabot.models import NO_FILTERS, VECTOR_INDEX, Filters, Row
from narabot.retrieval.operators.filters import (
    DEEPEST_SEARCH,
    FILTERED_SEARCH_DEPTH,
    Start,
    count_filtered_chunks,
    filter_clauses,
    filter_parameters,
    looks_above,
    search_index,
    start_of,
)
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.retriever import Retriever

EXACT_SEARCH_CHUNKS = 2000
"""Maximum number of chunks to score without using the index."""

EXACT_FALLBACK_CHUNKS = 20_000
"""Maximum number of chunks to score if the index returns too few hits."""


def vector_hits(
    retriever: Retriever, request: str, count: int, filters: Filters = NO_FILTERS
) -> tuple[Hit, ...]:
    """Return the chunks most similar to a request, with their cosines."""
    return retriever.cached(
        ("vector", request, count, filters),
        lambda: uncached_vector_hits(retriever, request, count, filters),
    )


def uncached_vector_hits(
    retriever: Retriever, request: str, count: int, filters: Filters
) -> list[Hit]:
    """Return the hits of a vector search."""
    graph = retriever.graph
    vector = retriever.embeddings.embed_query(request)
    if not filters:
        wide = max(retriever.vector_top_k, min(count, FILTERED_SEARCH_DEPTH))
        return cosine_hits(index_rows(graph, vector, wide, count))
    start = start_of(graph, filters)
    if (
        start.units is not None
        and count_filtered_chunks(graph, filters, start, EXACT_SEARCH_CHUNKS) <= EXACT_SEARCH_CHUNKS
    ):
        return cosine_hits(exact_rows(graph, vector, count, filters, start))
    depth = FILTERED_SEARCH_DEPTH if looks_above(filters) else DEEPEST_SEARCH
    found = index_rows(graph, vector, depth, count, filters)
    if (
        len(found) < count
        and count_filtered_chunks(graph, filters, start, EXACT_FALLBACK_CHUNKS)
        <= EXACT_FALLBACK_CHUNKS
    ):
        found = exact_rows(graph, vector, count, filters, start)
    return cosine_hits(found)


def index_rows(
    graph: Graph, vector: Sequence[float], wide: int, count: int, filters: Filters = NO_FILTERS
) -> list[Row]:
    """Return the rows of an index search with `wide` candidates."""
    return search_index(
        graph,
        "meaning_search",
        filters,
        index=VECTOR_INDEX,
        vector=vector,
        candidates=wide,
        count=count,
    )


def exact_rows(
    graph: Graph, vector: Sequence[float], count: int, filters: Filters, start: Start
) -> list[Row]:
    """Return the rows of an exact search among the chunks that match the filters."""
    query = start.query + filter_clauses(filters) + load_query("narabot", "measured_hits")
    values = filter_parameters(filters)
    return graph.read(query, **values, units=start.units, vector=vector, count=count)


def score_chunks(
    retriever: Retriever, request: str, chunk_ids: Sequence[str], filters: Filters = NO_FILTERS
) -> list[Hit]:
    """Return the chunks that match the filters, with their cosines, most similar first.

    Raises GraphUnavailableError.
    """
    query = (
        load_query("narabot", "given_hits")
        + filter_clauses(filters)
        + load_query("narabot", "measured_hits")
    )
    hits = [{"chunkId": chunk_id, "score": 0.0} for chunk_id in chunk_ids]
    values = {**filter_parameters(filters), "vector": retriever.embeddings.embed_query(request)}
    return cosine_hits(retriever.graph.read(query, **values, hits=hits, count=len(hits)))


def cosine_hits(rows: Sequence[Row]) -> list[Hit]:
    """Return the rows of a vector search as hits. Neo4j's score for a cosine c is (1 + c) / 2."""
    return [Hit(row["chunkId"], row["naId"], 2 * row["score"] - 1) for row in rows]
