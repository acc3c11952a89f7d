"""Load batches of shards, whatever brings them, into the graph.

Shards are read ahead in threads, small ones together, embedded in the thread that calls, and
written by two sessions; the batches of one shard go through one of them, so that its progress is in
order.
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
from ingest.progress import Bar, patience, progress_bar
from ingest.read.batches import Batches, ReadBatch
from ingest.read.shard import SHOWN_CHARS, RejectedLine
from ingest.read.sources import Source, in_groups
from ingest.releases.report import write_release_report
from ingest.releases.running import begin_release, finish_release
from ingest.report import Report, count_graph, count_outcome, count_read, spending
from ingest.write.batch import Batch, Outcome
from ingest.write.embed import NO_VECTORS, embed_records, is_finite
from ingest.write.graph_setup import finish_indexes, prepare_graph
from ingest.write.load import Loader
from ingest.write.material import FILL, Material, Mode, ShardReader
from ingest.write.rejects import Rejects
from ingest.write.writers import Writers
from narabot.embedding import TextEmbedder
from narabot.graph import Graph
from narabot.settings import Settings

logger = logging.getLogger(__name__)

SHARDS_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class BytesTold:
    """Moves a bar on by what was read, and ends the reading once nobody waits for its lines."""

    bar: Bar
    abandoned: Event = field(default_factory=Event)

    def __call__(self, count: int) -> None:
        """Count some bytes."""
        if self.abandoned.is_set():
            raise CancelledError
        self.bar.update(count)


@dataclass(frozen=True, slots=True)
class Ingest:
    """One run: what it needs, and what it has done so far."""

    reader: ShardReader
    embedder: TextEmbedder | None
    loader: Loader
    rejects: Rejects
    bytes_read: "BytesTold"
    stopping: Event
    """Ends all waiting for a database that does not answer."""
    report: Report = field(default_factory=Report)


def load_material(
    settings: Settings, graph: Graph, material: Material, mode: Mode = FILL
) -> Report:
    """Load some material.

    What was written stays when it is stopped, however it is stopped; the next run goes on there.
    Raises IndexMismatchError for a graph made with another model, chunker or version,
    GraphUnavailableError when the database does not answer for INGEST_PATIENCE_S, ReleaseError.
    """
    started = time.monotonic()
    stopping = Event()
    retrying = patience(settings.ingest_patience_s, stopping)
    release = mode.release
    loader = Loader(graph, retrying, release.name if release else None)
    retrying(prepare_graph, graph, material.version, material.probe, rebuild=mode.rebuild)
    if release:
        retrying(begin_release, graph, release)
    with progress_bar(sum(source.size for source in material.sources)) as bar:
        bytes_read = BytesTold(bar)
        reader = material.open_reader(loader, bytes_read)
        rejects = Rejects(settings.narabot_data_dir / "rejects")
        run = Ingest(reader, material.embedder, loader, rejects, bytes_read, stopping)
        load_sources(run, material.sources)
        settle(run, material.sources)
    with spending(run.report, "making the indexes"):
        retrying(finish_indexes, graph)
    if release:
        with spending(run.report, "withdrawing"):
            finish_release(graph, release, run.report.unreadable, retrying)
        folder = settings.narabot_data_dir / "releases"
        run.report.release = retrying(write_release_report, graph, release.name, folder)
    retrying(count_graph, run.report, graph)
    run.report.rejects_file = run.rejects.path if run.rejects.is_used else None
    run.report.seconds = time.monotonic() - started
    return run.report


def load_sources(run: Ingest, sources: Sequence[Source]) -> None:
    """Load some shards, several groups of them at once."""
    begun = time.monotonic()
    with (
        ThreadPoolExecutor(SHARDS_AT_ONCE, "reader") as readers,
        Writers(run.loader.write, lambda wait: finish(run, wait), run.stopping) as writers,
        closing(
            read_ahead(
                readers,
                (run.reader.batches(group) for group in in_groups(sources)),
                run.bytes_read.abandoned,
            )
        ) as ahead,
    ):
        while (batches := awaited(run.report, ahead)) is not None:
            for batch in batches:
                count_read(run.report, batch)
                if batch.breaks_off is not None:
                    logger.info("%s", batch.breaks_off)
            with spending(run.report, "embedding"):
                whole = embedded(run.embedder, batches)
            writers.write(batches[0].file_name, whole)
            run.bytes_read.bar.set_postfix_str(rates(run.report, time.monotonic() - begun))


def awaited(report: Report, ahead: Iterator[tuple[ReadBatch, ...]]) -> tuple[ReadBatch, ...] | None:
    """Return the next batches that are written at once, `None` after the last."""
    with spending(report, "waiting for lines"):
        return next(ahead, None)


def read_ahead(readers: ThreadPoolExecutor, groups: Iterable[Batches], abandoned: Event) -> Batches:
    """Yield the batches of some groups of shards, each group's in order, one of each read ahead.

    Closed, or stopped by a signal, it sets `abandoned`, and closes all groups that were begun, so
    that nothing of them is left on the disk.
    """
    waiting = iter(groups)
    active: deque[tuple[Batches, Future[tuple[ReadBatch, ...] | None]]] = deque()

    def begin() -> None:
        for group in waiting:
            active.append((group, readers.submit(next, group, None)))
            return

    for _ in range(SHARDS_AT_ONCE):
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


def embedded(embedder: TextEmbedder | None, batches: Sequence[ReadBatch]) -> Batch:
    """Return some batches as one, with the vectors of their chunks.

    A record without whole ones is rejected.
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
    """Return the rejected line of a record that could not be embedded."""
    begins = record.text[:SHOWN_CHARS]
    return RejectedLine(record.file_name, record.line_num, NO_VECTORS, begins, record.na_id)


def finish(run: Ingest, wait: Callable[[], Outcome]) -> None:
    """Wait for a batch that is being written, and count what it changed."""
    with spending(run.report, "waiting for the database"):
        outcome = wait()
    count_outcome(run.report, outcome)
    tell_rejected(run, outcome)


def tell_rejected(run: Ingest, outcome: Outcome) -> None:
    """Write the rejected lines of a batch down."""
    for line in outcome.rejected:
        logger.info("%s:%s %s", line.file_name, line.line_num, line.reason)
        run.rejects.write(line)


def settle(run: Ingest, sources: Sequence[Source]) -> None:
    """Read once more the lines of other shards for what has become less full in its own.

    So a line that lost against a fuller one wins now if it should, whichever shard came first.
    The report does not tell of a line twice, unless it is rejected now.
    """
    names = [source.file_name for source in sources]
    unsettled = run.loader.unsettled(names)
    for source in sources:
        wanted = unsettled.get(source.file_name)
        if wanted:
            lines = run.reader.lines_for(source, wanted)
            outcome = run.loader.write(embedded(run.embedder, [lines]))
            run.report.rejected += len(outcome.rejected)
            tell_rejected(run, outcome)
    if unsettled:
        run.loader.settle(names)


def rates(report: Report, seconds: float) -> str:
    """Return records and chunks a second."""
    seconds = max(seconds, 0.001)
    return f"{report.lines / seconds:,.0f} records/s, {report.chunks / seconds:,.0f} chunks/s"
