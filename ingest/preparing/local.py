"""Prepare on this machine: shards read on all cores, embedded here, one after another."""

import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from threading import Thread

from ingest.preparing.job import Job, ReadShard, ShardOutcome, read_shard, write_shard
from ingest.sources import Source
from narabot.embedding import TextEmbedder
from narabot.errors import WorkerLostError

LEAST_WORKERS = 2
"""With fewer, no process is started: that takes some seconds."""


def prepare_here(
    embedder: TextEmbedder, job: Job, sources: Sequence[Source], *, cores: int | None = None
) -> Iterator[ShardOutcome]:
    """Yield what became of each shard, in their order.

    As many are read ahead as there are cores, and no more are held in memory.
    """
    workers = min(cores or os.cpu_count() or 1, len(sources))
    if workers < LEAST_WORKERS:
        yield from (done(embedder, job, read_shard(job, source)) for source in sources)
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
