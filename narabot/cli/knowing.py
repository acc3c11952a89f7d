"""`narabot knowledge`: the layer of names and statements, built from the texts, told, removed."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from ingest.progress import patience, progress_bar
from ingest.session import alone
from narabot.database import serving
from narabot.graph import Graph, open_graph
from narabot.knowledge.building import Build, BuildReport, begin_build, behind, run_build
from narabot.knowledge.removing import remove_layer
from narabot.knowledge.status import layer_counts, render_status
from narabot.reading import name_reader_or_why
from narabot.settings import Settings
from narabot.terminal import sentences, tell
from narabot.versions import check_whole

if TYPE_CHECKING:
    from narabot.reading.names import NameReader

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Names and statements that are read out of the texts: build, look at, remove.",
)

WithinOption = Annotated[
    list[int] | None,
    typer.Option("--in", metavar="NAID", help="Only a record and all below it; repeatable."),
]


@contextmanager
def opened() -> Iterator[tuple[Settings, Graph]]:
    """Yield the settings and the graph of the database, its server started if need be."""
    settings = Settings.from_environment()
    with serving(settings, tell) as connection, open_graph(connection) as graph:
        check_whole(graph)
        yield settings, graph


@app.command()
@sentences()
def build(within: WithinOption = None) -> None:
    """Read the names and statements out of all texts that are new or have changed."""
    with opened() as (settings, graph), alone(settings):
        stopping = Event()
        retrying = patience(settings.ingest_patience_s, stopping)
        run = begin_build(graph, retrying, within, names_of(settings))
        there = behind(run)
        tell(
            f"{there.records_behind:,} of {there.records:,} records are to be read "
            f"({there.chunks_behind:,} chunks); no language model is asked"
        )
        try:
            report = built(run, there.records_behind)
        except KeyboardInterrupt as error:
            tell("stopped; what was read stays, and the same command goes on from there")
            raise typer.Exit(130) from error
    typer.echo(said(report))


def names_of(settings: Settings) -> "NameReader | None":
    """Return the reader of names of the settings; why it is not there is told on stderr."""
    reader, why = name_reader_or_why(settings)
    if why:
        tell(why)
    return reader


def built(run: Build, records: int) -> BuildReport:
    """Return what a run has done; its progress is told on stderr."""
    with progress_bar(records, " records") as bar:
        return run_build(run, bar.update)


def said(report: BuildReport) -> str:
    """Return what a build has done in one sentence."""
    return (
        f"{report.records:,} records read ({report.chunks:,} chunks), {report.written:,} of them "
        f"written: {report.mentions:,} mentions, {report.statements:,} statements, "
        f"in {report.seconds:.1f} s."
    )


@app.command()
@sentences()
def status() -> None:
    """Say how much the layer has, and how far it is behind the records."""
    with opened() as (settings, graph):
        retrying = patience(settings.ingest_patience_s, Event())
        run = begin_build(graph, retrying, names=names_of(settings))
        typer.echo(render_status(behind(run), layer_counts(graph)))


@app.command()
@sentences()
def remove(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove the layer; the catalogue stays as it is, and `build` makes the layer anew."""
    with opened() as (settings, graph), alone(settings):
        if not yes:
            typer.confirm("Remove all names and statements read out of the texts?", abort=True)
        removed = remove_layer(graph, patience(settings.ingest_patience_s, Event()))
    typer.echo(f"{removed:,} phrases and statements removed.")
