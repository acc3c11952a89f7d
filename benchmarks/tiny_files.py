"""Compare ingesting many single-line files with ingesting one file that has the same lines.

    python -m benchmarks.tiny_files FILE.jsonl [--files 3000] [--model]

The first lines of FILE are loaded as one file, as a folder of single-line files, and then again
from that folder. Vectors come from a table or, with --model, from the embedding model. CPU time is
printed for this process and for the database.
"""

import argparse
import os
import tempfile
from pathlib import Path

import psutil

from benchmarks.throwaway import TableEmbedder, machine, throwaway_graph
from ingest.pipeline import run_ingest
from ingest.write.graph_setup import empty_graph
from narabot.database import EmbeddedDatabase
from narabot.embedding import TextEmbedder, open_embeddings
from narabot.graph import Graph
from narabot.settings import Settings


def main() -> None:
    """Run the benchmark and print the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--files", type=int, default=3000)
    parser.add_argument("--model", action="store_true")
    options = parser.parse_args()
    print(machine())
    with throwaway_graph() as (settings, graph), tempfile.TemporaryDirectory() as name:
        whole, tiny = write_both(Path(name), options.file, options.files)
        embedder = open_embeddings(settings) if options.model else TableEmbedder(384)
        run_ingest(settings, graph, embedder, [whole])  # warms up
        empty_graph(graph)
        timed("one file", settings, graph, embedder, whole)
        empty_graph(graph)
        timed(f"{options.files:,} files", settings, graph, embedder, tiny)
        timed("a second time", settings, graph, embedder, tiny)


def write_both(folder: Path, file: Path, count: int) -> tuple[Path, Path]:
    """Write the first lines of a file as one file, and as a folder of single-line files."""
    lines = file.read_bytes().splitlines(keepends=True)[:count]
    whole, tiny = folder / "whole.jsonl", folder / "tiny"
    whole.write_bytes(b"".join(lines))
    tiny.mkdir()
    for number, line in enumerate(lines):
        (tiny / f"{number:06}.jsonl").write_bytes(line)
    return whole, tiny


def timed(name: str, settings: Settings, graph: Graph, embedder: TextEmbedder, path: Path) -> None:
    """Load a path, and print the total time and the time of each step."""
    before = cpu(settings)
    report = run_ingest(settings, graph, embedder, [path])
    own, database = (after - earlier for after, earlier in zip(cpu(settings), before, strict=True))
    print(f"{name}: {report.seconds:.1f} s; CPU {own:.1f} s, database {database:.1f} s")
    print("  " + ", ".join(f"{purpose} {taken:.1f} s" for purpose, taken in report.spent.items()))


def cpu(settings: Settings) -> tuple[float, float]:
    """Return the CPU time of this process and of the database, in seconds."""
    times = os.times()
    database = psutil.Process(EmbeddedDatabase(settings).status().pid).cpu_times()
    return times.user + times.system, database.user + database.system


if __name__ == "__main__":
    main()
