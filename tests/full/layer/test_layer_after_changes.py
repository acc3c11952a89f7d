"""The knowledge layer after changes to texts and headings."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as examples
from hypothesis import strategies as st
from neo4j.exceptions import ServiceUnavailable

from narabot.graph import Graph
from narabot.knowledge import building
from narabot.knowledge.building import read_backlog
from narabot.knowledge.removal import remove_layer
from narabot.retrieval.phrases import (
    phrases_with_words,
)
from tests.conftest import LAYER_SCHEMA, wipe
from tests.ingesting import load_records
from tests.knowledge_layers import begin, build, layer, nodes_of_layer, remove
from tests.neo4j.test_knowledge import (
    OFFICE,
    PERSON,
    RAWS,
    STEPS,
    BrokenError,
    letters,
    loaded,
    take,
    texts,
)
from tests.payloads import PAYLOADS
from tests.records import ancestor, raw_authority, raw_record

__all__ = ["loaded"]


pytestmark = pytest.mark.layer


def test_new_heading_rereads_all_texts_but_rewrites_few(loaded: Graph, tmp_path: Path) -> None:
    build(loaded)
    load_records(loaded, tmp_path, raw_authority("Clerk, A., 1850-1900", naId=10), name="p.jsonl")
    report = build(loaded)
    assert report.records == 5
    assert report.written == 1
    clean_layer = layer(loaded)
    remove(loaded)
    build(loaded)
    assert layer(loaded) == clean_layer


def test_build_can_be_limited_to_a_record_and_descendants(graph: Graph, tmp_path: Path) -> None:
    below = raw_record("Ruth Vane, 1901", naId=21, ancestors=[ancestor(11, "series", 1)])
    load_records(graph, tmp_path, PERSON, letters(11, "Ruth Vane"), letters(12, "Ruth Vane"), below)
    run = begin(graph, [11])
    assert (read_backlog(run).outdated_records, read_backlog(run).records) == (2, 2)
    assert build(graph, [11]).records == 2
    assert {row["naId"] for row in graph.read("MATCH (c:PassageNode) RETURN c.naId AS naId")} == {
        11,
        21,
    }


def test_hostile_names_are_treated_as_data(graph: Graph, tmp_path: Path) -> None:
    orders = [*(one.text.replace("\n", " ") for one in PAYLOADS), "'}) DETACH DELETE n //"]
    hostile = [
        raw_authority(f"{order}, 1900-1950", naId=1000 + number)
        for number, order in enumerate(orders)
    ]
    raws = [letters(2000 + number, order) for number, order in enumerate(orders)]
    load_records(graph, tmp_path, *hostile, *raws)
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


@settings(
    max_examples=5,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@examples(steps=st.lists(st.sampled_from(STEPS), min_size=1, max_size=6))
def test_layer_depends_only_on_the_texts(
    steps: list[str], graph: Graph, tmp_path_factory: pytest.TempPathFactory
) -> None:
    wipe(graph, LAYER_SCHEMA)
    folder = tmp_path_factory.mktemp("steps")
    load_records(graph, folder, PERSON, OFFICE, RAWS[11], RAWS[12])
    for number, step in enumerate(steps):
        take(graph, folder, step, number)
    build(graph)
    whatever = layer(graph)
    remove(graph)
    assert nodes_of_layer(graph) == 0
    build(graph)
    assert layer(graph) == whatever


def test_phrase_without_mentions_is_removed(loaded: Graph, tmp_path: Path) -> None:
    load_records(loaded, tmp_path, letters(12, "The Penrose Committee Act of 1899"))
    build(loaded)
    load_records(
        loaded, tmp_path, letters(12, "A clerk", creators=[], scopeAndContentNote="Nothing.")
    )
    build(loaded)
    remaining = layer(loaded)
    remove(loaded)
    build(loaded)
    assert layer(loaded) == remaining


@pytest.mark.parametrize("step", range(3))
def test_build_after_interrupted_removal_restores_the_layer(loaded: Graph, step: int) -> None:
    build(loaded)
    whole = layer(loaded)
    steps = iter(range(5))

    def some_at_a_time(run: Callable[..., Any], *args: Any, **more: Any) -> Any:
        if next(steps) == step:
            raise BrokenError
        return run(*args, **more)

    with suppress(BrokenError):
        remove_layer(loaded, some_at_a_time)  # type: ignore[arg-type]
    build(loaded)
    assert layer(loaded) == whole


def test_deleted_name_is_not_found_before_the_next_build(loaded: Graph, tmp_path: Path) -> None:
    load_records(loaded, tmp_path, PERSON, OFFICE, letters(11, "Executive Order 9066"))
    build(loaded)
    assert phrases_with_words(loaded, "order 9066")
    load_records(loaded, tmp_path, PERSON, OFFICE, letters(11, "A clerk"))
    assert not phrases_with_words(loaded, "order 9066")


def test_half_created_constraint_is_recreated(loaded: Graph) -> None:
    remove(loaded)
    loaded.write("CREATE INDEX statementId FOR (statement:Statement) ON (statement.statementId)")
    assert build(loaded).written == 4
    [row] = loaded.read("SHOW CONSTRAINTS YIELD name WHERE name = 'statementId' RETURN name")
    assert row["name"] == "statementId"


def test_lost_database_connection_is_retried(loaded: Graph) -> None:
    run = begin(loaded)
    with pytest.MonkeyPatch.context() as patched:
        silent = [ServiceUnavailable("gone")]

        def once(*args: Any) -> Any:
            if silent:
                raise silent.pop()
            return write(*args)

        write = building.write_batch
        patched.setattr(building, "write_batch", once)
        assert building.run_build(run).written == 4
