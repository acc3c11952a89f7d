"""Strategies that start from the names in a request, on a small graph with a knowledge layer."""

from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.knowledge.vectors import PHRASE_NODES, embed_nodes
from narabot.retrieval import Retriever
from narabot.retrieval.operators.phrases import (
    near_phrases,
    phrases_named,
    related_to,
)
from narabot.understanding.names import name_tokens
from tests.embedders import WordEmbedder
from tests.knowledge_layers import AT_ONCE, loaded_retriever
from tests.records import raw_authority, raw_series

pytestmark = pytest.mark.layer

HEADING = "Vane, Ruth, 1880-1951"
BOARD = "Department of Harbors. Lighthouse Board. 10/9/1852-1910"


RECORDS = (
    raw_authority(HEADING, naId=8),
    raw_authority(BOARD, naId=9, authorityType="organization"),
    raw_series(11, "Letters", "Ruth Vane wrote of the storm to the Lighthouse Board."),
    raw_series(12, "Accounts", "Oil and lamps were bought."),
    raw_series(13, "Logbooks", "Ruth Vane kept the light.", levelOfDescription="fileUnit"),
)


@pytest.fixture
def retriever(graph: Graph, tmp_path: Path) -> Retriever:
    """Return a retriever on a graph whose phrases have vectors."""
    return loaded_retriever(graph, tmp_path, *RECORDS)


def test_request_names_match_headings_variants_and_name_parts(
    retriever: Retriever,
) -> None:
    graph = retriever.graph
    named = phrases_named(graph, name_tokens("Did Ruth Vane's letter reach the Lighthouse Board?"))
    assert {one.na_id for one in named} == {8, 9}
    assert all(one.similarity == 1 for one in named)
    assert phrases_named(graph, name_tokens("Was oil bought?")) == ()
    assert phrases_named(graph, name_tokens("")) == ()


def test_relations_work_both_ways_and_wide_phrases_are_reported(
    retriever: Retriever,
) -> None:
    graph = retriever.graph
    [board] = phrases_named(graph, name_tokens("Lighthouse Board"))
    related = related_to(graph, [board.phrase_id])
    assert {(one.classes, one.is_subject) for one in related.found} >= {
        (("DATE_FOUNDED_IN",), True),
    }
    [one] = [one for one in related.found if one.classes == ("DATE_FOUNDED_IN",)]
    back = related_to(graph, [one.other.phrase_id])
    assert [(two.other.phrase_id, two.is_subject) for two in back.found] == [
        (board.phrase_id, False)
    ]
    assert related_to(graph, [board.phrase_id], widest=0).too_wide == (board.phrase_id,)


def test_names_are_embedded_once(retriever: Retriever) -> None:
    model = WordEmbedder()
    assert embed_nodes(retriever.graph, PHRASE_NODES, lambda: model, AT_ONCE) == 0  # type: ignore[arg-type,return-value]
    assert near_phrases(retriever, "Lighthouse Board")[0].na_id == 9
    assert near_phrases(retriever, "Lighthouse Board")[0].similarity > 0.5
