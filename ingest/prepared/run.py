"""Prepare shards on this machine or with a different engine, and report the results."""

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

MIN_WORKERS = 2
"""Minimum number of workers for which processes are started. Starting processes takes seconds."""


def prepare_here(
    embedder: TextEmbedder, job: Job, sources: Sequence[Source], *, cores: int | None = None
) -> Iterator[ShardOutcome]:
    """Yield the outcome of each shard, in order.

    One shard for each core is read ahead, and no more shards are held in memory. If chunking needs
    the model, this process reads the shards, because it has the model.
    """
    workers = min(cores or os.cpu_count() or 1, len(sources))
    if workers < MIN_WORKERS or job.needs_model_to_read:
        yield from (
            finish_shard(embedder, job, read_shard(job, source, embedder)) for source in sources
        )
        return
    waiting = iter(sources)
    coming: deque[Future[ReadShard | ShardOutcome]] = deque()
    with ProcessPoolExecutor(workers, get_context("spawn"), start_worker, (job,)) as pool:
        try:
            coming.extend(pool.submit(read_in_worker, one) for one in islice(waiting, workers))
            while coming:
                read = reader_result(coming.popleft())
                coming.extend(pool.submit(read_in_worker, one) for one in islice(waiting, 1))
                yield finish_shard(embedder, job, read)
        except BaseException:
            kill_readers()  # otherwise the pool would wait for processes that read large files
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def reader_result(coming: "Future[ReadShard | ShardOutcome]") -> ReadShard | ShardOutcome:
    """Return the shard that a process has read. Raise WorkerLostError if the process died."""
    try:
        return coming.result()
    except BrokenProcessPool as error:
        kill_readers()  # the other processes would wait forever to return their shards
        raise WorkerLostError(
            "The system ended a reader process, most likely because memory ran out. Free memory, "
            "or use a machine with more memory per core, then run the same command again. "
            "Finished work is kept."
        ) from error


def kill_readers() -> None:
    for process in active_children():
        process.kill()


def finish_shard(embedder: TextEmbedder, job: Job, read: ReadShard | ShardOutcome) -> ShardOutcome:
    """Embed and write a shard, unless its outcome is already known."""
    return read if isinstance(read, ShardOutcome) else write_shard(job, embedder, read)


worker_jobs: list[Job] = []
"""Contains this worker process's job. In the parent process, the list is empty."""


def start_worker(job: Job) -> None:
    """Store a worker's job, and let only the parent process handle Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=exit_with_parent, daemon=True).start()
    worker_jobs.append(job)


def exit_with_parent() -> None:
    """Exit when the parent process ends, even if the parent was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def read_in_worker(source: Source) -> ReadShard | ShardOutcome:
    """Read a shard for this worker's job."""
    return read_shard(worker_jobs[-1], source)


Engine = Callable[[Job, Sequence[Source]], Iterator[ShardOutcome]]
"""Prepares shards, and yields the outcome of each in any order."""


@dataclass(slots=True)
class PrepareResult:
    """The results of a run."""

    shards: list[ShardOutcome] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def faults(self) -> list[str]:
        """An error message for each shard that could not be prepared."""
        return [one.fault for one in self.shards if one.fault is not None]

    def sum(self, what: str) -> int:
        """Return the total of a count over all shards."""
        return sum(getattr(one, what) for one in self.shards)


def run_prepare(job: Job, engine: Engine, sources: Sequence[Source]) -> PrepareResult:
    """Prepare all shards, except shards that are already prepared.

    Therefore a new run continues the work of a stopped run.

    Raise DataFolderError for a folder that is not writable or that another run has locked.
    """
    started = time.monotonic()
    done = PrepareResult()
    with (
        job.storage.held(),
        progress_bar(sum(source.size for source in sources)) as bar,
    ):
        if job.making.release:
            names = tuple(sorted(source.file_name for source in sources))
            job.storage.write_file_list(ReleaseFiles(job.making.release, names))
        for outcome in engine(job, sources):
            done.shards.append(outcome)
            bar.update(outcome.source.size)
    done.seconds = time.monotonic() - started
    return done


def render_prepared(done: PrepareResult, to: str, release: str | None) -> str:
    """Return the results of a run as plain text."""
    return "\n".join(prepared_lines(done, to, release))


def prepared_lines(done: PrepareResult, to: str, release: str | None) -> Iterator[str]:
    """Yield the lines of the results."""
    named = f" --release {release}" if release else ""
    there = sum(one.was_prepared for one in done.shards)
    made = len(done.shards) - there - len(done.faults)
    rate = done.sum("chunks") / done.seconds if done.seconds else 0
    yield (
        f"Prepared {amount(made, 'file')} in {done.seconds:,.1f} s: {done.sum('lines'):,} lines, "
        f"{done.sum('records'):,} records, {done.sum('chunks'):,} chunks ({rate:,.0f} per second)."
    )
    if there:
        yield f"Already prepared: {amount(there, 'file')}."
    if done.sum("noted"):
        yield f"Skipped because already loaded: {amount(done.sum('noted'), 'record')}."
    if done.sum("rejected"):
        yield f"Rejected lines: {done.sum('rejected'):,}. `narabot load` writes them to a file."
    yield from done.faults
    if not done.faults:
        yield f"To load the shards, run `narabot load {to}{named}`."
