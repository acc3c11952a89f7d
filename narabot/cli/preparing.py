"""`narabot prepare`, `load`, `known`: embed where the GPUs are, load where the database is."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ingest.__main__ import (
    CompleteOption,
    InsteadOption,
    ReleaseOption,
    alone,
    mode_of,
    tell,
)
from ingest.bucket import place_of
from ingest.known import write_known
from ingest.pipeline import run_load
from ingest.prepared import find_prepared
from ingest.preparing import job_of, prepare_here, render_prepared, run_prepare
from ingest.report import render_report
from ingest.sources import find_sources
from narabot.cli.errors import sentences
from narabot.database import serving
from narabot.embedding import open_embeddings
from narabot.graph import open_graph
from narabot.settings import Settings


@sentences()
def prepare(
    paths: Annotated[
        list[str],
        typer.Argument(help="Files or folders, here or s3://…: .jsonl, .jsonl.gz, .zip of them."),
    ],
    to: Annotated[Path, typer.Option(help="Folder for Parquet, one folder a file.")],
    known: Annotated[
        Path | None, typer.Option(help="What the database has, by `narabot known`; is left out.")
    ] = None,
    release: Annotated[
        str | None, typer.Option(help="Name of the release that these files are.")
    ] = None,
) -> None:
    """Parse, chunk and embed catalogue lines into Parquet, without a database."""
    settings = Settings.from_environment()
    sources = find_sources([place_of(path, settings) for path in paths])
    tell("loading the embedding model")
    embedder = open_embeddings(settings, is_for_index=True)
    job = job_of(settings, embedder, to, release, known)
    try:
        done = run_prepare(job, partial(prepare_here, embedder), sources)
    except KeyboardInterrupt as error:
        tell("stopped; files that were finished stay, and the same command goes on from there.")
        raise typer.Exit(130) from error
    typer.echo(render_prepared(done, to))
    if done.faults:
        raise typer.Exit(1)


@sentences()
def load(
    paths: Annotated[list[Path], typer.Argument(help="Folders that `narabot prepare` has made.")],
    rebuild: Annotated[bool, typer.Option(help="Empty the graph first.")] = False,
    release: ReleaseOption = None,
    complete: CompleteOption = False,
    instead: InsteadOption = False,
) -> None:
    """Load what `narabot prepare` has made into the graph; no model is needed."""
    settings = Settings.from_environment()
    mode = mode_of(release, rebuild=rebuild, is_complete=complete, is_instead=instead)
    find_prepared(paths)  # what is missing is told before anything is started
    try:
        with (
            serving(settings, tell) as connection,
            alone(settings),
            open_graph(connection) as graph,
        ):
            report = run_load(settings, graph, paths, mode)
    except KeyboardInterrupt as error:
        tell("stopped; what was written stays, and the same command goes on from there.")
        raise typer.Exit(130) from error
    typer.echo(render_report(report))
    if not report.is_success:
        raise typer.Exit(1)


@sentences()
def known(
    to: Annotated[Path, typer.Option(help="File for the list, such as known.parquet.")],
) -> None:
    """Write down which records the database has, for `narabot prepare --known`."""
    settings = Settings.from_environment()
    with serving(settings, tell) as connection, open_graph(connection) as graph:
        count = write_known(graph, to)
    typer.echo(f"{to} lists {count:,} records.")
