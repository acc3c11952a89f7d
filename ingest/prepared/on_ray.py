"""Prepare on a Ray cluster: shards read by tasks, embedded and written by a pool of actors.

All machines must see the same files and the same folder, or the same buckets. Ray gives the work
of one that is lost to others; a shard that is done twice stands there once. What the user can mend
comes back as a value and is raised here; what else a worker raises keeps its traceback.
"""

import logging
import pickle
import socket
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from ingest.prepared import Shelf
from ingest.prepared.cluster import READING_CPUS, STALLED_S, RayOptions, lasting, ray_module
from ingest.prepared.job import (
    Job,
    ReadShard,
    ShardOutcome,
    job_of,
    read_shard,
    uncollected,
    write_shard,
)
from ingest.read.sources import Source
from narabot.embedding import TextEmbedder, open_embeddings
from narabot.errors import ClusterError, NarabotError
from narabot.settings import Settings

Opener = Callable[[Settings], TextEmbedder]
Row = dict[str, Any]

RETRIES = 3
"""Of a shard whose workers die; one that kills them all must not keep the cluster for ever."""

SHARDS_AHEAD = 2
"""Of each model: the one that it embeds, and the next."""

NEEDED_SECRETS = {"hf_token"}


def open_model(settings: Settings) -> TextEmbedder:
    """Return the embedding model of the settings."""
    return open_embeddings(settings, is_for_index=True)


@dataclass(frozen=True, slots=True)
class RayEngine:
    """Prepares on the cluster to which this process is connected."""

    options: RayOptions
    opener: Opener = open_model

    def job(self, settings: Settings, shelf: Shelf, release: str | None, known: Path | None) -> Job:
        """Return the job of a run, with the model as a worker opens it; this machine may differ.

        Raises what `job_of` and the opener raise, and ClusterError.
        """
        ray = ray_module()
        remote = ray.remote(max_retries=RETRIES, **self.options.resources)(first_job)
        with lasting():
            found = ray.get(remote.remote(self.opener, sendable(settings), shelf, release))
        job: Job = mended(found)
        return job.knowing(known.absolute() if known else None)

    def prepare(self, job: Job, sources: Sequence[Source]) -> Iterator[ShardOutcome]:
        """Yield what became of each shard, as they come."""
        if not sources:
            return
        _ = job.known  # read here once; the workers of a machine share it in memory
        with lasting():
            with quiet():
                given = ray_module().put(job)
                rows = self.rows(given, sources, reads_with_model=job.reads_with_model)
            # closed, it leaves no actor; an error would hold it with its traceback
            with closing(iter(rows.iter_rows())) as found:
                for row in found:
                    yield mended(unpickled(row["item"]))

    def rows(self, job: Any, sources: Sequence[Source], *, reads_with_model: bool) -> Any:
        """Return what is to be done as one of Ray Data's sets, a block a shard.

        Tasks and actors take differing options; alike, Ray would let the actors read too. Where
        cutting texts needs the model, the actors do read: they have it.
        """
        ray = ray_module()
        shards = [pickled(replace(source, path=source.path.absolute())) for source in sources]
        rows = ray.data.from_items(shards, override_num_blocks=len(shards))
        if not reads_with_model:
            rows = rows.map(
                read_row,
                fn_kwargs={"job": job},
                num_cpus=READING_CPUS,
                concurrency=max(1, int(ray.cluster_resources()["CPU"])),
                max_retries=RETRIES,
            )
        return rows.map(
            Writer,
            fn_constructor_kwargs={"job": job, "opener": self.opener},
            compute=ray.data.ActorPoolStrategy(
                size=self.options.models, max_tasks_in_flight_per_actor=SHARDS_AHEAD
            ),
            max_restarts=-1,
            max_task_retries=RETRIES,
            **self.options.resources,
        )


def first_job(opener: Opener, settings: Settings, shelf: Shelf, release: str | None) -> object:
    """Return, on a worker, the job that its model makes, or why there is none."""
    return tried(lambda: job_of(settings, opener(settings), shelf, release, None))


def sendable(settings: Settings) -> Settings:
    """Return settings without the secrets that no worker needs."""
    secrets = {name for name, value in settings if isinstance(value, SecretStr)}
    return settings.model_copy(update=dict.fromkeys(secrets - NEEDED_SECRETS))


def mended(found: Any) -> Any:
    """Return what came from a worker. Raises the NarabotError that came instead."""
    if isinstance(found, NarabotError):
        raise found
    return found


@contextmanager
def quiet() -> Iterator[None]:
    """Let Ray Data draw no progress bars and log nothing, and be patient with long shards."""
    ray = ray_module()
    context = ray.data.DataContext.get_current().copy()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    context.execution_no_progress_timeout_s = STALLED_S
    logging.getLogger("ray.data").setLevel(logging.CRITICAL)
    with ray.data.DataContext.current(context), warnings.catch_warnings():
        # the numbers of retries have no other place yet
        warnings.simplefilter("ignore", ray.util.annotations.RayDeprecationWarning)
        yield


# On the workers


def read_row(row: Row, job: Any) -> Row:
    """Return a shard's batches, or what became of it."""
    read = tried(lambda: read_shard(seen(fetched(job)), unpickled(row["item"])))
    return {"item": pickled(read)}


class Writer:
    """Embeds and writes shards; opens the model for the first of them.

    Where cutting texts needs the model, it reads them too.
    """

    def __init__(self, job: Any, opener: Opener) -> None:
        """Take the job's reference."""
        self._job = fetched(job)
        self._opener = opener
        self._embedder: TextEmbedder | None = None

    def __call__(self, row: Row) -> Row:
        """Return what became of a shard, which may not have been read yet."""
        shard = unpickled(row["item"])
        if isinstance(shard, Source):
            source = shard
            shard = tried(lambda: read_shard(seen(self._job), source, self.embedder()))
        if isinstance(shard, ReadShard):
            read = shard
            shard = tried(lambda: write_shard(self._job, self.embedder(), read))
        return {"item": pickled(shard)}

    def embedder(self) -> TextEmbedder:
        """Return the model. Raises what opening it raises, IndexMismatchError for another."""
        if self._embedder is None:
            embedder = self._opener(self._job.settings)
            seen(self._job).check_model(embedder)
            self._embedder = embedder
        return self._embedder


def pickled(what: object) -> bytes:
    """Return something as bytes: Ray Data's rows hold them as they are."""
    return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)


@uncollected()
def unpickled(what: bytes) -> Any:
    """Return what the bytes are."""
    return pickle.loads(what)  # noqa: S301  our own: of this process or of one of its workers


def tried(do: Callable[[], object]) -> object:
    """Return what something gives, or the NarabotError that it raises."""
    try:
        return do()
    except NarabotError as error:
        return error


@lru_cache(maxsize=1)
def fetched(job: Any) -> Job:
    """Return the job of a reference; each process of a worker takes it once."""
    found: Job = ray_module().get(job)
    return found


def seen(job: Job) -> Job:
    """Return a job that puts shards where the run holds the place. Raises ClusterError."""
    if not job.shelf.is_seen():
        raise ClusterError(
            f"The machine {socket.gethostname()} of the Ray cluster does not see {job.shelf}. Give "
            "a bucket, or a folder of a file system that all its machines share; so too for the "
            "catalogue's files."
        )
    return job
