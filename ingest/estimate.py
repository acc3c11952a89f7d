"""What an ingest would do, how long it would take and how much disk: reads, and writes nothing."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from ingest.bucket import BucketPlace
from ingest.progress import progress_bar
from ingest.read.batches import Known, ReadBatch, Reader
from ingest.read.sources import find_sources, in_groups
from ingest.report import Report, count_decisions, count_read, decided, reading
from ingest.write.loading import SHARDS_AT_ONCE, BytesTold, read_ahead
from narabot.embedding import TextEmbedder
from narabot.settings import Settings

SAMPLE_CHUNKS = 256
"""So many of the new chunks are embedded to see how fast it goes here."""

SAMPLED_OF_A_BATCH = 16

WRITTEN_CHUNKS_A_SECOND = 1_000
"""By two sessions beside the embedding on two cores, with the indexes; `docs/performance.md`."""

BYTES_A_CHUNK = 4_500
"""On the database's disk: node, text, vector of 384 numbers, indexes; `docs/performance.md`."""


@dataclass(slots=True)
class Estimate:
    """What an ingest would do."""

    report: Report = field(default_factory=Report)
    chunks: int = 0
    sample: list[str] = field(default_factory=list)
    embedded_a_second: float = 0.0
    reading_s: float = 0.0

    @property
    def seconds(self) -> float:
        """How long it would take where reading, embedding and writing share the cores."""
        embedding = self.chunks / self.embedded_a_second if self.chunks else 0.0
        return embedding + self.reading_s + self.chunks / WRITTEN_CHUNKS_A_SECOND

    @property
    def bytes(self) -> int:
        """How much the database would grow."""
        return self.chunks * BYTES_A_CHUNK


def estimate_ingest(
    settings: Settings, known: Known, embedder: TextEmbedder, paths: Sequence[Path | BucketPlace]
) -> Estimate:
    """Return what an ingest of some paths would do.

    A naId that is new in two shards is counted for both. Raises UnreadableSourceError.
    """
    sources = find_sources(paths)
    found = Estimate()
    begun = time.monotonic()
    with (
        progress_bar(sum(source.size for source in sources)) as bar,
        ThreadPoolExecutor(SHARDS_AT_ONCE, "reader") as readers,
    ):
        bytes_read = BytesTold(bar)
        reader = Reader(settings, embedder, known, bytes_read, vectors=embedder.embed_array)
        groups = (reader.batches(group) for group in in_groups(sources))
        for batches in read_ahead(readers, groups, bytes_read.abandoned):
            for batch in batches:
                add_batch(found, batch)
    found.reading_s = time.monotonic() - begun
    if found.sample:
        begun = time.monotonic()
        embedder.embed_array(found.sample)
        found.embedded_a_second = len(found.sample) / (time.monotonic() - begun)
    found.report.seconds = found.reading_s
    return found


def add_batch(found: Estimate, batch: ReadBatch) -> None:
    """Add what a batch would write."""
    count_read(found.report, batch)
    found.report.rejected += len(batch.rejected)
    count_decisions(found.report, batch.expected)
    found.chunks += sum(len(chunked.chunks) for chunked in batch.fresh)
    texts = [text for chunked in batch.fresh for text in chunked.embedding_texts]
    room = SAMPLE_CHUNKS - len(found.sample)
    found.sample += texts[:: max(len(texts) // SAMPLED_OF_A_BATCH, 1)][:room]


def render_estimate(found: Estimate) -> str:
    """Return an estimate as plain text."""
    return "\n".join(estimate_lines(found))


def estimate_lines(found: Estimate) -> Iterator[str]:
    """Yield the lines of an estimate."""
    report = found.report
    yield f"Nothing was written. {reading(report)}."
    if report.skipped:
        yield f"Files that have not changed since they were read: {report.skipped:,}."
    yield f"What an ingest would do: {', '.join(decided(report))}."
    yield f"Rejected lines: {report.rejected:,}."
    if found.chunks:
        yield (
            f"Chunks to embed: {found.chunks:,}, at {found.embedded_a_second:,.0f} a second here "
            f"({len(found.sample)} of them were tried)."
        )
    yield f"Time: about {in_words(found.seconds)}."
    yield f"Disk: about {found.bytes / 1e6:,.0f} MB more for the database."
    yield from report.unreadable


def in_words(seconds: float) -> str:
    """Return a length of time as people say it."""
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    if seconds < 5400:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:,.1f} hours"
