"""More authority searches: long histories, limits, and repaired indexes."""

from pathlib import Path

import pytest

from ingest.pipeline import is_loaded
from narabot.errors import IndexUnavailableError
from narabot.graph import Graph
from narabot.retrieval import find_authorities, open_retriever
from narabot.understanding.names import name_tokens
from tests.embedders import WordEmbedder
from tests.ingesting import ingest, load_records, write_records
from tests.neo4j.test_authorities import (
    CARRIER,
    LATER,
    PRESIDENT,
    by_both_names,
    headings,
    subject,
)
from tests.records import raw_authority, raw_record


def test_authority_without_its_own_line_is_found(graph: Graph, tmp_path: Path) -> None:
    subjects = [
        subject(81, "Harbor pilots", "topicalSubject"),
        subject(82, "Nautical charts", "specificRecordsType"),
        subject(83, "Oswego (N.Y.)", "geographicPlaceName"),
        subject(84, "Training", "topicalSubject"),
    ]
    load_records(graph, tmp_path, raw_record(subjects=subjects))
    found = headings(graph, "nautical chart of a harbor pilot in Oswego with training")
    assert found == [["Nautical charts"], ["Harbor pilots"], ["Oswego (N.Y.)"]]


def test_long_history_does_not_hide_an_authority(graph: Graph, tmp_path: Path) -> None:
    history = " ".join(f"Sentence number {number}." for number in range(2000))
    person = raw_authority("Myer, Dillon S., 1891-1982", naId=8, biographicalNote=history)
    series = raw_record(creators=[subject(8, "", "person"), subject(9, "", "person")])
    load_records(graph, tmp_path, person, raw_authority("Myer, Anna, 1901-1990", naId=9), series)
    assert headings(graph, "a letter by Myer") == [
        ["Myer, Dillon S., 1891-1982", "Myer, Anna, 1901-1990"]
    ]


def test_short_heading_without_records_is_found_among_many(graph: Graph, tmp_path: Path) -> None:
    names = [f"Brazil, {'AEIOU'[n % 5]}{'bdfglmnprstv'[n // 5]}a, 1800-" for n in range(60)]
    subjects = [subject(100 + n, name, "person") for n, name in enumerate(names)]
    country = raw_authority("Brazil", naId=9, authorityType="geographicPlaceName")
    load_records(graph, tmp_path, country, raw_record(subjects=subjects))
    assert headings(graph, "maps of Brazil") == [["Brazil"]]


@pytest.mark.parametrize(
    "request_",
    [
        "",
        "   ",
        "???",
        '+ - && || ! ( ) { } [ ] ^ " ~ * ? : \\ / AND OR NOT TO',
        'heading:"Truman"~9^4 AND *:* OR Tru?an* [A TO Z] {A TO Z} /T.*/ \\',
        "Will The And Of",
        "\ud800 \x00 Truman's",
        " ".join(f"Word{number}" for number in range(1100)),
        " ".join(f"word{number}" for number in range(1100)),
        "Truman, " * 1100,
    ],
)
def test_odd_requests_do_not_break_authority_search(
    graph: Graph, tmp_path: Path, request_: str
) -> None:
    load_records(graph, tmp_path, PRESIDENT)
    assert len(find_authorities(graph, name_tokens(request_))) <= 1


def test_authority_matches_are_limited_per_name_and_overall(graph: Graph, tmp_path: Path) -> None:
    persons = [raw_authority(f"Smith, John, {1800 + n}-{1860 + n}", naId=100 + n) for n in range(9)]
    load_records(graph, tmp_path, *persons)
    assert [one.na_id for one in find_authorities(graph, name_tokens("about John Smith"))] == [
        *range(100, 105)
    ]
    assert len(find_authorities(graph, name_tokens("about John Smith"), most=2)) == 2


def test_next_ingest_creates_a_missing_authority_index(graph: Graph, tmp_path: Path) -> None:
    load_records(graph, tmp_path, PRESIDENT)
    graph.write("DROP INDEX authorityNames")
    with pytest.raises(IndexUnavailableError, match=r"authority index is missing.*narabot ingest"):
        open_retriever(graph, WordEmbedder(), 100)
    assert not is_loaded(graph, tmp_path / "rg_1-1.jsonl")
    load_records(graph, tmp_path, PRESIDENT)
    assert open_retriever(graph, WordEmbedder(), 100)
    assert is_loaded(graph, tmp_path / "rg_1-1.jsonl")
    assert len(find_authorities(graph, name_tokens("about Harry Truman"))) == 1


def test_rebuild_recreates_the_authority_index(graph: Graph, tmp_path: Path) -> None:
    load_records(graph, tmp_path, PRESIDENT)
    file = write_records(tmp_path / "rg_2-1.jsonl", CARRIER)
    ingest(graph, tmp_path, file, rebuild=True)
    assert headings(graph, "about Harry Truman") == [["Harry S. Truman (Aircraft Carrier)"]]


@pytest.mark.parametrize(
    ("request_", "heading"),
    [
        ("letters by Franklin D. Roosevelt", "Roosevelt, Franklin D. (Franklin Delano), 1882-1945"),
        ("letters by Franklin Delano Roosevelt", "Roosevelt, Franklin D. (Franklin Delano)"),
        ("letters by F. D. Roosevelt", "Roosevelt, Franklin D. (Franklin Delano), 1882-1945"),
        ("letters by Sean O'Casey", "O'Casey, Seán, 1880-1964"),
        ("a letter to Pelé", "Pelé, 1940-"),
        ("a letter to Pele", "Pelé, 1940-"),
        ("a letter to Pele\u0301", "Pelé, 1940-"),
        ("Letters, Ж, Ærø and Pelé", "Pelé, 1940-"),
    ],
)
def test_person_is_found_with_initials_full_names_or_diacritics(
    graph: Graph, tmp_path: Path, request_: str, heading: str
) -> None:
    load_records(graph, tmp_path, raw_authority(heading))
    assert headings(graph, request_) == [[heading]]


@pytest.mark.parametrize(
    "request_",
    ["files of the Inlet Survey Office", "files of the Harbor Board", "files of the ISO", LATER],
)
def test_organization_is_found_by_each_of_its_names(
    graph: Graph, tmp_path: Path, request_: str
) -> None:
    load_records(graph, tmp_path, *by_both_names())
    (found,) = find_authorities(graph, name_tokens(request_))
    assert (found.na_id, found.heading) == (30, "Inlet Survey Office")
    assert (found.records_by, found.records_about) == (3, 1)
