"""Tests of graph walks between phrases and chunks: two steps, lists of names, and fusion."""

from dataclasses import replace
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.retrieval.operators.fusion import Hit, RankedRecord
from narabot.retrieval.operators.phrase_graph import (
    MOST_LISTED,
    MOST_NODES,
    GraphBuilder,
    PhraseGraph,
    Place,
)
from narabot.retrieval.operators.phrase_walk import mention_share, namesakes, start_weights, walk
from narabot.retrieval.operators.phrases import PhraseFound
from narabot.retrieval.strategies.hipporag import STARTING, fused_with_walk, walked
from tests.phrase_graphs import graph_of

FILM, DIRECTOR = "The Kelp", "Mara Quill"
TWO_STEPS = graph_of(
    {
        "film": [FILM, DIRECTOR],
        "life": [DIRECTOR, "Otto Quill"],
        "other": ["Nobody", "Else"],
    },
    about={"film": FILM, "life": DIRECTOR},
)


def found(graph: PhraseGraph, *names: str) -> list[str]:
    """Return the IDs of the chunks that a walk from these names reaches, best first."""
    starts = [one for one in graph.phrases if one.name in names]
    return [
        one.chunk_id for one in walk(graph, start_weights(starts), {}, 0.5).chunks if one.score > 0
    ]


def test_walk_reaches_a_text_in_two_steps() -> None:
    assert found(TWO_STEPS, FILM) == ["film", "life"]
    assert found(TWO_STEPS, "Otto Quill") == ["life", "film"]


def test_walk_does_not_reach_an_unconnected_text() -> None:
    assert "other" not in found(TWO_STEPS, FILM, DIRECTOR)


def test_walk_without_known_names_is_empty() -> None:
    assert walk(TWO_STEPS, {"unknown": 1.0}, {"nowhere": 1.0}, 0.5).chunks == ()
    assert walk(PhraseGraph(), {}, {}, 0.5).chunks == ()


def test_list_of_names_ranks_below_a_letter() -> None:
    """HippoRAG ranks passages that are lists of names too high (HippoRAG issue 154)."""
    crowd = [f"Clerk {number}" for number in range(20)]
    graph = graph_of({"list": [FILM, *crowd], "letter": [FILM, "Nobody"]})
    assert found(graph, FILM) == ["letter", "list"]


def test_record_about_a_phrase_gets_its_full_weight() -> None:
    graph = graph_of(
        {"named": [FILM, "Nobody"], "own": [FILM, *(f"Actor {one}" for one in range(9))]},
        about={"own": FILM},
    )
    assert found(graph, FILM) == ["own", "named"]
    assert mention_share(Place("x", "c", 7, 2, 8), None) == 0.25
    assert mention_share(Place("x", "c", 7, 2, 8), 7) == 1.0


def test_rare_name_outweighs_a_common_one() -> None:
    common = {f"text {number}": ["Everybody"] for number in range(9)}
    graph = graph_of({"start": ["Everybody", "Rare", FILM], "rare": ["Rare"], **common})
    assert found(graph, FILM)[:2] == ["start", "rare"]
    at = dict(walk(graph, {FILM: 1.0}, {}, 0.15).phrases)
    assert at["Rare"] / at["Everybody"] == pytest.approx(log(51) / log(11), rel=0.05)


def test_common_name_has_a_lower_start_weight() -> None:
    one = PhraseFound("a", "A", "PERSON", None, 4)
    near = PhraseFound("b", "B", "PERSON", None, 0, 0.5)
    assert start_weights([one, near, replace(one, similarity=0.1)]) == {"a": 0.25, "b": 0.5}


def test_namesakes_are_connected() -> None:
    graph = graph_of({"a": ["Vane"], "b": ["vane"], "c": ["Quill"]})
    assert namesakes(graph) == [("Vane", "vane")]
    assert found(graph, "Vane") == ["a", "b"]


def phrase(number: int, records: int = 1) -> PhraseFound:
    return PhraseFound(str(number), f"Name {number}", "PERSON", None, records)


def test_hubs_are_omitted_and_reported_largest_first() -> None:
    whole = GraphBuilder()
    whole.add_phrases([phrase(number, 100 + number) for number in range(7)], widest=100)
    assert list(whole.phrases) == ["0"]
    whole.add_places([Place("0", "c", 1, 1, 1), Place("6", "c", 1, 1, 1)])
    assert list(whole.places) == [("0", "c")]
    [limitation] = PhraseGraph(too_wide=tuple(whole.too_wide.values())).limitations
    assert "“Name 6”, “Name 5”" in limitation
    assert f"and {6 - MOST_LISTED} more" in limitation


def test_neighborhood_is_limited_and_reports_the_cut() -> None:
    whole = GraphBuilder()
    whole.add_phrases([phrase(number) for number in range(MOST_NODES)], widest=9)
    assert not whole.is_cut
    whole.add_phrases([phrase(0)], widest=9)  # already present
    assert not whole.is_cut
    whole.add_places([Place("0", "c", 1, 1, 1)])
    assert whole.is_cut
    assert (len(whole.phrases), whole.places) == (MOST_NODES, {})
    [limitation] = PhraseGraph(is_cut=True).limitations
    assert "20,000" in limitation


def test_walk_does_not_add_its_starting_records() -> None:
    first = [RankedRecord(1, "film", 1.0)]
    starts = [one for one in TWO_STEPS.phrases if one.name == FILM]
    added = walked(TWO_STEPS, starts, first)
    assert next(iter(added)).chunk_id == "life"
    assert "film" not in {one.chunk_id for one in added}


def test_first_added_record_ranks_fifth() -> None:
    plain = [RankedRecord(number, f"{number}-0", 1 / number, 0.5) for number in range(1, 9)]
    ranked = [one.na_id for one in fused_with_walk(plain, [Hit("99-0", 99, 0.1)])]
    assert ranked == [1, 2, 3, 4, 99, 5, 6, 7, 8]


na_ids = st.lists(st.integers(1, 40), unique=True, max_size=20)


@given(plain=na_ids, added=na_ids)
def test_fusion_never_removes_records(plain: list[int], added: list[int]) -> None:
    ranked = [RankedRecord(one, f"{one}-0", 1.0, 0.7) for one in plain]
    hits = [Hit(f"{one}-0", one, 1.0) for one in added]
    whole = fused_with_walk(ranked, hits)
    assert {one.na_id for one in whole} == {*plain, *added}
    assert {one.na_id for one in fused_with_walk(ranked, hits[: len(hits) // 2])} <= {
        one.na_id for one in whole
    }
    if plain and not {*plain[:STARTING]} & {*added}:  # `walked` never adds these
        assert whole[0].na_id == plain[0]


names_by_text = st.dictionaries(
    st.sampled_from("abcdefgh"),
    st.lists(st.sampled_from(["V", "W", "X", "Y", "Z"]), min_size=1, max_size=4, unique=True),
    min_size=1,
)


@given(texts=names_by_text, damping=st.sampled_from([0.15, 0.5, 0.85]))
def test_walk_weights_sum_to_one_and_stay_connected(
    texts: dict[str, list[str]], damping: float
) -> None:
    graph = graph_of(texts)
    start = graph.phrases[0].phrase_id
    once = walk(graph, {start: 1.0}, {}, damping)
    total = sum(score for _, score in once.phrases) + sum(one.score for one in once.chunks)
    assert total == pytest.approx(1)
    reached = {start}
    while (
        more := {name for names in texts.values() if reached & {*names} for name in names} - reached
    ):
        reached |= more
    assert {name for name, score in once.phrases if score > 1e-9} <= reached
    assert {one.chunk_id for one in once.chunks if one.score > 1e-9} <= {
        chunk_id for chunk_id, names in texts.items() if reached & {*names}
    }
