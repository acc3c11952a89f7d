"""narabot's retrieval query is at least 20 times faster than the seed's on 100,000 nodes."""

import pytest

from benchmarks.retrieval_query import GIVEN, HITS, fill, ratios, retrieval_queries, run_all
from narabot.graph import Graph


@pytest.mark.long
def test_retrieval_is_20_times_faster_than_the_seed_query(graph: Graph) -> None:
    fill(graph, 100_000)
    times = run_all(graph, retrieval_queries(GIVEN), HITS, 15)
    assert ratios(times)[0] >= 20
