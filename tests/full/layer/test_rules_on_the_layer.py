"""Rules read the facts of a knowledge layer that narabot has built."""

from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.retrieval.rule_facts import graph_rules
from narabot.rules.facts import fact
from narabot.rules.rule_set import Goal
from tests.ingesting import ingest, write_records
from tests.knowledge_layers import build
from tests.records import raw_authority, raw_record

pytestmark = pytest.mark.layer


def test_rules_query_the_built_layer(graph: Graph, tmp_path: Path) -> None:
    person = raw_authority("Vane, Ruth, 1880-1951", naId=8)
    letters = raw_record("Letters", naId=11, scopeAndContentNote="Ruth Vane wrote on May 4, 1901.")
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", person, letters))
    build(graph)
    [row] = graph.read("MATCH (name:PhraseNode {naId: 8}) RETURN name.phraseId AS id")
    rules = graph_rules(graph, "read(N, R) :- phrase(X, N), mentioned_in(X, R, 0), asked(X).")
    told = rules.ask(Goal("read", (None, None)), [fact("asked", row["id"])])
    heading = "Vane, Ruth, 1880-1951"
    assert told.facts == (fact("read", heading, "11"), fact("read", heading, "8"))
    reached = graph_rules(graph).ask(Goal("reachable", (row["id"], None, None)))
    assert reached.facts
