"""Time `narabot prepare` without the embedding: this machine against Ray with one worker and two.

    python -m benchmarks.preparing [--copies 8] [--rounds 3]

The shards are copies of the largest files of ../shared/data. A stub gives every text one vector,
so that reading, cutting and writing are what is timed. "One" engines are held to one core, with
all that belongs to them; "two" have two. Each Ray worker is a raylet with one CPU: one task reads
there, and one actor writes. The start of Ray's processes is in the time, so give many copies. A
table in Markdown is printed; wanted are two Ray workers with 1.6 times the rate of one at least,
and one of them with 1.3 times the time of this machine's one at most.
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
from ingest.prepared import shelf_of
from ingest.prepared.cluster import RayOptions, connected
from ingest.prepared.job import Job, job_of
from ingest.prepared.on_ray import RayEngine
from ingest.prepared.run import Engine, prepare_here, run_prepare
from ingest.read.sources import Source, find_sources
from narabot.settings import Settings

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
LARGEST = ("rg_059_subject_numeric_files.jsonl", "coll_FDR-MORGEN-1.jsonl")
OBJECT_STORE = 2**30


def main() -> None:
    """Print rates and ratios; fail below what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{machine()}; medians of {arguments.rounds} rounds\n")
    ways: dict[str, Callable[[Path, Sequence[Source]], float]] = {
        "this machine, one core": partial(here, 1),
        "this machine, two cores": partial(here, 2),
        "Ray, one worker": partial(on_ray, 1),
        "Ray, two workers": partial(on_ray, 2),
    }
    rates: dict[str, list[float]] = {name: [] for name in ways}
    with tempfile.TemporaryDirectory() as folder:
        sources = copied(Path(folder), arguments.copies)
        for _ in range(arguments.rounds):
            for name, way in ways.items():
                rates[name].append(way(Path(folder) / "to", sources))
                shutil.rmtree(Path(folder) / "to")
                print(f"<!-- {name}: {rates[name][-1]} -->", flush=True)
    sys.exit(not print_table({name: statistics.median(own) for name, own in rates.items()}))


def print_table(rates: dict[str, float]) -> bool:
    """Print rates and ratios, and return whether they are as wanted."""
    print("| engine | chunks/s |\n| --- | ---: |")
    for name, rate in rates.items():
        print(f"| {name} | {rate:,.0f} |")
    here_one, _, ray_one, ray_two = rates.values()
    gain, cost = ray_two / ray_one, here_one / ray_one
    print(f"| Ray, two against one (wanted 1.6) | {gain:.2f} × |")
    print(f"| Ray's one, time against ours (at most 1.3) | {cost:.2f} × |")
    return gain >= 1.6 and cost <= 1.3


def copied(folder: Path, copies: int) -> list[Source]:
    """Return shards that are copies of the largest files."""
    for name in LARGEST:
        for number in range(copies):
            lines = folder / "lines" / f"{number}-{name}"
            lines.parent.mkdir(exist_ok=True)
            shutil.copyfile(DATA / name, lines)
    # the large ones first: at the end no worker waits long for the other
    return sorted(find_sources([folder / "lines"]), key=lambda source: -source.size)


def here(cores: int, to: Path, sources: Sequence[Source]) -> float:
    """Return the rates of this machine with some cores."""
    embedder: Any = OneVector()
    with held_to(cores):
        job = job_of(Settings(), embedder, shelf_of(to), None, None)
        return timed(job, partial(prepare_here, embedder, cores=cores), sources)


def on_ray(workers: int, to: Path, sources: Sequence[Source]) -> float:
    """Return the rates of a Ray cluster of some workers."""
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 0, "include_dashboard": False}
    with held_to(workers):
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            for _ in range(workers):
                cluster.add_node(num_cpus=1, object_store_memory=OBJECT_STORE)
            options = RayOptions(cluster.address, models=workers)
            with connected(options):
                engine = RayEngine(options, one_vector)
                job = engine.job(Settings(), shelf_of(to), None, None)
                return timed(job, engine.prepare, sources)
        finally:
            cluster.shutdown()


@contextmanager
def held_to(cores: int) -> Iterator[None]:
    """Let this process, and what it starts, use some cores only."""
    all_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(all_cores)[:cores])
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_cores)


def timed(job: Job, engine: Engine, sources: Sequence[Source]) -> float:
    """Return the chunks a second of a run."""
    done = run_prepare(job, engine, sources)
    return done.sum("chunks") / done.seconds


if __name__ == "__main__":
    main()
