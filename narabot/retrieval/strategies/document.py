"""The first system's search: LangChain's vector search with the specified retrieval query.

narabot converts the rows into passages and adds filters, which the first system lacks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from narabot.graph import Graph, load_query
from narabot.models import Chunk, Passage
from narabot.retrieval.operators.by_id import chunks_of, passage
from narabot.retrieval.operators.filters import filtered_chunks
from narabot.retrieval.operators.fusion import Hit, fuse
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

MOST_NODES = 500_000
"""Maximum number of nodes in the graph. The query scans all nodes for each of up to 50 hits."""

LONGEST_WINDOW = 3
"""Maximum number of chunks in a window: the hit and one neighbor on each side."""

UNFILTERED = "The filters were applied only to the records that are most similar to the request."

LangChainRow = tuple[str, dict[str, Any]]
"""The text and the metadata of a result."""


def search_like_first_system(
    retriever: Retriever, request: ParsedRequest, budget: Budget
) -> Evidence:
    """Return the best row of each record among the most similar chunks, up to the budget.

    The search uses the request as written. Near-duplicates are not removed. Dates, access, and
    digital objects are missing because the query does not return them.
    """
    steps = Steps()
    rows = steps.take(
        "Running the first system's query",
        lambda: nearest_rows(retriever, request.asked, budget.passages),
    )
    found = steps.take(
        "Loading chunks from the records found", lambda: passages_in(retriever.graph, rows)
    )
    kept = filtered_chunks(retriever.graph, request.filters, [one.chunk_id for one in found])
    return Evidence(
        passages=tuple(one for one in found if one.chunk_id in kept),
        limitations=(UNFILTERED,) if request.filters else (),
        steps=tuple(steps.taken),
    )


def unavailable_reason(graph: Graph) -> str | None:
    """Return the reason why the first system's search cannot be used on a graph, or `None` if it
    can."""
    [row] = graph.read(load_query("narabot", "number_of_nodes"))
    if row["size"] <= MOST_NODES:
        return None
    return (
        f"its query scans all {row['size']:,} nodes in this graph for each record that it finds, "
        f"which takes minutes; the limit is {MOST_NODES:,} nodes"
    )


def nearest_rows(retriever: Retriever, text: str, count: int) -> list[LangChainRow]:
    """Return the rows of the most similar chunks, best first."""
    from narabot.retrieval.store import open_store

    store = open_store(retriever, load_query("narabot", "document_retrieval"))
    rows = store.similarity_search_with_score(text, k=count)
    rows.sort(key=lambda row: -row[1])
    return [(row.page_content, row.metadata) for row, _ in rows if "path_nodes" in row.metadata]


def passages_in(graph: Graph, rows: Sequence[LangChainRow]) -> list[Passage]:
    """Return the best row of each record as a passage."""
    best: dict[int, LangChainRow] = {}
    for text, metadata in rows:
        best.setdefault(na_id_of(metadata["path_nodes"][0]), (text, metadata))
    chunks = chunks_of(graph, list(best))
    found = [
        document_passage(na_id, *row, window(chunks[na_id], row[0]))
        for na_id, row in best.items()
        if na_id in chunks
    ]
    ranks = fuse([[Hit(one.chunk_id, one.na_id, one.meaning) for one in found]])
    return [replace(one, score=rank.score) for one, rank in zip(found, ranks, strict=True)]


def document_passage(
    na_id: int, text: str, metadata: dict[str, Any], chunks: Sequence[Chunk]
) -> Passage:
    """Convert a row to a passage. Neo4j's score for a cosine c is (1 + c) / 2."""
    ours = {
        "naId": na_id,
        "chunkId": chunks[(len(chunks) - 1) // 2].chunk_id,
        "chunks": [{"chunkId": one.chunk_id, "text": one.text} for one in chunks],
        "path_nodes": [
            {"naId": na_id_of(step), "startDate": None, "endDate": None} | step
            for step in metadata["path_nodes"]
        ],
    }
    return replace(passage(text, metadata | ours), meaning=2 * metadata["score"] - 1)


def na_id_of(step: Mapping[str, str]) -> int:
    """Return the naId of a record on a path. The query returns naIds only as parts of URLs."""
    return int(step["source"].rpartition("/")[2])


def window(chunks: Sequence[Chunk], text: str) -> Sequence[Chunk]:
    """Return the chunks that form the text around a hit, so that the text can be quoted."""
    for size in range(LONGEST_WINDOW, 0, -1):
        for first in range(len(chunks) - size + 1):
            some = chunks[first : first + size]
            if "\n".join(one.text for one in some) == text:
                return some
    return chunks[:1]
