"""Requests that contain names, on graphs with and without a knowledge layer."""

from pathlib import Path

import pytest

from narabot.errors import StrategyError
from narabot.graph import Graph
from narabot.models import LevelOfDescription
from narabot.retrieval import (
    Retriever,
    available_strategies,
    open_retriever,
    open_strategy,
)
from narabot.retrieval.operators.phrases import (
    NO_LAYER,
    missing_layer_reason,
    near_phrases,
)
from tests.embedders import WordEmbedder
from tests.ingesting import load_records
from tests.knowledge_layers import build
from tests.neo4j.test_name_strategies import RECORDS, retriever
from tests.retrieval import find_evidence, na_ids

__all__ = ["retriever"]


pytestmark = pytest.mark.layer


@pytest.mark.parametrize("way", ["vector_search", "hybrid_search", "lightrag"])
def test_records_that_name_a_person_are_found(retriever: Retriever, way: str) -> None:
    evidence = find_evidence(retriever, way, "What did Ruth Vane write of the storm?")
    assert na_ids(evidence)[0] == 11
    only = find_evidence(retriever, way, "Ruth Vane", levels=(LevelOfDescription.FILE_UNIT,))
    assert na_ids(only) == [13]


def test_missing_layer_is_reported(bare_graph: Graph, tmp_path: Path) -> None:
    load_records(bare_graph, tmp_path, *RECORDS)
    plain = open_retriever(bare_graph, WordEmbedder(), 100)
    assert missing_layer_reason(bare_graph) == NO_LAYER
    with pytest.raises(StrategyError, match="knowledge build"):
        open_strategy("vector_search", plain)
    assert available_strategies(bare_graph, ["vector_search", "no_such_way", "hybrid"]) == (
        "hybrid",
    )
    build(bare_graph)
    assert missing_layer_reason(bare_graph) is None
    assert near_phrases(plain, "Ruth Vane") == []
