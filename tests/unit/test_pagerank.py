"""Tests of PageRank against hand calculations and networkx, and of the meaning of damping."""

from time import process_time

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array, csr_array

from narabot.retrieval.operators.pagerank import pagerank

DAMPING = 0.85


def star() -> csr_array:
    """Return a hub with nine leaves."""
    weights = np.zeros((10, 10))
    weights[0, 1:] = weights[1:, 0] = 1.0
    return csr_array(weights)


def at_hub() -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return a personalization vector that starts at the hub."""
    begin = np.zeros(10)
    begin[0] = 1.0
    return begin


def test_ten_node_graph_matches_hand_calculation() -> None:
    # The hub's rank is h = (1 - d) + d * (rank of all leaves), and all leaves together have d * h.
    # Therefore, h = 1 / (1 + d).
    found = pagerank(star(), at_hub(), DAMPING)
    assert found[0] == pytest.approx(1 / (1 + DAMPING), abs=1e-5)
    assert found[1:] == pytest.approx(np.full(9, DAMPING / (1 + DAMPING) / 9), abs=1e-5)


def test_damping_is_the_probability_of_continuing() -> None:
    """One reference passes its restart probability (0.15) to networkx as the damping factor."""
    [near, far] = (pagerank(star(), at_hub(), one)[0] for one in (0.15, 0.85))
    assert near == pytest.approx(1 / 1.15, abs=1e-5)
    assert far == pytest.approx(1 / 1.85, abs=1e-5)
    graph = networkx.star_graph(9)
    ours = networkx.pagerank(
        graph, alpha=DAMPING, personalization={0: 1.0}, tol=1e-10, max_iter=500
    )
    assert far == pytest.approx(ours[0], abs=1e-5)


@given(st.integers(2, 30), st.integers(0, 10_000))
def test_pagerank_matches_networkx_on_random_graphs(size: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    weights = random.random((size, size)) * (random.random((size, size)) < 0.3)
    begin = random.random(size)
    graph = networkx.from_numpy_array(weights, create_using=networkx.DiGraph)
    expected = networkx.pagerank(
        graph,
        alpha=DAMPING,
        personalization=dict(enumerate(begin)),
        dangling=dict(enumerate(begin)),
        tol=1e-10,
        max_iter=500,
    )
    found = pagerank(csr_array(weights), begin, DAMPING)
    assert found == pytest.approx(np.array([expected[node] for node in range(size)]), abs=1e-4)
    assert found.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("damping", [-0.1, 1.0, 1.5])
def test_damping_out_of_range_is_rejected(damping: float) -> None:
    with pytest.raises(ValueError, match="at least 0 and below 1"):
        pagerank(star(), at_hub(), damping)


@pytest.mark.parametrize("begin", [np.zeros(10), np.full(10, -1.0)])
def test_start_vector_without_a_positive_element_is_rejected(
    begin: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> None:
    with pytest.raises(ValueError, match="positive element"):
        pagerank(star(), begin, DAMPING)


def test_20_000_nodes_take_at_most_60_ms() -> None:
    size, edges = 20_000, 100_000
    random = np.random.default_rng(7)
    ends = random.integers(0, size, (2, edges))
    one_way = coo_array((random.random(edges), ends), shape=(size, size))
    weights, begin = csr_array(one_way + one_way.T), np.eye(1, size)[0]

    def seconds() -> float:
        began = process_time()
        pagerank(weights, begin, DAMPING)
        return process_time() - began

    assert min(seconds() for _ in range(5)) <= 0.06
