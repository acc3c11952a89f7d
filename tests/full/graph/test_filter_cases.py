"""Each filter returns exactly the records that match it."""

from pathlib import Path

import pytest

from narabot.chat.request_names import complete_filters
from narabot.errors import InvalidQuestionError
from narabot.graph import Graph
from narabot.models import (
    NO_FILTERS,
    RESTRICTED,
    AccessStatus,
    Filters,
    LevelOfDescription,
    Listing,
    NamedPhrase,
    NamedRecord,
    RecordsType,
    RecordType,
    Wording,
    Years,
)
from narabot.plans.sources import open_sets
from narabot.retrieval import Budget, Retriever, open_retriever
from narabot.retrieval.operators import evidence
from narabot.retrieval.operators import vector as vector_search
from narabot.retrieval.operators.evidence import matches
from narabot.retrieval.operators.filters import filtered_records
from narabot.retrieval.operators.vector import vector_hits
from narabot.retrieval.phrases import phrase_of_authority
from narabot.retrieval.strategies import hybrid
from narabot.understanding.parsing import RequestClassifiers, parse_request
from narabot.understanding.request_class import Classifier
from tests.embedders import WordEmbedder
from tests.ingesting import ingest, write_records
from tests.knowledge_layers import build
from tests.neo4j.test_filters import DAYS, TITLED, a_list, found, retriever
from tests.records import raw_authority, raw_record
from tests.retrieval import find_passages

__all__ = ["retriever"]


CASES = [
    (NO_FILTERS, {2, 3, 4, 5, 7}),
    (Filters(levels=(LevelOfDescription.SERIES,)), {2}),
    (Filters(levels=(LevelOfDescription.SERIES, LevelOfDescription.ITEM)), {2, 3, 4, 5}),
    (Filters(record_type=RecordType.AUTHORITY), {7}),
    (Filters(records_types=(RecordsType.MAPS,)), {2, 3}),
    (Filters(records_types=(RecordsType.TEXTUAL_RECORDS,)), {4}),
    (Filters(years=Years(1845, 1846)), {2}),
    (Filters(years=Years(None, 1840)), {2}),
    (Filters(years=Years(1865, None)), {4, 5}),
    (Filters(years=Years(1850, 1860)), set()),
    (Filters(years=Years(1901, 1903)), {5}),
    (Filters(record_group=26), {2, 3, 4}),
    (Filters(record_group=27), set()),
    (Filters(collection="HST-ABCD"), {5}),
    (Filters(ancestor=NamedRecord(2, "Harbor letters")), {2, 3, 4}),
    (Filters(creator=NamedRecord(80, "Lighthouse Board")), {2, 3, 4}),
    (Filters(creator=NamedRecord(70, "Another", (80,))), {2, 3, 4}),
    (Filters(subject=NamedRecord(81, "Harbors")), {4}),
    (Filters(subject=NamedRecord(80, "Lighthouse Board")), set()),
    (Filters(authority=NamedRecord(80, "Lighthouse Board")), {2, 3, 4}),
    (Filters(authority=NamedRecord(81, "Harbors")), {4}),
    (Filters(is_online=True), {4}),
    (Filters(is_online=False), {2, 3, 5}),
    (Filters(access=RESTRICTED), {2, 3}),
    (Filters(access=(AccessStatus.UNRESTRICTED,)), {4}),
    (Filters(record_group=26, is_online=True, years=Years(1864, 1864)), {4}),
    (Filters(record_group=26, access=(AccessStatus.UNRESTRICTED,), is_online=False), set()),
]


def test_each_filter_returns_its_matching_records(retriever: Retriever) -> None:
    kept = [found(retriever, filters) for filters, _ in CASES]
    assert kept == [expected for _, expected in CASES]


@pytest.mark.parametrize(
    ("years", "kept"),
    [
        (Years(1845, 1846), {13, 14, 15}),
        (Years(1871, 1871), {11, 12, 16}),
        (Years(1869, 1870), {12}),
        (Years(1860, None), {11, 12, 16, 17}),
        (Years(1500, 1600), set()),
        (Years(None, 1860), {13, 14, 15}),
        (Years(1500, 2000), {11, 12, 13, 14, 15, 16, 17}),
    ],
)
def test_title_years_take_precedence_over_series_years(
    graph: Graph, tmp_path: Path, years: Years, kept: set[int]
) -> None:
    ingest(graph, tmp_path, write_records(tmp_path / "rg_26-1.jsonl", *TITLED))
    filters = Filters(years=years, levels=(LevelOfDescription.ITEM,))
    assert found(open_retriever(graph, WordEmbedder(), 100), filters) == kept


def test_list_without_words_contains_all_filter_matches(
    retriever: Retriever, monkeypatch: pytest.MonkeyPatch
) -> None:
    series = Filters(ancestor=NamedRecord(2, "Harbor letters"))
    matched = matches(retriever.graph, (), series)
    assert (set(matched.chunk_ids), matched.count, matched.is_all) == ({3, 4}, 2, True)
    listed = a_list(retriever, "Boston", "", 1, series)
    assert {passage.na_id for passage in listed.passages} == {3, 4}
    monkeypatch.setattr(evidence, "MOST_MATCHES", 1)
    matched = matches(retriever.graph, (), series)
    assert (matched.chunk_ids, matched.count, matched.is_all) == ({}, 1, False)
    assert len(a_list(retriever, "Boston", "", 1, series).passages) == 1


def test_filter_by_naid_is_completed_with_the_records_names(graph: Graph, tmp_path: Path) -> None:
    organization = raw_authority(
        "Harbor Board",
        naId=80,
        authorityType="organization",
        organizationNames=[{"naId": 81, "heading": "Light Board"}],
    )
    series = raw_record(
        "Logbook",
        creators=[{"naId": 81, "heading": "Light Board", "authorityType": "organization"}],
    )
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", organization, series))
    retriever = open_retriever(graph, WordEmbedder(), 100)
    filters = complete_filters(retriever, open_sets(graph), Filters(creator=NamedRecord(80)))
    assert filters == Filters(creator=NamedRecord(80, "Harbor Board", (81,)))
    found = find_passages(retriever, Wording("logbook"), 5, filters)
    assert [passage.record.name for passage in found] == ["Logbook"]
    with pytest.raises(InvalidQuestionError, match="99"):
        complete_filters(retriever, open_sets(graph), Filters(ancestor=NamedRecord(99)))


def test_phrase_filter_returns_records_that_mention_it(graph: Graph, tmp_path: Path) -> None:
    note = "Letters of the keeper Ruth Vane and others."
    ingest(
        graph,
        tmp_path,
        write_records(
            tmp_path / "rg_1-1.jsonl",
            raw_authority("Vane, Ruth, 1880-1951", naId=80),
            raw_record("Logbook", naId=11, scopeAndContentNote=note),
            raw_record("Other logbook", naId=12),
        ),
    )
    build(graph)
    retriever = open_retriever(graph, WordEmbedder(), 100)
    keeper = phrase_of_authority(graph, 80)
    assert keeper is not None
    asked = Filters(naming=NamedPhrase(keeper.phrase_id))
    filters = complete_filters(retriever, open_sets(graph), asked)
    assert filters.naming is not None
    assert (filters.naming.name, filters.naming.na_ids) == (keeper.name, (11, 80))
    assert filtered_records(graph, filters, 10) == [11]
    found = find_passages(retriever, Wording("logbook"), 5, filters)
    assert [passage.na_id for passage in found] == [11]
    with pytest.raises(InvalidQuestionError, match="knowledge build"):
        complete_filters(retriever, open_sets(graph), Filters(naming=NamedPhrase("0" * 16)))


@pytest.mark.parametrize(
    ("asked", "dated"),
    [
        ("Show telegrams of the harbor from May 1866", {21, 25}),
        ("Show telegrams of the harbor of June 14, 1866", {22}),
        ("Show telegrams of the harbor from June or May 1866", {21, 22, 25}),
        ("Show records of the harbor in May 1866", {21, 23, 25}),
        ("Which harbor telegrams came on May 30, 1866?", {25}),
        ("Which harbor telegrams came in May 1867?", {24}),
        ("Какие телеграммы о гавани (harbor) пришли в июне 1866 года?", {22}),
    ],
)
def test_records_with_requested_dates_rank_first(
    graph: Graph, tmp_path: Path, asked: str, dated: set[int]
) -> None:
    ingest(graph, tmp_path, write_records(tmp_path / "rg_26-1.jsonl", *DAYS))
    retriever = open_retriever(graph, WordEmbedder(), 100)
    request = parse_request(asked, RequestClassifiers(Classifier(WordEmbedder().embed_query)))
    found = hybrid.search_hybrid(retriever, request, Budget(len(DAYS)))
    assert {one.na_id for one in found.passages[: len(dated)]} == dated


def test_exact_and_index_vector_searches_apply_filters_equally(
    retriever: Retriever, monkeypatch: pytest.MonkeyPatch
) -> None:
    within_few = Filters(record_group=26, levels=(LevelOfDescription.ITEM,))
    anywhere = Filters(is_online=False, levels=(LevelOfDescription.ITEM,))

    def hits(filters: Filters, count: int) -> list[int]:
        return [hit.na_id for hit in vector_hits(retriever, "Boston", count, filters)]

    assert hits(within_few, 9) == [3, 4]  # exact search: all hits must be in one record group
    assert hits(anywhere, 1) == [3]  # index search: the index returns enough hits
    assert set(hits(anywhere, 9)) == {3, 5}  # exact search: too few hits from the index
    monkeypatch.setattr(vector_search, "EXACT_SEARCH_CHUNKS", 0)
    monkeypatch.setattr(vector_search, "EXACT_FALLBACK_CHUNKS", 0)
    assert hits(within_few, 9) == [3, 4]  # index search: too many chunks for an exact search
    assert set(hits(anywhere, 9)) == {3, 5}


def test_list_includes_all_records_with_all_words(retriever: Retriever) -> None:
    listed = a_list(retriever, "harbor of", "harbor", 1, Filters(record_group=26))
    assert {passage.na_id for passage in listed.passages} == {2, 3, 4}
    assert listed.listing == Listing(("harbor",), 3, is_counted=True, is_complete=True)
