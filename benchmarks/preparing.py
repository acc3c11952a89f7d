"""Time `narabot prepare` without the embedding: this machine against Ray with one worker and two.

    python -m benchmarks.preparing [--copies 8] [--rounds 3]

The shards are copies of the largest files of ../shared/data. A stub gives every text one vector,
so that reading, cutting and writing are what is timed. "One" engines are held to one core, with
all that belongs to them; "two" have two. Each Ray worker is a raylet with one CPU: one task reads
there, and one actor writes. `rate` is of the whole run; `steady` is without the time until the
first shard is there, in which processes start and import: a long run has it once. A table in
Markdown is printed; wanted are two Ray workers with 1.6 times the steady rate of one at least,
and one of them with 1.3 times the time of this machine's one at most.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.throwaway import OneVector, machine, one_vector
from ingest.preparing import Engine, Job, Told, job_of, prepare_here
from ingest.preparing.cluster import RayOptions, connected
from ingest.preparing.on_ray import RayEngine
from ingest.preparing.run import run_prepare
from ingest.sources import Source, find_sources
from narabot.settings import Settings

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
LARGEST = ("rg_059_subject_numeric_files.jsonl", "coll_FDR-MORGEN-1.jsonl")
OBJECT_STORE = 2**30

Rates = tuple[float, float]
"""Chunks a second: of the whole run, and after the first shard."""


def main() -> None:
    """Print rates and ratios; fail below what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{machine()}; medians of {arguments.rounds} rounds\n")
    ways: dict[str, Callable[[Path, Sequence[Source]], Rates]] = {
        "this machine, one core": partial(here, 1),
        "this machine, two cores": partial(here, 2),
        "Ray, one worker": partial(on_ray, 1),
        "Ray, two workers": partial(on_ray, 2),
    }
    rates: dict[str, list[Rates]] = {name: [] for name in ways}
    with tempfile.TemporaryDirectory() as folder:
        sources = copied(Path(folder), arguments.copies)
        for _ in range(arguments.rounds):
            for name, way in ways.items():
                rates[name].append(way(Path(folder) / "to", sources))
                shutil.rmtree(Path(folder) / "to")
                print(f"<!-- {name}: {rates[name][-1]} -->", flush=True)
    sys.exit(not print_table({name: medians(own) for name, own in rates.items()}))


def medians(rates: Iterable[Rates]) -> Rates:
    """Return the medians of some rounds."""
    whole, steady = zip(*rates, strict=True)
    return statistics.median(whole), statistics.median(steady)


def print_table(rates: dict[str, Rates]) -> bool:
    """Print rates and ratios, and return whether they are as wanted."""
    print("| engine | chunks/s, rate | chunks/s, steady |\n| --- | ---: | ---: |")
    for name, (whole, steady) in rates.items():
        print(f"| {name} | {whole:,.0f} | {steady:,.0f} |")
    _, _, ray_one, ray_two = rates.values()
    here_one = rates["this machine, one core"]
    gains = [two / one for one, two in zip(ray_one, ray_two, strict=True)]
    costs = [here / one for here, one in zip(here_one, ray_one, strict=True)]
    print(f"| Ray, two against one (wanted 1.6) | {gains[0]:.2f} × | {gains[1]:.2f} × |")
    print(f"| Ray's one, time against ours (at most 1.3) | {costs[0]:.2f} × | {costs[1]:.2f} × |")
    return gains[1] >= 1.6 and costs[1] <= 1.3


def copied(folder: Path, copies: int) -> list[Source]:
    """Return shards that are copies of the largest files."""
    for name in LARGEST:
        for number in range(copies):
            lines = folder / "lines" / f"{number}-{name}"
            lines.parent.mkdir(exist_ok=True)
            shutil.copyfile(DATA / name, lines)
    # the large ones first: at the end no worker waits long for the other
    return sorted(find_sources([folder / "lines"]), key=lambda source: -source.size)


def here(cores: int, to: Path, sources: Sequence[Source]) -> Rates:
    """Return the rates of this machine with some cores."""
    embedder: Any = OneVector()
    with held_to(cores):
        job = job_of(Settings(), embedder, to, None, None)
        return timed(job, partial(prepare_here, embedder, cores=cores), sources)


def on_ray(workers: int, to: Path, sources: Sequence[Source]) -> Rates:
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
                job = engine.job(Settings(), to, None, None)
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


def timed(job: Job, engine: Engine, sources: Sequence[Source]) -> Rates:
    """Return the rates of a run."""
    first: list[tuple[float, int]] = []

    def watched(job: Job, sources: Sequence[Source]) -> Iterator[Told]:
        for told in engine(job, sources):
            if not first:
                first.append((time.perf_counter(), told.chunks))
            yield told

    begun = time.perf_counter()
    done = run_prepare(job, watched, sources)
    ended = time.perf_counter()
    chunks = done.sum("chunks")
    [(there, chunks_there)] = first
    return chunks / (ended - begun), (chunks - chunks_there) / (ended - there)


if __name__ == "__main__":
    main()
