"""Shards in a bucket give the same graph as shards in a folder, and uploads are atomic."""

from pathlib import Path
from typing import BinaryIO

import pytest

from ingest.bucket import Bucket, BucketPlace, parse_place
from ingest.pipeline import run_load
from ingest.prepared import find_prepared
from ingest.prepared.manifest import MANIFEST, Manifest
from ingest.prepared.storage import BucketStorage
from ingest.prepared.tables import TABLES
from narabot.errors import BucketError, BucketUnavailableError, PreparedShardError
from narabot.graph import Graph
from narabot.settings import Settings
from tests.buckets import OTHER, Store, emptied, through_a_network
from tests.conftest import wipe
from tests.graphs import digest, nodes
from tests.ingesting import BATCH, REAL_BATCH, ingest, ingest_settings, write_records
from tests.prepared_shards import prepare, rows, stored_rows
from tests.records import SAMPLE, raw_record
from tests.shared import DATA, needs_shared

pytestmark = needs_shared

REAL = [SAMPLE, DATA / "coll_FDR-MORGEN-1.jsonl"]
PLACE = f"s3://{OTHER}/prepared"


@pytest.fixture
def store(loopback: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Return an empty store, and set the credentials for writing to it."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    return emptied(loopback)


def at(settings: Settings, address: str = PLACE) -> BucketPlace:
    place = parse_place(address, settings)
    assert isinstance(place, BucketPlace)
    return place


def load(graph: Graph, store: Store, folder: Path, batch: int = BATCH) -> None:
    settings = ingest_settings(folder, batch)
    run_load(settings, graph, [at(store.settings)])
    assert not list(settings.narabot_data_dir.glob("spool/*")), "downloaded files remain"


def keys(store: Store) -> list[str]:
    return [file.key for _, file in at(store.settings).files]


def test_bucket_shards_give_the_same_graph_as_ingest(
    graph: Graph, tmp_path: Path, store: Store
) -> None:
    ingest(graph, tmp_path, *REAL, batch=REAL_BATCH)
    wanted = digest(graph)
    wipe(graph)
    prepare(tmp_path, tmp_path / "here", *REAL, batch=REAL_BATCH)
    prepare(tmp_path, at(store.settings), *REAL, batch=REAL_BATCH)
    assert stored_rows(at(store.settings), tmp_path) == rows(tmp_path / "here")
    load(graph, store, tmp_path, REAL_BATCH)
    assert digest(graph) == wanted
    before = keys(store)
    assert prepare(tmp_path, at(store.settings), *REAL, batch=REAL_BATCH).sum(
        "was_prepared"
    ) == len(find_prepared([at(store.settings)]))
    assert keys(store) == before


def test_changed_shard_replaces_the_earlier_one(graph: Graph, tmp_path: Path, store: Store) -> None:
    file = write_records(tmp_path / "rg_1-1.jsonl", raw_record(naId=1, title="Before"))
    prepare(tmp_path, at(store.settings), file)
    write_records(file, raw_record(naId=1, title="After"))
    assert not prepare(tmp_path, at(store.settings), file).sum("was_prepared")
    assert len(keys(store)) == len(TABLES) + 1, "tables of the earlier shard remain"
    load(graph, store, tmp_path)
    assert nodes(graph)["1-0"][1]["title"] == "After"


def test_unchanged_shard_only_gets_the_new_release_name(tmp_path: Path, store: Store) -> None:
    file = write_records(tmp_path / "rg_1-1.jsonl", raw_record(naId=1))
    prepare(tmp_path, at(store.settings), file, release="2026-10")
    before = stored_rows(at(store.settings), tmp_path)
    done = prepare(tmp_path, at(store.settings), file, release="2027-01")
    assert done.sum("was_prepared") == 1
    [shard] = find_prepared([at(store.settings)])
    assert shard.manifest.making.release == "2027-01"
    assert stored_rows(at(store.settings), tmp_path) == before


def test_shard_with_tables_deleted_by_another_run_is_rebuilt(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_records(tmp_path / "rg_1-1.jsonl", raw_record(naId=1))
    prepare(tmp_path, at(store.settings), file, release="2026-10")
    wanted = stored_rows(at(store.settings), tmp_path)
    [chunks] = [key for key in keys(store) if "chunks-" in key]
    relabel = BucketStorage.replace_manifest

    def beside_another(shelf: BucketStorage, manifest: Manifest) -> bool:
        store.client.delete_object(Bucket=OTHER, Key=chunks)
        return relabel(shelf, manifest)

    monkeypatch.setattr(BucketStorage, "replace_manifest", beside_another)
    done = prepare(tmp_path, at(store.settings), file, release="2027-01")
    assert done.sum("records") == 1
    assert stored_rows(at(store.settings), tmp_path) == wanted


def test_simultaneous_workers_do_not_mix_a_shards_tables(
    graph: Graph, tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One worker uploads its manifest only after the other worker has uploaded a whole shard."""
    file = write_records(tmp_path / "one" / "rg_1-1.jsonl", raw_record(naId=1, title="One"))
    other = write_records(tmp_path / "other" / "rg_1-1.jsonl", raw_record(naId=1, title="Other"))
    real = Bucket.put

    def put(bucket: Bucket, key: str, content: BinaryIO) -> None:
        if key.endswith(MANIFEST):
            monkeypatch.setattr(Bucket, "put", real)
            prepare(tmp_path, at(store.settings), other)
        real(bucket, key, content)

    monkeypatch.setattr(Bucket, "put", put)
    prepare(tmp_path, at(store.settings), file)
    assert len(keys(store)) > len(TABLES) + 1, "the other worker uploaded no tables"
    load(graph, store, tmp_path)
    assert nodes(graph)["1-0"][1]["title"] == "One"


def test_interrupted_upload_leaves_no_finished_shard(
    graph: Graph, tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.bucket.store.REQUEST_ATTEMPTS", 1)
    file = write_records(tmp_path / "rg_1-1.jsonl", raw_record(naId=1))
    real = Bucket.put
    with through_a_network(store) as (network, settings):

        def put(bucket: Bucket, key: str, content: BinaryIO) -> None:
            network.is_down = key.endswith(MANIFEST)
            real(bucket, key, content)

        monkeypatch.setattr(Bucket, "put", put)
        with pytest.raises(BucketUnavailableError, match="Run the same command later"):
            prepare(tmp_path, at(settings), file)
        monkeypatch.setattr(Bucket, "put", real)
        with pytest.raises(PreparedShardError, match=f"{PLACE} contains no finished output"):
            find_prepared([at(store.settings)])
        network.is_down = False
        prepare(tmp_path, at(settings), file)
    load(graph, store, tmp_path)
    assert "1-0" in nodes(graph)


@pytest.mark.parametrize("content", [b"", b"PAR1", None])
def test_shard_with_a_damaged_or_missing_table_is_rejected(
    graph: Graph, tmp_path: Path, store: Store, content: bytes | None
) -> None:
    file = write_records(tmp_path / "rg_1-1.jsonl", raw_record(naId=1))
    prepare(tmp_path, at(store.settings), file)
    [key] = [key for key in keys(store) if "/chunks-" in key]
    if content is None:
        store.client.delete_object(Bucket=OTHER, Key=key)
    else:
        store.put(key, content, OTHER)
    with pytest.raises(
        PreparedShardError, match=rf"^{PLACE}/rg_1-1.jsonl.prepared cannot be loaded"
    ):
        load(graph, store, tmp_path)
    assert not nodes(graph)
    if content is None:  # a listing shows a missing file, but only a load finds damaged contents
        prepare(tmp_path, at(store.settings), file)
        load(graph, store, tmp_path)
        assert "1-0" in nodes(graph)


@pytest.mark.parametrize("content", [b"", b"{"])
def test_damaged_manifest_is_reported_and_rebuilt(
    graph: Graph, tmp_path: Path, store: Store, content: bytes
) -> None:
    file = write_records(tmp_path / "rg_1-1.jsonl", raw_record(naId=1))
    prepare(tmp_path, at(store.settings), file)
    [key] = [key for key in keys(store) if key.endswith(MANIFEST)]
    store.put(key, content, OTHER)
    with pytest.raises(PreparedShardError, match="cannot be loaded"):
        load(graph, store, tmp_path)
    prepare(tmp_path, at(store.settings), file)
    load(graph, store, tmp_path)
    assert "1-0" in nodes(graph)


def test_missing_bucket_is_reported(tmp_path: Path, store: Store) -> None:
    file = write_records(tmp_path / "rg_1-1.jsonl", raw_record(naId=1))
    with pytest.raises(
        BucketError, match=r"s3://no-such-bucket/x/.* cannot be read.*bucket's name"
    ):
        prepare(tmp_path, at(store.settings, "s3://no-such-bucket/x"), file)
