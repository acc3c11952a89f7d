"""One shard's way: read, parsed and chunked by one worker; embedded and written by another."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Self

from tokenizers import Tokenizer

from ingest.parse.chunkers import needs_vectors
from ingest.prepared.batches import ReadsNames, UnembeddedBatch, unembedded, with_vectors
from ingest.prepared.known import NothingKnown, read_known
from ingest.prepared.manifest import (
    Making,
    differences,
    making_of,
    of_release,
)
from ingest.prepared.shelves import Shelf
from ingest.prepared.writing import ShardWriter
from ingest.read.batches import SPOOL, Known, Reader
from ingest.read.lines import at_hand
from ingest.read.sources import Source
from ingest.read.survey import survey
from narabot.embedding import TextEmbedder
from narabot.errors import IndexMismatchError
from narabot.settings import Settings


@dataclass(frozen=True, slots=True)
class Limits:
    """What cutting texts needs of the embedding model."""

    tokenizer: Tokenizer
    max_tokens: int


@dataclass(frozen=True)
class Job:
    """What is the same for all shards of a run; goes to every worker."""

    settings: Settings
    making: Making
    limits: Limits
    shelf: Shelf
    known_file: Path | None = None
    known_digest: str | None = None
    names: ReadsNames | None = None
    """What reads the names in chunks, if they are to be read."""

    @cached_property
    def known(self) -> Known:
        """What the database has already; read once by each worker."""
        return read_known(self.known_file) if self.known_file else NothingKnown()

    def knowing(self, known: Path | None) -> Self:
        """Return the job with a list of known records.

        Raises UnreadableSourceError for a list that is none.
        """
        digest = read_known(known).digest if known else None
        return replace(self, known_file=known, known_digest=digest)

    def naming(self, names: ReadsNames | None) -> Self:
        """Return the job with a reader of names, which workers open when they first need it."""
        return replace(self, names=names)

    @property
    def reads_with_model(self) -> bool:
        """Whether cutting texts needs the embedding model itself, not only its limits."""
        return needs_vectors(self.settings.ingest_chunker)

    def check_model(self, embedder: TextEmbedder) -> None:
        """Raise IndexMismatchError for a model that is not the one with which the run began."""
        own = making_of(self.settings, embedder, self.making.release)
        found = differences(self.making, own)
        if found:
            raise IndexMismatchError(
                f"The embedding model of a worker is another: {found}. Give all machines the same "
                "files of the model and the same EMBEDDING_… settings; what is finished is kept."
            )


@dataclass(frozen=True, slots=True)
class ReadShard:
    """A shard in chunked batches."""

    source: Source
    digest: str
    batches: tuple[UnembeddedBatch, ...]


@dataclass(frozen=True, slots=True)
class ShardOutcome:
    """What became of a shard."""

    source: Source
    lines: int = 0
    records: int = 0
    noted: int = 0
    chunks: int = 0
    rejected: int = 0
    is_there: bool = False
    """It was prepared before, as it is."""
    fault: str | None = None
    """Why it could not be prepared."""


def job_of(
    settings: Settings,
    embedder: TextEmbedder,
    shelf: Shelf,
    release: str | None,
    known: Path | None,
) -> Job:
    """Return the job of a run. Raises UnreadableSourceError for a list that is none."""
    job = Job(
        settings,
        making_of(settings, embedder, release),
        Limits(embedder.tokenizer, embedder.max_tokens),
        shelf,
    )
    return job.knowing(known)


@contextmanager
def uncollected() -> Iterator[None]:
    """Let Python not look for garbage meanwhile: what a shard becomes is kept, and is much.

    Looking through it again and again takes a quarter of the time of reading, and most of that of
    unpickling.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@uncollected()
def read_shard(
    job: Job, source: Source, embedder: TextEmbedder | None = None
) -> ReadShard | ShardOutcome:
    """Return a shard in batches, or that there is nothing to do, or why it cannot be read.

    The model is needed where the job's chunker embeds sentences.

    Raises as `keep_prepared` and `at_hand` do.
    """
    with at_hand(source, job.settings.narabot_data_dir / SPOOL) as here:
        return read_here(job, here, embedder)


def read_here(job: Job, source: Source, embedder: TextEmbedder | None) -> ReadShard | ShardOutcome:
    """Return the same of a shard on this machine's disk."""
    found = survey(source)
    if found.digest is not None and keep_prepared(job, source, found.digest):
        return ShardOutcome(source, is_there=True)
    batches = []
    vectors = embedder.embed_array if embedder else None
    reader = Reader(job.settings, job.limits, job.known, vectors=vectors)
    for (read,) in reader.read(reader.surveyed(source, found)):
        if read.breaks_off is not None:
            return ShardOutcome(source, fault=read.breaks_off)
        batches.append(unembedded(read))
    if found.digest is None or not batches[-1].entry.is_done:
        return ShardOutcome(source, fault=f"{source.path} cannot be read to its end.")
    return ReadShard(source, found.digest, tuple(batches))


def keep_prepared(job: Job, source: Source, digest: str) -> bool:
    """Keep a shard that was prepared from the same lines with the same things; return whether.

    One of another release is given the name of this one: its rows are the same. One that leaves
    out nothing is as good as one that leaves out what is known, and one with names as one without.
    Raises as `write_shard` does.
    """
    there = job.shelf.manifest(source.file_name)
    if there is None or there.digest != digest:
        return False
    if there.rows("noted") and there.known != job.known_digest:
        return False
    if job.names is not None and there.names != job.names.version:
        return False
    ours = of_release(there, job.making.release)
    if differences(ours.making, job.making):
        return False
    return ours == there or job.shelf.relabel(ours)


def write_shard(job: Job, embedder: TextEmbedder, shard: ReadShard) -> ShardOutcome:
    """Embed a shard, write it, and put it where it belongs.

    Raises DataFolderError, BucketError, BucketUnavailableError, and ModelUnavailableError and
    IndexMismatchError where names are to be read and a worker has no reader, or another.
    """
    file_name = shard.source.file_name
    with job.shelf.draft() as folder:
        names = job.names.version if job.names else None
        writer = ShardWriter(folder, job.making.version.dimension, names)
        with writer.opened():
            for batch in shard.batches:
                writer.add(*with_vectors(batch, embedder, job.names))
        manifest = writer.finish(file_name, shard.digest, job.making, job.known_digest)
        job.shelf.put(folder, manifest)
    return ShardOutcome(
        shard.source,
        lines=sum(entry.lines for entry in manifest.batches),
        records=manifest.rows("records"),
        noted=manifest.rows("noted"),
        chunks=manifest.rows("chunks"),
        rejected=manifest.rows("rejected"),
    )
