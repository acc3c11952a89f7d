"""The search by words: the chunks that have most of a request's rarest words, or all of some."""

from collections.abc import Sequence

from narabot.graph import Graph, load_query
from narabot.models import EVERYTHING, WORDS_INDEX, Filters, Wording
from narabot.retrieval.operators.filters import DEEPEST, MOST_NEIGHBOURS, searched
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.operators.lucene import lucene_query, query_for_all
from narabot.retrieval.retriever import Retriever


def by_words(
    retriever: Retriever, wording: Wording, count: int, filters: Filters = EVERYTHING
) -> tuple[Hit, ...]:
    """Return the chunks that have most of a request's rarest words."""
    return retriever.cached(
        ("words", wording, count, filters),
        lambda: find_by_words(retriever.graph, wording, count, filters),
    )


def find_by_words(graph: Graph, wording: Wording, count: int, filters: Filters) -> list[Hit]:
    """Return what a search by words finds."""
    query = lucene_query(wording)
    if query is None:
        return []
    depths = (MOST_NEIGHBOURS, DEEPEST) if filters else (count,)
    found: list[Hit] = []
    for depth in depths:
        found = matched(graph, query, depth, count, filters)
        if len(found) >= count:
            break
    return found


def with_all_words(
    graph: Graph, words: Sequence[str], most: int, filters: Filters = EVERYTHING
) -> tuple[list[Hit], bool]:
    """Return chunks that have all of some content words, and whether these are all."""
    query = query_for_all(words)
    hits = matched(graph, query, DEEPEST, most, filters)
    is_all = len(hits) < most and (not filters or matching(graph, query) < DEEPEST)
    return hits, is_all


def matched(graph: Graph, query: str, depth: int, count: int, filters: Filters) -> list[Hit]:
    """Return the best hits of a query among the first so many of the full-text index."""
    rows = searched(
        graph,
        "words_search",
        filters,
        index=WORDS_INDEX,
        words=query,
        candidates=depth,
        count=count,
    )
    return [Hit(row["chunkId"], row["naId"], row["score"]) for row in rows]


def matching(graph: Graph, query: str) -> int:
    """Return how many chunks a query finds, counted as far as the deepest search goes."""
    statement = load_query("narabot", "words_search") + load_query("narabot", "counted_hits")
    values = {"index": WORDS_INDEX, "words": query, "candidates": DEEPEST, "most": DEEPEST}
    return int(graph.read(statement, **values)[0]["size"])
