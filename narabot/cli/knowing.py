"""`narabot knowledge`: the layer of names and statements, built from the texts, told, removed."""

from dataclasses import asdict
from threading import Event
from typing import Annotated

import typer
from tenacity import Retrying

from ingest.progress import patience, progress_bar
from ingest.session import alone
from narabot.cli.communities import communities, communities_said, report_writer
from narabot.cli.layer_questions import opened, reports, rules
from narabot.cli.stopping import stopped_between_steps, stopping_here
from narabot.embedding import Embeddings, open_embeddings
from narabot.errors import ModelUnavailableError, SettingsError
from narabot.graph import Graph
from narabot.knowledge.building import Build, BuildReport, begin_build, behind, run_build
from narabot.knowledge.extractors.llm import LlmReader
from narabot.knowledge.model_reading import ReadingPlan, plan_reading, read_by_model
from narabot.knowledge.names_on_demand import NamesOnDemand, names_or_why
from narabot.knowledge.removing import remove_layer
from narabot.knowledge.skeleton import SHARE
from narabot.knowledge.status import layer_counts, render_status
from narabot.knowledge.vectors import PHRASES, embed_all
from narabot.llm import open_language_model
from narabot.settings import Settings
from narabot.terminal import sentences, tell
from narabot.versions import stored_identity

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Names and statements that are read out of the texts: build, look at, remove.",
)

WithinOption = Annotated[
    list[int] | None,
    typer.Option("--in", metavar="NAID", help="Only a record and all below it; repeatable."),
]


WithModelOption = Annotated[
    bool,
    typer.Option(
        "--with-model",
        help="Ask the language model (LLM_…) about the most central chunks; that may cost money.",
    ),
]
SkeletonOption = Annotated[
    float,
    typer.Option(
        "--skeleton",
        metavar="SHARE",
        min=0.0,
        max=1.0,
        help="With --with-model: the share of each series' chunks that it is asked about.",
    ),
]
BudgetOption = Annotated[
    int | None,
    typer.Option(
        "--budget-calls", metavar="N", min=0, help="With --with-model: ask it N times at most."
    ),
]


@app.command()
@sentences()
def build(
    within: WithinOption = None,
    with_model: WithModelOption = False,
    share: SkeletonOption = SHARE,
    budget: BudgetOption = None,
) -> None:
    """Read the names and statements out of all texts that are new or have changed."""
    with opened() as (settings, graph), alone(settings), stopped_between_steps() as stopping:
        retrying = patience(settings.ingest_patience_s, stopping)
        names, told = names_of(settings), settings.told_classes
        run = begin_build(graph, retrying, within, names=names, told=told)
        reader = model_reader(settings, budget) if with_model else None
        try:
            if reader is not None:
                ask(run, reader, plan_reading(run, reader, share), budget, stopping)
            report = built(run, stopping, is_asked=reader is not None)
            give_vectors(settings, graph, retrying, stopping)
            writer = report_writer(settings, reader, budget)
            made = communities(settings, graph, retrying, within, stopping, writer)
        except KeyboardInterrupt as error:
            tell("stopped; what was read stays, and the same command goes on from there")
            raise typer.Exit(130) from error
    typer.echo(said(report))
    typer.echo(communities_said(made))
    if with_model:
        typer.echo(asked_said(reader))


def model_reader(settings: Settings, budget: int | None) -> LlmReader | None:
    """Return what asks the model that LLM_PROVIDER chooses, `None` where there is none.

    Raises PromptError.
    """
    try:
        model = open_language_model(settings, retries=0).model
    except (SettingsError, ModelUnavailableError) as error:
        tell(f"no language model is asked: {error}")
        return None
    if model is None:
        tell("no language model is asked: none is configured (LLM_PROVIDER, LLM_BASE_URL)")
        return None
    return LlmReader(model, settings, most_calls=budget)


def ask(
    run: Build, reader: LlmReader, plan: ReadingPlan, budget: int | None, stopping: Event
) -> None:
    """Have a model read what a plan says, and say before what that takes."""
    chosen, waiting = len(plan.skeleton), len(plan.waiting)
    tell(
        f"{chosen:,} of {plan.chunks:,} chunks are for {reader.model_name}, which has read "
        f"{chosen - waiting:,} of them before; it is asked about {waiting:,}, "
        f"in {plan.most_calls(budget):,} calls at most"
    )
    with progress_bar(waiting, " chunks") as bar:
        read_by_model(run, reader, plan, stopping_here(bar.update, stopping))


def names_of(settings: Settings) -> NamesOnDemand | None:
    """Return what reads names by the settings; why nothing does is told on stderr."""
    names, why = names_or_why(settings)
    if why:
        tell(why)
    return names


def built(run: Build, stopping: Event, *, is_asked: bool) -> BuildReport:
    """Return what a run has done; its progress is told on stderr."""
    there = behind(run)
    tell(
        f"{there.records_behind:,} of {there.records:,} records are to be read "
        f"({there.chunks_behind:,} chunks); "
        + ("no language model is asked" if not is_asked else "what the model said is among them")
    )
    with progress_bar(there.records_behind, " records") as bar:
        return run_build(run, stopping_here(bar.update, stopping))


def give_vectors(settings: Settings, graph: Graph, retrying: Retrying, stopping: Event) -> None:
    """Give vectors to the names that have none; why there are none is told on stderr."""

    def model() -> Embeddings:
        tell("giving vectors to the names, by which requests find those that they do not say")
        return open_embeddings(settings, stored_identity(graph), is_for_index=True)

    try:
        embed_all(graph, PHRASES, model, retrying, stopping_here(lambda _: None, stopping))
    except ModelUnavailableError as error:
        tell(f"no name gets a vector: {error}")


def said(report: BuildReport) -> str:
    """Return what a build has done in one sentence."""
    failed = "".join(
        f" {name} failed on {count:,} chunks: the log says why, and what it would have found is "
        "missing."
        for name, count in report.failed.items()
    )
    return (
        f"{report.records:,} records read ({report.chunks:,} chunks), {report.written:,} of them "
        f"written: {report.mentions:,} mentions, {report.statements:,} statements, "
        f"in {report.seconds:.1f} s.{failed}"
    )


def asked_said(reader: LlmReader | None) -> str:
    """Return what a language model was asked, and what came of it."""
    if reader is None:
        return "No language model was asked."
    counts = reader.counts
    said = (
        f"{reader.model_name} was called {counts.calls:,} times ({counts.again:,} of them again): "
        f"{counts.read:,} chunks read, {counts.malformed:,} with no reply that can be read, "
        f"{counts.failed:,} without a reply, {counts.unasked:,} not asked about."
    )
    dropped = {name: count for name, count in asdict(counts.dropped).items() if count}
    listed = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in dropped.items())
    return f"{said} Left out of what it said: {listed}." if listed else said


@app.command()
@sentences()
def status() -> None:
    """Say how much the layer has, and how far it is behind the records."""
    with opened() as (settings, graph):
        retrying = patience(settings.ingest_patience_s, Event())
        names, told = names_of(settings), settings.told_classes
        run = begin_build(graph, retrying, names=names, told=told)
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
    typer.echo(f"{removed:,} phrases, statements, communities and reports removed.")


app.command()(sentences()(rules))
app.command()(sentences()(reports))
