"""Prepare shards with the word embedder, and read the prepared tables."""

from functools import partial
from pathlib import Path

import pyarrow.parquet as pq

from ingest.bucket import BucketPlace
from ingest.prepared import find_prepared, storage_at
from ingest.prepared.batches import NameExtractor
from ingest.prepared.job import create_job
from ingest.prepared.run import PrepareResult, prepare_here, run_prepare
from ingest.prepared.tables import TABLES
from ingest.read.sources import find_sources
from tests.embedders import WordEmbedder
from tests.ingesting import BATCH, ingest_settings


def prepare(
    folder: Path,
    to: Path | BucketPlace,
    *paths: Path | BucketPlace,
    embedder: WordEmbedder | None = None,
    release: str | None = None,
    known: Path | None = None,
    batch: int = BATCH,
    names: NameExtractor | None = None,
    cores: int = 1,
) -> PrepareResult:
    """Prepare the shards at some paths. With several cores, start reader processes."""
    embedder = embedder or WordEmbedder()
    job = create_job(ingest_settings(folder, batch), embedder, storage_at(to), release, known)
    job = job.with_names(names)
    engine = partial(prepare_here, embedder, cores=cores)
    return run_prepare(job, engine, find_sources(list(paths)))


def rows(to: Path) -> dict[str, list[object]]:
    """Return all rows of all tables in a folder, keyed by file."""
    return {
        path.relative_to(to).as_posix(): pq.read_table(path).to_pylist()
        for name in TABLES
        for path in sorted(to.rglob(f"{name}.parquet"))
    }


def stored_rows(place: BucketPlace, spool: Path) -> dict[str, list[object]]:
    """Return all rows of all tables under a bucket prefix, keyed by file, as `rows` does."""
    found: dict[str, list[object]] = {}
    for shard in find_prepared([place]):
        with shard.tables(spool) as folder:
            for name in TABLES:
                key = f"{shard.place}/{name}.parquet".removeprefix(f"{place}/")
                found[key] = pq.read_table(folder / f"{name}.parquet").to_pylist()
    return found
