"""Compare the peak memory use when ingesting a large shard and a small shard.

    python -m benchmarks.memory [--small 10] [--large 1000]

A separate process loads each shard of `benchmarks.generated` lines into an empty graph. Vectors
come from a table instead of a model, to save time. Peak memory is the process's maximum resident
set size. The database is a separate process with a fixed memory limit. The script exits with 1 if
the large shard needs more than 1.2 times as much memory as the small shard.
"""

import argparse
import multiprocessing
import resource
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.generated import generated
from benchmarks.throwaway import TableEmbedder, machine, throwaway_graph
from ingest.pipeline import run_ingest
from narabot.graph import open_graph
from narabot.models import Connection
from narabot.settings import Settings

MOST = 1.2
DIMENSION = 64


def main() -> None:
    """Print both peaks and their ratio."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--small", type=float, default=10, metavar="MB")
    parser.add_argument("--large", type=float, default=1000, metavar="MB")
    options = parser.parse_args()
    print(machine())
    peaks = [peak_of(megabytes) for megabytes in (options.small, options.large)]
    ratio = peaks[1] / peaks[0]
    print(f"large / small: {ratio:.3f} x (at most {MOST})")
    sys.exit(ratio > MOST)


def peak_of(megabytes: float) -> float:
    """Return the peak memory use, in MB, when ingesting a shard of the specified size in MB."""
    spawning = multiprocessing.get_context("spawn")
    with throwaway_graph() as (_, graph), tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "generated.jsonl"
        write_shard(file, int(megabytes * 1e6))
        receiver, sender = spawning.Pipe(duplex=False)
        process = spawning.Process(target=load, args=(graph.connection, file, sender))
        process.start()
        sender.close()
        peak, lines, seconds = receiver.recv()
        process.join()
    print(f"{megabytes:,.0f} MB, {lines:,} lines, {seconds:,.0f} s: peak {peak:,.0f} MB")
    return float(peak)


def write_shard(file: Path, size: int) -> None:
    """Write lines until the file reaches the size in bytes."""
    with file.open("wb") as shard:
        for line in generated(2**31):
            shard.write(line + b"\n")
            if shard.tell() >= size:
                return


def load(connection: Connection, file: Path, sender: Any) -> None:
    """Load a shard, and send the peak memory in MB, the line count, and the time in seconds."""
    settings = Settings(narabot_data_dir=file.parent)
    with open_graph(connection) as graph:
        report = run_ingest(settings, graph, TableEmbedder(DIMENSION), [file])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sender.send((peak, report.lines, report.seconds))


if __name__ == "__main__":
    main()
