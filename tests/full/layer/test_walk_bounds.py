"""Strategies that follow links between names respect filters and limits."""

from dataclasses import replace
from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.models import LevelOfDescription, RequestClass, Wording
from narabot.retrieval import Budget, Evidence, Retriever, open_retriever, open_strategy
from narabot.retrieval.operators.phrase_graph import NO_NAME
from narabot.retrieval.strategies import hipporag
from narabot.understanding import plain_request
from tests.embedders import WordEmbedder
from tests.ingesting import load_records
from tests.knowledge_layers import build
from tests.neo4j.test_walk_strategies import (
    QUESTION,
    RECORDS,
    VANE,
    WAYS,
    retriever,
)
from tests.retrieval import find_evidence, na_ids

__all__ = ["retriever"]


pytestmark = pytest.mark.layer


@pytest.mark.parametrize("way", WAYS)
def test_filters_apply_to_every_traversal_result(retriever: Retriever, way: str) -> None:
    evidence = find_evidence(retriever, way, "Ruth Vane", levels=(LevelOfDescription.FILE_UNIT,))
    assert na_ids(evidence) == [13]


@pytest.mark.parametrize("way", ["fastgraphrag", "minirag"])
def test_list_without_known_names_contains_word_matches(
    graph: Graph, tmp_path: Path, way: str
) -> None:
    load_records(graph, tmp_path, *RECORDS)
    build(graph)
    wanted = replace(plain_request(Wording("oil lamps")), request_class=RequestClass.SHOW_RECORDS)
    evidence = open_strategy(way, open_retriever(graph, WordEmbedder(), 100))(wanted, Budget(8))
    assert na_ids(evidence) == [12]
    assert evidence.listing is not None
    assert evidence.listing.is_complete
    assert evidence.limitations == (NO_NAME,)


@pytest.mark.parametrize("way", ["fastgraphrag", "hipporag", "minirag"])
def test_records_on_a_path_have_names_and_types(retriever: Retriever, way: str) -> None:
    request = plain_request(Wording(QUESTION))
    [first, *_] = open_strategy(way, retriever)(request, Budget(1)).paths
    kinds = {node.na_id: (node.name, node.kind) for node in first.nodes if not node.phrase_id}
    known = {
        11: ("Kelp Papers", "series"),
        13: ("Logbooks", "fileUnit"),
        VANE: ("Vane, Ruth, 1880-1951", "person"),
        6: ("Kelp Papers", "topicalSubject"),
    }
    assert kinds
    assert kinds.items() <= known.items()


@pytest.mark.parametrize("way", ["hipporag", "lightrag"])
def test_combined_strategy_finds_what_plain_search_finds(retriever: Retriever, way: str) -> None:
    assert 12 in na_ids(find_evidence(retriever, way, "was oil bought for the lamps?"))


@pytest.mark.parametrize("way", WAYS)
def test_request_without_words_causes_no_error(retriever: Retriever, way: str) -> None:
    assert isinstance(find_evidence(retriever, way, "?"), Evidence)


def test_traversal_starts_are_bounded(retriever: Retriever) -> None:
    assert Budget(8).passages == hipporag.STARTING
    steps = [step.name for step in find_evidence(retriever, "hipporag", QUESTION).steps]
    assert steps[-3:] == [
        "Loading related names and texts",
        "Traversing the graph",
        "Reading the passages",
    ]
