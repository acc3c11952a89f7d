"""`triplets` and `cypher_traverse` on a few records with a knowledge layer."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from narabot.errors import ModelUnavailableError, StrategyError
from narabot.graph import Graph, open_graph
from narabot.knowledge.vectors import PHRASE_NODES, embed_nodes
from narabot.models import (
    Connection,
    EvidencePath,
    RequestClass,
    Wording,
)
from narabot.retrieval import STRATEGIES, Budget, Evidence, Retriever, open_retriever, open_strategy
from narabot.retrieval.operators.request_entities import linked_phrases
from narabot.retrieval.operators.statements import NO_KNOWN_NAME, read_statement_graph
from narabot.understanding import plain_request
from narabot.understanding.names import name_tokens
from tests.conftest import wipe
from tests.embedders import WordEmbedder
from tests.ingesting import ingest, write_records
from tests.knowledge_layers import AT_ONCE, build, remove
from tests.records import ancestor, raw_authority, raw_record
from tests.retrieval import find_evidence
from tests.scripted_model import ScriptedModel

BOARD = "Department of Harbors. Lighthouse Board. 10/9/1852-1910"
CREATOR = {"naId": 9, "heading": BOARD, "authorityType": "organization"}
REPORT, REPLY, ORDER, SERIES = 21, 22, 23, 11
TITLES = {
    REPORT: "Airgram from Recife to Natal Concerning Broken Lamps (A-19): 2/20/1969",
    REPLY: "Telegram from Natal to Belem Concerning Spare Glass (20): 3/1/1969",
    ORDER: "Telegram from Belem to Manaus Concerning River Ice (21): 3/2/1969",
}
ASKED = "What did Recife write to Natal about lamps?"
WALKS = [name for name in STRATEGIES if name.startswith("triplets")]
BOTH = ["triplets", "cypher_traverse"]


def raw_items() -> list[dict[str, Any]]:
    """Return messages whose titles name a sender and a recipient."""
    return [
        raw_record(
            title, naId=na_id, levelOfDescription="item", ancestors=[ancestor(SERIES, "series", 1)]
        )
        for na_id, title in TITLES.items()
    ]


@pytest.fixture(scope="module")
def loaded(server: Connection, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Retriever]:
    """Yield a retriever on a series, its messages, and an office, with phrases and vectors."""
    folder = tmp_path_factory.mktemp("walking")
    series = raw_record(
        "Messages of the posts",
        naId=SERIES,
        levelOfDescription="series",
        scopeAndContentNote="Ruth Vane wrote to the Lighthouse Board on May 4, 1901.",
        creators=[CREATOR],
    )
    office = raw_authority(BOARD, naId=9, authorityType="organization")
    person = raw_authority("Vane, Ruth, 1880-1951", naId=8)
    with open_graph(server) as graph:
        wipe(graph)
        ingest(
            graph, folder, write_records(folder / "a.jsonl", office, person, series, *raw_items())
        )
        build(graph)
        embed_nodes(graph, PHRASE_NODES, WordEmbedder, AT_ONCE)
        yield open_retriever(graph, WordEmbedder(), 100)


def found(retriever: Retriever, name: str, words: str = ASKED, **filters: Any) -> Evidence:
    """Return the evidence that a strategy finds for the shared question or other words."""
    return find_evidence(retriever, name, words, **filters)


def names_of(path: EvidencePath) -> list[str]:
    """Return the names of the nodes on a path."""
    return [node.name for node in path.nodes]


@pytest.mark.parametrize("name", [*WALKS, "cypher_traverse"])
def test_statements_about_requested_names_are_found(loaded: Retriever, name: str) -> None:
    evidence = found(loaded, name)
    assert evidence.passages[0].na_id == REPORT
    assert evidence.cost.statements <= 12
    assert evidence.cost.model_calls == 0
    assert all(step.ms >= 0 for step in evidence.steps)


@pytest.mark.parametrize("name", BOTH)
def test_walk_reaches_records_that_do_not_mention_the_name(loaded: Retriever, name: str) -> None:
    evidence = found(loaded, name, "Where did the news from Recife go?")
    assert {REPORT, REPLY} <= {one.na_id for one in evidence.passages}


@pytest.mark.parametrize("name", BOTH)
def test_path_leads_from_a_phrase_to_a_record(loaded: Retriever, name: str) -> None:
    evidence = found(loaded, name)
    path = next(one for one in evidence.paths if one.nodes[-1].na_id == REPORT)
    assert path.nodes[0].name in {"Recife", "Natal"}
    assert path.nodes[-1].name == TITLES[REPORT]
    assert path.edges[-1].relation == "MENTIONED_IN"
    for one in evidence.paths:
        *phrases, record = one.nodes
        known = loaded.graph.read(
            "MATCH (phrase:PhraseNode) WHERE phrase.phraseId IN $ids RETURN phrase.name AS name",
            ids=[node.phrase_id for node in phrases],
        )
        assert sorted(row["name"] for row in known) == sorted(node.name for node in phrases)
        assert record.phrase_id is None
        assert record.na_id in {passage.na_id for passage in evidence.passages}


def test_path_quotations_match_the_chunk_text(loaded: Retriever) -> None:
    evidence = found(loaded, "triplets")
    texts = {chunk.chunk_id: chunk.text for one in evidence.passages for chunk in one.chunks}
    quotes = [edge.quote for path in evidence.paths for edge in path.edges if edge.quote]
    assert quotes
    for one in quotes:
        assert texts[one.chunk_id][one.start : one.end] == one.quote


def test_relation_keeps_its_direction(loaded: Retriever) -> None:
    paths = found(loaded, "cypher_traverse", "Where did the news from Recife go?").paths
    path = next(one for one in paths if one.nodes[-1].na_id == REPLY)
    assert names_of(path)[:2] == ["Recife", "Natal"]
    assert path.edges[0].relation == "SENT_TO"
    assert not path.edges[0].is_reversed


def test_theses_and_episodes_are_nodes_and_edges_are_valid(
    loaded: Retriever,
) -> None:
    graph = loaded.graph
    starts = linked_phrases(loaded, name_tokens(ASKED))
    assert {one.name for one in starts} == {"Recife", "Natal"}
    around = read_statement_graph(graph, starts, [], WordEmbedder().embed_query(ASKED))
    rows = graph.read("MATCH (s:Statement) RETURN s.statementId AS id, s.kind AS kind")
    kinds = {row["id"]: row["kind"] for row in rows}
    phrases = {row["id"] for row in graph.read("MATCH (p:PhraseNode) RETURN p.phraseId AS id")}
    assert {edge.kind for edge in around.stated} == {"relation", "thesis", "episode"}
    for edge, stated in around.stated.items():
        assert kinds[stated.statement_id] == edge.kind == stated.kind
        assert edge.start in phrases
        assert edge.end in phrases if edge.kind == "relation" else edge.end == stated.statement_id
    assert around.neighbors(starts[0].phrase_id)
    assert around.neighbors("nothing") == ()


@pytest.mark.parametrize("name", BOTH)
def test_list_puts_records_with_all_words_first(loaded: Retriever, name: str) -> None:
    request = plain_request(Wording("river ice"))
    request = replace(request, request_class=RequestClass.SHOW_RECORDS)
    evidence = open_strategy(name, loaded)(request, Budget(8))
    assert evidence.listing is not None
    assert evidence.passages[0].na_id == ORDER


def test_request_without_known_names_uses_vector_search(
    loaded: Retriever,
) -> None:
    evidence = found(loaded, "triplets", "who broke the lamps?")
    assert evidence.passages[0].na_id == REPORT
    assert NO_KNOWN_NAME in evidence.limitations
    assert not found(loaded, "triplets:bfs", "who broke the lamps?").passages


def test_unknown_name_is_linked_to_the_most_similar_phrase(
    loaded: Retriever,
) -> None:
    def meant(words: str) -> list[str]:
        return [one.name for one in linked_phrases(loaded, name_tokens(words))]

    assert meant("Who led the Harbors Lighthouse Board then?") == [BOARD]
    assert meant("Did Recife write?") == ["Recife"]
    assert linked_phrases(loaded, name_tokens("lamps"), ["Recife"])[0].name == "Recife"
    assert linked_phrases(loaded, name_tokens(ASKED), []) == ()


def test_language_model_chooses_the_start_phrases(loaded: Retriever) -> None:
    model = ScriptedModel([json.dumps({"entities": ["Natal"]})])
    evidence = found(replace(loaded, language_model=model), "triplets:water")
    assert evidence.cost.model_calls == len(model.prompts) == 1
    assert {names_of(path)[0] for path in evidence.paths} == {"Natal"}


@pytest.mark.parametrize(
    ("replies", "said"),
    [
        (["No.", '{"entities": ["Lima"]}'], "did not return a valid list"),
        ([ModelUnavailableError("gone")], "did not reply"),
    ],
)
def test_failed_model_falls_back_to_names_in_the_request(
    loaded: Retriever, replies: list[str | Exception], said: str
) -> None:
    model = ScriptedModel(replies)
    evidence = found(replace(loaded, language_model=model), "triplets")
    assert evidence.cost.model_calls == len(model.prompts) == len(replies)
    assert any(said in one for one in evidence.limitations)
    assert evidence.passages == found(loaded, "triplets").passages


QUOTED = 'What of "Recife`}) DETACH DELETE n //" and O\'Hara\\ wrote Natal?'


@pytest.mark.parametrize("name", BOTH)
def test_cypher_syntax_in_a_request_is_harmless(loaded: Retriever, name: str) -> None:
    count = "MATCH (node) RETURN count(node) AS nodes"
    before = loaded.graph.read(count)
    assert found(loaded, name, QUOTED).passages
    assert loaded.graph.read(count) == before


def crowded(graph: Graph, name: str) -> None:
    """Give a phrase more statements and more records than a walk follows."""
    graph.write(
        "MATCH (phrase:PhraseNode {name: $name}) SET phrase.records = 1001 "
        "WITH phrase UNWIND range(1, 1001) AS number "
        "CREATE (:Statement {statementId: $name + number})-[:ABOUT {role: 'part'}]->(phrase)",
        name=name,
    )


def test_graph_without_a_knowledge_layer_raises_an_error(loaded: Retriever) -> None:
    remove(loaded.graph)
    for name in [*WALKS, "cypher_traverse"]:
        with pytest.raises(StrategyError, match="knowledge build"):
            open_strategy(name, loaded)
