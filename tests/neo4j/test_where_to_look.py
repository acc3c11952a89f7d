"""Unit ranking on a small graph: units that are only mentioned, and units without items."""

from pathlib import Path

from narabot.graph import Graph
from narabot.models import LevelOfDescription, Wording, Years
from narabot.retrieval import Retriever, open_retriever, places_to_look
from tests.embedders import WordEmbedder
from tests.ingesting import ingest, write_records
from tests.records import ancestor, raw_record


def retriever(graph: Graph, folder: Path) -> Retriever:
    """Return a retriever on a series with two file units, one of which is only mentioned."""
    series = ancestor(1, "series", 2, title="Central Files")
    raws = [
        raw_record("Whaling log", naId=10, ancestors=[series, ancestor(2, "fileUnit", 1)]),
        raw_record(
            "Lighthouses",
            naId=3,
            levelOfDescription="fileUnit",
            ancestors=[ancestor(1, "series", 1, title="Central Files")],
        ),
    ]
    ingest(graph, folder, write_records(folder / "rg_1-1.jsonl", *raws))
    return open_retriever(graph, WordEmbedder(), 100)


def test_unit_mentioned_only_by_an_item_is_found(graph: Graph, tmp_path: Path) -> None:
    places = places_to_look(
        retriever(graph, tmp_path), Wording("whaling"), 5, LevelOfDescription.FILE_UNIT
    )
    assert places[0].unit.na_id == 2
    assert [found.na_id for found in places[0].evidence] == [10]
    assert [record.na_id for record in places[0].unit.path] == [2, 1]


def test_unit_without_described_items_is_found_by_title(graph: Graph, tmp_path: Path) -> None:
    best, *_ = places_to_look(
        retriever(graph, tmp_path), Wording("lighthouses"), 5, LevelOfDescription.FILE_UNIT
    )
    assert (best.unit.na_id, best.evidence) == (3, ())


def test_item_counts_as_evidence_for_its_unit_or_series(graph: Graph, tmp_path: Path) -> None:
    own = retriever(graph, tmp_path)
    assert places_to_look(own, Wording("whaling"), 5)[0].unit.na_id == 2
    best, *_ = places_to_look(own, Wording("whaling"), 5, LevelOfDescription.SERIES)
    assert best.unit.na_id == 1
    assert 10 in {found.na_id for found in best.evidence}


def test_units_from_the_requested_years_come_first(graph: Graph, tmp_path: Path) -> None:
    raws = [
        raw_record(
            f"Whaling log of {year}",
            naId=na_id,
            levelOfDescription="item",
            productionDates=[{"year": year, "logicalDate": f"{year}-01-01"}],
            ancestors=[ancestor(na_id // 10, "fileUnit", 1, title=f"Logs {na_id}")],
        )
        for na_id, year in ((20, 1850), (30, 1871), (40, 1902))
    ]
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", *raws))
    own = open_retriever(graph, WordEmbedder(), 100)
    for year, na_id in ((1850, 2), (1871, 3), (1902, 4)):
        best, *others = places_to_look(own, Wording("whaling logs"), 5, years=Years(year, year))
        assert best.unit.na_id == na_id
        assert len(others) == 2
