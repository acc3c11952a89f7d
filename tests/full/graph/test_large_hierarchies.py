"""Hierarchies with very many records are loaded in parts of limited size."""

from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.models import MAX_COUNTED
from narabot.retrieval import (
    largest_roots,
)
from narabot.retrieval.records import catalog_overview
from narabot.retrieval.records.full_record import PAGE_RECORDS, full_record
from narabot.retrieval.records.neighborhood import (
    MOST_CHILDREN,
    hierarchy,
)
from narabot.settings import Settings
from tests.graphs import CountedGraph, cpu_seconds
from tests.ingesting import load_records
from tests.neo4j.test_neighborhood import SERIES, unit
from tests.neo4j.test_records import SERIES as BELOW_SERIES
from tests.records import ancestor, raw_record


def test_hierarchy_of_a_huge_record_group_is_bounded(graph: Graph, tmp_path: Path) -> None:
    load_records(graph, tmp_path, *unit(10, "Unit", 1))
    graph.write(
        "MATCH (series:record {naId: $naId, chunkSeqId: 0}) "
        "UNWIND range(1, 300) AS number "
        "CREATE (series)-[:Includes]->(unit:record:fileUnit {naId: 100000 + number, "
        "  chunkSeqId: 0, recordType: 'description', levelOfDescription: 'fileUnit'}) "
        "WITH unit, number UNWIND range(1, CASE number WHEN 300 THEN 12000 ELSE 100 END) AS item "
        "CREATE (unit)-[:Includes]->(:record:item {chunkSeqId: 0, recordType: 'description', "
        "  levelOfDescription: 'item', naId: unit.naId * 100000 + item})",
        naId=SERIES,
    )
    graph.write("CALL db.prepareForReplanning()")  # Neo4j's cached plans fit the earlier graph size
    full = full_record(graph, SERIES)
    counted = CountedGraph(graph)
    around = hierarchy(counted, full)  # type: ignore[arg-type]
    assert [one.below for one in around.path] == [MAX_COUNTED + 1] * 2
    assert len(around.children) == MOST_CHILDREN
    assert around.children[0].below == MAX_COUNTED + 1
    assert around.children[0].record.na_id == 100_300
    assert around.children_total == 301
    assert counted.hits < 200_000


@pytest.mark.parametrize(("most", "is_counted"), [(2, False), (3, True)])
def test_largest_roots_mark_groups_above_the_counting_limit(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, is_counted: bool
) -> None:
    monkeypatch.setattr(catalog_overview, "MOST_COUNTED", most)
    group = raw_record(naId=1, levelOfDescription="recordGroup", recordGroupNumber=24)
    above = [ancestor(1, "recordGroup", 1)]
    items = [raw_record(naId=number, ancestors=above) for number in (11, 12, 13)]
    load_records(graph, tmp_path, group, *items)
    [root] = largest_roots(graph)
    assert (root.count, root.is_counted) == (3, is_counted)


def test_ten_thousand_children_are_paged_quickly(
    graph: Graph, server_settings: Settings, tmp_path: Path
) -> None:
    load_records(graph, tmp_path, raw_record("Logs", **BELOW_SERIES))
    graph.write(
        "MATCH (parent:record {naId: 2, chunkSeqId: 0}) UNWIND range(1001, 11000) AS naId "
        "CREATE (parent)-[:Includes]->(:record:item {naId: naId, chunkSeqId: 0, "
        "chunkId: toString(naId) + '-0', recordType: 'description', levelOfDescription: 'item', "
        "title: 'Page ' + naId, source: 'https://catalog.archives.gov/id/' + naId, stub: true})"
    )
    full_record(graph, 2)
    start = cpu_seconds(server_settings)
    last = full_record(graph, 2, children_from=9_990)
    middle = full_record(graph, 6000)
    assert cpu_seconds(server_settings) - start < 2.0
    assert last.children.total == 10_000
    assert [one.na_id for one in last.children.records] == list(range(10_991, 11_001))
    assert len(full_record(graph, 2).children.records) == PAGE_RECORDS
    assert middle.siblings is not None
    assert (middle.siblings.place, middle.siblings.count) == (5000, 10_000)
