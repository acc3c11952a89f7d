"""Overviews of records: the content of an overview, and how long narabot caches the overview."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from ingest.pipeline import run_ingest
from narabot.api import create_app
from narabot.chat import overviews
from narabot.chat.overviews import Overviews
from narabot.embedding import Embeddings
from narabot.graph import Graph
from narabot.plans.overviews import RecordOverview
from narabot.retrieval.records.full_record import full_record
from narabot.settings import Settings
from tests.ingesting import write_records
from tests.records import ancestor, raw_record

GROUP, SERIES, DOCUMENT = 9_900_000_001, 9_900_000_002, 210_835_707
API = "/api/v1"


@pytest.fixture(scope="module")
def client(api_settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(api_settings), "http://localhost") as opened:
        yield opened


@pytest.mark.parametrize("na_id", [GROUP, SERIES])
def test_overview_summarizes_the_records_of_a_series_or_group(
    na_id: int, client: TestClient
) -> None:
    got = client.get(f"{API}/records/{na_id}/overview").json()
    assert got["naId"] == na_id
    assert got["count"] == sum(one["count"] for one in got["levels"]) > 0
    assert got["first"] <= got["last"]
    assert sum(one["count"] for one in got["decades"]) + got["gaps"]["undated"] >= got["count"]
    told = client.get(f"{API}/records/{na_id}/overview.md")
    assert told.headers["content-type"].startswith("text/markdown")
    assert told.text.startswith(f"# Overview of {got['name']}")
    for quote in got["scope"]:
        assert quote["quote"] in told.text
    wanted = {"query": "List them", "filters": {"computed": got["records"]}}
    listed = client.post(f"{API}/ask", json=wanted).json()
    assert len(listed["records"]) == got["count"]


@pytest.mark.parametrize("na_id", [1, DOCUMENT])
@pytest.mark.parametrize("end", ["", ".md"])
def test_record_without_descendants_has_no_overview(
    na_id: int, end: str, client: TestClient
) -> None:
    assert client.get(f"{API}/records/{na_id}/overview{end}").status_code == 404


FONDS, FOLDER, OTHER = 5001, 5002, 5003
ABOVE = [ancestor(FONDS, "series", 1, title="Harbour Books")]


def loaded(graph: Graph, embeddings: Embeddings, folder: Path, *titles: str) -> None:
    """Load a series with file units that have these titles."""
    series = raw_record("Harbour Books", naId=FONDS, levelOfDescription="series")
    folders = [
        raw_record(title, naId=FOLDER + place * 10, levelOfDescription="fileUnit", ancestors=ABOVE)
        for place, title in enumerate(titles)
    ]
    lines = write_records(folder / "rg_1-1.jsonl", series, *folders)
    settings = Settings(narabot_data_dir=folder / "data")
    run_ingest(settings, graph, embeddings, [lines])


def counted(found: RecordOverview | None) -> int:
    assert found is not None
    return found.profile.count


def test_overview_is_rebuilt_only_when_its_records_change(
    graph: Graph, embeddings: Embeddings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    really = overviews.build_overview

    def build_counted(*given: object) -> RecordOverview | None:
        made.append(1)
        return really(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(overviews, "build_overview", build_counted)
    kept = Overviews()

    def overview() -> RecordOverview | None:
        return kept.of(graph, full_record(graph, FONDS))

    loaded(graph, embeddings, tmp_path, "Pilots", "Buoys")
    assert counted(overview()) == counted(overview()) == 2
    assert len(made) == 1
    other = write_records(tmp_path / "rg_2-1.jsonl", raw_record("Elsewhere", naId=OTHER))
    run_ingest(Settings(narabot_data_dir=tmp_path / "data"), graph, embeddings, [other])
    assert counted(overview()) == 2
    assert len(made) == 1, "an unrelated record changed the cached overview"
    (tmp_path / "next").mkdir()
    loaded(graph, embeddings, tmp_path / "next", "Pilots", "Buoys", "Wrecks")
    assert counted(overview()) == 3
    assert len(made) == 2
