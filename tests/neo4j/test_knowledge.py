"""Building, displaying, and removing the knowledge layer, which the texts always support."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from ingest.write.graph_setup import empty_graph
from narabot.errors import UnknownPhraseError
from narabot.graph import Graph
from narabot.knowledge import building
from narabot.knowledge.building import read_backlog
from narabot.knowledge.status import layer_counts, render_status
from narabot.presentation.phrase_json import PhraseResponse
from narabot.retrieval.phrases import (
    names_in,
    phrase_of_authority,
    phrase_page,
    phrases_with_words,
    suggested_phrases,
)
from tests.graphs import digest, edges, nodes
from tests.ingesting import ingest, load_records, write_records
from tests.knowledge_layers import begin, build, layer, nodes_of_layer, remove
from tests.records import raw_authority, raw_record

pytestmark = pytest.mark.layer

HEADING = "Vane, Ruth, 1880-1951"
BOARD = "Department of Harbors. Lighthouse Board. 10/9/1852-1910"
PERSON = raw_authority(HEADING, naId=8)
OFFICE = raw_authority(BOARD, naId=9, authorityType="organization")
CREATOR = {"naId": 9, "heading": BOARD, "authorityType": "organization"}


def letters(na_id: int, said: str, **fields: Any) -> dict[str, Any]:
    """Return a series whose scope and content note contains this text."""
    note = f"{said} was sent to the Lighthouse Board on May 4, 1901."
    whole = {"levelOfDescription": "series", "scopeAndContentNote": note, "creators": [CREATOR]}
    return raw_record(f"Letters {na_id}", **{"naId": na_id} | whole | fields)


@pytest.fixture
def loaded(graph: Graph, tmp_path: Path) -> Graph:
    """Return a graph with two series and two authorities."""
    load_records(graph, tmp_path, PERSON, OFFICE, letters(11, "Ruth Vane"), letters(12, "A clerk"))
    return graph


def told(graph: Graph, name: str) -> dict[str, Any]:
    """Return the properties of the phrase with this name."""
    [row] = graph.read(
        "MATCH (phrase:PhraseNode {name: $name}) RETURN properties(phrase) AS told", name=name
    )
    return dict(row["told"])


def test_phrase_links_to_its_mentions_and_authority(loaded: Graph) -> None:
    report = build(loaded)
    assert (report.records, report.written) == (4, 4)
    phrase = told(loaded, HEADING)
    assert (phrase["naId"], phrase["class"]) == (8, "PERSON")
    assert (phrase["mentions"], phrase["records"]) == (2, 2)
    rows = loaded.read(
        "MATCH (phrase:PhraseNode {naId: 8})-[mention:MENTIONED_IN]->(chunk:PassageNode) "
        "RETURN chunk.naId AS naId, "
        "substring(chunk.text, mention.start, mention.end - mention.start) AS said "
        "ORDER BY naId"
    )
    assert [(row["naId"], row["said"]) for row in rows] == [(8, HEADING), (11, "Ruth Vane")]
    assert loaded.read(
        "MATCH (:PhraseNode {naId: 8})-[:MEANS]->(record:record) RETURN record.naId AS naId"
    ) == [{"naId": 8}]


def test_knowledge_layer_does_not_change_the_catalog(loaded: Graph) -> None:
    before, edges_before = nodes(loaded), edges(loaded)
    whole = digest(loaded)
    build(loaded)
    marks = {"knownBy", "knownAs"}
    with_layer = {
        chunk_id: (
            tuple(label for label in labels if label != "PassageNode"),
            {name: value for name, value in properties.items() if name not in marks},
        )
        for chunk_id, (labels, properties) in nodes(loaded).items()
    }
    assert (with_layer, edges(loaded)) == (before, edges_before)
    assert remove(loaded) > 0
    assert nodes_of_layer(loaded) == 0
    assert digest(loaded) == whole


def test_unchanged_records_are_not_read_again(loaded: Graph) -> None:
    build(loaded)
    before = layer(loaded)
    report = build(loaded)
    assert (report.records, report.written) == (0, 0)
    assert layer(loaded) == before


def test_changed_text_loses_its_mentions_and_statements(loaded: Graph, tmp_path: Path) -> None:
    build(loaded)
    load_records(loaded, tmp_path, PERSON, OFFICE, letters(11, "Nobody"), letters(12, "A clerk"))
    assert not loaded.read(
        "MATCH (:PhraseNode {naId: 8})-[:MENTIONED_IN]->(chunk:record {naId: 11}) RETURN 1"
    )
    assert not loaded.read("MATCH (:Statement)-[:STATED_IN]->(chunk:record {naId: 11}) RETURN 1")
    assert not loaded.read(
        "MATCH (statement:Statement) WHERE NOT EXISTS { (statement)-[:STATED_IN]->() } RETURN 1"
    )
    assert build(loaded).records == 1
    assert told(loaded, HEADING)["mentions"] == 1


def test_status_reports_new_and_changed_records(loaded: Graph, tmp_path: Path) -> None:
    build(loaded)
    load_records(loaded, tmp_path, letters(13, "Ruth Vane"), name="more.jsonl")
    text = render_status(read_backlog(begin(loaded)), layer_counts(loaded))
    assert "Records with text: 5" in text
    assert "New or changed: 1 (1 chunks)" in text
    assert "given DATE_OF_BIRTH: 1" in text


def test_emptied_graph_has_no_knowledge_layer(loaded: Graph) -> None:
    build(loaded)
    empty_graph(loaded)
    assert nodes_of_layer(loaded) == 0


def texts(graph: Graph) -> dict[str, object]:
    """Return the text of every chunk, keyed by chunkId."""
    return {chunk_id: properties.get("text") for chunk_id, (_, properties) in nodes(graph).items()}


def phrase_id(graph: Graph, na_id: int) -> str:
    """Return the identifier of an authority's phrase."""
    authority_phrase = phrase_of_authority(graph, na_id)
    assert authority_phrase is not None
    return authority_phrase.phrase_id


def test_phrase_page_lists_mentions_and_statements(loaded: Graph) -> None:
    build(loaded)
    page = phrase_page(loaded, phrase_id(loaded, 8))
    assert page.authority is not None and page.authority.na_id == 8
    assert [one.record.na_id for one in page.namings] == [8, 11]
    [(start, end)] = page.namings[1].spans
    assert page.namings[1].text[start:end] == "Ruth Vane"
    assert {(one.relation, one.other.name) for one in page.relations} == {
        ("DATE_OF_BIRTH", "1880"),
        ("DATE_OF_DEATH", "1951"),
    }
    assert (BOARD, 1) in {(one.name, count) for one, count in page.cooccurring}
    assert names_in(loaded, 11)["Ruth Vane"] == page.phrase.phrase_id


def test_subordinate_relation_appears_on_both_phrase_pages(loaded: Graph) -> None:
    build(loaded)
    office = phrase_page(loaded, phrase_id(loaded, 9))
    [above] = [one for one in office.relations if one.relation == "SUBORDINATE_OF"]
    assert (above.is_subject, above.statements, above.quote) == (True, 3, BOARD)
    [below] = phrase_page(loaded, above.other.phrase_id).relations
    assert (below.is_subject, below.other.na_id) == (False, 9)


def test_phrases_are_found_by_their_words(loaded: Graph) -> None:
    assert phrases_with_words(loaded, "vane") == ()
    build(loaded)
    loaded.read("CALL db.awaitIndexes(60)")
    assert [one.na_id for one in phrases_with_words(loaded, "ruth VANE")] == [8]
    assert phrases_with_words(loaded, "vane AND nobody") == ()
    assert phrases_with_words(loaded, "(") == ()


def test_names_without_authority_records_are_suggested(loaded: Graph) -> None:
    assert suggested_phrases(loaded, "executive order") == ()
    order = letters(13, "Executive Order 9417, by Ruth Vane,")
    build_with(loaded, order)
    told = [(one.name, one.entity_class) for one in suggested_phrases(loaded, "executive ord")]
    assert told == [("Executive Order 9417", "LAW")]
    assert suggested_phrases(loaded, "ruth vane") == ()  # authorities are suggested elsewhere
    assert suggested_phrases(loaded, "order executive (") != ()
    assert suggested_phrases(loaded, "may") == ()  # a date


def build_with(graph: Graph, *raws: dict[str, Any]) -> None:
    """Add these records to the graph, and build the knowledge layer."""
    with TemporaryDirectory() as folder:
        load_records(graph, Path(folder), *raws, name="rg_2-1.jsonl")
    build(graph)
    graph.read("CALL db.awaitIndexes(60)")


def test_phrase_does_not_cooccur_with_its_variants(loaded: Graph) -> None:
    build_with(loaded, letters(13, "The Lighthouse Board (LHB) and Executive Order 9417"))
    beside = {one.name for one, _ in phrase_page(loaded, phrase_id(loaded, 9)).cooccurring}
    assert "Executive Order 9417" in beside
    assert not {"LHB", "Lighthouse Board"} & beside


def test_unrelated_name_in_parentheses_cooccurs(loaded: Graph) -> None:
    build_with(loaded, letters(13, "The Lighthouse Board (Fort Randall)"))
    board, fort = (phrase_page(loaded, one) for one in (phrase_id(loaded, 9), fort_id(loaded)))
    assert ("Fort Randall", 1) in {(one.name, count) for one, count in board.cooccurring}
    assert BOARD in {one.name for one, _ in fort.cooccurring}


@pytest.mark.slow
def test_place_and_its_post_cooccur_as_the_place(loaded: Graph) -> None:
    town = raw_authority("Callao (Peru)", naId=7, authorityType="geographicPlaceName")
    title = "Telegram from Callao to State Concerning Tolls of Fort Randall: 3/1/1911"
    build_with(loaded, town, raw_record(title, naId=13, levelOfDescription="item"))
    beside = {one.name for one, _ in phrase_page(loaded, fort_id(loaded)).cooccurring}
    posts = loaded.read("MATCH (p:PhraseNode {name: 'Callao'}) RETURN p.class AS class")
    assert posts == [{"class": "ORGANIZATION"}]
    assert "Callao (Peru)" in beside
    assert "Callao" not in beside


def fort_id(graph: Graph) -> str:
    """Return the identifier of the phrase for Fort Randall."""
    return str(told(graph, "Fort Randall")["phraseId"])


def test_names_of_one_authority_cooccur_as_one_phrase(loaded: Graph) -> None:
    known = {"naId": 8, "variantPersonNames": [{"heading": "Lantern Ruth"}]}
    note = "She lived at Fort Randall."
    build_with(loaded, raw_authority(HEADING, biographicalNote=note, **known))
    assert phrase_page(loaded, phrase_id(loaded, 8)).cooccurring != ()
    assert "Lantern Ruth" not in {
        one.name for one, _ in phrase_page(loaded, phrase_id(loaded, 8)).cooccurring
    }
    fort = phrase_page(loaded, fort_id(loaded))
    assert [one.name for one, _ in fort.cooccurring if one.na_id == 8] == [HEADING]


def test_record_spanning_several_decades_has_no_decade(loaded: Graph) -> None:
    years = [{"year": year, "logicalDate": f"{year}-01-01"} for year in (1899, 1912)]
    long = letters(13, "Ruth Vane", coverageStartDate=years[0], coverageEndDate=years[1])
    short = letters(14, "Ruth Vane", coverageStartDate=years[1], coverageEndDate=years[1])
    build_with(loaded, long, short)
    page = phrase_page(loaded, phrase_id(loaded, 8))
    by_decade = dict(page.years)
    assert by_decade[1910] == 1
    assert 1890 not in by_decade
    answered = PhraseResponse.of(page).to_json()
    assert (answered["decades"], answered["withoutDecade"]) == ({"1910": 1}, by_decade[None])


@pytest.mark.parametrize("asked", ["0" * 16, "x", "'}) //", ""])
def test_unknown_phrase_raises_an_error(asked: str, loaded: Graph) -> None:
    with pytest.raises(UnknownPhraseError, match="narabot knowledge build"):
        phrase_page(loaded, asked)


def test_phrase_page_is_serialized_as_json(loaded: Graph) -> None:
    build(loaded)
    loaded.read("CALL db.awaitIndexes(60)")
    own = phrase_id(loaded, 8)
    found = PhraseResponse.of(phrase_page(loaded, own)).to_json()
    assert found["phrase"] == {
        "phraseId": own,
        "name": HEADING,
        "class": "PERSON",
        "naId": 8,
        "mentions": 2,
        "records": 2,
    }
    assert found["namings"][1]["record"]["naId"] == 11


class BrokenError(Exception):
    """The error that simulates a killed process."""


def dies_after(calls: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a version of a function that raises an error after this number of calls."""
    left = [calls]

    def wrapped(*args: Any, **named: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise BrokenError
        return function(*args, **named)

    return wrapped


STEPS = ("load", "change", "withdraw", "load more", "build", "broken build", "build a part")
RAWS = {na_id: letters(na_id, "Ruth Vane") for na_id in (11, 12, 13, 14)}


def take(graph: Graph, folder: Path, step: str, number: int) -> None:
    """Perform one step. The step `withdraw` loads a separate release that lacks one record."""
    kept = {na_id: raw for na_id, raw in RAWS.items() if na_id != 11 + number % 4}
    match step:
        case "load":
            load_records(graph, folder, PERSON, OFFICE, *RAWS.values())
        case "change":
            load_records(
                graph, folder, OFFICE, RAWS[11], letters(12, f"Clerk {number} of Fort Randall")
            )
        case "withdraw":
            path = write_records(folder / f"r{number}" / "rg_1-1.jsonl", OFFICE, *kept.values())
            ingest(graph, folder, path.parent, release=f"release-{number:02}")
        case "load more":
            load_records(
                graph, folder, letters(20 + number, "Ruth Vane"), name=f"more{number}.jsonl"
            )
        case "build":
            build(graph)
        case "broken build":
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(building, "RECORDS_PER_TRANSACTION", 1)
                patched.setattr(building, "PHRASES_PER_TRANSACTION", 2)
                name = ("write_batch", "update_phrases")[number % 2]
                broken = dies_after(number % 3, getattr(building, name))
                patched.setattr(building, name, broken)
                with suppress(BrokenError):
                    build(graph)
        case _:
            build(graph, [11])
