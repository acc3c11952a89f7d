"""Suggestions while a person types: titles and names that begin with the typed text."""

from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.retrieval import suggestions
from narabot.retrieval.suggestions import MOST_NAMES, MOST_SUGGESTIONS
from tests.ingesting import ingest, write_records
from tests.records import raw_authority, raw_record

GROUP, SERIES, ITEM = "recordGroup", "series", "item"


@pytest.fixture
def harbor(graph: Graph, tmp_path: Path) -> Graph:
    """Return a graph of some records about a harbor."""
    raws = [
        raw_record("Records of the Harbor Commission", naId=1, levelOfDescription=GROUP),
        raw_record("Relocation of the Harbor", naId=2, levelOfDescription=SERIES),
        raw_record("Harbor Dues", naId=3, levelOfDescription=ITEM),
        raw_record("Pilots of São Tomé", naId=4, levelOfDescription=SERIES),
        raw_record("Tugs", naId=5, levelOfDescription=SERIES, scopeAndContentNote="Harbor."),
        raw_record(None, naId=6, levelOfDescription=ITEM, scopeAndContentNote="Ébauche: nameless"),
        raw_authority(None, naId=9, variantPersonNames=[{"heading": "Unheard, Una", "naId": 91}]),
        raw_authority(
            "Jansdóttir, Æsa",
            naId=8,
            variantPersonNames=[{"heading": "Harborwright, Alice", "naId": 81}],
        ),
    ]
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", *raws))
    return graph


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("harb", [3, 1, 2]),  # titles that begin with `harb` first, then by level
        ("HARBOR d", [3]),
        ("harbor comm", [1]),
        ("relocati", [2]),  # the index contains the stem `reloc`
        ("relocation of the h", [2]),
        ("relocation of", [2]),
        ("records of the harbor", [1]),
        ("the", []),  # a stop word that begins no title
        ("sao", [4]),
        ("são tom", [4]),
        ("tug", [5]),
        ("jansdottir", [8]),
        ("ha", []),
        ("", []),
        ("harbor zebra", []),
        ("nameless", []),
        ("unheard", []),
        ('harbor" OR title:(tugs) [', []),
        ("!?*", []),
    ],
)
def test_titles_and_names_are_suggested_by_prefix(
    harbor: Graph, typed: str, found: list[int]
) -> None:
    suggested = [one.na_id for one in suggestions(harbor, typed)]
    assert [na_id for na_id in suggested if na_id != 8 or found == [8]] == found


def test_authority_is_suggested_by_a_variant_name(harbor: Graph) -> None:
    (found,) = suggestions(harbor, "harborwri")
    assert (found.na_id, found.name) == (8, "Jansdóttir, Æsa")


def test_suggested_names_leave_room_for_titles(graph: Graph, tmp_path: Path) -> None:
    people = (
        raw_authority(f"Fogg, Ann {number}", naId=20 + number)
        for number in range(MOST_SUGGESTIONS + 1)
    )
    folders = (
        raw_record(f"Foggy day {number}", naId=number) for number in range(1, MOST_SUGGESTIONS + 2)
    )
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", *people, *folders))
    found = suggestions(graph, "fog")
    assert len(found) == MOST_SUGGESTIONS
    assert sum(one.na_id >= 20 for one in found) == MOST_NAMES
    assert len(suggestions(graph, "fogg, a")) == MOST_SUGGESTIONS
