"""Time first, repeated, incremental, and large ingests, and compare ingest with embedding.

    python -m benchmarks.ingesting FILE.jsonl [--rounds 3]
    python -m benchmarks.ingesting --generated 50000

With a FILE, the benchmark has two parts. The first part runs in one process. This part alternates
between ingesting FILE into an empty graph and embedding the same chunks with the same model. The
second part runs complete commands against a running database. These commands ingest the file,
ingest it again, and ingest it after one line has changed. The database's bookmark shows whether
anything was written. With --generated, the script loads lines from `benchmarks.generated` and
prints the time and the disk space used.

The script exits with 1 if a ratio is below the requirements of issue 4.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.generated import generated
from benchmarks.throwaway import machine, throwaway_graph
from ingest.pipeline import run_ingest
from ingest.report import render_report
from ingest.write.graph_setup import empty_graph
from narabot.embedding import Embeddings, TextEmbedder, Vectors, open_embeddings
from narabot.graph import Graph, open_graph
from narabot.models import Connection
from narabot.settings import Settings

MOST_OVERHEAD, LEAST_SECOND, LEAST_CHANGED = 1.15, 15.0, 8.0


@dataclass
class Recording:
    """An embedder that records the texts passed to it."""

    embeddings: Embeddings
    texts: list[str]

    def __getattr__(self, name: str) -> object:
        """Return an attribute of the embedder."""
        return getattr(self.embeddings, name)

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, and record the texts."""
        self.texts += texts
        return self.embeddings.embed_array(texts)


def main() -> None:
    """Run the benchmark. Exit with 1 if the requirements of issue 4 are not met."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--generated", type=int, metavar="RECORDS")
    options = parser.parse_args()
    print(machine())
    if options.generated:
        many_records(options.generated)
    if options.file:
        sys.exit(not (compare_with_embedding(options.file, options.rounds) & commands(options)))


def compare_with_embedding(file: Path, rounds: int) -> bool:
    """Print the ratio of ingest time to embedding time for a file."""
    with throwaway_graph() as (settings, graph):
        embeddings = open_embeddings(settings)
        recording = Recording(embeddings, [])
        run_ingest(settings, graph, recording, [file])  # warms up and records the texts
        texts = recording.texts
        ratios = []
        for number in range(rounds):
            empty_graph(graph)
            whole = seconds(lambda: load_file(settings, graph, embeddings, file))
            only = seconds(lambda: embeddings.embed_array(texts))
            ratios.append(whole / only)
            print(f"round {number + 1}: ingest {whole:.1f} s, embedding only {only:.1f} s")
    ratio = statistics.median(ratios)
    print(
        f"ingest / embedding of {len(texts):,} chunks by {embeddings.identity}: "
        f"{ratio:.3f} x (at most {MOST_OVERHEAD})"
    )
    return ratio <= MOST_OVERHEAD


def load_file(settings: Settings, graph: Graph, embedder: TextEmbedder, file: Path) -> None:
    """Load a file into the empty graph."""
    report = run_ingest(settings, graph, embedder, [file])
    print(f"  {next(line for line in render_report(report).splitlines() if 'went into' in line)}")


def seconds(work: Callable[[], object]) -> float:
    """Return how long a function takes, in seconds."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def commands(options: argparse.Namespace) -> bool:
    """Print each command's duration and its report's lines about records."""
    with running_database() as (environment, connection, folder):
        file = folder / options.file.name
        file.write_bytes(options.file.read_bytes())
        first, _ = timed_command(environment, file)
        print(f"first: {first:.1f} s")
        before = bookmarks(connection)
        seconds_seen = [timed_command(environment, file) for _ in range(options.rounds)]
        second = statistics.median(taken for taken, _ in seconds_seen)
        is_written = bookmarks(connection) != before
        print(f"second: {second:.1f} s, {first / second:.1f} x (at least {LEAST_SECOND})")
        print(f"  {records_line(seconds_seen[0][1])}; written: {is_written}")
        times = []
        for number in range(options.rounds):
            change_line(file, number)
            taken, report = timed_command(environment, file)
            times.append(taken)
        changed = statistics.median(times)
        ratio = first / changed
        print(f"one line changed: {changed:.1f} s, {ratio:.1f} x (at least {LEAST_CHANGED})")
        print(f"  {records_line(report)}")
    return first / second >= LEAST_SECOND and ratio >= LEAST_CHANGED and not is_written


@contextmanager
def running_database() -> Iterator[tuple[dict[str, str], Connection, Path]]:
    """Yield an environment for commands, a connection to a running database, and a folder."""
    with tempfile.TemporaryDirectory() as name:
        environment = {**os.environ, "NARABOT_DATA_DIR": f"{name}/data"}
        environment.pop("NEO4J_URI", None)
        with throwaway_graph() as (_, graph):
            connection = graph.connection
            environment |= {
                "NEO4J_URI": connection.uri,
                "NEO4J_USERNAME": connection.username,
                "NEO4J_PASSWORD": connection.password.get_secret_value(),
            }
            yield environment, connection, Path(name)


def timed_command(environment: dict[str, str], file: Path) -> tuple[float, str]:
    """Return the duration of `narabot ingest FILE` in seconds, and the command's output."""
    started = time.perf_counter()
    done = subprocess.run(
        [Path(sys.executable).parent / "narabot", "ingest", str(file)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return time.perf_counter() - started, done.stdout


def records_line(report: str) -> str:
    """Return a report's lines about records and chunks."""
    return " ".join(re.findall(r"^(?:Records:|Chunks written).*$", report, re.MULTILINE))


def bookmarks(connection: Connection) -> frozenset[str]:
    """Return the database's bookmark, which changes with every write transaction."""
    with open_graph(connection) as graph, graph.session() as session:
        session.run("RETURN 1").consume()
        return session.last_bookmarks().raw_values


def change_line(file: Path, number: int) -> None:
    """Change the title in one line."""
    lines = file.read_bytes().splitlines(keepends=True)
    raw = json.loads(lines[len(lines) // 2])
    raw["record"]["title"] += f" ({number})"
    lines[len(lines) // 2] = json.dumps(raw).encode() + b"\n"
    file.write_bytes(b"".join(lines))


def many_records(count: int) -> None:
    """Load generated records, and print the time and the disk space used."""
    with throwaway_graph() as (settings, graph), tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "generated.jsonl"
        with file.open("wb") as lines:
            lines.writelines(line + b"\n" for line in generated(count))
        print(f"{count:,} records, {file.stat().st_size / 1e6:,.0f} MB")
        before = disk_bytes(settings.narabot_data_dir)
        report = run_ingest(settings, graph, open_embeddings(settings), [file])
        print(render_report(report))
        spent = ", ".join(f"{what} {taken:.1f} s" for what, taken in report.spent.items())
        print(f"Total {report.seconds:.1f} s: {spent}")
        grown = disk_bytes(settings.narabot_data_dir) - before
        print(
            f"The database grew by {grown / 1e6:,.0f} MB, "
            f"{grown / report.chunks:,.0f} bytes per chunk"
        )


def disk_bytes(folder: Path) -> int:
    """Return the size of the files in a folder, in bytes on disk."""
    return sum(file.stat().st_blocks * 512 for file in folder.rglob("*") if file.is_file())


if __name__ == "__main__":
    main()
