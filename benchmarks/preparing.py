"""Time `narabot prepare` without embedding: locally, and on Ray with one and two workers.

    python -m benchmarks.preparing [--copies 8] [--rounds 3]

The shards are copies of the largest files in ../shared/data. A stub embeds every text as the same
vector, so the benchmark times parsing, chunking, and writing. Engines with one worker are limited
to one core for all of their processes, and engines with two workers are limited to two cores. Each
Ray worker is a raylet with one CPU, on which one task reads and one actor writes. The time includes
the start of the Ray processes, so use many copies. The script prints a Markdown table. Two Ray
workers must reach at least 1.6 times the rate of one worker. One Ray worker may take at most 1.3
times as long as one local core.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.throwaway import OneVector, machine, one_vector
from ingest.prepared import storage_at
from ingest.prepared.cluster import RayOptions, connected
from ingest.prepared.job import Job, create_job
from ingest.prepared.ray_engine import RayEngine
from ingest.prepared.run import Engine, prepare_here, run_prepare
from ingest.read.sources import Source, find_sources
from narabot.settings import Settings

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
LARGEST = ("rg_059_subject_numeric_files.jsonl", "coll_FDR-MORGEN-1.jsonl")
OBJECT_STORE = 2**30


def main() -> None:
    """Print rates and ratios, and fail if they miss the requirements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{machine()}; medians of {arguments.rounds} rounds\n")
    engines: dict[str, Callable[[Path, Sequence[Source]], float]] = {
        "this machine, one core": partial(measure_local, 1),
        "this machine, two cores": partial(measure_local, 2),
        "Ray, one worker": partial(measure_ray, 1),
        "Ray, two workers": partial(measure_ray, 2),
    }
    rates: dict[str, list[float]] = {name: [] for name in engines}
    with tempfile.TemporaryDirectory() as folder:
        sources = copy_shards(Path(folder), arguments.copies)
        for _ in range(arguments.rounds):
            for name, measure in engines.items():
                rates[name].append(measure(Path(folder) / "to", sources))
                shutil.rmtree(Path(folder) / "to")
                print(f"<!-- {name}: {rates[name][-1]} -->", flush=True)
    sys.exit(not print_table({name: statistics.median(own) for name, own in rates.items()}))


def print_table(rates: dict[str, float]) -> bool:
    """Print rates and ratios, and return whether they meet the requirements."""
    print("| engine | chunks/s |\n| --- | ---: |")
    for name, rate in rates.items():
        print(f"| {name} | {rate:,.0f} |")
    here_one, _, ray_one, ray_two = rates.values()
    gain, cost = ray_two / ray_one, here_one / ray_one
    print(f"| Ray, two workers / one worker (at least 1.6) | {gain:.2f} × |")
    print(f"| time of one Ray worker / one local core (at most 1.3) | {cost:.2f} × |")
    return gain >= 1.6 and cost <= 1.3


def copy_shards(folder: Path, copies: int) -> list[Source]:
    """Return shards that are copies of the largest files."""
    for name in LARGEST:
        for number in range(copies):
            lines = folder / "lines" / f"{number}-{name}"
            lines.parent.mkdir(exist_ok=True)
            shutil.copyfile(DATA / name, lines)
    # large shards first, so the workers finish at about the same time
    return sorted(find_sources([folder / "lines"]), key=lambda source: -source.size)


def measure_local(cores: int, to: Path, sources: Sequence[Source]) -> float:
    """Return the rate of this machine, limited to the specified number of cores."""
    embedder: Any = OneVector()
    with limit_cores(cores):
        job = create_job(Settings(), embedder, storage_at(to), None, None)
        return chunks_per_second(job, partial(prepare_here, embedder, cores=cores), sources)


def measure_ray(workers: int, to: Path, sources: Sequence[Source]) -> float:
    """Return the rate of a Ray cluster with the specified number of workers."""
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 0, "include_dashboard": False}
    with limit_cores(workers):
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            for _ in range(workers):
                cluster.add_node(num_cpus=1, object_store_memory=OBJECT_STORE)
            options = RayOptions(cluster.address, models=workers)
            with connected(options):
                engine = RayEngine(options, one_vector)
                job = engine.job(Settings(), storage_at(to), None, None)
                return chunks_per_second(job, engine.prepare, sources)
        finally:
            cluster.shutdown()


@contextmanager
def limit_cores(cores: int) -> Iterator[None]:
    """Limit this process and its child processes to the specified number of cores."""
    all_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(all_cores)[:cores])
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_cores)


def chunks_per_second(job: Job, engine: Engine, sources: Sequence[Source]) -> float:
    """Return the number of chunks per second in a run."""
    done = run_prepare(job, engine, sources)
    return done.sum("chunks") / done.seconds


if __name__ == "__main__":
    main()
