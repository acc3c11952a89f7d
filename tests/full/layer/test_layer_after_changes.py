"""The knowledge layer after changes to texts and headings."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as examples
from hypothesis import strategies as st

from narabot.graph import Graph
from narabot.knowledge.building import read_backlog
from tests.conftest import LAYER_SCHEMA, wipe
from tests.knowing import begin, build, layer, nodes_of_layer, remove
from tests.neo4j.test_knowledge import (
    OFFICE,
    PERSON,
    RAWS,
    STEPS,
    letters,
    load,
    loaded,
    take,
    texts,
)
from tests.payloads import PAYLOADS
from tests.records import ancestor, raw_authority, raw_record

__all__ = ["loaded"]


pytestmark = pytest.mark.layer


def test_with_a_new_heading_all_texts_are_read_and_few_written(
    loaded: Graph, tmp_path: Path
) -> None:
    build(loaded)
    load(loaded, tmp_path, raw_authority("Clerk, A., 1850-1900", naId=10), name="p.jsonl")
    report = build(loaded)
    assert report.records == 5
    assert report.written == 1
    clean_layer = layer(loaded)
    remove(loaded)
    build(loaded)
    assert layer(loaded) == clean_layer


def test_a_record_and_all_below_it_can_be_read_alone(graph: Graph, tmp_path: Path) -> None:
    below = raw_record("Ruth Vane, 1901", naId=21, ancestors=[ancestor(11, "series", 1)])
    load(graph, tmp_path, PERSON, letters(11, "Ruth Vane"), letters(12, "Ruth Vane"), below)
    run = begin(graph, [11])
    assert (read_backlog(run).outdated_records, read_backlog(run).records) == (2, 2)
    assert build(graph, [11]).records == 2
    assert {row["naId"] for row in graph.read("MATCH (c:PassageNode) RETURN c.naId AS naId")} == {
        11,
        21,
    }


def test_a_hostile_name_is_data(graph: Graph, tmp_path: Path) -> None:
    orders = [*(one.text.replace("\n", " ") for one in PAYLOADS), "'}) DETACH DELETE n //"]
    hostile = [
        raw_authority(f"{order}, 1900-1950", naId=1000 + number)
        for number, order in enumerate(orders)
    ]
    raws = [letters(2000 + number, order) for number, order in enumerate(orders)]
    load(graph, tmp_path, *hostile, *raws)
    before = texts(graph)
    assert build(graph).written == 2 * len(orders)
    assert texts(graph) == before
    rows = graph.read(
        "MATCH (phrase:PhraseNode)-[mention:MENTIONED_IN]->(chunk:PassageNode) "
        "RETURN mention.surface AS surface, phrase.naId >= 1000 AS isHostile, "
        "chunk.text AS text, mention.start AS start, mention.end AS end"
    )
    assert any(row["isHostile"] for row in rows)
    for row in rows:
        assert row["surface"] == " ".join(row["text"][row["start"] : row["end"]].split())


@pytest.mark.slow
@settings(
    max_examples=8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@examples(steps=st.lists(st.sampled_from(STEPS), min_size=1, max_size=6))
def test_the_layer_is_what_the_texts_say_whatever_has_happened(
    steps: list[str], graph: Graph, tmp_path_factory: pytest.TempPathFactory
) -> None:
    wipe(graph, LAYER_SCHEMA)
    folder = tmp_path_factory.mktemp("steps")
    load(graph, folder, PERSON, OFFICE, RAWS[11], RAWS[12])
    for number, step in enumerate(steps):
        take(graph, folder, step, number)
    build(graph)
    whatever = layer(graph)
    remove(graph)
    assert nodes_of_layer(graph) == 0
    build(graph)
    assert layer(graph) == whatever
