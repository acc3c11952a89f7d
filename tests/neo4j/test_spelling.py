"""Spelling corrections for unknown words, on a small graph."""

from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.retrieval import spelling_corrections
from tests.ingesting import ingest, write_records
from tests.records import raw_record


@pytest.fixture
def whaling(graph: Graph, tmp_path: Path) -> Graph:
    """Return a graph with two records."""
    raws = [
        raw_record("Logbook of the Manzanita-Lighthouse, Cape Ann", naId=10),
        raw_record("Lighthouses of Captain Ardmore and Hamet Caramalli", naId=11),
    ]
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", *raws))
    return graph


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("lighthuose", "Lighthouse"),
        ("lightouses", "Lighthouses"),
        ("ardmroe", "Ardmore"),
        ("manzanitta", "Manzanita"),
        ("captian", "Captain"),
        ("caramali", "Caramalli"),
    ],
)
def test_misspelled_word_is_corrected_to_a_similar_word(
    whaling: Graph, word: str, meant: str
) -> None:
    assert spelling_corrections(whaling, [word]) == {word: meant}
