"""The commands `narabot knowledge …`, which manage the knowledge layer."""

from dataclasses import asdict
from threading import Event
from typing import Annotated

import typer
from tenacity import Retrying

from ingest.progress import database_retrying, progress_bar
from ingest.session import locked_data_folder
from narabot.cli.communities import communities_summary, report_writer, update_communities
from narabot.cli.interrupts import deferred_interrupt, interruptible
from narabot.cli.knowledge_queries import open_knowledge, reports, rules
from narabot.embedding import Embeddings, open_embeddings
from narabot.errors import ModelUnavailableError, SettingsError
from narabot.graph import Graph
from narabot.knowledge.building import Build, BuildReport, begin_build, read_backlog, run_build
from narabot.knowledge.extractors.llm import ExtractionClient
from narabot.knowledge.lazy_ner_cache import LazyNerCacheBuilder, ner_cache_or_reason
from narabot.knowledge.model_extraction import ExtractionPlan, extract_with_model, plan_extraction
from narabot.knowledge.removal import remove_layer
from narabot.knowledge.skeleton import SKELETON_SHARE
from narabot.knowledge.status import layer_counts, render_status
from narabot.knowledge.vectors import PHRASE_NODES, embed_nodes
from narabot.llm import open_language_model
from narabot.settings import Settings
from narabot.terminal import print_status, report_errors
from narabot.versions import stored_identity

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Build, inspect, or remove the knowledge layer: names and statements from the texts.",
)

WithinOption = Annotated[
    list[int] | None,
    typer.Option("--in", metavar="NAID", help="Only this record and its descendants. Repeatable."),
]


WithModelOption = Annotated[
    bool,
    typer.Option(
        "--with-model",
        help="Also send the most central chunks to the language model (LLM_…). This may cost "
        "money.",
    ),
]
SkeletonOption = Annotated[
    float,
    typer.Option(
        "--skeleton",
        metavar="SHARE",
        min=0.0,
        max=1.0,
        help="With --with-model: share of each series' chunks to send to the model.",
    ),
]
BudgetOption = Annotated[
    int | None,
    typer.Option(
        "--budget-calls",
        metavar="N",
        min=0,
        help="With --with-model: maximum number of model calls.",
    ),
]


@app.command()
@report_errors()
def build(
    within: WithinOption = None,
    with_model: WithModelOption = False,
    share: SkeletonOption = SKELETON_SHARE,
    budget: BudgetOption = None,
) -> None:
    """Extract names and statements from new and changed texts."""
    with (
        open_knowledge() as (settings, graph),
        locked_data_folder(settings),
        deferred_interrupt() as stopping,
    ):
        retrying = database_retrying(settings.ingest_retry_seconds, stopping)
        names, classes = open_ner_cache(settings), settings.name_classes
        run = begin_build(graph, retrying, within, names=names, name_classes=classes)
        reader = open_extraction_client(settings, budget) if with_model else None
        try:
            if reader is not None:
                read_with_model(run, reader, plan_extraction(run, reader, share), budget, stopping)
            report = build_with_progress(run, stopping, is_asked=reader is not None)
            embed_phrases(settings, graph, retrying, stopping)
            writer = report_writer(settings, reader, budget)
            counts = update_communities(settings, graph, retrying, within, stopping, writer)
        except KeyboardInterrupt as error:
            print_status("stopped. Extracted names are kept. Run the same command to continue.")
            raise typer.Exit(130) from error
    typer.echo(build_summary(report))
    typer.echo(communities_summary(counts))
    if with_model:
        typer.echo(model_summary(reader))


def open_extraction_client(settings: Settings, budget: int | None) -> ExtractionClient | None:
    """Return a client for the model that LLM_PROVIDER selects, or `None`.

    Raise PromptError if a prompt is invalid.
    """
    try:
        model = open_language_model(settings, retries=0).model
    except (SettingsError, ModelUnavailableError) as error:
        print_status(f"no language model is used: {error}")
        return None
    if model is None:
        print_status(
            "no language model is used, because none is configured (LLM_PROVIDER, LLM_BASE_URL)"
        )
        return None
    return ExtractionClient(model, settings, most_calls=budget)


def read_with_model(
    run: Build, reader: ExtractionClient, plan: ExtractionPlan, budget: int | None, stopping: Event
) -> None:
    """Report the cost, and extract names and statements from the planned chunks with a model."""
    chosen, waiting = len(plan.skeleton), len(plan.waiting)
    print_status(
        f"{chosen:,} of {plan.chunks:,} chunks are selected for {reader.model_name}. "
        f"{chosen - waiting:,} of them are already done. The other {waiting:,} take at most "
        f"{plan.most_calls(budget):,} calls."
    )
    with progress_bar(waiting, " chunks") as bar:
        extract_with_model(run, reader, plan, interruptible(bar.update, stopping))


def open_ner_cache(settings: Settings) -> LazyNerCacheBuilder | None:
    """Return the configured NER cache builder, or report on stderr why there is none."""
    names, why = ner_cache_or_reason(settings)
    if why:
        print_status(why)
    return names


def build_with_progress(run: Build, stopping: Event, *, is_asked: bool) -> BuildReport:
    """Run a build with a progress bar on stderr."""
    backlog = read_backlog(run)
    print_status(
        f"extracting from {backlog.outdated_records:,} of {backlog.records:,} records "
        f"({backlog.outdated_chunks:,} chunks), "
        + ("with the model's replies" if is_asked else "without a language model")
    )
    with progress_bar(backlog.outdated_records, " records") as bar:
        return run_build(run, interruptible(bar.update, stopping))


def embed_phrases(settings: Settings, graph: Graph, retrying: Retrying, stopping: Event) -> None:
    """Compute missing embeddings of names, or report on stderr why that fails."""

    def model() -> Embeddings:
        print_status("computing embeddings of names")
        return open_embeddings(settings, stored_identity(graph), is_for_index=True)

    try:
        embed_nodes(graph, PHRASE_NODES, model, retrying, interruptible(lambda _: None, stopping))
    except ModelUnavailableError as error:
        print_status(f"no name embeddings were computed: {error}")


def build_summary(report: BuildReport) -> str:
    """Return a summary of a build."""
    failed = "".join(
        (
            f" {name} failed on {count:,} chunks, so the results for these chunks are missing. See "
            "the log."
        )
        for name, count in report.failed.items()
    )
    return (
        f"{report.records:,} records processed ({report.chunks:,} chunks), {report.written:,} "
        f"updated: {report.mentions:,} mentions, {report.statements:,} statements, "
        f"in {report.seconds:.1f} s.{failed}"
    )


def model_summary(reader: ExtractionClient | None) -> str:
    """Return a summary of the language model calls."""
    if reader is None:
        return "No language model was used."
    counts = reader.counts
    summary = (
        f"{reader.model_name} was called {counts.calls:,} times ({counts.retries:,} retries): "
        f"{counts.read:,} chunks with valid replies, {counts.malformed:,} with invalid replies, "
        f"{counts.failed:,} without replies, {counts.unasked:,} not sent."
    )
    dropped = {name: count for name, count in asdict(counts.dropped).items() if count}
    listed = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in dropped.items())
    return f"{summary} Rejected parts of replies: {listed}." if listed else summary


@app.command()
@report_errors()
def status() -> None:
    """Show the size of the layer and the number of outdated records."""
    with open_knowledge() as (settings, graph):
        retrying = database_retrying(settings.ingest_retry_seconds, Event())
        names, classes = open_ner_cache(settings), settings.name_classes
        run = begin_build(graph, retrying, names=names, name_classes=classes)
        typer.echo(render_status(read_backlog(run), layer_counts(graph)))


@app.command()
@report_errors()
def remove(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Remove the layer. The records stay unchanged, and `build` can rebuild the layer."""
    with open_knowledge() as (settings, graph), locked_data_folder(settings):
        if not yes:
            typer.confirm(
                "Remove all names and statements that were extracted from the texts?", abort=True
            )
        removed = remove_layer(graph, database_retrying(settings.ingest_retry_seconds, Event()))
    typer.echo(f"{removed:,} phrases, statements, communities, and reports removed.")


app.command()(report_errors()(rules))
app.command()(report_errors()(reports))
