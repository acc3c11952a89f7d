"""Strategies that walk between names and texts, on a small graph with a knowledge layer."""

from pathlib import Path

import pytest

from narabot.errors import StrategyError
from narabot.graph import Graph
from narabot.models import Wording
from narabot.retrieval import Budget, Retriever, open_retriever, open_strategy
from narabot.retrieval.operators import phrase_graph as graphs
from narabot.retrieval.operators.phrase_graph import NO_NAME, phrase_graph
from narabot.retrieval.operators.phrases import phrases_named
from narabot.understanding import plain_request
from narabot.understanding.names import name_tokens
from tests.embedders import WordEmbedder
from tests.ingesting import load_records
from tests.knowledge_layers import build, loaded_retriever
from tests.records import raw_authority, raw_series
from tests.retrieval import find_evidence, na_ids

pytestmark = pytest.mark.layer

WAYS = ("fastgraphrag", "hipporag", "minirag", "lightrag")
BOARD, VANE, QUILL = 9, 8, 7

QUESTION = "Who was the father of the keeper named in the Kelp Papers?"
"""The papers name Vane. Only Vane's own record names the father, in different words."""


RECORDS = (
    raw_authority(
        "Vane, Ruth, 1880-1951",
        naId=VANE,
        biographicalNote="She was born in Salem to Amos Quill, 1850-1911.",
    ),
    raw_authority("Quill, Amos, 1850-1911", naId=QUILL),
    raw_authority(
        "Department of Harbors. Lighthouse Board. 10/9/1852-1910",
        naId=BOARD,
        authorityType="organization",
    ),
    raw_authority("Kelp Papers", naId=6, authorityType="topicalSubject"),
    raw_series(11, "Kelp Papers", "Ruth Vane sent these to the Lighthouse Board."),
    raw_series(12, "Accounts", "Oil and lamps were bought."),
    raw_series(13, "Logbooks", "Ruth Vane kept the light.", levelOfDescription="fileUnit"),
    *(raw_series(na_id, "Vouchers", "Paid by the Lighthouse Board.") for na_id in range(20, 32)),
)


@pytest.fixture
def retriever(graph: Graph, tmp_path: Path) -> Retriever:
    """Return a retriever on a graph whose phrases have vectors."""
    return loaded_retriever(graph, tmp_path, *RECORDS)


@pytest.mark.parametrize("way", ["fastgraphrag", "hipporag", "minirag"])
def test_walk_follows_a_name_from_one_text_to_another(retriever: Retriever, way: str) -> None:
    evidence = find_evidence(retriever, way, QUESTION)
    assert {11, VANE} <= set(na_ids(evidence))
    paths = {one.nodes[-1].na_id: one for one in evidence.paths}
    assert [node.na_id for node in paths[VANE].nodes][-3:] == [11, VANE, VANE]
    assert {edge.is_reversed for edge in paths[VANE].edges} == {True, False}


def test_hipporag_extends_hybrid_results_with_the_same_first_hit(retriever: Retriever) -> None:
    plain, walked = (find_evidence(retriever, way, QUESTION) for way in ("hybrid", "hipporag"))
    assert na_ids(walked)[0] == na_ids(plain)[0]
    whole = open_strategy("hipporag", retriever)(plain_request(Wording(QUESTION)), Budget(100))
    assert set(na_ids(plain)) <= set(na_ids(whole))


@pytest.mark.parametrize("way", ["fastgraphrag", "minirag"])
def test_request_without_a_known_name_reports_a_limitation(
    graph: Graph, tmp_path: Path, way: str
) -> None:
    load_records(graph, tmp_path, *RECORDS)
    build(graph)
    without_vectors = open_retriever(graph, WordEmbedder(), 100)
    evidence = find_evidence(without_vectors, way, "was anything bought?")
    assert evidence.passages == ()
    assert evidence.limitations == (NO_NAME,)


def test_overly_frequent_phrase_is_skipped_and_reported(retriever: Retriever) -> None:
    named = phrases_named(retriever.graph, name_tokens("Lighthouse Board"))
    cut = phrase_graph(retriever, named, ["11-0"], widest=5)
    assert BOARD not in {one.na_id for one in cut.phrases}
    assert {one.na_id for one in cut.too_wide} == {BOARD}
    assert "Lighthouse Board" in cut.limitations[0]
    whole = phrase_graph(retriever, named, ["11-0"])
    assert whole.limitations == ()
    assert len([one for one in whole.places if one.na_id >= 20]) == 12


def test_authority_record_of_a_name_is_always_included(
    retriever: Retriever, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs, "MOST_PLACES", 1)
    named = phrases_named(retriever.graph, name_tokens("Lighthouse Board"))
    assert {one.na_id for one in phrase_graph(retriever, named, ()).places} >= {BOARD}


def test_truncated_phrase_graph_reports_its_limit(
    retriever: Retriever, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs, "MOST_NODES", 5)
    evidence = find_evidence(retriever, "hipporag", QUESTION)
    assert any("limited to 5 of the names" in one for one in evidence.limitations)
    assert evidence.passages


def test_walk_runs_at_most_seven_extra_queries(retriever: Retriever) -> None:
    plain, walked = (
        find_evidence(retriever, way, QUESTION).cost.statements for way in ("hybrid", "hipporag")
    )
    # three queries for the names in the request, and one each for their texts, the names in
    # these texts, the texts that mention these names, and a count
    assert walked - plain <= 7


def test_graph_without_a_knowledge_layer_raises_an_error(bare_graph: Graph, tmp_path: Path) -> None:
    load_records(bare_graph, tmp_path, *RECORDS)
    plain = open_retriever(bare_graph, WordEmbedder(), 100)
    for way in WAYS:
        with pytest.raises(StrategyError, match="knowledge build"):
            open_strategy(way, plain)
