"""`python -m ingest PATH…`: the door of the archivist; `narabot ingest` is the same command."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from filelock import FileLock, Timeout

from ingest.pipeline import run_ingest
from ingest.report import Report, render_report
from ingest.sources import find_sources
from narabot.database import serving
from narabot.embedding import open_embeddings
from narabot.errors import GraphUnavailableError, NarabotError
from narabot.graph import open_graph
from narabot.models import Connection
from narabot.settings import Settings


def tell(line: str) -> None:
    """Say on stderr what is being done; stdout is for the report."""
    typer.echo(f"narabot: {line}", err=True)


def ingest(
    paths: Annotated[
        list[Path], typer.Argument(help="Files or folders: .jsonl, .jsonl.gz, .zip of them.")
    ],
    rebuild: Annotated[
        bool, typer.Option(help="Empty the graph first, and make it anew from these paths.")
    ] = False,
) -> None:
    """Load catalogue lines into the graph; what is there already is left alone."""
    try:
        settings = Settings.from_environment()
        logging.basicConfig(level=settings.narabot_log_level)
        find_sources(paths)  # what is missing is told before anything is started
        with serving(settings, tell) as connection:
            report = load_paths(settings, connection, paths, rebuild=rebuild)
    except NarabotError as error:
        tell(str(error))
        raise typer.Exit(1) from error
    except KeyboardInterrupt as error:
        again = "the same command without --rebuild" if rebuild else "the same command"
        tell(f"stopped; what was written stays, and {again} goes on from there")
        raise typer.Exit(130) from error
    typer.echo(render_report(report))
    if not report.is_success:
        raise typer.Exit(1)


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Hold the data folder for one ingest at a time.

    Raises GraphUnavailableError while another one runs.
    """
    settings.narabot_data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with FileLock(settings.narabot_data_dir / "ingest.lock", timeout=0):
            yield
    except Timeout as error:
        raise GraphUnavailableError(
            f"Another ingest is at work with {settings.narabot_data_dir}. Wait until it has ended."
        ) from error


def load_paths(
    settings: Settings, connection: Connection, paths: Sequence[Path], *, rebuild: bool = False
) -> Report:
    """Load some paths with the embedding model of the settings. Raises NarabotError."""
    with alone(settings), open_graph(connection) as graph:
        tell("loading the embedding model")
        embeddings = open_embeddings(settings)
        tell(f"reading {', '.join(str(path) for path in paths)}")
        return run_ingest(settings, graph, embeddings, paths, rebuild=rebuild)


if __name__ == "__main__":
    typer.run(ingest)
