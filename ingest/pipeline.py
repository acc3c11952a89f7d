"""The way of catalogue lines into the graph: read, parse, chunk, embed, relate, load.

Shards are read ahead in threads, embedded in the thread that calls, and written by two sessions;
the batches of one shard go through one of them, so that its progress is in order.
"""

import logging
import time
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Never, Self

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    sleep_using_event,
    stop_after_attempt,
    stop_after_delay,
    stop_when_event_set,
    wait_exponential,
)
from tqdm import tqdm

from ingest.batch import Batch, Outcome
from ingest.chunked import embed_records, is_finite
from ingest.load import Loader
from ingest.parse import CatalogRecord
from ingest.prepare import finish_indexes, prepare_graph
from ingest.read import ReadBatch, Reader
from ingest.report import Rejects, Report, count_graph, count_outcome, count_read, spending
from ingest.shard import SHOWN_CHARS, RejectedLine
from ingest.sources import Source, find_sources
from ingest.survey import survey
from narabot.embedding import TextEmbedder
from narabot.errors import GraphUnavailableError
from narabot.graph import Graph
from narabot.settings import Settings
from narabot.versions import stored_version

logger = logging.getLogger(__name__)

SHARDS_AT_ONCE = 2
SESSIONS = 2
WAITING_BATCHES = 4
"""Embedded batches that may wait for the database."""

AT_ONCE = Retrying(stop=stop_after_attempt(1), reraise=True)
"""For a database that answers, or does not."""

LONGEST_PAUSE_S = 15
"""Between two tries to reach a database that does not answer."""


@dataclass(frozen=True, slots=True)
class Ingest:
    """One run: what it needs, and what it has done so far."""

    reader: Reader
    loader: Loader
    rejects: Rejects
    bar: "tqdm[Never]"
    report: Report = field(default_factory=Report)


def run_ingest(
    settings: Settings,
    graph: Graph,
    embedder: TextEmbedder,
    paths: Sequence[Path],
    *,
    rebuild: bool = False,
) -> Report:
    """Load all catalogue lines in and under some paths; running it twice changes nothing.

    What was written stays when it is stopped, however it is stopped; the next run goes on there.
    Raises UnreadableSourceError for a path without any, IndexMismatchError for a graph made with
    another model or version, GraphUnavailableError when the database does not answer for
    INGEST_PATIENCE_S. A file that breaks off is named in the report.
    """
    started = time.monotonic()
    sources = find_sources(paths)
    stopping = Event()
    retrying = patience(settings.ingest_patience_s, stopping)
    loader = Loader(graph, retrying)
    retrying(prepare_graph, graph, embedder.identity, rebuild=rebuild)
    with tqdm(
        total=sum(source.size for source in sources), unit="B", unit_scale=True, disable=None
    ) as bar:
        reader = Reader(settings, embedder, loader, bar.update)
        run = Ingest(reader, loader, Rejects(settings.narabot_data_dir / "rejects"), bar)
        try:
            load_sources(run, sources)
            settle(run, sources)
        except KeyboardInterrupt:
            stopping.set()
            raise
    with spending(run.report, "making the indexes"):
        retrying(finish_indexes, graph, embedder.identity)
    retrying(count_graph, run.report, graph)
    run.report.rejects_file = run.rejects.path if run.rejects.is_used else None
    run.report.seconds = time.monotonic() - started
    return run.report


def is_loaded(graph: Graph, path: Path) -> bool:
    """Return whether the graph has every file of a small folder, without any model."""
    if stored_version(graph) is None:
        return False
    loader = Loader(graph, AT_ONCE)
    states = [
        (survey(source), loader.progress(source.file_name)) for source in find_sources([path])
    ]
    return all(
        known is not None and known.is_done and known.digest == found.digest
        for found, known in states
    )


def patience(seconds: float, stopping: Event) -> Retrying:
    """Return how a database that does not answer is asked again: for so long, ever more seldom."""
    return Retrying(
        retry=retry_if_exception_type(GraphUnavailableError),
        wait=wait_exponential(max=LONGEST_PAUSE_S),
        stop=stop_after_delay(seconds) | stop_when_event_set(stopping),
        sleep=sleep_using_event(stopping),
        before_sleep=tell_pause,
        reraise=True,
    )


def tell_pause(state: RetryCallState) -> None:
    """Say that the database does not answer, and when it is asked again."""
    pause = state.next_action.sleep if state.next_action else 0
    tqdm.write(f"narabot: the database does not answer; trying again in {pause:.0f} s")


def load_sources(run: Ingest, sources: Sequence[Source]) -> None:
    """Load some shards, several at once."""
    begun = time.monotonic()
    with (
        ThreadPoolExecutor(SHARDS_AT_ONCE, "reader") as readers,
        Writers.open(run) as writers,
    ):
        batches = read_ahead(readers, (run.reader.batches(source) for source in sources))
        while (batch := awaited(run.report, batches)) is not None:
            count_read(run.report, batch)
            if batch.breaks_off is not None:
                logger.info("%s", batch.breaks_off)
            with spending(run.report, "embedding"):
                vectors = embedded(run, batch)
            writers.write(batch.file_name, vectors)
            run.bar.set_postfix_str(rates(run.report, time.monotonic() - begun))


def awaited(report: Report, batches: Iterator[ReadBatch]) -> ReadBatch | None:
    """Return the next batch, `None` after the last."""
    with spending(report, "waiting for lines"):
        return next(batches, None)


def read_ahead(
    readers: ThreadPoolExecutor, shards: Iterable[Iterator[ReadBatch]]
) -> Iterator[ReadBatch]:
    """Yield the batches of some shards, each shard's in order, one of each read ahead."""
    waiting = iter(shards)
    active: deque[tuple[Iterator[ReadBatch], Future[ReadBatch | None]]] = deque()

    def begin() -> None:
        for shard in waiting:
            active.append((shard, readers.submit(next, shard, None)))
            return

    for _ in range(SHARDS_AT_ONCE):
        begin()
    try:
        while active:
            shard, coming = active.popleft()
            batch = coming.result()
            if batch is None:
                begin()
            else:
                active.append((shard, readers.submit(next, shard, None)))
                yield batch
    finally:
        readers.shutdown(wait=False, cancel_futures=True)


def embedded(run: Ingest, batch: ReadBatch) -> Batch:
    """Return a batch with the vectors of its chunks; a record without whole ones is rejected."""
    prepared = embed_records(batch.fresh, run.reader.embedder)
    whole = tuple(one for one in prepared if is_finite(one))
    rejected = [without_vectors(one.record) for one in prepared if not is_finite(one)]
    return Batch(whole, batch.noted, (*batch.rejected, *rejected), batch.progress, batch.begins)


def without_vectors(record: CatalogRecord) -> RejectedLine:
    """Return the rejected line of a record that could not be embedded."""
    reason = "the embedding model gives no numbers for its text"
    return RejectedLine(record.file_name, record.line_num, reason, record.text[:SHOWN_CHARS])


class Writers:
    """Sessions that write beside the thread that embeds; one shard's batches go through one."""

    def __init__(self, run: Ingest, lanes: Sequence[ThreadPoolExecutor]) -> None:
        """Write through some threads; `open` makes them."""
        self._run = run
        self._lanes = lanes
        self._pending: deque[Future[Outcome]] = deque()

    @classmethod
    def open(cls, run: Ingest) -> Self:
        """Return writers with a thread for each session."""
        return cls(run, [ThreadPoolExecutor(1, f"session-{n}") for n in range(SESSIONS)])

    def write(self, file_name: str, batch: Batch) -> None:
        """Hand a batch on; wait while too many wait for the database."""
        if batch.is_empty:
            return
        while len(self._pending) >= WAITING_BATCHES:
            self._count_one()
        lane = self._lanes[zlib.crc32(file_name.encode()) % len(self._lanes)]
        self._pending.append(lane.submit(self._run.loader.write, batch))

    def _count_one(self) -> None:
        """Wait for the oldest batch and count what it changed."""
        with spending(self._run.report, "waiting for the database"):
            outcome = self._pending.popleft().result()
        count_outcome(self._run.report, outcome)
        for line in outcome.rejected:
            logger.info("%s:%s %s", line.file_name, line.line_num, line.reason)
            self._run.rejects.write(line)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Write what is waiting; after an error, only what is being written."""
        try:
            while kind is None and self._pending:
                self._count_one()
        finally:
            for lane in self._lanes:
                lane.shutdown(wait=True, cancel_futures=True)


def settle(run: Ingest, sources: Sequence[Source]) -> None:
    """Read once more the lines of other shards for what has become less full in its own.

    So a line that lost against a fuller one wins now if it should, whichever shard came first.
    The report does not tell of a line twice.
    """
    names = [source.file_name for source in sources]
    unsettled = run.loader.unsettled(names)
    for source in sources:
        wanted = unsettled.get(source.file_name)
        if wanted:
            run.loader.write(embedded(run, run.reader.lines_for(source, wanted)))
    if unsettled:
        run.loader.settle(names)


def rates(report: Report, seconds: float) -> str:
    """Return records and chunks a second."""
    seconds = max(seconds, 0.001)
    return f"{report.lines / seconds:,.0f} records/s, {report.chunks / seconds:,.0f} chunks/s"
