"""Tests of MiniRAG's two weights: results computed by hand, and errors in MiniRAG's own code."""

from collections import Counter
from itertools import pairwise, permutations
from math import log2

import pytest

from narabot.retrieval.operators.name_paths import (
    LONGEST_PATH,
    MOST_PATHS,
    chunk_scores,
    edge_of,
    edge_weights,
    edges_of,
    hub_damping,
    nodes_within,
    path_weight,
    paths_from,
)

EDGES = ["ab", "ac", "bd", "cd", "de", "ef", "bg", "gh", "hi", "ij"]
TEN = {
    node: frozenset(other for edge in EDGES if node in edge for other in edge.replace(node, ""))
    for node in "abcdefghij"
}
STARTS, ANSWERS = ["a"], ["e", "g"]


@pytest.mark.parametrize(
    ("edge", "weight"),
    [
        # a, b, c, d, and g are within one edge of a or b; they include the start a and the answer g
        ("ab", 2),
        # a, b, c, d, e, and g are near b or d; they include the start and both answers
        ("bd", 3),
        # b, c, d, e, and f are near d or e; they include only the answer e
        ("de", 1),
        # a, b, d, g, and h are near b or g; they include the start and the answer g
        ("bg", 2),
        # h, i, and j are near i or j; they include no start and no answer
        ("ij", 0),
    ],
)
def test_edge_weight_counts_nearby_starts_and_answers(edge: str, weight: int) -> None:
    [(found, found_weight)] = edge_weights(TEN, [edge_of(*edge)], STARTS, ANSWERS, 1).items()
    assert (found, found_weight) == (tuple(edge), weight)


def test_start_that_is_also_an_answer_counts_twice() -> None:
    assert edge_weights(TEN, [("a", "b")], ["a"], ["a"], 1) == {("a", "b"): 2}


def test_larger_neighborhood_includes_more_answers() -> None:
    # g, h, i, and j are within two edges of i or j; they include the answer g
    assert edge_weights(TEN, [("i", "j")], STARTS, ANSWERS, 2) == {("i", "j"): 1}


@pytest.mark.parametrize(
    ("path", "key", "weight"),
    [
        # 0.8 · (1 + 1 for the answer e + 2 for the key edges)
        ("abde", {("b", "d"), ("d", "e")}, 3.2),
        # 0.8 · (1 + 1 for the answer g + 0 for key edges)
        ("abg", {("b", "d")}, 1.6),
        # 0.8 · (1 + 0)
        ("ac", set(), 0.8),
    ],
)
def test_path_weight_combines_start_answers_and_key_edges(
    path: str, key: set[tuple[str, str]], weight: float
) -> None:
    assert path_weight(tuple(path), 0.8, ANSWERS, key) == pytest.approx(weight)


def test_path_weight_grows_by_one_per_answer() -> None:
    """MiniRAG's code multiplies the weight by ten inside a loop."""
    weights = [path_weight(tuple("e" * length), 1.0, ANSWERS, ()) for length in (1, 2, 3)]
    assert weights == [2.0, 3.0, 4.0]


def test_inner_hubs_reduce_the_weight() -> None:
    # b has edges to a, d, and g; d has edges to b, c, and e
    assert hub_damping(TEN, tuple("abde")) == pytest.approx(1 / log2(5) / log2(5))
    assert hub_damping(TEN, tuple("ab")) == 1.0


def test_paths_from_returns_all_simple_paths() -> None:
    simple = {
        path
        for length in range(2, LONGEST_PATH + 2)
        for path in permutations("abcdefghij", length)
        if path[0] == "a" and all(other in TEN[one] for one, other in pairwise(path))
    }
    assert set(paths_from(TEN, ["a"])) == simple
    assert len(paths_from(TEN, ["a"])) == len(simple)
    assert paths_from(TEN, []) == paths_from(TEN, ["nobody"]) == []


def test_paths_through_a_hub_are_limited() -> None:
    leaves = [f"leaf{number:04}" for number in range(2000)]
    star = {"hub": frozenset(leaves)} | {leaf: frozenset({"hub"}) for leaf in leaves}
    assert len(paths_from(star, ["hub"])) == MOST_PATHS
    lengths = Counter(map(len, paths_from(star, leaves[:20])))
    assert lengths == {2: 20, 3: MOST_PATHS}
    assert nodes_within(TEN, ["j"], 2) == set("hij")


def test_every_start_gets_paths_despite_the_limit() -> None:
    """MiniRAG's code has no limit. With a limit and in name order, "z" would get no paths."""
    leaves = [f"leaf{number:04}" for number in range(MOST_PATHS)]
    two = {"a": frozenset(leaves), "z": frozenset({"zz"}), "zz": frozenset({"z"})}
    star = two | {leaf: frozenset({"a"}) for leaf in leaves}
    paths = paths_from(star, ["a", "z"])
    assert paths[1] == ("z", "zz")
    assert Counter(path[0] for path in paths if len(path) == 2) == {"a": MOST_PATHS - 1, "z": 1}


def test_chunk_score_sums_each_path_once() -> None:
    """MiniRAG's code counts only the last path and the first key edge's chunks."""
    texts = {("a", "b"): ["1-0"], ("b", "d"): ["1-0", "2-0"], ("b", "g"): ["3-0"]}
    weights = {tuple("abd"): 2.0, tuple("abg"): 1.0}
    scores = chunk_scores(weights, texts, {"d": ["4-0"]})
    assert scores == {"1-0": 3.0, "2-0": 2.0, "3-0": 1.0, "4-0": 2.0}
    assert edges_of(tuple("abd")) == [("a", "b"), ("b", "d")]
