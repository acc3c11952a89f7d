"""Estimate what an ingest would change, and how much time and disk space it would need."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from ingest.bucket import BucketPlace
from ingest.progress import progress_bar
from ingest.read.batches import GraphState, ReadBatch, Reader
from ingest.read.sources import find_sources, group_sources
from ingest.report import Report, count_decisions, count_read, decision_counts, reading_summary
from ingest.write.run import READER_THREADS, ReadProgress, read_ahead
from narabot.embedding import TextEmbedder
from narabot.settings import Settings

SAMPLE_CHUNKS = 256
"""Number of new chunks to embed in order to measure the embedding speed."""

SAMPLES_PER_BATCH = 16
"""Maximum number of chunks to sample from one batch."""

WRITTEN_CHUNKS_PER_SECOND = 1_000
"""Chunks that two sessions write per second while sharing two cores with embedding and indexing.

See `docs/performance.md`.
"""

BYTES_PER_CHUNK = 4_500
"""Disk space for one chunk, in bytes: node, text, 384-dimensional vector, and indexes.

See `docs/performance.md`.
"""


@dataclass(slots=True)
class Estimate:
    """The estimated results of an ingest."""

    report: Report = field(default_factory=Report)
    chunks: int = 0
    sample: list[str] = field(default_factory=list)
    embedded_per_second: float = 0.0
    reading_s: float = 0.0

    @property
    def seconds(self) -> float:
        """Estimated duration in seconds, assuming that all steps share the same cores."""
        embedding = self.chunks / self.embedded_per_second if self.chunks else 0.0
        return embedding + self.reading_s + self.chunks / WRITTEN_CHUNKS_PER_SECOND

    @property
    def bytes(self) -> int:
        """Estimated growth of the database, in bytes."""
        return self.chunks * BYTES_PER_CHUNK


def estimate_ingest(
    settings: Settings,
    known: GraphState,
    embedder: TextEmbedder,
    paths: Sequence[Path | BucketPlace],
) -> Estimate:
    """Estimate an ingest of the specified paths, without writing anything.

    A new naId that occurs in two shards is counted once for each shard. Raise
    UnreadableSourceError.
    """
    sources = find_sources(paths)
    found = Estimate()
    started = time.monotonic()
    with (
        progress_bar(sum(source.size for source in sources)) as bar,
        ThreadPoolExecutor(READER_THREADS, "reader") as readers,
    ):
        bytes_read = ReadProgress(bar)
        reader = Reader(settings, embedder, known, bytes_read, vectors=embedder.embed_array)
        groups = (reader.batches(group) for group in group_sources(sources))
        for batches in read_ahead(readers, groups, bytes_read.abandoned):
            for batch in batches:
                add_batch(found, batch)
    found.reading_s = time.monotonic() - started
    if found.sample:
        started = time.monotonic()
        embedder.embed_array(found.sample)
        found.embedded_per_second = len(found.sample) / (time.monotonic() - started)
    found.report.seconds = found.reading_s
    return found


def add_batch(found: Estimate, batch: ReadBatch) -> None:
    """Update an estimate with the records and chunks that a batch would add."""
    count_read(found.report, batch)
    found.report.rejected += len(batch.rejected)
    count_decisions(found.report, batch.expected)
    found.chunks += sum(len(chunked.chunks) for chunked in batch.fresh)
    texts = [text for chunked in batch.fresh for text in chunked.embedding_texts]
    room = SAMPLE_CHUNKS - len(found.sample)
    found.sample += texts[:: max(len(texts) // SAMPLES_PER_BATCH, 1)][:room]


def render_estimate(found: Estimate) -> str:
    """Return an estimate as plain text."""
    return "\n".join(estimate_lines(found))


def estimate_lines(found: Estimate) -> Iterator[str]:
    """Yield the lines of an estimate."""
    report = found.report
    yield f"Dry run: nothing was written. {reading_summary(report)}."
    if report.skipped:
        yield f"Unchanged files skipped: {report.skipped:,}."
    yield f"Records that an ingest would write: {', '.join(decision_counts(report))}."
    yield f"Rejected lines: {report.rejected:,}."
    if found.chunks:
        yield (
            f"Chunks to embed: {found.chunks:,}, at {found.embedded_per_second:,.0f} per second "
            f"(measured on {len(found.sample)} chunks)."
        )
    yield f"Estimated time: {format_duration(found.seconds)}."
    yield f"Estimated growth of the database: {found.bytes / 1e6:,.0f} MB."
    yield from report.unreadable


def format_duration(seconds: float) -> str:
    """Return a duration in seconds, minutes, or hours, as text."""
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    if seconds < 5400:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:,.1f} hours"
