"""Time retrieval against the bare vector query, and compare its nearest with the exact ones.

    python -m benchmarks.retrieval [--queries 60]

On the graph of the settings (`NARABOT_DATA_DIR`, or `NEO4J_URI`), in one run, each query by all
ways in turn. *Bare* is the embedding of the question and the vector index asked for 100; *ours* is
all that finds the passages of an answer: embedding, both searches, their fusion, the context.
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
from narabot.models import EVERYTHING, VECTOR_INDEX
from narabot.retrieval import Budget, Retriever, open_retriever
from narabot.retrieval.operators.vector import by_meaning, measured
from narabot.retrieval.operators.words import by_words
from narabot.retrieval.strategies import hybrid
from narabot.settings import Settings
from narabot.understanding import plain_request
from narabot.understanding.query_rewriting import wording_of
from narabot.versions import stored_identity

QUESTIONS = Path(__file__).with_name("refusal_questions.jsonl")
BARE = (
    "CALL db.index.vector.queryNodes($index, 100, $vector) YIELD node, score "
    "RETURN node.chunkId AS chunkId, score"
)
WARM_UP = 20
WANTED = Budget(8, is_varied=True)
"""Passages of an answer."""
RECALLED = 10


def main() -> None:
    """Time the ways, print medians and ratios, then the recall."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=60)
    queries = questions()[: parser.parse_args().queries]
    settings = Settings.from_environment()
    with open_graph(connection(settings)) as graph:
        embeddings = open_models(settings, stored_identity(graph)).embeddings
        retriever = open_retriever(graph, embeddings, settings.retrieval_candidates)
        [size] = graph.read("MATCH (node:recordWithText) RETURN count(node) AS chunks")
        print(f"{machine()}; {size['chunks']:,} chunks, {len(queries)} questions")
        compare(ways(retriever, embeddings), embeddings, queries)
        print(f"exact recall@{RECALLED}: {recall(retriever, embeddings, queries):.3f}")


def questions() -> list[str]:
    """Return questions of our own, in their order."""
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["query"] for line in lines]


def ways(retriever: Retriever, embeddings: Embeddings) -> dict[str, Callable[[str], object]]:
    """Return what is timed; the parts of ours too."""

    def bare(query: str) -> object:
        vector = embeddings.embed_query(query)
        return retriever.graph.read(BARE, index=VECTOR_INDEX, vector=vector)

    return {
        "bare": bare,
        "ours": lambda query: hybrid.find(retriever, plain_request(wording_of(query)), WANTED),
        "embedding": embeddings.embed_query,
        "by meaning": lambda query: by_meaning(retriever, query, 200),
        "by words": lambda query: by_words(retriever, wording_of(query), 200),
    }


def compare(
    timed: dict[str, Callable[[str], object]], embeddings: Embeddings, queries: Sequence[str]
) -> None:
    """Print the medians of all ways, and of ours over bare, query by query."""
    spent: dict[str, list[float]] = {name: [] for name in timed}
    for query in [*queries[:WARM_UP], *queries]:
        for name, way in timed.items():
            embeddings.embed_query.cache_clear()
            started = time.perf_counter()
            way(query)
            spent[name].append((time.perf_counter() - started) * 1000)
    for name, times in spent.items():
        print(f"{name}: {statistics.median(times[WARM_UP:]):.1f} ms")
    medians = [statistics.median(spent[name][WARM_UP:]) for name in ("ours", "bare")]
    ratios = [a / b for a, b in zip(spent["ours"], spent["bare"], strict=True)][WARM_UP:]
    print(
        f"ours / bare: {medians[0] / medians[1]:.2f} of the medians, "
        f"{statistics.median(ratios):.2f} query by query"
    )


def recall(retriever: Retriever, embeddings: Embeddings, queries: Sequence[str]) -> float:
    """Return the share of the exact nearest chunks that the search by meaning has as its first."""
    shares = []
    for query in queries:
        vector = embeddings.embed_query(query)
        exact = measured(retriever.graph, vector, RECALLED, EVERYTHING, None)
        found = {hit.chunk_id for hit in by_meaning(retriever, query, 200)[:RECALLED]}
        shares.append(sum(row["chunkId"] in found for row in exact) / RECALLED)
    return statistics.mean(shares)


if __name__ == "__main__":
    main()
