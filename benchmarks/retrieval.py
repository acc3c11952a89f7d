"""Compare retrieval time with the time of a bare vector query, and measure recall.

    python -m benchmarks.retrieval [--queries 60]

The settings select the graph (`NARABOT_DATA_DIR` or `NEO4J_URI`). For each query, the script runs
all searches in turn. *Bare* embeds the question and requests 100 hits from the vector index. *Ours*
includes every step that finds passages for an answer: embedding, both searches, rank fusion, and
context.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.throwaway import machine
from narabot.chat import open_models
from narabot.database import connection
from narabot.embedding import Embeddings
from narabot.graph import open_graph
from narabot.models import NO_FILTERS, VECTOR_INDEX
from narabot.retrieval import Budget, Retriever, open_retriever
from narabot.retrieval.operators.vector import exact_rows, vector_hits
from narabot.retrieval.operators.words import full_text_hits
from narabot.retrieval.strategies import hybrid
from narabot.settings import Settings
from narabot.understanding import plain_request
from narabot.understanding.query_rewriting import rewrite_query
from narabot.versions import stored_identity

QUESTIONS = Path(__file__).with_name("refusal_questions.jsonl")
BARE = (
    "CALL db.index.vector.queryNodes($index, 100, $vector) YIELD node, score "
    "RETURN node.chunkId AS chunkId, score"
)
WARM_UP = 20
WANTED = Budget(8, is_varied=True)
"""Passage budget for an answer."""
RECALLED = 10


def main() -> None:
    """Time the searches, and print medians, ratios, and the recall."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=60)
    queries = questions()[: parser.parse_args().queries]
    settings = Settings.from_environment()
    with open_graph(connection(settings)) as graph:
        embeddings = open_models(settings, stored_identity(graph)).embeddings
        retriever = open_retriever(graph, embeddings, settings.vector_top_k)
        [size] = graph.read("MATCH (node:recordWithText) RETURN count(node) AS chunks")
        print(f"{machine()}; {size['chunks']:,} chunks, {len(queries)} questions")
        compare(timed_searches(retriever, embeddings), embeddings, queries)
        print(f"exact recall@{RECALLED}: {recall(retriever, embeddings, queries):.3f}")


def questions() -> list[str]:
    """Return narabot's own questions, in order."""
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["query"] for line in lines]


def timed_searches(
    retriever: Retriever, embeddings: Embeddings
) -> dict[str, Callable[[str], object]]:
    """Return the searches to time, including the parts of narabot's retrieval."""

    def bare(query: str) -> object:
        vector = embeddings.embed_query(query)
        return retriever.graph.read(BARE, index=VECTOR_INDEX, vector=vector)

    return {
        "bare": bare,
        "ours": lambda query: hybrid.search_hybrid(
            retriever, plain_request(rewrite_query(query)), WANTED
        ),
        "embedding": embeddings.embed_query,
        "vector search": lambda query: vector_hits(retriever, query, 200),
        "full-text search": lambda query: full_text_hits(retriever, rewrite_query(query), 200),
    }


def compare(
    timed: dict[str, Callable[[str], object]], embeddings: Embeddings, queries: Sequence[str]
) -> None:
    """Print the medians of all searches, and the ratio of ours to bare."""
    spent: dict[str, list[float]] = {name: [] for name in timed}
    for query in [*queries[:WARM_UP], *queries]:
        for name, search in timed.items():
            embeddings.embed_query.cache_clear()
            started = time.perf_counter()
            search(query)
            spent[name].append((time.perf_counter() - started) * 1000)
    for name, times in spent.items():
        print(f"{name}: {statistics.median(times[WARM_UP:]):.1f} ms")
    medians = [statistics.median(spent[name][WARM_UP:]) for name in ("ours", "bare")]
    ratios = [a / b for a, b in zip(spent["ours"], spent["bare"], strict=True)][WARM_UP:]
    print(
        f"ours / bare: {medians[0] / medians[1]:.2f} (ratio of medians), "
        f"{statistics.median(ratios):.2f} (median of ratios)"
    )


def recall(retriever: Retriever, embeddings: Embeddings, queries: Sequence[str]) -> float:
    """Return the share of the exact nearest chunks that vector search ranks first."""
    shares = []
    for query in queries:
        vector = embeddings.embed_query(query)
        exact = exact_rows(retriever.graph, vector, RECALLED, NO_FILTERS, None)
        found = {hit.chunk_id for hit in vector_hits(retriever, query, 200)[:RECALLED]}
        shares.append(sum(row["chunkId"] in found for row in exact) / RECALLED)
    return statistics.mean(shares)


if __name__ == "__main__":
    main()
