"""Prepare all shards of some paths, here or by another engine, and say what came of it."""

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread

from ingest.prepared import ReleaseFiles
from ingest.prepared.job import Job, ReadShard, ShardOutcome, read_shard, write_shard
from ingest.progress import progress_bar
from ingest.read.sources import Source
from ingest.report import amount
from narabot.embedding import TextEmbedder
from narabot.errors import WorkerLostError

LEAST_WORKERS = 2
"""With fewer, no process is started: that takes some seconds."""


def prepare_here(
    embedder: TextEmbedder, job: Job, sources: Sequence[Source], *, cores: int | None = None
) -> Iterator[ShardOutcome]:
    """Yield what became of each shard, in their order.

    As many are read ahead as there are cores, and no more are held in memory. Where cutting texts
    needs the model, they are read by this process, which has it.
    """
    workers = min(cores or os.cpu_count() or 1, len(sources))
    if workers < LEAST_WORKERS or job.reads_with_model:
        yield from (done(embedder, job, read_shard(job, source, embedder)) for source in sources)
        return
    waiting = iter(sources)
    coming: deque[Future[ReadShard | ShardOutcome]] = deque()
    with ProcessPoolExecutor(workers, get_context("spawn"), keep_job, (job,)) as pool:
        try:
            coming.extend(pool.submit(read_kept, one) for one in islice(waiting, workers))
            while coming:
                read = result(coming.popleft())
                coming.extend(pool.submit(read_kept, one) for one in islice(waiting, 1))
                yield done(embedder, job, read)
        except BaseException:
            end_readers()  # one that is in the middle of a large file would be waited for
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def result(coming: "Future[ReadShard | ShardOutcome]") -> ReadShard | ShardOutcome:
    """Return what a process has read. Raises WorkerLostError for one that was ended."""
    try:
        return coming.result()
    except BrokenProcessPool as error:
        end_readers()  # they would wait for ever to hand over what they have read
        raise WorkerLostError(
            "A process that reads files was ended from outside, most often for lack of memory. "
            "Free some, or use a machine with fewer cores for its memory; then run the same "
            "command again. What is finished is kept."
        ) from error


def end_readers() -> None:
    """End the processes that read."""
    for process in active_children():
        process.kill()


def done(embedder: TextEmbedder, job: Job, read: ReadShard | ShardOutcome) -> ShardOutcome:
    """Return what becomes of a shard that was read."""
    return read if isinstance(read, ShardOutcome) else write_shard(job, embedder, read)


kept: list[Job] = []
"""In a worker: its job, with what it has read for it."""


def keep_job(job: Job) -> None:
    """Remember a worker's job; Ctrl-C is for the process that it works for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()
    kept.append(job)


def end_with_parent() -> None:
    """End this process after the one that it works for; one that is killed cannot tell it to."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def read_kept(source: Source) -> ReadShard | ShardOutcome:
    """Read a shard for the job of this worker."""
    return read_shard(kept[-1], source)


Engine = Callable[[Job, Sequence[Source]], Iterator[ShardOutcome]]
"""Prepares shards; yields what became of each, in any order."""


@dataclass(slots=True)
class Prepared:
    """What a run has done."""

    shards: list[ShardOutcome] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def faults(self) -> list[str]:
        """A sentence for each shard that could not be prepared."""
        return [one.fault for one in self.shards if one.fault is not None]

    def sum(self, what: str) -> int:
        """Return a count of all shards."""
        return sum(getattr(one, what) for one in self.shards)


def run_prepare(job: Job, engine: Engine, sources: Sequence[Source]) -> Prepared:
    """Prepare all shards; those that are there are left, and a run that was stopped goes on.

    Raises DataFolderError for a folder that cannot be written, or that another run holds.
    """
    begun = time.monotonic()
    done = Prepared()
    with (
        job.shelf.held(),
        progress_bar(sum(source.size for source in sources)) as bar,
    ):
        if job.making.release:
            names = tuple(sorted(source.file_name for source in sources))
            job.shelf.list_files(ReleaseFiles(job.making.release, names))
        for told in engine(job, sources):
            done.shards.append(told)
            bar.update(told.source.size)
    done.seconds = time.monotonic() - begun
    return done


def render_prepared(done: Prepared, to: str, release: str | None) -> str:
    """Return what came of a run, in plain text."""
    return "\n".join(prepared_lines(done, to, release))


def prepared_lines(done: Prepared, to: str, release: str | None) -> Iterator[str]:
    """Yield the lines of the same."""
    named = f" --release {release}" if release else ""
    there = sum(one.is_there for one in done.shards)
    made = len(done.shards) - there - len(done.faults)
    rate = done.sum("chunks") / done.seconds if done.seconds else 0
    yield (
        f"Prepared {amount(made, 'file')} in {done.seconds:,.1f} s: {done.sum('lines'):,} lines, "
        f"{done.sum('records'):,} records, {done.sum('chunks'):,} chunks ({rate:,.0f} a second)."
    )
    if there:
        yield f"There already, as they are: {amount(there, 'file')}."
    if done.sum("noted"):
        yield f"Left out, as the database has them: {amount(done.sum('noted'), 'record')}."
    if done.sum("rejected"):
        yield f"Rejected lines: {done.sum('rejected'):,}; `narabot load` writes them down."
    yield from done.faults
    if not done.faults:
        yield f"Load them with `narabot load {to}{named}`."
