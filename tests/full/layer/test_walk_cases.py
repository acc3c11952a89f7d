"""More strategies that follow links between names: filters and hubs."""

import pytest

from narabot.models import LevelOfDescription
from narabot.retrieval import Retriever
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.operators.phrases import (
    mentions_in,
    mentions_of,
    phrases_named,
)
from narabot.retrieval.operators.request_entities import linked_phrases
from narabot.retrieval.operators.statements import read_statement_graph
from narabot.understanding.names import name_tokens
from tests.embedders import WordEmbedder
from tests.neo4j.test_name_strategies import retriever
from tests.neo4j.test_statement_strategies import (
    ASKED,
    BOTH,
    REPORT,
    WALKS,
    crowded,
    found,
    loaded,
    names_of,
)

__all__ = ["loaded", "retriever"]

pytestmark = pytest.mark.layer


@pytest.mark.parametrize("name", [*WALKS, "cypher_traverse"])
def test_strategies_return_only_records_that_match_filters(loaded: Retriever, name: str) -> None:
    levels = (LevelOfDescription.SERIES,)
    evidence = found(loaded, name, "Recife, Natal, Ruth Vane", levels=levels)
    assert {one.record.type for one in evidence.passages} <= {LevelOfDescription.SERIES}
    if name in BOTH:
        assert evidence.passages


def test_hub_is_not_followed_and_is_reported(loaded: Retriever) -> None:
    graph = loaded.graph
    try:
        crowded(graph, "Natal")
        for name in BOTH:
            evidence = found(loaded, name, "Where did the news from Recife go?")
            assert any("Natal" in one and "1,000" in one for one in evidence.limitations), name
            for path in evidence.paths:
                assert "Natal" not in names_of(path)[1:-2], name
        vector = WordEmbedder().embed_query(ASKED)
        starts = linked_phrases(loaded, name_tokens("Natal"))
        hit = Hit(f"{REPORT}-0", REPORT, 0.9)
        around = read_statement_graph(graph, starts, [hit], vector)
        assert {one.na_id for one in around.stated.values()} == {REPORT}
    finally:
        graph.write("MATCH (s:Statement) WHERE s.statementId STARTS WITH 'Natal' DETACH DELETE s")
        graph.write("MATCH (phrase:PhraseNode {name: 'Natal'}) SET phrase.records = 2")


def test_names_link_to_texts_and_texts_to_names(retriever: Retriever) -> None:
    graph = retriever.graph
    [vane] = phrases_named(graph, name_tokens("Ruth Vane"))
    mentions = mentions_of(graph, [vane.phrase_id])
    assert {one.na_id for one in mentions} == {8, 11, 13}
    assert len(mentions_of(graph, [vane.phrase_id], most=1)) == 1
    inside = mentions_in(graph, [one.chunk_id for one in mentions if one.na_id == 11])
    assert {phrase.na_id for phrase, _ in inside} == {8, 9}
    assert not mentions_in(graph, [one.chunk_id for one in mentions], widest=0)
