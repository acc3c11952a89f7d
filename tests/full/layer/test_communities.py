"""Communities and reports on a graph: built, updated, removed, and supported by the records."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from narabot.graph import Graph, open_graph
from narabot.knowledge.communities import building
from narabot.knowledge.communities.building import build_communities as build_within
from narabot.knowledge.communities.report_checks import unsupported_sentences
from narabot.knowledge.vectors import REPORT_NODES, embed_nodes
from narabot.models import Connection, Wording
from narabot.models.communities import Finding
from narabot.retrieval import Budget, open_strategy
from narabot.retrieval.operators.communities import missing_reports_reason, stored_report
from narabot.retrieval.retriever import open_retriever
from narabot.understanding import plain_request
from tests.communities import (
    FIRST,
    GROUPS,
    ITEMS_OF_GROUP,
    SERIES,
    build_communities,
    item,
    items,
    people,
    series,
)
from tests.conftest import LAYER_SCHEMA, wipe
from tests.embedders import WordEmbedder
from tests.graphs import digest
from tests.ingesting import ingest, write_records
from tests.knowledge_layers import AT_ONCE, build, layer, nodes_of_layer, remove

pytestmark = pytest.mark.layer

FEW, MANY = 6, 50
"""Number of updates to the records in a normal run and in a long run."""


def load(graph: Graph, folder: Path, raws: list[dict[str, Any]], name: str = "rg.jsonl") -> None:
    """Load records. A file replaces the records of an earlier file with the same name."""
    ingest(graph, folder, write_records(folder / name, *raws), batch=200)


def load_with_communities(graph: Graph, folder: Path) -> None:
    """Load letters that name people from six groups, and build the communities."""
    load(graph, folder, people(), name="people.jsonl")
    load(graph, folder, [series(), *items()])
    build(graph)
    build_communities(graph)


@pytest.fixture(scope="module")
def shared_graph(server: Connection, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    """Yield a graph with communities, which tests before the first use of `graph` may read."""
    with open_graph(server) as graph:
        wipe(graph, LAYER_SCHEMA)
        load_with_communities(graph, tmp_path_factory.mktemp("communities"))
        yield graph


@pytest.fixture
def built(graph: Graph, tmp_path: Path) -> Graph:
    """Return a graph with communities, which the test may change."""
    load_with_communities(graph, tmp_path)
    return graph


def communities(graph: Graph, kind: str) -> dict[str, dict[str, Any]]:
    """Return the communities of a kind, keyed by identifier."""
    rows = graph.read(
        "MATCH (one:Community {kind: $kind}) RETURN properties(one) AS told ORDER BY "
        "one.communityId",
        kind=kind,
    )
    return {row["told"]["communityId"]: row["told"] for row in rows}


def reports(graph: Graph) -> dict[str, dict[str, Any]]:
    """Return all reports, keyed by the identifiers of their communities."""
    rows = graph.read(
        "MATCH (report:Report)-[:REPORTS]->(one:Community) "
        "RETURN report {.*, embedding: null} AS told ORDER BY one.communityId"
    )
    return {row["told"]["communityId"]: row["told"] for row in rows}


def false_sentences(graph: Graph) -> list[str]:
    """Return all report sentences that the graph does not support."""
    told = (stored_report(row) for row in reports(graph).values())
    return [sentence for report in told for sentence in unsupported_sentences(graph, report)]


def dangling(graph: Graph) -> list[Any]:
    """Return the communities and reports whose links to records or to each other are broken."""
    return graph.read(
        "MATCH (report:Report) WHERE NOT EXISTS { (report)-[:REPORTS]->(:Community) } "
        "RETURN 'report' AS what, report.communityId AS own "
        "UNION ALL "
        "MATCH (one:Community) WHERE COUNT { (:Report)-[:REPORTS]->(one) } <> 1 "
        "RETURN 'without report' AS what, one.communityId AS own "
        "UNION ALL "
        "MATCH (one:Community {kind: 'found'}) "
        "WHERE COUNT { (one)-[:PARENT_COMMUNITY]->(:Community) } <> 1 "
        "OR NOT EXISTS { (:PhraseNode)-[:IN_COMMUNITY]->(one) } "
        "OR any(naId IN one.members WHERE NOT EXISTS { (:recordWithText {naId: naId}) }) "
        "RETURN 'found' AS what, one.communityId AS own "
        "UNION ALL "
        "MATCH (one:Community {kind: 'given'}) "
        "WHERE NOT EXISTS { MATCH (r:record {naId: one.naId}) WHERE r.withdrawn IS NULL } "
        "RETURN 'given' AS what, one.communityId AS own"
    )


def test_catalog_and_detected_communities_have_reports(shared_graph: Graph) -> None:
    [given] = communities(shared_graph, "given").values()
    assert (given["naId"], given["level"], given["size"]) == (SERIES, 0, 361)
    found = communities(shared_graph, "found")
    tops = [one for one in found.values() if one["level"] == 0]
    assert len(tops) == GROUPS
    for one in tops:
        assert one["size"] == ITEMS_OF_GROUP
        assert len({(na_id - FIRST) // 1000 for na_id in one["members"]}) == 1
    told = reports(shared_graph)
    assert set(told) == {given["communityId"], *found}
    series_report = told[given["communityId"]]
    assert series_report["title"] == "Letters of the lights"
    assert series_report["summary"] == (
        "These letters tell of harbor lights. They were kept at Gull Point."
    )
    assert "By level: items: 360." in series_report["told"]
    assert all(0 < one["rating"] <= 10 and one["ratingExplanation"] for one in told.values())
    assert false_sentences(shared_graph) == []
    assert dangling(shared_graph) == []


def test_unsupported_report_sentence_is_detected(shared_graph: Graph) -> None:
    row = next(iter(reports(shared_graph).values()))
    for spoil in (
        {"summary": "They praise the governor."},
        {"findings": json.dumps([{"summary": "x", "explanation": "They praise the governor."}])},
        {"findings": row["findings"].replace(": 360", ": 361").replace(": 60", ": 61")},
    ):
        assert unsupported_sentences(shared_graph, stored_report(row | spoil))
    assert isinstance(stored_report(row).findings[0], Finding)


def test_community_search_finds_records_through_reports(shared_graph: Graph) -> None:
    vectors = embed_nodes(shared_graph, REPORT_NODES, WordEmbedder, AT_ONCE)
    assert vectors == len(reports(shared_graph))
    shared_graph.read("CALL db.awaitIndexes(60)")
    assert missing_reports_reason(shared_graph) is None
    retriever = open_retriever(shared_graph, WordEmbedder(), 100)
    request = plain_request(Wording("Who was Ada Ardena and what of the lamp?"))
    evidence = open_strategy("community_search", retriever)(request, Budget(8))
    assert len(evidence.passages) == 8
    assert (evidence.passages[0].na_id - FIRST) // 1000 == 0
    assert [step.name for step in evidence.steps][:2] == [
        "Searching the reports",
        "Looking up the records in these communities",
    ]
    assert embed_nodes(shared_graph, REPORT_NODES, WordEmbedder, AT_ONCE) == 0


def test_second_build_changes_nothing_and_removal_is_complete(built: Graph) -> None:
    before, groups = reports(built), communities(built, "found")
    counts = build_communities(built)
    assert (counts.detected, counts.reports) == (0, 0)
    assert (reports(built), communities(built, "found")) == (before, groups)
    assert remove(built) > 0
    assert nodes_of_layer(built) == 0
    indexes = {row["name"] for row in built.read("SHOW INDEXES YIELD name RETURN name")}
    assert not {"reportTexts", "reportWords", "communityId", "reportId"} & indexes


def test_communities_leave_catalog_and_names_unchanged(graph: Graph, tmp_path: Path) -> None:
    load(graph, tmp_path, people()[:10], name="people.jsonl")
    load(graph, tmp_path, [series(), *items()[:20]])
    build(graph)
    names = layer(graph)
    build_communities(graph)
    assert layer(graph) == names
    remove(graph)
    before = digest(graph)
    build(graph)
    build_communities(graph)
    remove(graph)
    assert digest(graph) == before


def test_only_affected_reports_are_rewritten(built: Graph, tmp_path: Path) -> None:
    before, groups = reports(built), communities(built, "found")
    changed = items()
    changed[3]["scopeAndContentNote"] = "Nobody wrote of anything."
    load(built, tmp_path, [series(), *changed])
    build(built)
    counts = build_communities(built)
    after = reports(built)
    assert len(set(after) & set(before)) >= 0.95 * len(before)
    renewed = {own for own in after if before.get(own) != after[own]}
    untouched = {
        own
        for own, one in groups.items()
        if FIRST not in {(na_id // 1000) * 1000 for na_id in one["members"]}
    }
    assert 2 <= counts.reports <= len(before) - len(untouched)
    assert not renewed & untouched
    assert false_sentences(built) == []


def test_interrupted_build_resumes(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(graph, tmp_path, people(), name="people.jsonl")
    load(graph, tmp_path, [series(), *items()])
    build(graph)
    for name, after in (
        ("write_catalog_communities", 0),
        ("detect_in_unit", 0),
        ("write_reports", 1),
        ("read_material", 3),
    ):
        left = [after]
        real = getattr(building, name)

        def stopped(*args: Any, real: Any = real, left: list[int] = left) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise InterruptedError
            return real(*args)

        with monkeypatch.context() as patched:
            patched.setattr(building, "REPORTS_PER_TRANSACTION", 2)
            patched.setattr(building, name, stopped)
            with pytest.raises(InterruptedError):
                build_communities(graph)
    build_communities(graph)
    stopped_and_gone_on = (reports(graph), communities(graph, "found"))
    graph.write("MATCH (node:Community|Report) DETACH DELETE node")
    build_communities(graph)
    assert (reports(graph), communities(graph, "found")) == stopped_and_gone_on


def test_build_within_a_record_creates_no_catalog_communities(built: Graph) -> None:
    built.write("MATCH (one:Community {kind: 'given'}) SET one.naId = 1, one.communityId = 'x'")
    counts = build_within(built, AT_ONCE, within=[FIRST])
    assert counts.catalog == 0
    assert len(communities(built, "given")) == 0


@pytest.mark.parametrize("updates", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_updates_leave_no_dangling_communities(graph: Graph, tmp_path: Path, updates: int) -> None:
    rng = random.Random(7)
    load(graph, tmp_path, people(), name="people.jsonl")
    there = {raw["naId"]: raw for raw in items()}
    load(graph, tmp_path, [series(), *there.values()])
    build(graph)
    build_communities(graph)
    for number in range(updates):
        for na_id in rng.sample(sorted(there), 4):
            group = (na_id - FIRST) // 1000
            if rng.random() < 0.4:
                del there[na_id]
            else:
                there[na_id] = item(rng.randrange(GROUPS), na_id % 1000, rng, 1902 + number) | {
                    "naId": na_id
                }
            assert group < GROUPS
        path = write_records(tmp_path / f"r{number}" / "rg.jsonl", series(), *there.values())
        write_records(tmp_path / f"r{number}" / "people.jsonl", *people())
        ingest(graph, tmp_path, path.parent, release=f"release-{number:02}", batch=300)
        build(graph)
        build_communities(graph)
        assert dangling(graph) == []
    assert false_sentences(graph) == []


def test_graph_without_reports_names_the_build_command(graph: Graph) -> None:
    why = missing_reports_reason(graph)
    assert why is not None and "narabot knowledge build" in why
