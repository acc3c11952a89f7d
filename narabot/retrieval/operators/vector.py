"""The search by meaning: the chunks whose vectors are nearest to a request's.

Filters are applied in the database: to the chunks of the few records in which all must be, or to
more hits of the index than are wanted, or, where these leave too few, to all chunks. Where the ways
cross is measured by `benchmarks/filtering.py` (decision 0010).
"""

from collections.abc import Sequence

from narabot.graph import Graph, load_query
from narabot.models import EVERYTHING, VECTOR_INDEX, Filters, Row
from narabot.retrieval.operators.filters import (
    DEEPEST,
    MOST_NEIGHBOURS,
    Start,
    kept,
    kept_count,
    kept_values,
    looks_above,
    searched,
    start_of,
)
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.retriever import Retriever

FEW = 2000
"""Chunks in some records that are measured one by one without asking the index."""

MOST_MEASURED = 20_000
"""Chunks that are measured one by one where the index gives too few."""


def by_meaning(
    retriever: Retriever, request: str, count: int, filters: Filters = EVERYTHING
) -> tuple[Hit, ...]:
    """Return the chunks whose vectors are nearest to a request's, scored by their cosine."""
    return retriever.cached(
        ("meaning", request, count, filters),
        lambda: find_by_meaning(retriever, request, count, filters),
    )


def find_by_meaning(retriever: Retriever, request: str, count: int, filters: Filters) -> list[Hit]:
    """Return what a search by meaning finds."""
    graph = retriever.graph
    vector = retriever.embeddings.embed_query(request)
    if not filters:
        wide = max(retriever.candidates, min(count, MOST_NEIGHBOURS))
        return cosines(nearest(graph, vector, wide, count))
    start = start_of(graph, filters)
    if start.units is not None and kept_count(graph, filters, start, FEW) <= FEW:
        return cosines(measured(graph, vector, count, filters, start))
    depth = MOST_NEIGHBOURS if looks_above(filters) else DEEPEST
    found = nearest(graph, vector, depth, count, filters)
    if len(found) < count and kept_count(graph, filters, start, MOST_MEASURED) <= MOST_MEASURED:
        found = measured(graph, vector, count, filters, start)
    return cosines(found)


def nearest(
    graph: Graph, vector: Sequence[float], wide: int, count: int, filters: Filters = EVERYTHING
) -> list[Row]:
    """Return the rows of a search by meaning of some width."""
    return searched(
        graph,
        "meaning_search",
        filters,
        index=VECTOR_INDEX,
        vector=vector,
        candidates=wide,
        count=count,
    )


def measured(
    graph: Graph, vector: Sequence[float], count: int, filters: Filters, start: Start
) -> list[Row]:
    """Return the rows of an exact search among the chunks that filters keep."""
    query = start.query + kept(filters) + load_query("narabot", "measured_hits")
    values = kept_values(filters)
    return graph.read(query, **values, units=start.units, vector=vector, count=count)


def measured_chunks(
    retriever: Retriever, request: str, chunk_ids: Sequence[str], filters: Filters = EVERYTHING
) -> list[Hit]:
    """Return those of some chunks that filters keep, nearest to a request first, by their cosine.

    Raises GraphUnavailableError.
    """
    query = (
        load_query("narabot", "given_hits") + kept(filters) + load_query("narabot", "measured_hits")
    )
    hits = [{"chunkId": chunk_id, "score": 0.0} for chunk_id in chunk_ids]
    values = {**kept_values(filters), "vector": retriever.embeddings.embed_query(request)}
    return cosines(retriever.graph.read(query, **values, hits=hits, count=len(hits)))


def cosines(rows: Sequence[Row]) -> list[Hit]:
    """Return the rows of a search by meaning as hits; Neo4j scores a cosine c as (1 + c) / 2."""
    return [Hit(row["chunkId"], row["naId"], 2 * row["score"] - 1) for row in rows]
