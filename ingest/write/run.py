"""Load batches of shards into the graph, from any source.

Threads read shards in advance and group small shards. The calling thread embeds the chunks, and two
sessions write them. One session writes all batches of a shard, so that the shard's progress stays
in order.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event

from ingest.parse.record import CatalogRecord
from ingest.progress import ProgressBar, database_retrying, progress_bar
from ingest.read.batches import Batches, ReadBatch
from ingest.read.shard import REJECTED_CHARS, RejectedLine
from ingest.read.sources import Source, group_sources
from ingest.releases.lifecycle import begin_release, finish_release
from ingest.releases.report import write_release_report
from ingest.report import Report, count_graph, count_outcome, count_read, timed
from ingest.write.batch import Batch, Outcome
from ingest.write.embed import NO_VECTORS, embed_records, is_finite
from ingest.write.graph_setup import finish_indexes, prepare_graph
from ingest.write.load_input import INCREMENTAL, LoadInput, LoadMode, ShardReader
from ingest.write.loader import Loader
from ingest.write.rejects import RejectsFile
from ingest.write.writers import Writers
from narabot.embedding import TextEmbedder
from narabot.graph import Graph
from narabot.settings import Settings

logger = logging.getLogger(__name__)

READER_THREADS = 2


@dataclass(frozen=True, slots=True)
class ReadProgress:
    """Advances a progress bar, and cancels reading when the lines are no longer needed."""

    bar: ProgressBar
    abandoned: Event = field(default_factory=Event)

    def __call__(self, count: int) -> None:
        """Count bytes that were read. Raise CancelledError if reading was abandoned."""
        if self.abandoned.is_set():
            raise CancelledError
        self.bar.update(count)


@dataclass(frozen=True, slots=True)
class Ingest:
    """The components of one run, and its report so far."""

    reader: ShardReader
    embedder: TextEmbedder | None
    loader: Loader
    rejects: RejectsFile
    bytes_read: "ReadProgress"
    stopping: Event
    """When set, stops all waiting for an unreachable database."""
    report: Report = field(default_factory=Report)


def load(
    settings: Settings, graph: Graph, material: LoadInput, mode: LoadMode = INCREMENTAL
) -> Report:
    """Load the input into the graph.

    If a run is stopped, its records remain in the graph, and the next run continues the work. Raise
    IndexMismatchError for a graph with a different model, chunker, or version. Raise
    GraphUnavailableError if the database is unreachable for INGEST_RETRY_SECONDS seconds. Raise
    ReleaseError if the release cannot begin or finish.
    """
    started = time.monotonic()
    stopping = Event()
    retrying = database_retrying(settings.ingest_retry_seconds, stopping)
    release = mode.release
    loader = Loader(graph, retrying, release.name if release else None)
    retrying(prepare_graph, graph, material.version, material.probe, rebuild=mode.rebuild)
    if release:
        retrying(begin_release, graph, release)
    with progress_bar(sum(source.size for source in material.sources)) as bar:
        bytes_read = ReadProgress(bar)
        reader = material.open_reader(loader, bytes_read)
        rejects = RejectsFile(settings.narabot_data_dir / "rejects")
        run = Ingest(reader, material.embedder, loader, rejects, bytes_read, stopping)
        load_sources(run, material.sources)
        reload_unsettled(run, material.sources)
    with timed(run.report, "making the indexes"):
        retrying(finish_indexes, graph)
    if release:
        with timed(run.report, "withdrawing"):
            finish_release(graph, release, run.report.unreadable, retrying)
        folder = settings.narabot_data_dir / "releases"
        run.report.release = retrying(write_release_report, graph, release.name, folder)
    retrying(count_graph, run.report, graph)
    run.report.rejects_file = run.rejects.path if run.rejects.is_used else None
    run.report.seconds = time.monotonic() - started
    return run.report


def load_sources(run: Ingest, sources: Sequence[Source]) -> None:
    """Load shards, several groups at a time."""
    started = time.monotonic()
    with (
        ThreadPoolExecutor(READER_THREADS, "reader") as readers,
        Writers(run.loader.write, lambda wait: finish_batch(run, wait), run.stopping) as writers,
        closing(
            read_ahead(
                readers,
                (run.reader.batches(group) for group in group_sources(sources)),
                run.bytes_read.abandoned,
            )
        ) as ahead,
    ):
        while (batches := next_batches(run.report, ahead)) is not None:
            for batch in batches:
                count_read(run.report, batch)
                if batch.read_error is not None:
                    logger.info("%s", batch.read_error)
            with timed(run.report, "embedding"):
                whole = embed_batches(run.embedder, batches)
            writers.write(batches[0].file_name, whole)
            run.bytes_read.bar.set_postfix_str(rates(run.report, time.monotonic() - started))


def next_batches(
    report: Report, ahead: Iterator[tuple[ReadBatch, ...]]
) -> tuple[ReadBatch, ...] | None:
    """Return the next batches to write in one transaction, or `None` after the last batch."""
    with timed(report, "waiting for lines"):
        return next(ahead, None)


def read_ahead(readers: ThreadPoolExecutor, groups: Iterable[Batches], abandoned: Event) -> Batches:
    """Yield the batches of several groups of shards, reading one batch ahead in each group.

    Each group's batches are yielded in order. When the generator is closed or interrupted, it sets
    `abandoned` and closes all active groups, so that no downloaded files remain on the disk.
    """
    waiting = iter(groups)
    active: deque[tuple[Batches, Future[tuple[ReadBatch, ...] | None]]] = deque()

    def begin() -> None:
        for group in waiting:
            active.append((group, readers.submit(next, group, None)))
            return

    for _ in range(READER_THREADS):
        begin()
    try:
        while active:
            group, coming = active[0]
            batches = coming.result()
            active.popleft()
            if batches is None:
                begin()
            else:
                active.append((group, readers.submit(next, group, None)))
                yield batches
    except BaseException:
        abandoned.set()
        raise
    finally:
        wait(coming for _, coming in active)
        for group, _ in active:
            group.close()


def embed_batches(embedder: TextEmbedder | None, batches: Sequence[ReadBatch]) -> Batch:
    """Combine batches into one batch, and embed the chunks.

    Records with invalid vectors are rejected.
    """
    whole = [prepared for batch in batches for prepared in batch.written]
    rejected = [line for batch in batches for line in batch.rejected]
    fresh = [chunked for batch in batches for chunked in batch.fresh]
    for prepared in embed_records(fresh, embedder) if embedder else ():
        if is_finite(prepared):
            whole.append(prepared)
        else:
            rejected.append(without_vectors(prepared.record))
    return Batch(
        tuple(whole),
        tuple(line for batch in batches for line in batch.noted),
        tuple(rejected),
        tuple(batch.progress for batch in batches if batch.progress),
        tuple(batch.begins for batch in batches if batch.begins),
    )


def without_vectors(record: CatalogRecord) -> RejectedLine:
    """Return the rejected line for a record that could not be embedded."""
    begins = record.text[:REJECTED_CHARS]
    return RejectedLine(record.file_name, record.line_num, NO_VECTORS, begins, record.na_id)


def finish_batch(run: Ingest, wait: Callable[[], Outcome]) -> None:
    """Wait for a batch to be written, and count its changes."""
    with timed(run.report, "waiting for the database"):
        outcome = wait()
    count_outcome(run.report, outcome)
    record_rejected(run, outcome)


def record_rejected(run: Ingest, outcome: Outcome) -> None:
    """Write the rejected lines of a batch to the log and the rejects file."""
    for line in outcome.rejected:
        logger.info("%s:%s %s", line.file_name, line.line_num, line.reason)
        run.rejects.write(line)


def reload_unsettled(run: Ingest, sources: Sequence[Source]) -> None:
    """Read other shards' lines again for records whose own shard now has a less complete line.

    This step makes the result independent of the order of the shards. The report counts these lines
    only if they are rejected.
    """
    names = [source.file_name for source in sources]
    unsettled = run.loader.unsettled(names)
    for source in sources:
        wanted = unsettled.get(source.file_name)
        if wanted:
            lines = run.reader.lines_for(source, wanted)
            outcome = run.loader.write(embed_batches(run.embedder, [lines]))
            run.report.rejected += len(outcome.rejected)
            record_rejected(run, outcome)
    if unsettled:
        run.loader.settle(names)


def rates(report: Report, seconds: float) -> str:
    """Return the records per second and, once chunks are written, the chunks per second."""
    seconds = max(seconds, 0.001)
    records = f"{report.lines / seconds:,.0f} records/s"
    return f"{records}, {report.chunks / seconds:,.0f} chunks/s" if report.chunks else records
