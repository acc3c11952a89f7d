"""Tests of MiniRAG's two weights against manual results on ten names, and of errors in its code."""

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
        # a, b, c, d, and g are within one edge of a or b: the start a and the answer g
        ("ab", 2),
        # a, b, c, d, e, and g are near b or d: the start and both answers
        ("bd", 3),
        # b, c, d, e, and f are near d or e: only the answer e
        ("de", 1),
        # a, b, d, g, and h are near b or g: the start and the answer g
        ("bg", 2),
        # h, i, and j are near i or j: no start or answer
        ("ij", 0),
    ],
)
def test_an_edge_weighs_the_starts_and_answers_around_it(edge: str, weight: int) -> None:
    [(found, told)] = edge_weights(TEN, [edge_of(*edge)], STARTS, ANSWERS, 1).items()
    assert (found, told) == (tuple(edge), weight)


def test_a_start_that_may_be_the_answer_counts_twice_as_it_is_written() -> None:
    assert edge_weights(TEN, [("a", "b")], ["a"], ["a"], 1) == {("a", "b"): 2}


def test_a_wider_neighbourhood_counts_more() -> None:
    # g, h, i, and j are within two edges of i or j: the answer g
    assert edge_weights(TEN, [("i", "j")], STARTS, ANSWERS, 2) == {("i", "j"): 1}


@pytest.mark.parametrize(
    ("path", "key", "weight"),
    [
        # .8 · (1 + the answer e + both key edges)
        ("abde", {("b", "d"), ("d", "e")}, 3.2),
        # .8 · (1 + the answer g + no key edge)
        ("abg", {("b", "d")}, 1.6),
        # .8 · (1 + nothing)
        ("ac", set(), 0.8),
    ],
)
def test_a_path_weighs_its_start_its_answers_and_its_key_edges(
    path: str, key: set[tuple[str, str]], weight: float
) -> None:
    assert path_weight(tuple(path), 0.8, ANSWERS, key) == pytest.approx(weight)


def test_a_long_path_of_answers_does_not_grow_tenfold() -> None:
    """The reference implementation multiplies by ten inside its loop."""
    weights = [path_weight(tuple("e" * length), 1.0, ANSWERS, ()) for length in (1, 2, 3)]
    assert weights == [2.0, 3.0, 4.0]


def test_hubs_between_the_ends_dampen() -> None:
    # b leads to a, d, and g; d leads to b, c, and e
    assert hub_damping(TEN, tuple("abde")) == pytest.approx(1 / log2(5) / log2(5))
    assert hub_damping(TEN, tuple("ab")) == 1.0


def test_paths_are_all_those_of_so_many_edges() -> None:
    simple = {
        path
        for length in range(2, LONGEST_PATH + 2)
        for path in permutations("abcdefghij", length)
        if path[0] == "a" and all(other in TEN[one] for one, other in pairwise(path))
    }
    assert set(paths_from(TEN, ["a"])) == simple
    assert len(paths_from(TEN, ["a"])) == len(simple)
    assert paths_from(TEN, []) == paths_from(TEN, ["nobody"]) == []


def test_a_hub_gives_no_more_paths_than_are_looked_at() -> None:
    leaves = [f"leaf{number:04}" for number in range(2000)]
    star = {"hub": frozenset(leaves)} | {leaf: frozenset({"hub"}) for leaf in leaves}
    assert len(paths_from(star, ["hub"])) == MOST_PATHS
    lengths = Counter(map(len, paths_from(star, leaves[:20])))
    assert lengths == {2: 20, 3: MOST_PATHS}
    assert nodes_within(TEN, ["j"], 2) == set("hij")


def test_each_start_has_its_turn_whatever_its_name() -> None:
    """The reference implementation has no limit. By name, the last starts would get no paths."""
    leaves = [f"leaf{number:04}" for number in range(MOST_PATHS)]
    two = {"a": frozenset(leaves), "z": frozenset({"zz"}), "zz": frozenset({"z"})}
    star = two | {leaf: frozenset({"a"}) for leaf in leaves}
    paths = paths_from(star, ["a", "z"])
    assert paths[1] == ("z", "zz")
    assert Counter(path[0] for path in paths if len(path) == 2) == {"a": MOST_PATHS - 1, "z": 1}


def test_a_chunk_is_scored_by_all_paths_through_it_each_once() -> None:
    """The reference implementation counts only its last path and its first key edge's chunks."""
    texts = {("a", "b"): ["1-0"], ("b", "d"): ["1-0", "2-0"], ("b", "g"): ["3-0"]}
    weights = {tuple("abd"): 2.0, tuple("abg"): 1.0}
    scores = chunk_scores(weights, texts, {"d": ["4-0"]})
    assert scores == {"1-0": 3.0, "2-0": 2.0, "3-0": 1.0, "4-0": 2.0}
    assert edges_of(tuple("abd")) == [("a", "b"), ("b", "d")]
