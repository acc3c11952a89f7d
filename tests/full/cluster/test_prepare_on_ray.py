"""`prepare --engine ray` on a cluster of two workers returns the same rows as this machine.

The cluster consists of three raylets on this machine: a head without a CPU and two workers. A
test's embedder runs in the workers' processes.
"""

import errno
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ingest.bucket import BucketPlace, parse_place
from ingest.prepared import ray_engine as on_ray_module
from ingest.prepared import storage_at
from ingest.prepared.cluster import RayOptions, check_resources, connected
from ingest.prepared.job import ChunkLimits, create_job
from ingest.prepared.manifest import MANIFEST
from ingest.prepared.ray_engine import OpenModel, RayEngine
from ingest.prepared.run import PrepareResult, prepare_here, run_prepare
from ingest.prepared.shard_writer import UNFINISHED
from ingest.read.sources import find_sources
from narabot.errors import (
    ClusterError,
    DataFolderError,
    IndexMismatchError,
    ModelUnavailableError,
)
from narabot.knowledge.lazy_ner_cache import LazyNerCacheBuilder
from narabot.settings import Settings
from tests.buckets import BUCKET, OTHER, store_on_loopback
from tests.embedders import WordEmbedder
from tests.ingesting import ingest_settings, write_records
from tests.on_workers import (
    SharpTokenizer,
    deadly,
    die,
    does_once,
    fail,
    open_words,
    other_after_first,
    unopened,
)
from tests.prepared_shards import prepare, rows, stored_rows
from tests.records import SAMPLE, raw_record
from tests.shared import DATA, needs_shared

pytestmark = needs_shared

REAL = [SAMPLE, *(DATA / name for name in ("coll_FDR-MORGEN-1.jsonl", "rg_210-1.jsonl"))]
QUICK_TO_MISS = {"health_check_period_ms": 500, "health_check_failure_threshold": 3}
"""Health check settings with which the head quickly notices the loss of a worker."""


@dataclass
class Workers:
    """A cluster to which this process is connected."""

    cluster: Any
    options: RayOptions


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    """Yield a head and two workers with one CPU each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "1")
        patch.setenv("PYTHONPATH", str(SAMPLE.parent))
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "test")  # the workers' credentials for a bucket
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 0, "include_dashboard": False, "_system_config": QUICK_TO_MISS}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            for _ in range(2):
                cluster.add_node(num_cpus=1)
            options = RayOptions(cluster.address, models=2)
            with connected(options):
                yield Workers(cluster, options)
        finally:
            cluster.shutdown()


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[object]]:
    """Return the rows that this machine prepares."""
    folder = tmp_path_factory.mktemp("local")
    prepare(folder, folder / "to", *REAL)
    return rows(folder / "to")


def on_ray(workers: Workers, folder: Path, opener: OpenModel, *paths: Path) -> PrepareResult:
    """Prepare some paths on the cluster."""
    engine = RayEngine(workers.options, opener)
    job = engine.job(ingest_settings(folder), storage_at(folder / "to"), None, None)
    return run_prepare(job, engine.prepare, find_sources(list(paths)))


# Same rows


def test_ray_rows_match_local_rows(
    workers: Workers, wanted: dict[str, list[object]], tmp_path: Path
) -> None:
    done = on_ray(workers, tmp_path, open_words, *REAL)
    assert rows(tmp_path / "to") == wanted
    assert done.sum("chunks") == sum(
        len(table) for name, table in wanted.items() if name.endswith("chunks.parquet")
    )
    again = on_ray(workers, tmp_path, open_words, *REAL)
    assert again.sum("was_prepared") == len(done.shards)


def test_smart_chunker_on_ray_matches_local_rows(workers: Workers, tmp_path: Path) -> None:
    paths = [DATA / "rg_210-1.jsonl", SAMPLE]
    smart = ingest_settings(tmp_path).model_copy(update={"ingest_chunker": "smart"})
    sources = find_sources(paths)
    embedder = WordEmbedder()
    here = create_job(smart, embedder, storage_at(tmp_path / "here"), None, None)
    run_prepare(here, partial(prepare_here, embedder), sources)
    engine = RayEngine(workers.options, open_words)
    job = engine.job(smart, storage_at(tmp_path / "there"), None, None)
    run_prepare(job, engine.prepare, sources)
    assert rows(tmp_path / "there") == rows(tmp_path / "here")
    prepare(tmp_path, tmp_path / "default", *paths)
    assert rows(tmp_path / "default") != rows(tmp_path / "here")


def test_names_found_on_ray_match_local_names(workers: Workers, tmp_path: Path) -> None:
    file = write_records(tmp_path / "rg_1-1.jsonl", raw_record("Letters of Clara Barton", naId=1))
    names = LazyNerCacheBuilder(Settings())
    prepare(tmp_path, tmp_path / "here", file, names=names)
    engine = RayEngine(workers.options, open_words)
    job = engine.job(ingest_settings(tmp_path), storage_at(tmp_path / "there"), None, None)
    run_prepare(job.with_names(names), engine.prepare, find_sources([file]))
    assert rows(tmp_path / "there") == rows(tmp_path / "here")
    [chunks] = [table for name, table in rows(tmp_path / "there").items() if "chunks" in name]
    told: Any = chunks[0]
    start = told["text"].index("Clara")
    assert told["names"] == f"{names.version} {start}-{start + len('Clara Barton')}:PERSON"


def test_workers_skip_loaded_records_without_access_to_the_list(
    workers: Workers, tmp_path: Path
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from ingest.prepared.loaded_records import SCHEMA

    file = write_records(tmp_path / "rg_1-1.jsonl", raw_record(naId=1), raw_record(naId=2))
    prepare(tmp_path, tmp_path / "local", file)
    [records] = [table for name, table in rows(tmp_path / "local").items() if "records" in name]
    given: Any = records[0]
    known = {"naId": [given["naId"]], "recordHash": [bytes.fromhex(given["recordHash"])]}
    list_of_known = tmp_path / "loaded.parquet"
    pq.write_table(pa.Table.from_pydict(known, SCHEMA), list_of_known)
    engine = RayEngine(workers.options, open_words)
    job = engine.job(ingest_settings(tmp_path), storage_at(tmp_path / "to"), None, list_of_known)
    assert job.graph_state.stored([given["naId"]])
    list_of_known.unlink()
    done = run_prepare(job, engine.prepare, find_sources([file]))
    assert (done.sum("records"), done.sum("noted")) == (1, 1)


def test_worker_killed_while_writing_changes_no_rows(
    workers: Workers, wanted: dict[str, list[object]], tmp_path: Path
) -> None:
    on_ray(workers, tmp_path, partial(does_once, tmp_path / "killed", die), *REAL)
    assert (tmp_path / "killed").exists()
    assert unfinished(tmp_path / "to"), "the worker was not killed in the middle of a shard"
    assert rows(finished(tmp_path / "to")) == wanted


def test_worker_killed_while_reading_changes_no_rows(
    workers: Workers, wanted: dict[str, list[object]], tmp_path: Path
) -> None:
    engine = RayEngine(workers.options, open_words)
    job = engine.job(ingest_settings(tmp_path), storage_at(tmp_path / "to"), None, None)
    sharp: Any = SharpTokenizer(tmp_path / "killed", job.limits.tokenizer)
    job = replace(job, limits=ChunkLimits(sharp, job.limits.max_tokens))
    run_prepare(job, engine.prepare, find_sources(REAL))
    assert (tmp_path / "killed").exists()
    assert rows(tmp_path / "to") == wanted


def test_shards_are_read_from_and_written_to_buckets(
    workers: Workers, wanted: dict[str, list[object]], tmp_path: Path
) -> None:
    file = REAL[1]
    with store_on_loopback() as store:
        store.put(f"lines/{file.name}", file.read_bytes())
        lines, to = (
            parse_place(address, store.settings)
            for address in (f"s3://{BUCKET}/lines", f"s3://{OTHER}/prepared")
        )
        engine = RayEngine(workers.options, open_words)
        job = engine.job(ingest_settings(tmp_path), storage_at(to), None, None)
        run_prepare(job, engine.prepare, find_sources([lines]))
        assert isinstance(to, BucketPlace)
        found = stored_rows(to, tmp_path)
    assert found == {name: own for name, own in wanted.items() if name.startswith(file.name)}


def unfinished(to: Path) -> list[Path]:
    """Return the folders that a killed worker has left behind."""
    return list(to.glob(f"{UNFINISHED}*"))


def finished(to: Path) -> Path:
    """Remove the unfinished shards from a folder, check the other shards, and return the folder."""
    with storage_at(to).held():  # the next run does the same at its start
        assert not unfinished(to)
    assert all((table.parent / MANIFEST).exists() for table in to.rglob("*.parquet"))
    return to


# Errors that stop a run with a one-sentence message


def test_different_models_on_workers_stop_the_run(workers: Workers, tmp_path: Path) -> None:
    opener = partial(other_after_first, tmp_path / "first")
    with pytest.raises(
        IndexMismatchError, match=r"worker uses a different embedding model.*different vectors"
    ):
        on_ray(workers, tmp_path, opener, SAMPLE)
    assert not rows(tmp_path / "to")


def test_full_worker_disk_is_reported(workers: Workers, tmp_path: Path) -> None:
    full = partial(fail, OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(DataFolderError, match=r"cannot write to .* \(the disk is full\)"):
        on_ray(workers, tmp_path, partial(does_once, tmp_path / "full", full), SAMPLE)


def test_model_that_cannot_be_opened_is_reported(workers: Workers, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailableError, match="no such model"):
        on_ray(workers, tmp_path, unopened, SAMPLE)


def test_unexpected_error_keeps_its_traceback(workers: Workers, tmp_path: Path) -> None:
    odd = partial(fail, ZeroDivisionError("unforeseen"))
    with pytest.raises(Exception, match=r"(?s)embed_array.*unforeseen"):
        on_ray(workers, tmp_path, partial(does_once, tmp_path / "odd", odd), SAMPLE)


def test_shard_that_kills_every_worker_ends_the_run(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_ray_module, "RETRIES", 0)
    file = write_records(tmp_path / "rg_1-1.jsonl", *(raw_record(naId=n) for n in range(3)))
    with pytest.raises(ClusterError, match="so were the workers that replaced it"):
        on_ray(workers, tmp_path, deadly, file)


def test_folder_that_workers_cannot_access_is_reported(workers: Workers, tmp_path: Path) -> None:
    engine = RayEngine(workers.options, open_words)
    job = engine.job(ingest_settings(tmp_path), storage_at(tmp_path / "to"), None, None)
    with pytest.raises(ClusterError, match="cannot access"):
        list(engine.prepare(job, find_sources([SAMPLE])))  # without a run's lock
    assert not (tmp_path / "to").exists()


@pytest.mark.parametrize(("gpus", "models"), [(1, 1), (0, 16), (0.25, 1), (1.5, 1)])
def test_cluster_with_insufficient_resources_is_reported(
    workers: Workers, gpus: float, models: int
) -> None:
    with pytest.raises(ClusterError, match="has 2 CPUs and 0 GPUs"):
        check_resources(RayOptions(workers.options.address, gpus, models))
