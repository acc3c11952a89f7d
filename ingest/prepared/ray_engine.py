"""Prepare shards on a Ray cluster: tasks read them, and a pool of actors embeds and writes them.

All machines must share the files and the output folder, or use buckets. Ray reassigns the work of a
lost worker, and a shard that is prepared twice is stored once. Errors that the user can correct are
returned as values and raised here. Other exceptions in a worker keep their traceback.
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

from ingest.prepared import ShardStorage
from ingest.prepared.cluster import (
    READING_CPUS,
    STALL_TIMEOUT_S,
    RayOptions,
    ray_errors,
    ray_module,
)
from ingest.prepared.job import (
    Job,
    ReadShard,
    ShardOutcome,
    create_job,
    read_shard,
    without_gc,
    write_shard,
)
from ingest.read.sources import Source
from narabot.embedding import TextEmbedder, open_embeddings
from narabot.errors import ClusterError, NarabotError
from narabot.settings import Settings

OpenModel = Callable[[Settings], TextEmbedder]
Row = dict[str, Any]

RETRIES = 3
"""Maximum number of retries for a shard whose workers die.

A shard that kills every worker must not occupy the cluster forever.
"""

SHARDS_PER_ACTOR = 2
"""Number of shards assigned to each model: the current shard and the next shard."""

NEEDED_SECRETS = {"hf_token"}


def open_model(settings: Settings) -> TextEmbedder:
    """Return the embedding model that the settings specify."""
    return open_embeddings(settings, is_for_index=True)


@dataclass(frozen=True, slots=True)
class RayEngine:
    """Prepares shards on the cluster to which this process is connected."""

    options: RayOptions
    opener: OpenModel = open_model

    def job(
        self, settings: Settings, storage: ShardStorage, release: str | None, known: Path | None
    ) -> Job:
        """Return the job for a run.

        A worker creates the job, because this machine's model may differ. Raise ClusterError, and
        the errors that `create_job` and the opener raise.
        """
        ray = ray_module()
        remote = ray.remote(max_retries=RETRIES, **self.options.resources)(create_job_on_worker)
        with ray_errors():
            found = ray.get(remote.remote(self.opener, without_secrets(settings), storage, release))
        job: Job = unwrap(found)
        return job.with_loaded_records(known.absolute() if known else None)

    def prepare(self, job: Job, sources: Sequence[Source]) -> Iterator[ShardOutcome]:
        """Yield the outcome of each shard, in order of completion."""
        if not sources:
            return
        _ = job.graph_state  # load the list once; a machine's workers share one copy
        with ray_errors():
            with quiet_ray_data():
                job_ref = ray_module().put(job)
                rows = self.rows(job_ref, sources, needs_model_to_read=job.needs_model_to_read)
            # closing the iterator ends the actors, which a traceback would otherwise keep alive
            with closing(iter(rows.iter_rows())) as found:
                for row in found:
                    yield unwrap(unpickle_item(row["item"]))

    def rows(self, job: Any, sources: Sequence[Source], *, needs_model_to_read: bool) -> Any:
        """Return the work as a Ray Dataset with one block for each shard.

        Tasks and actors have different options. With identical options, Ray would let the actors
        read the shards. If chunking needs the model, the actors do read the shards, because they
        have the model.
        """
        ray = ray_module()
        shards = [pickle_item(replace(source, path=source.path.absolute())) for source in sources]
        rows = ray.data.from_items(shards, override_num_blocks=len(shards))
        if not needs_model_to_read:
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
                size=self.options.models, max_tasks_in_flight_per_actor=SHARDS_PER_ACTOR
            ),
            max_restarts=-1,
            max_task_retries=RETRIES,
            **self.options.resources,
        )


def create_job_on_worker(
    opener: OpenModel, settings: Settings, storage: ShardStorage, release: str | None
) -> object:
    """Create the job with a worker's model. Return the job or an error."""
    return value_or_error(lambda: create_job(settings, opener(settings), storage, release, None))


def without_secrets(settings: Settings) -> Settings:
    """Return the settings without the secrets that workers do not need."""
    secrets = {name for name, value in settings if isinstance(value, SecretStr)}
    return settings.model_copy(update=dict.fromkeys(secrets - NEEDED_SECRETS))


def unwrap(found: Any) -> Any:
    """Return a worker's value, or raise the NarabotError that the worker returned instead."""
    if isinstance(found, NarabotError):
        raise found
    return found


@contextmanager
def quiet_ray_data() -> Iterator[None]:
    """Disable Ray Data's progress bars and logs, and allow shards that take a long time."""
    ray = ray_module()
    context = ray.data.DataContext.get_current().copy()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    context.execution_no_progress_timeout_s = STALL_TIMEOUT_S
    logging.getLogger("ray.data").setLevel(logging.CRITICAL)
    with ray.data.DataContext.current(context), warnings.catch_warnings():
        # Ray does not yet offer a different way to set the number of retries
        warnings.simplefilter("ignore", ray.util.annotations.RayDeprecationWarning)
        yield


# Functions that run on the workers


def read_row(row: Row, job: Any) -> Row:
    """Return a shard's batches, or the shard's outcome."""
    read = value_or_error(
        lambda: read_shard(check_storage_visible(fetch_job(job)), unpickle_item(row["item"]))
    )
    return {"item": pickle_item(read)}


class Writer:
    """Embeds and writes shards. The model is loaded for the first shard.

    If chunking needs the model, this class also reads the shards.
    """

    def __init__(self, job: Any, opener: OpenModel) -> None:
        self._job = fetch_job(job)
        self._opener = opener
        self._embedder: TextEmbedder | None = None

    def __call__(self, row: Row) -> Row:
        """Embed and write a shard, reading it first if necessary, and return the outcome."""
        shard = unpickle_item(row["item"])
        if isinstance(shard, Source):
            source = shard
            shard = value_or_error(
                lambda: read_shard(check_storage_visible(self._job), source, self.embedder())
            )
        if isinstance(shard, ReadShard):
            read = shard
            shard = value_or_error(lambda: write_shard(self._job, self.embedder(), read))
        return {"item": pickle_item(shard)}

    def embedder(self) -> TextEmbedder:
        """Return the model.

        Raise the opener's errors, or IndexMismatchError for a different model.
        """
        if self._embedder is None:
            embedder = self._opener(self._job.settings)
            check_storage_visible(self._job).check_model(embedder)
            self._embedder = embedder
        return self._embedder


def pickle_item(what: object) -> bytes:
    """Return an object as pickled bytes, which Ray Data stores unchanged."""
    return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)


@without_gc()
def unpickle_item(what: bytes) -> Any:
    """Return the object from pickled bytes."""
    return pickle.loads(what)  # noqa: S301  trusted: written by this process or its workers


def value_or_error(do: Callable[[], object]) -> object:
    """Return the value of a call, or the NarabotError that it raised."""
    try:
        return do()
    except NarabotError as error:
        return error


@lru_cache(maxsize=1)
def fetch_job(job: Any) -> Job:
    """Return the job for a Ray object reference. Each worker process fetches the job once."""
    found: Job = ray_module().get(job)
    return found


def check_storage_visible(job: Job) -> Job:
    """Return the job. Raise ClusterError unless this machine can access the run's storage."""
    if not job.storage.is_visible():
        raise ClusterError(
            f"The machine {socket.gethostname()} in the Ray cluster cannot access {job.storage}. "
            "For the output and the export, use buckets or a file system that all machines "
            "share."
        )
    return job
