"""Connect to a Ray cluster, and say in a sentence what is wrong with it. Knows nothing of shards.

Ray is an optional extra: it is imported where it is wanted, and nowhere else in narabot.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from narabot.errors import ClusterError

PATIENCE_S = 5
"""For a cluster to take a connection; Ray itself would wait for minutes."""

FREE_PATIENCE_S = 60
"""For a place on the cluster's machines where the embedding model can be."""


STALLED_S = 2 * 3600
"""After so long without a shard that is done, or begun, the machines are taken to be lost."""

READING_CPUS, MODEL_CPUS = 0.5, 0.1
"""What Ray reserves for a shard that is read, and for a model. They wait for one another in turn:
so little that one CPU, all that is left of a cluster which loses machines, has room for the models
and for reading too. Which machine a model is on is decided by its GPU, or in turn."""


@dataclass(frozen=True, slots=True)
class RayOptions:
    """Which cluster, and what of it."""

    address: str = "auto"
    """HOST:PORT, or `auto` for the one of which this machine is a part."""
    gpus_per_model: float = 0
    models: int = 1
    """How many embedding models compute at once."""

    @property
    def resources(self) -> dict[str, float]:
        """What one model takes, as Ray names it."""
        return {"num_cpus": MODEL_CPUS, "num_gpus": self.gpus_per_model}


def ray_module() -> Any:
    """Return the package `ray`, with `ray.data`. Raises ClusterError where it is missing."""
    # Ray reads these when it is imported; without the second it tells of its own defaults, and
    # without the third Ray Data lets fewer shards be read at once than there is room for
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    os.environ.setdefault("RAY_DATA_CLUSTER_AUTOSCALER", "V2")
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise ClusterError(
            "--engine ray needs Ray, which is not installed. Install it with "
            "`pip install 'narabot[ray]'`, here and on all machines of the cluster."
        ) from error
    return ray


@contextmanager
def connected(options: RayOptions) -> Iterator[str]:
    """Be connected to a cluster that has what is asked for; yield which it is, in words.

    Raises ClusterError.
    """
    ray = ray_module()
    address = reachable(options.address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as error:
        raise no_cluster(options.address, error) from error
    try:
        check_resources(options)
        with lasting():
            check_free(options)
        yield f"the Ray cluster at {address}, {len(alive_machines())} machines"
    finally:
        ray.shutdown()


def reachable(address: str) -> str:
    """Return the address of a cluster that takes connections. Raises ClusterError."""
    from ray._private.services import canonicalize_bootstrap_address

    try:
        # without it, the address of a cluster that was stopped would be tried for minutes
        found = canonicalize_bootstrap_address(address)
        if found is None:
            raise ConnectionError("no Ray runs on this machine")
        host, _, port = found.rpartition(":")
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE_S).close()
    except (OSError, ValueError) as error:
        raise no_cluster(address, error) from error
    return str(found)


def no_cluster(address: str, error: Exception) -> ClusterError:
    """Return what is said where no cluster answers."""
    return ClusterError(
        f"No Ray cluster answers at --ray-address {address} ({error}). Start one with `ray start "
        "--head`, and run this command on one of its machines."
    )


def check_resources(options: RayOptions) -> None:
    """Raise ClusterError for a cluster that has not what is asked for, however long one waits."""
    machines = alive_machines()
    places = sum(model_places(machine, options.gpus_per_model) for machine in machines)
    cpus, gpus = (sum(machine.get(name, 0) for machine in machines) for name in ("CPU", "GPU"))
    if places < options.models or cpus < options.models * MODEL_CPUS + READING_CPUS:
        raise ClusterError(
            f"The Ray cluster has {cpus:g} CPUs and {gpus:g} GPUs on its machines, which is too "
            f"little for --models {options.models} with --gpus-per-model "
            f"{options.gpus_per_model:g}: each model takes that, and {MODEL_CPUS:g} of a CPU, on "
            f"one machine, and reading takes {READING_CPUS:g} more. Ask for less, or add machines."
        )


def alive_machines() -> list[dict[str, float]]:
    """Return what each machine of the cluster has, as Ray names it."""
    return [node["Resources"] for node in ray_module().nodes() if node["Alive"]]


def model_places(machine: dict[str, float], gpus: float) -> int:
    """Return how many models a machine has room for; Ray divides no more than one GPU."""
    by_cpu = int(machine.get("CPU", 0) / MODEL_CPUS)
    if gpus > 1 and gpus % 1:
        return 0
    return min(by_cpu, int(machine.get("GPU", 0) / gpus)) if gpus else by_cpu


def check_free(options: RayOptions) -> None:
    """Raise ClusterError where others use all places for a model for longer than a while."""
    ray = ray_module()
    try:
        ray.get(ray.remote(**options.resources)(lambda: None).remote(), timeout=FREE_PATIENCE_S)
    except ray.exceptions.GetTimeoutError as error:
        raise ClusterError(
            f"All machines of the Ray cluster have been busy for {FREE_PATIENCE_S} s: none has "
            "had room for an embedding model. Run the same command later, or ask for less."
        ) from error


@contextmanager
def lasting() -> Iterator[None]:
    """Turn the loss of the cluster, or of too many workers, into a sentence. Raises ClusterError.

    What a task itself raises keeps its traceback.
    """
    ray = ray_module()
    try:
        yield
    except (ray.exceptions.RayTaskError, ray.exceptions.GetTimeoutError):
        raise
    except ray.data.exceptions.ExecutionTimeoutError as error:
        raise ClusterError(
            f"Nothing has moved on the Ray cluster for {STALLED_S // 3600} hours. If machines were "
            "lost, run the same command again, with fewer --models. What is finished is kept."
        ) from error
    except ray.exceptions.RayError as error:
        raise ClusterError(
            "A worker of the Ray cluster was lost, and so were those that took its place: "
            f"{str(error).splitlines()[0]} Look whether its machines have too little memory; then "
            "run the same command again. What is finished is kept."
        ) from error
