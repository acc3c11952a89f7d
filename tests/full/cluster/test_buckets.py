"""`ingest s3://…` creates the same graph as local files and reports bucket failures and changes."""

from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from ingest.bucket import BucketPlace, fetch, parse_place
from ingest.pipeline import run_ingest
from ingest.read.sources import find_sources
from narabot.errors import (
    BucketError,
    BucketUnavailableError,
    ChangedFileError,
    DataFolderError,
    UnreadableSourceError,
)
from narabot.graph import Graph
from narabot.settings import Settings
from tests.buckets import BUCKET, Store, emptied, through_a_network
from tests.conftest import wipe
from tests.embedders import WordEmbedder
from tests.graphs import digest, nodes
from tests.ingesting import BATCH, REAL_BATCH, ingest, ingest_settings
from tests.prepared_shards import prepare, rows
from tests.records import line, raw_record
from tests.shared import DATA, needs_shared

pytestmark = needs_shared

FOLDER = "descriptions/record-groups/rg_210"
REAL = [DATA / name for name in ("coll_FDR-MORGEN-1.jsonl", "rg_210-1.jsonl")]


@pytest.fixture
def store(loopback: Store) -> Store:
    """Return a store with two files of real lines and some irrelevant files."""
    emptied(loopback)
    for file in REAL:
        loopback.put(f"{FOLDER}/{file.name}", file.read_bytes())
    loopback.put(f"{FOLDER}2/rg_2102-1.jsonl", line(raw_record(naId=1)))
    loopback.put(f"{FOLDER}/readme.txt", b"nothing")
    return loopback


def settings_for(store: Store, folder: Path, batch: int = BATCH) -> Settings:
    address = store.settings.s3_endpoint_url
    return ingest_settings(folder, batch).model_copy(update={"s3_endpoint_url": address})


def ingest_place(graph: Graph, settings: Settings, address: str) -> None:
    run_ingest(settings, graph, WordEmbedder(), [parse_place(address, settings)])


@pytest.mark.parametrize("slash", ["", "/"])
def test_bucket_folder_gives_the_same_graph_as_local_files(
    graph: Graph, tmp_path: Path, store: Store, slash: str
) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    for file in REAL:
        (folder / file.name).write_bytes(file.read_bytes())
    ingest(graph, tmp_path, folder, batch=REAL_BATCH)
    wanted = digest(graph)
    wipe(graph)
    settings = settings_for(store, tmp_path, REAL_BATCH)
    ingest_place(graph, settings, f"s3://{BUCKET}/{FOLDER}{slash}")
    assert digest(graph) == wanted
    assert not list((settings.narabot_data_dir / "spool").iterdir())


def test_bucket_file_is_identified_by_its_name(graph: Graph, tmp_path: Path, store: Store) -> None:
    settings = settings_for(store, tmp_path)
    ingest_place(graph, settings, f"s3://{BUCKET}/{FOLDER}2/rg_2102-1.jsonl")
    assert nodes(graph)["1-0"][1]["file_name"] == "rg_2102-1.jsonl"


def test_unavailable_bucket_is_reported_and_next_run_continues(
    graph: Graph, tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.bucket.download.MAX_ATTEMPTS", 2)
    monkeypatch.setattr("ingest.bucket.download.MAX_PAUSE_S", 0.01)
    with through_a_network(store) as (network, settings):
        own = ingest_settings(tmp_path).model_copy(
            update={"s3_endpoint_url": settings.s3_endpoint_url}
        )
        place = parse_place(f"s3://{BUCKET}/{FOLDER}", own)
        one_at_a_time = Lock()

        def fetch_and_stop(*given: Any) -> None:
            with one_at_a_time:
                fetch(*given)
                network.is_down = True

        with monkeypatch.context() as patch:
            patch.setattr("ingest.read.lines.fetch", fetch_and_stop)
            with pytest.raises(BucketUnavailableError, match="Run the same command later"):
                run_ingest(own, graph, WordEmbedder(), [place])
        network.is_down = False
        run_ingest(own, graph, WordEmbedder(), [place])
    assert len(nodes(graph)) > 100


def test_file_changed_after_listing_stops_the_run(
    graph: Graph, tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(store, tmp_path)
    place = parse_place(f"s3://{BUCKET}/{FOLDER}", settings)
    listed = find_sources([place])
    store.put(f"{FOLDER}/{REAL[1].name}", line(raw_record(naId=1)))
    monkeypatch.setattr("ingest.pipeline.find_sources", lambda _: listed)
    with pytest.raises(ChangedFileError, match="has changed since it was listed"):
        run_ingest(settings, graph, WordEmbedder(), [place])
    monkeypatch.undo()
    run_ingest(settings, graph, WordEmbedder(), [place])
    assert "1-0" in nodes(graph)


def test_bucket_shards_are_prepared_like_local_shards(tmp_path: Path, store: Store) -> None:
    settings = settings_for(store, tmp_path)
    prepare(tmp_path, tmp_path / "here", *REAL)
    place = parse_place(f"s3://{BUCKET}/{FOLDER}", settings)
    prepare(tmp_path, tmp_path / "there", place)
    assert rows(tmp_path / "there") == rows(tmp_path / "here")


def test_full_disk_stops_the_run_and_next_run_continues(
    graph: Graph, tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(store, tmp_path)
    with monkeypatch.context() as patch:
        # path of the partial file during the download
        patch.setattr("ingest.bucket.download.part_path", lambda *_: Path("/dev/full"))
        with pytest.raises(
            DataFolderError, match=r"cannot write to .*spool/\w+ \(the disk is full\)"
        ):
            ingest_place(graph, settings, f"s3://{BUCKET}/{FOLDER}")
    assert not nodes(graph)
    ingest_place(graph, settings, f"s3://{BUCKET}/{FOLDER}")
    assert len(nodes(graph)) > 100


def test_archive_in_a_bucket_must_be_downloaded_first(tmp_path: Path, store: Store) -> None:
    store.put(f"{FOLDER}/more.zip", b"PK")
    with pytest.raises(UnreadableSourceError, match=r"more\.zip is an archive.*Download the file"):
        find_sources([parse_place(f"s3://{BUCKET}/{FOLDER}", settings_for(store, tmp_path))])


def test_empty_bucket_folder_is_reported(tmp_path: Path, store: Store) -> None:
    place = parse_place(f"s3://{BUCKET}/nothing", settings_for(store, tmp_path))
    assert isinstance(place, BucketPlace)
    with pytest.raises(UnreadableSourceError, match=f"s3://{BUCKET}/nothing contains no"):
        find_sources([place])


def test_missing_bucket_is_reported(tmp_path: Path, store: Store) -> None:
    settings = settings_for(store, tmp_path)
    with pytest.raises(BucketError, match="cannot be read"):
        find_sources([parse_place("s3://no-such-bucket/x", settings)])
    with pytest.raises(BucketError, match="does not specify a bucket"):
        parse_place("s3:///x", settings)
