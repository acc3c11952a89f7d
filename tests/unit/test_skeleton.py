"""Tests of the skeleton: the most central quarter of each series, ⌈β·n⌉ chunks in all."""

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narabot.knowledge.skeleton import (
    DAMPING,
    NO_NEIGHBOR,
    SKELETON_SHARE,
    Neighbors,
    chunks_per_series,
    page_rank,
    skeleton,
)

Links = Mapping[int, Mapping[int, float]]


def neighbors(links: Links, n: int) -> Neighbors:
    """Return the neighbors of n chunks, built from the cosine for each link."""
    k = max([1, *(len(ends) for ends in links.values())])
    indices = np.full((n, k), NO_NEIGHBOR, np.int64)
    cosines = np.zeros((n, k), np.float32)
    for start, ends in links.items():
        indices[start, : len(ends)] = list(ends)
        cosines[start, : len(ends)] = list(ends.values())
    return Neighbors(indices, cosines)


def drawn(n: int, k: int, seed: int) -> Neighbors:
    """Return random neighbors, some of them missing."""
    chance = np.random.default_rng(seed)
    links = {
        start: {
            int(end): float(chance.uniform(0.1, 1))
            for end in chance.permutation(n)[: chance.integers(0, k + 1)]
            if end != start
        }
        for start in range(n)
    }
    return neighbors(links, n)


def by_networkx(given: Neighbors, alpha: float) -> list[float]:
    """Return PageRank scores with a mean of 1, computed by networkx with damping factor `alpha`."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(len(given.indices)))
    for start, (ends, weights) in enumerate(zip(given.indices, given.cosines, strict=True)):
        for end, weight in zip(ends, weights, strict=True):
            if end != NO_NEIGHBOR:
                graph.add_edge(start, int(end), weight=float(weight))
    ranks = networkx.pagerank(graph, alpha=alpha, tol=1e-13, max_iter=2000)
    return [ranks[place] * len(ranks) for place in range(len(ranks))]


# PageRank


def test_page_rank_matches_a_manual_calculation() -> None:
    """0 → 2, 1 → 2, 2 → 0: r1 = .15; r2 = .15 + .85 (r0 + r1); r0 = .15 + .85 r2."""
    r2 = (0.15 + 0.85 * 0.15 + 0.85 * 0.15) / (1 - 0.85**2)
    ranks = page_rank(neighbors({0: {2: 0.9}, 1: {2: 0.3}, 2: {0: 0.5}}, 3))
    assert ranks == pytest.approx([0.15 + 0.85 * r2, 0.15, r2])


@pytest.mark.parametrize("seed", range(4))
def test_damping_is_the_share_that_follows_links(seed: int) -> None:
    given = drawn(60, 6, seed)
    ranks = page_rank(given)
    assert DAMPING == 0.85
    assert ranks == pytest.approx(by_networkx(given, alpha=0.85), abs=1e-6)
    assert ranks != pytest.approx(by_networkx(given, alpha=0.15), abs=1e-2)
    assert ranks.mean() == pytest.approx(1)


def test_nearer_neighbors_rank_higher() -> None:
    ranks = page_rank(neighbors({0: {1: 0.9, 2: 0.3}}, 3))
    assert ranks[1] > ranks[2] > ranks[0]


def test_chunk_without_near_neighbors_shares_rank_with_all() -> None:
    opposite = page_rank(neighbors({0: {1: -0.4}, 1: {0: -0.4}}, 3))
    assert opposite == pytest.approx([1, 1, 1])


@pytest.mark.parametrize("n", [0, 1])
def test_page_rank_handles_zero_and_one_chunk(n: int) -> None:
    assert page_rank(neighbors({}, n)).tolist() == [1.0] * n


# Chunks per series

SIZES = st.dictionaries(st.integers(0, 50), st.integers(1, 40), max_size=30)
SHARES = st.sampled_from([0.1, SKELETON_SHARE, 0.3, 0.5, 1.0])


@given(SIZES, SHARES)
def test_chunk_counts_sum_to_the_share_rounded_up(sizes: dict[int, int], share: float) -> None:
    chunks = chunks_per_series(sizes, share)
    exact = Fraction(str(share))
    assert sum(chunks.values()) == math.ceil(exact * sum(sizes.values()))
    for one, size in sizes.items():
        assert math.floor(exact * size) <= chunks[one] <= math.ceil(exact * size)


@given(SIZES, SHARES)
def test_larger_series_get_leftover_chunks_first(sizes: dict[int, int], share: float) -> None:
    chunks = chunks_per_series(sizes, share)
    starved = [size for one, size in sizes.items() if not chunks[one]]
    lucky = [size for one, size in sizes.items() if chunks[one] and share * size < 1]
    extra = [
        size
        for one, size in sizes.items()
        if share * size >= 1 and chunks[one] > math.floor(Fraction(str(share)) * size)
    ]
    assert max(starved, default=0) <= min(lucky, default=40)
    assert not (starved and extra)


def test_small_series_are_not_crowded_out_by_large_series() -> None:
    assert chunks_per_series({"large": 1001, "small": 3, "tiny": 1}) == {
        "large": 250,
        "small": 1,
        "tiny": 1,
    }
    assert chunks_per_series({"large": 400, "small": 4}) == {"large": 100, "small": 1}


def test_share_is_treated_as_an_exact_decimal() -> None:
    assert math.ceil(0.07 * 100) == 8
    assert chunks_per_series({"a": 100}, 0.07) == {"a": 7}


# The skeleton


def chosen(n: int, series: Sequence[int], seed: int) -> set[str]:
    """Return the chunkIds in the skeleton of random chunks."""
    ids = [f"{place}-0" for place in range(n)]
    return {ids[place] for place in skeleton(ids, series, drawn(n, 5, seed))}


@settings(deadline=None)
@given(st.lists(st.integers(0, 5), max_size=60), st.integers(0, 99))
def test_skeleton_is_a_quarter_overall_and_per_series(series: list[int], seed: int) -> None:
    found = chosen(len(series), series, seed)
    assert len(found) == math.ceil(len(series) / 4)
    taken = Counter(series[int(one.removesuffix("-0"))] for one in found)
    for one, size in Counter(series).items():
        assert size // 4 <= taken[one] <= math.ceil(size / 4)


def test_most_central_chunks_of_each_series_are_chosen() -> None:
    links = {start: {0: 0.9} for start in range(1, 4)} | {start: {4: 0.2} for start in (5, 6, 7)}
    ids = [f"{place}-0" for place in range(8)]
    series = ["a"] * 4 + ["b"] * 4
    assert skeleton(ids, series, neighbors(links, 8)) == [0, 4]


def test_smaller_chunk_id_breaks_ties() -> None:
    ring = {start: {(start + 1) % 4: 0.7} for start in range(4)}
    assert skeleton(["d", "b", "a", "c"], ["one"] * 4, neighbors(ring, 4)) == [2]


@pytest.mark.parametrize("seed", range(20))
def test_skeleton_does_not_depend_on_chunk_order(seed: int) -> None:
    n = 40
    given = drawn(n, 5, seed)
    ids = [f"{place}-0" for place in range(n)]
    series = [place % 3 for place in range(n)]
    found = {ids[place] for place in skeleton(ids, series, given)}
    order = random.Random(seed).sample(range(n), n)  # new position → old position
    at = {old: new for new, old in enumerate(order)} | {NO_NEIGHBOR: NO_NEIGHBOR}
    moved = Neighbors(
        np.array([[at[int(end)] for end in given.indices[old]] for old in order]),
        given.cosines[order],
    )
    again = skeleton([ids[old] for old in order], [series[old] for old in order], moved)
    assert {ids[order[place]] for place in again} == found
