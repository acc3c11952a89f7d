"""Time the ways of a filtered search by meaning, from few records kept to many, in one run.

    python -m benchmarks.filtering [--nodes 100000] [--queries 15]

The graph is that of `benchmarks.retrieval_query`, with years spread evenly over its records; a
throwaway embedded Neo4j of its own.
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
from narabot.retrieval.operators.filters import DEEPEST, EVERYWHERE, MOST_NEIGHBOURS, kept_count
from narabot.retrieval.operators.vector import MOST_MEASURED, measured, nearest

YEARS = 1000
SHARES = (0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5)
COUNT = 200
SPREAD = """
MATCH (node:record)
CALL (node) { SET node.startYear = 1000 + node.naId * 7919 % 1000, node.endYear = node.startYear }
IN TRANSACTIONS OF 10000 ROWS
"""


def main() -> None:
    """Make the graph, time the ways in turn, print medians."""
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
    """Print for each share of records kept how long each way takes and how many it finds."""
    print(f"{machine()}; the best {COUNT} chunks that years keep; ms (chunks found)")
    print(f"| kept | index, {MOST_NEIGHBOURS:,} | index, {DEEPEST:,} | counting | one by one |")
    print("| --- | --- | --- | --- | --- |")
    time_ways(graph, Filters(), WARM_UP)
    for share in SHARES:
        filters = Filters(years=Years(1000, 1000 + round(YEARS * share) - 1))
        print(f"| {share:.1%} | {' | '.join(time_ways(graph, filters, queries))} |", flush=True)


def time_ways(graph: Graph, filters: Filters, queries: int) -> list[str]:
    """Return median milliseconds of each way, for the same vectors, the ways taken in turn."""
    ways: tuple[Callable[[list[float]], list[Row] | int], ...] = (
        lambda vector: nearest(graph, vector, MOST_NEIGHBOURS, COUNT, filters),
        lambda vector: nearest(graph, vector, DEEPEST, COUNT, filters),
        lambda _: kept_count(graph, filters, EVERYWHERE, MOST_MEASURED),
        lambda vector: measured(graph, vector, COUNT, filters, EVERYWHERE),
    )
    rng = np.random.default_rng(22)
    times: list[list[float]] = [[] for _ in ways]
    found: list[list[int]] = [[] for _ in ways]
    for _ in range(queries):
        vector = rng.standard_normal(IDENTITY.dimension).tolist()
        for place, way in enumerate(ways):
            started = time.perf_counter()
            rows = way(vector)
            times[place].append((time.perf_counter() - started) * 1000)
            found[place].append(rows if isinstance(rows, int) else len(rows))
    return [
        f"{statistics.median(spent):.1f} ({statistics.median(count):,.0f})"
        for spent, count in zip(times, found, strict=True)
    ]


if __name__ == "__main__":
    main()
