"""Connect to a Ray cluster, and report its problems.

Ray is an optional extra. It is imported only where narabot needs it.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from narabot.errors import ClusterError

CONNECT_TIMEOUT_S = 5
"""Timeout for connecting to a cluster, in seconds. Ray itself would wait for minutes."""

PLACEMENT_TIMEOUT_S = 60
"""How long to wait for a free slot for an embedding model, in seconds."""


STALL_TIMEOUT_S = 2 * 3600
"""Seconds without a started or completed shard after which narabot considers the machines lost."""

READING_CPUS, MODEL_CPUS = 0.5, 0.1
"""CPUs that Ray reserves for reading a shard and for a model.

Readers and models wait for each other. With these small values, even a single remaining CPU has
room for a reader and a model. Ray assigns models to machines that have free GPUs or, if no GPUs are
requested, to each machine in turn.
"""


@dataclass(frozen=True, slots=True)
class RayOptions:
    """The address of a cluster and the resources to use."""

    address: str = "auto"
    """HOST:PORT, or `auto` for the cluster to which this machine belongs."""
    gpus_per_model: float = 0
    models: int = 1
    """Number of embedding models that run at the same time."""

    @property
    def resources(self) -> dict[str, float]:
        """Ray's resource options for one model."""
        return {"num_cpus": MODEL_CPUS, "num_gpus": self.gpus_per_model}


def ray_module() -> Any:
    """Return the `ray` package with `ray.data`. Raise ClusterError if Ray is not installed."""
    # Ray reads these variables when it is imported. Without the second variable, Ray logs its own
    # defaults. Without the third, Ray Data reads fewer shards at once than the cluster could.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    os.environ.setdefault("RAY_DATA_CLUSTER_AUTOSCALER", "V2")
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise ClusterError(
            "--engine ray needs Ray, which is not installed. Install it with `pip install "
            "'narabot[ray]'`, here and on all machines in the cluster."
        ) from error
    return ray


@contextmanager
def connected(options: RayOptions) -> Iterator[str]:
    """Connect to a cluster that has the requested resources, and yield its description.

    Raise ClusterError.
    """
    ray = ray_module()
    address = reachable_address(options.address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as error:
        raise no_cluster(options.address, error) from error
    try:
        check_resources(options)
        with ray_errors():
            check_free(options)
        yield f"the Ray cluster at {address}, {len(alive_machines())} machines"
    finally:
        ray.shutdown()


def reachable_address(address: str) -> str:
    """Return the address of a cluster that accepts connections. Raise ClusterError."""
    from ray._private.services import canonicalize_bootstrap_address

    try:
        # without this check, Ray would try to reach a stopped cluster for minutes
        found = canonicalize_bootstrap_address(address)
        if found is None:
            raise ConnectionError("Ray is not running on this machine")
        host, _, port = found.rpartition(":")
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_TIMEOUT_S).close()
    except (OSError, ValueError) as error:
        raise no_cluster(address, error) from error
    return str(found)


def no_cluster(address: str, error: Exception) -> ClusterError:
    """Return the error for a cluster that does not respond."""
    return ClusterError(
        f"No Ray cluster responds at --ray-address {address} ({error}). Start one with `ray "
        "start --head`, and run this command on one of its machines."
    )


def check_resources(options: RayOptions) -> None:
    """Raise ClusterError if the cluster cannot provide the requested resources, even when idle."""
    machines = alive_machines()
    places = sum(model_slots(machine, options.gpus_per_model) for machine in machines)
    cpus, gpus = (sum(machine.get(name, 0) for machine in machines) for name in ("CPU", "GPU"))
    if places < options.models or cpus < options.models * MODEL_CPUS + READING_CPUS:
        raise ClusterError(
            f"The Ray cluster has {cpus:g} CPUs and {gpus:g} GPUs. That is not enough for "
            f"--models {options.models} with --gpus-per-model {options.gpus_per_model:g}: each "
            f"model needs its GPUs and {MODEL_CPUS:g} CPUs on one machine, and reading needs "
            f"{READING_CPUS:g} CPUs in addition. Request fewer models or GPUs, or add machines."
        )


def alive_machines() -> list[dict[str, float]]:
    """Return the resources of each active machine in the cluster, under Ray's resource names."""
    return [node["Resources"] for node in ray_module().nodes() if node["Alive"]]


def model_slots(machine: dict[str, float], gpus: float) -> int:
    """Return the number of models for which a machine has room.

    Models can share a GPU, but a model cannot use several GPUs and part of another GPU.
    """
    by_cpu = int(machine.get("CPU", 0) / MODEL_CPUS)
    if gpus > 1 and gpus % 1:
        return 0
    return min(by_cpu, int(machine.get("GPU", 0) / gpus)) if gpus else by_cpu


def check_free(options: RayOptions) -> None:
    """Raise ClusterError if other jobs occupy all model slots until the timeout."""
    ray = ray_module()
    try:
        ray.get(ray.remote(**options.resources)(lambda: None).remote(), timeout=PLACEMENT_TIMEOUT_S)
    except ray.exceptions.GetTimeoutError as error:
        raise ClusterError(
            f"All machines in the Ray cluster have been busy for {PLACEMENT_TIMEOUT_S} s. None "
            "had room for an embedding model. Run the same command later, or request fewer "
            "resources."
        ) from error


@contextmanager
def ray_errors() -> Iterator[None]:
    """Convert the loss of the cluster or of too many workers into a ClusterError.

    Exceptions in a task keep their traceback.
    """
    ray = ray_module()
    try:
        yield
    except (ray.exceptions.RayTaskError, ray.exceptions.GetTimeoutError):
        raise
    except ray.data.exceptions.ExecutionTimeoutError as error:
        raise ClusterError(
            f"The Ray cluster made no progress for {STALL_TIMEOUT_S // 3600} hours. If machines "
            "were lost, run the same command again with fewer --models. Finished work is kept."
        ) from error
    except ray.exceptions.RayError as error:
        raise ClusterError(
            "A worker in the Ray cluster was lost, and so were the workers that replaced it: "
            f"{str(error).splitlines()[0]} Check whether the machines have enough memory, then "
            "run the same command again. Finished work is kept."
        ) from error
