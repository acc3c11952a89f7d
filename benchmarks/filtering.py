"""Compare the methods for filtered vector search, from rare to frequent matches.

    python -m benchmarks.filtering [--nodes 100000] [--queries 15]

The graph is the generated graph from `benchmarks.retrieval_query`, in a throwaway embedded Neo4j.
Years are distributed evenly across the records.
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

from benchmarks.retrieval_query import IDENTITY, WARM_UP, fill
from benchmarks.throwaway import machine, throwaway_graph
from narabot.graph import Graph
from narabot.models import Filters, Row, Years
from narabot.retrieval.operators.filters import (
    ALL_CHUNKS,
    DEEPEST_SEARCH,
    FILTERED_SEARCH_DEPTH,
    count_filtered_chunks,
)
from narabot.retrieval.operators.vector import EXACT_FALLBACK_CHUNKS, exact_rows, index_rows

YEARS = 1000
SHARES = (0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5)
COUNT = 200
SPREAD = """
MATCH (node:record)
CALL (node) { SET node.startYear = 1000 + node.naId * 7919 % 1000, node.endYear = node.startYear }
IN TRANSACTIONS OF 10000 ROWS
"""


def main() -> None:
    """Build the graph, time the methods in turn, and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=15)
    arguments = parser.parse_args()
    with throwaway_graph() as (_, graph):
        fill(graph, arguments.nodes)
        with graph.session() as session:
            session.run(SPREAD).consume()
        compare(graph, arguments.queries)


def compare(graph: Graph, queries: int) -> None:
    """Print the time and result count of each method, for each share of matching records."""
    print(f"{machine()}; the best {COUNT} chunks that match the years; ms (chunks found)")
    print(
        f"| match | index, {FILTERED_SEARCH_DEPTH:,} | index, {DEEPEST_SEARCH:,} | "
        "counting | exact |"
    )
    print("| --- | --- | --- | --- | --- |")
    time_methods(graph, Filters(), WARM_UP)
    for share in SHARES:
        filters = Filters(years=Years(1000, 1000 + round(YEARS * share) - 1))
        print(f"| {share:.1%} | {' | '.join(time_methods(graph, filters, queries))} |", flush=True)


def time_methods(graph: Graph, filters: Filters, queries: int) -> list[str]:
    """Return each method's median time in milliseconds, with the same vectors for all methods."""
    methods: tuple[Callable[[list[float]], list[Row] | int], ...] = (
        lambda vector: index_rows(graph, vector, FILTERED_SEARCH_DEPTH, COUNT, filters),
        lambda vector: index_rows(graph, vector, DEEPEST_SEARCH, COUNT, filters),
        lambda _: count_filtered_chunks(graph, filters, ALL_CHUNKS, EXACT_FALLBACK_CHUNKS),
        lambda vector: exact_rows(graph, vector, COUNT, filters, ALL_CHUNKS),
    )
    rng = np.random.default_rng(22)
    times: list[list[float]] = [[] for _ in methods]
    found: list[list[int]] = [[] for _ in methods]
    for _ in range(queries):
        vector = rng.standard_normal(IDENTITY.dimension).tolist()
        for place, method in enumerate(methods):
            started = time.perf_counter()
            rows = method(vector)
            times[place].append((time.perf_counter() - started) * 1000)
            found[place].append(rows if isinstance(rows, int) else len(rows))
    return [
        f"{statistics.median(spent):.1f} ({statistics.median(count):,.0f})"
        for spent, count in zip(times, found, strict=True)
    ]


if __name__ == "__main__":
    main()
