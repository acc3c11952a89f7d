"""Prepare a shard: one worker reads and chunks it, and another embeds and writes the chunks."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Self

from tokenizers import Tokenizer

from ingest.parse.chunkers import needs_vectors
from ingest.prepared.batches import NameExtractor, UnembeddedBatch, unembedded_batch, with_vectors
from ingest.prepared.loaded_records import EmptyGraph, read_loaded_records
from ingest.prepared.manifest import (
    PreparationSettings,
    differences,
    preparation_settings,
    with_release,
)
from ingest.prepared.shard_writer import ShardWriter
from ingest.prepared.storage import ShardStorage
from ingest.read.batches import SPOOL, GraphState, Reader
from ingest.read.lines import local_copy
from ingest.read.sources import Source
from ingest.read.survey import survey
from narabot.embedding import TextEmbedder
from narabot.errors import IndexMismatchError
from narabot.settings import Settings


@dataclass(frozen=True, slots=True)
class ChunkLimits:
    """The properties of the embedding model that chunking needs."""

    tokenizer: Tokenizer
    max_tokens: int


@dataclass(frozen=True)
class Job:
    """The configuration that all shards in a run share. Every worker receives it."""

    settings: Settings
    making: PreparationSettings
    limits: ChunkLimits
    storage: ShardStorage
    known_file: Path | None = None
    known_digest: str | None = None
    names: NameExtractor | None = None
    """Extracts names from chunks, or `None` to skip name extraction."""

    @cached_property
    def graph_state(self) -> GraphState:
        """The records that the database already contains. Each worker loads the list once."""
        return read_loaded_records(self.known_file) if self.known_file else EmptyGraph()

    def with_loaded_records(self, known: Path | None) -> Self:
        """Return the job with a list of records to skip.

        Raise UnreadableSourceError for an invalid list.
        """
        digest = read_loaded_records(known).digest if known else None
        return replace(self, known_file=known, known_digest=digest)

    def with_names(self, names: NameExtractor | None) -> Self:
        """Return the job with a name extractor. Workers load the extractor on first use."""
        return replace(self, names=names)

    @property
    def needs_model_to_read(self) -> bool:
        """Whether chunking needs the embedding model itself, not only the model's limits."""
        return needs_vectors(self.settings.ingest_chunker)

    def check_model(self, embedder: TextEmbedder) -> None:
        """Raise IndexMismatchError if a worker's model differs from the run's model."""
        own = preparation_settings(self.settings, embedder, self.making.release)
        found = differences(self.making, own)
        if found:
            raise IndexMismatchError(
                f"A worker uses a different embedding model: {found}. Use the same model files "
                "and the same EMBEDDING_… settings on all machines. Finished work is kept."
            )


@dataclass(frozen=True, slots=True)
class ReadShard:
    """A shard, divided into batches of chunked records."""

    source: Source
    digest: str
    batches: tuple[UnembeddedBatch, ...]


@dataclass(frozen=True, slots=True)
class ShardOutcome:
    """The result of preparing a shard."""

    source: Source
    lines: int = 0
    records: int = 0
    noted: int = 0
    chunks: int = 0
    rejected: int = 0
    was_prepared: bool = False
    """Whether the same shard had already been prepared."""
    fault: str | None = None
    """Why the shard could not be prepared, or `None`."""


def create_job(
    settings: Settings,
    embedder: TextEmbedder,
    storage: ShardStorage,
    release: str | None,
    known: Path | None,
) -> Job:
    """Return the job for a run.

    Raise UnreadableSourceError for an invalid list of loaded records.
    """
    job = Job(
        settings,
        preparation_settings(settings, embedder, release),
        ChunkLimits(embedder.tokenizer, embedder.max_tokens),
        storage,
    )
    return job.with_loaded_records(known)


@contextmanager
def without_gc() -> Iterator[None]:
    """Pause garbage collection, because a shard has many long-lived objects.

    Repeated collection would take a quarter of the reading time and most of the unpickling time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@without_gc()
def read_shard(
    job: Job, source: Source, embedder: TextEmbedder | None = None
) -> ReadShard | ShardOutcome:
    """Return a shard in batches, or the outcome if there is nothing to embed.

    The model is needed if the job's chunker embeds sentences. Raise the errors that
    `reuse_prepared` and `local_copy` raise.
    """
    with local_copy(source, job.settings.narabot_data_dir / SPOOL) as here:
        return read_local_shard(job, here, embedder)


def read_local_shard(
    job: Job, source: Source, embedder: TextEmbedder | None
) -> ReadShard | ShardOutcome:
    """Return a local shard in batches, or the outcome if there is nothing to embed."""
    found = survey(source)
    if found.digest is not None and reuse_prepared(job, source, found.digest):
        return ShardOutcome(source, was_prepared=True)
    batches = []
    vectors = embedder.embed_array if embedder else None
    reader = Reader(job.settings, job.limits, job.graph_state, vectors=vectors)
    for (read,) in reader.read(reader.surveyed_parts(source, found)):
        if read.read_error is not None:
            return ShardOutcome(source, fault=read.read_error)
        batches.append(unembedded_batch(read))
    if found.digest is None or not batches[-1].entry.is_done:
        return ShardOutcome(source, fault=f"{source.path} cannot be read to its end.")
    return ReadShard(source, found.digest, tuple(batches))


def reuse_prepared(job: Job, source: Source, digest: str) -> bool:
    """Return whether a shard has already been prepared from the same lines and settings.

    A prepared shard from a different release is relabeled, because its rows are the same. A
    prepared shard with all records is reused even if this run skips loaded records. A prepared
    shard with names is reused even if this run extracts no names. Raise the errors that
    `write_shard` raises.
    """
    there = job.storage.manifest(source.file_name)
    if there is None or there.digest != digest:
        return False
    if there.rows("noted") and there.known != job.known_digest:
        return False
    if job.names is not None and there.names != job.names.version:
        return False
    ours = with_release(there, job.making.release)
    if differences(ours.making, job.making):
        return False
    return ours == there or job.storage.replace_manifest(ours)


def write_shard(job: Job, embedder: TextEmbedder, shard: ReadShard) -> ShardOutcome:
    """Embed a shard, write it, and store it.

    Raise DataFolderError, BucketError, or BucketUnavailableError. If names are to be extracted,
    raise ModelUnavailableError on a worker without the extractor, and IndexMismatchError on a
    worker with a different extractor.
    """
    file_name = shard.source.file_name
    with job.storage.draft() as folder:
        names = job.names.version if job.names else None
        writer = ShardWriter(folder, job.making.version.dimension, names)
        with writer.opened():
            for batch in shard.batches:
                writer.add(*with_vectors(batch, embedder, job.names))
        manifest = writer.finish(file_name, shard.digest, job.making, job.known_digest)
        job.storage.put(folder, manifest)
    return ShardOutcome(
        shard.source,
        lines=sum(entry.lines for entry in manifest.batches),
        records=manifest.rows("records"),
        noted=manifest.rows("noted"),
        chunks=manifest.rows("chunks"),
        rejected=manifest.rows("rejected"),
    )
