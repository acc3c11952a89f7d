"""Filters in the database: matching records, inheritance, and all search methods."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.models import (
    NO_FILTERS,
    AccessStatus,
    Filters,
    Listing,
    NamedRecord,
    RequestClass,
    Wording,
    Years,
)
from narabot.retrieval import Budget, Evidence, Retriever, open_retriever
from narabot.retrieval.operators import vector as vector_search
from narabot.retrieval.operators.evidence import matches
from narabot.retrieval.operators.filters import ALL_CHUNKS, start_units
from narabot.retrieval.strategies import hybrid
from narabot.understanding import plain_request
from narabot.understanding.parsing import RequestClassifiers, parse_request
from narabot.understanding.request_class import Classifier
from tests.embedders import WordEmbedder
from tests.ingesting import ingest, write_records
from tests.records import ancestor, raw_authority, raw_record
from tests.retrieval import find_passages

GROUP = ancestor(1, "recordGroup", 2, recordGroupNumber=26)
SERIES = ancestor(2, "series", 1)
DATED_SERIES = ancestor(
    10,
    "series",
    1,
    inclusiveStartDate={"year": 1840, "logicalDate": "1840-01-01"},
    inclusiveEndDate={"year": 1849, "logicalDate": "1849-12-31"},
)
CREATOR = {"naId": 80, "heading": "Lighthouse Board", "authorityType": "organization"}
SUBJECT = {"naId": 81, "heading": "Harbors", "authorityType": "topicalSubject"}

RECORDS = (
    raw_record(
        "Harbor letters",
        naId=2,
        levelOfDescription="series",
        ancestors=[ancestor(1, "recordGroup", 1, recordGroupNumber=26)],
        generalRecordsTypes=["Maps and Charts"],
        accessRestriction={"status": "Restricted - Partly"},
        creators=[CREATOR],
        inclusiveStartDate={"year": 1840, "logicalDate": "1840-01-01"},
        inclusiveEndDate={"year": 1849, "logicalDate": "1849-12-31"},
    ),
    raw_record("Harbor of Boston", naId=3, ancestors=[GROUP, SERIES]),
    raw_record(
        "Harbor of Salem",
        naId=4,
        ancestors=[GROUP, SERIES],
        subjects=[SUBJECT],
        accessRestriction={"status": "Unrestricted"},
        generalRecordsTypes=["Textual Records"],
        digitalObjects=[{"objectUrl": "https://x/1"}],
        coverageStartDate={"year": 1861, "logicalDate": "1861-01-01"},
        coverageEndDate={"year": 1865, "logicalDate": "1865-12-31"},
    ),
    raw_record(
        "Harbor of Lynn (3/4/1902)",
        naId=5,
        ancestors=[ancestor(9, "collection", 1, collectionIdentifier="HST-ABCD")],
    ),
    raw_authority("Harbor, John", naId=7),
)


@pytest.fixture
def retriever(graph: Graph, tmp_path: Path) -> Retriever:
    """Return a retriever on a graph with a few records about a harbor."""
    ingest(graph, tmp_path, write_records(tmp_path / "rg_26-1.jsonl", *RECORDS))
    return open_retriever(graph, WordEmbedder(), 100)


def a_list(
    retriever: Retriever, searched: str, about: str, count: int, filters: Filters = NO_FILTERS
) -> Evidence:
    """Return the evidence for a list request with these search words and this subject."""
    plain = plain_request(Wording(searched), filters)
    request = replace(plain, request_class=RequestClass.SHOW_RECORDS, matter=Wording(about))
    return hybrid.search_hybrid(retriever, request, Budget(count))


def found(retriever: Retriever, filters: Filters) -> set[int]:
    """Return the naIds of the records found with these filters."""
    passages = find_passages(retriever, Wording("harbor"), 20, filters)
    return {passage.na_id for passage in passages}


def test_records_match_all_filters_together(retriever: Retriever) -> None:
    filters = Filters(
        years=Years(1864, 1864),
        record_group=26,
        ancestor=NamedRecord(2, "Harbor letters"),
        creator=NamedRecord(80, "Lighthouse Board"),
        subject=NamedRecord(81, "Harbors"),
        access=(AccessStatus.UNRESTRICTED,),
        is_online=True,
    )
    assert found(retriever, filters) == {4}
    assert found(retriever, replace(filters, is_online=False)) == set()


TITLED = (
    raw_record("Harbor of Ipswich, 1871", naId=11, ancestors=[GROUP, DATED_SERIES]),
    raw_record("Harbor of Gloucester, 1868 - 1873", naId=12, ancestors=[GROUP, DATED_SERIES]),
    raw_record("Harbor of Essex", naId=13, ancestors=[GROUP, DATED_SERIES]),
    raw_record("Harbor of Quincy, lot 18715", naId=14, ancestors=[GROUP, DATED_SERIES]),
    raw_record(
        "Harbor of Hull in 1871",
        naId=15,
        ancestors=[GROUP, DATED_SERIES],
        coverageStartDate={"year": 1845, "logicalDate": "1845-01-01"},
    ),
    raw_record("Harbor of Nahant (1871)", naId=16, ancestors=[GROUP]),
    raw_record("Harbor of Lynn (A-1523): 6/27/1963", naId=17, ancestors=[GROUP]),
)


def test_exact_search_scores_match_index_scores(retriever: Retriever) -> None:
    graph, filters = retriever.graph, Filters(record_group=26)
    vector = retriever.embeddings.embed_query("harbor of Boston")
    rows = vector_search.exact_rows(graph, vector, 1, filters, ALL_CHUNKS)
    assert rows == [
        {**row, "score": pytest.approx(row["score"], abs=1e-3)}
        for row in vector_search.index_rows(graph, vector, 100, 1, filters)
    ]


def test_exact_search_starts_from_the_filtered_units(retriever: Retriever) -> None:
    def start(filters: Filters) -> Sequence[int] | None:
        return start_units(retriever.graph, filters)

    assert start(Filters(ancestor=NamedRecord(2, "Harbor letters"))) == [2]
    assert start(Filters(creator=NamedRecord(80, "Lighthouse Board"))) == [2]
    assert start(Filters(subject=NamedRecord(81, "Harbors"), record_group=26)) == [4]
    assert start(Filters(authority=NamedRecord(81, "Harbors"))) == [4]
    assert start(Filters(authority=NamedRecord(80, "Lighthouse Board"))) == [2]
    assert start(Filters(record_group=26)) == [1]
    assert start(Filters(collection="HST-ABCD")) == [9]
    assert start(Filters(is_online=True)) is None


def test_records_with_all_words_are_counted_within_filters(retriever: Retriever) -> None:
    matched = matches(retriever.graph, ("harbor", "boston"), Filters(record_group=26))
    assert (matched.words, set(matched.chunk_ids), matched.is_counted) == (
        ("harbor", "boston"),
        {3},
        True,
    )


def test_records_with_all_words_come_first(retriever: Retriever) -> None:
    listed = a_list(retriever, "harbor boston", "harbor salem", 3).passages
    assert listed[0].na_id == 4
    assert len(listed) > 1


DAYS = (
    raw_record("Harbor telegram from Lynn (12): 5/14/1866", naId=21),
    raw_record("Harbor telegram from Lynn (13): 6/14/1866", naId=22),
    raw_record("Harbor diary, May 3 - 7, 1866", naId=23),
    raw_record("Harbor telegram of the May floods from Lynn: 05/02/1867", naId=24),
    raw_record(
        "Harbor telegram from Salem",
        naId=25,
        coverageStartDate={"year": 1866, "month": 5, "day": 30, "logicalDate": "1866-05-30"},
        coverageEndDate={"year": 1866, "month": 5, "day": 30, "logicalDate": "1866-05-30"},
    ),
)


def test_list_is_complete_for_its_words_and_dates(graph: Graph, tmp_path: Path) -> None:
    ingest(graph, tmp_path, write_records(tmp_path / "rg_26-1.jsonl", *DAYS))
    retriever = open_retriever(graph, WordEmbedder(), 100)
    order = "Show telegrams of the harbor from May 1866"
    request = parse_request(order, RequestClassifiers(Classifier(WordEmbedder().embed_query)))
    found = hybrid.search_hybrid(retriever, request, Budget(len(DAYS)))
    assert found.listing == Listing(("telegrams", "harbor", "May 1866"), 2, True, True)
