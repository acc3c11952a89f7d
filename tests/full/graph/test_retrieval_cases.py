"""Words that are not corrected, and neighbors of organizations with several names."""

from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.models import LevelOfDescription, Relation
from narabot.retrieval import spelling_corrections
from narabot.retrieval.records.full_record import full_record
from narabot.retrieval.records.neighborhood import (
    record_neighbors,
)
from tests.ingesting import load_records
from tests.neo4j.test_neighborhood import (
    GROUP,
    NEW_NAME,
    OFFICE,
    OLD_NAME,
    OTHER_SERIES,
    SERIES,
)
from tests.neo4j.test_spelling import whaling
from tests.records import ancestor, raw_authority, raw_record

__all__ = ["whaling"]


@pytest.mark.parametrize(
    "word",
    [
        *("lighthouse", "lighthouses", "captain"),  # in a record
        *("zeppelin", "lightning", "manzanilla", "cap", ""),  # not similar to any word in a record
        *("1888x", "маячок", "μαρκος", "a*b~c"),  # not plain words
    ],
)
def test_other_words_are_not_corrected(whaling: Graph, word: str) -> None:
    assert spelling_corrections(whaling, [word]) == {}


def test_organization_neighbors_include_those_of_all_names(graph: Graph, tmp_path: Path) -> None:
    office = raw_authority(
        "Office",
        naId=OFFICE,
        authorityType="organization",
        organizationNames=[
            {"naId": OLD_NAME, "heading": "Office. 1900 - 1910"},
            {"naId": NEW_NAME, "heading": "Bureau. 1910 - 1920"},
        ],
    )
    made = {"naId": OLD_NAME, "heading": "Office. 1900 - 1910", "authorityType": "organization"}
    about = {"naId": NEW_NAME, "heading": "Bureau. 1910 - 1920", "authorityType": "organization"}
    series = {"levelOfDescription": "series", "ancestors": [ancestor(GROUP, "recordGroup", 1)]}
    load_records(
        graph,
        tmp_path,
        office,
        raw_record("By it", naId=SERIES, creators=[made], **series),
        raw_record("About it", naId=OTHER_SERIES, subjects=[about], **series),
    )
    names, by, on = record_neighbors(graph, full_record(graph, OFFICE))
    assert names.relation is Relation.ORGANIZATION_NAME
    assert {one.record.na_id for one in names.some} == {OLD_NAME, NEW_NAME}
    assert (by.relation, by.is_into, by.total) == (Relation.CREATOR, False, 1)
    assert by.some[0].record.na_id == SERIES
    assert (on.relation, on.some[0].record.na_id) == (Relation.SUBJECT, OTHER_SERIES)
    assert by.some[0].record.type is LevelOfDescription.SERIES
