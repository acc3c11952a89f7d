"""Time every retrieval strategy, and monitor the memory of a process that keeps searching.

    python -m benchmarks.strategies [--queries 60] [--minutes 10] [--strategy NAME …]

The settings select the graph (`NARABOT_DATA_DIR` or `NEO4J_URI`). There is no result cache and no
language model. For each question, the script runs all strategies in turn, so that the ratio to
`hybrid` stays valid when the machine's speed drifts. Routers are excluded because they only select
other strategies. With `--minutes`, all strategies keep running for that time, and the script prints
the memory of the process. The database is a separate process with a fixed memory limit.
"""

import argparse
import statistics
import time
from collections.abc import Mapping, Sequence
from itertools import cycle

import psutil

from benchmarks.retrieval import WANTED, WARM_UP, questions
from benchmarks.throwaway import machine
from narabot.chat import open_models
from narabot.database import connection
from narabot.embedding import Embeddings
from narabot.graph import open_graph
from narabot.retrieval import STRATEGIES, available_strategies, open_retriever, open_strategy
from narabot.retrieval.strategy import Strategy
from narabot.settings import Settings
from narabot.understanding import plain_request
from narabot.understanding.query_rewriting import rewrite_query
from narabot.versions import stored_identity

BASELINE = "hybrid"
REPORT_INTERVAL_S = 60.0
MEBIBYTE = 2**20


def main() -> None:
    """Time the strategies, then monitor the memory."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--strategy", action="append", default=[])
    options = parser.parse_args()
    settings = Settings.from_environment()
    with open_graph(connection(settings)) as graph:
        embeddings = open_models(settings, stored_identity(graph)).embeddings
        retriever = open_retriever(graph, embeddings, settings.vector_top_k)
        [size] = graph.read("MATCH (node:recordWithText) RETURN count(node) AS chunks")
        wanted = options.strategy or [one.name for one in STRATEGIES.values() if not one.router]
        names = [BASELINE, *(one for one in wanted if one != BASELINE)]
        strategies = {
            name: open_strategy(name, retriever) for name in available_strategies(graph, names)
        }
        asked = questions()[: options.queries]
        print(f"{machine()}; {size['chunks']:,} chunks, {len(asked)} questions")
        print_latencies(timed(strategies, embeddings, asked))
        if options.minutes:
            monitor_memory(strategies, asked, options.minutes * 60)


def timed(
    strategies: Mapping[str, Strategy], embeddings: Embeddings, asked: Sequence[str]
) -> dict[str, list[float]]:
    """Return each strategy's time for each question, in milliseconds, after a warm-up."""
    spent: dict[str, list[float]] = {name: [] for name in strategies}
    for query in [*asked[:WARM_UP], *asked]:
        for name, strategy in strategies.items():
            embeddings.embed_query.cache_clear()
            spent[name].append(seconds_for(strategy, query) * 1000)
    return {name: times[min(WARM_UP, len(asked)) :] for name, times in spent.items()}


def seconds_for(strategy: Strategy, query: str) -> float:
    """Return how long a strategy takes for a question, in seconds."""
    began = time.perf_counter()
    strategy(plain_request(rewrite_query(query)), WANTED)
    return time.perf_counter() - began


def print_latencies(spent: Mapping[str, Sequence[float]]) -> None:
    """Print a table row for each strategy."""
    print("| strategy | p50 ms | p95 ms | p50 relative to hybrid |")
    print("| --- | --- | --- | --- |")
    base = statistics.median(spent[BASELINE])
    for name, times in spent.items():
        middle, most = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        print(f"| `{name}` | {middle:.0f} | {most:.0f} | {middle / base:.1f} |")


def monitor_memory(
    strategies: Mapping[str, Strategy], asked: Sequence[str], seconds: float
) -> None:
    """Run all strategies in turn for the specified time, and print the memory use every minute."""
    process = psutil.Process()
    began = reported = time.monotonic()
    for count, query in enumerate(cycle(asked)):
        now = time.monotonic()
        if now - reported >= REPORT_INTERVAL_S or not count or now - began >= seconds:
            reported = now
            resident = process.memory_info().rss / MEBIBYTE
            print(
                f"{now - began:5.0f} s: {count * len(strategies):,} requests, {resident:,.0f} MiB"
            )
        if now - began >= seconds:
            return
        for strategy in strategies.values():
            seconds_for(strategy, query)


if __name__ == "__main__":
    main()
