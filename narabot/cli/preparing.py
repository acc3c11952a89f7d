"""`narabot prepare`, `load`, `known`: embed where the GPUs are, load where the database is."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ingest.bucket import place_of
from ingest.command import (
    CompleteOption,
    InsteadOption,
    PathsArgument,
    ReleaseOption,
    mode_of,
    on_this_machine,
    told_sources,
)
from ingest.pipeline import run_load
from ingest.prepared import Shelf, find_prepared, shelf_of
from ingest.prepared.cluster import RayOptions, connected
from ingest.prepared.job import Job, job_of
from ingest.prepared.known import write_known
from ingest.prepared.on_ray import RayEngine
from ingest.prepared.run import Engine, prepare_here, render_prepared, run_prepare
from ingest.releases.running import Release
from ingest.report import render_report
from ingest.session import alone
from narabot.database import serving
from narabot.database.process import signals_unwind
from narabot.embedding import open_embeddings
from narabot.errors import SettingsError
from narabot.graph import open_graph
from narabot.knowledge.names_on_demand import NamesOnDemand
from narabot.settings import Settings
from narabot.terminal import sentences, tell

MakeJob = Callable[[Shelf, str | None, Path | None], Job]
"""Makes the job from the place, the release and the list of known records."""


class EngineName(StrEnum):
    """Where shards are prepared."""

    LOCAL = "local"
    RAY = "ray"


KnownOption = Annotated[
    Path | None,
    typer.Option(
        help="What the database has, by `narabot known`; is left out.", callback=on_this_machine
    ),
]
EngineOption = Annotated[
    EngineName,
    typer.Option(
        help="This machine, or a Ray cluster, all of whose machines have narabot and see the "
        "files and the folder under the same paths; or they are in buckets."
    ),
]
GpusOption = Annotated[
    float, typer.Option(min=0, help="GPUs of each embedding model on Ray; 0: by the CPU.")
]
ModelsOption = Annotated[
    int, typer.Option(min=1, help="Embedding models that compute at once on Ray.")
]
NamesOption = Annotated[
    bool,
    typer.Option(
        "--with-names",
        help="Read the names in the texts too, so that `narabot knowledge build` need not.",
    ),
]


@sentences()
def prepare(
    paths: PathsArgument,
    to: Annotated[str, typer.Option(help="Folder or s3:// place for Parquet, one folder a file.")],
    known: KnownOption = None,
    release: Annotated[
        str | None, typer.Option(help="Name of the release that these files are.")
    ] = None,
    engine: EngineOption = EngineName.LOCAL,
    ray_address: Annotated[
        str, typer.Option(help="HOST:PORT of the cluster; auto: the one this machine is in.")
    ] = "auto",
    gpus_per_model: GpusOption = 0,
    models: ModelsOption = 1,
    with_names: NamesOption = False,
) -> None:
    """Parse, chunk and embed catalogue lines into Parquet, without a database."""
    settings = Settings.from_environment()
    if release is not None:
        Release(release)  # a name that is none is told before hours of work
    sources = told_sources([place_of(path, settings) for path in paths], release)
    shelf = shelf_of(place_of(to, settings))
    options = RayOptions(ray_address, gpus_per_model, models)
    names = NamesOnDemand(settings) if with_names else None
    try:
        with signals_unwind(), opened(engine, options, settings) as (make_job, run):
            job = make_job(shelf, release, known).naming(names)
            done = run_prepare(job, run, sources)
    except KeyboardInterrupt as error:
        tell("stopped; files that were finished stay, and the same command goes on from there.")
        raise typer.Exit(130) from error
    typer.echo(render_prepared(done, to, release))
    if done.faults:
        raise typer.Exit(1)


@contextmanager
def opened(
    engine: EngineName, options: RayOptions, settings: Settings
) -> Iterator[tuple[MakeJob, Engine]]:
    """Yield what makes the job of a run, and what does it."""
    if engine is EngineName.RAY:
        with connected(options) as cluster:
            tell(f"preparing on {cluster}")
            on_ray = RayEngine(options)
            yield partial(on_ray.job, settings), on_ray.prepare
    else:
        if options != RayOptions():
            raise SettingsError(
                "--ray-address, --models and --gpus-per-model are for --engine ray, which is "
                "missing."
            )
        tell("loading the embedding model")
        embedder = open_embeddings(settings, is_for_index=True)
        yield partial(job_of, settings, embedder), partial(prepare_here, embedder)


@sentences()
def load(
    paths: Annotated[
        list[str],
        typer.Argument(help="Folders or s3:// places that `narabot prepare` has filled."),
    ],
    rebuild: Annotated[bool, typer.Option(help="Empty the graph first.")] = False,
    release: ReleaseOption = None,
    complete: CompleteOption = False,
    instead: InsteadOption = False,
) -> None:
    """Load what `narabot prepare` has made into the graph; no model is needed."""
    settings = Settings.from_environment()
    mode = mode_of(release, rebuild=rebuild, is_complete=complete, is_instead=instead)
    places = [place_of(path, settings) for path in paths]
    find_prepared(places)  # what is missing is told before anything is started
    try:
        with (
            serving(settings, tell) as connection,
            alone(settings),
            open_graph(connection) as graph,
        ):
            report = run_load(settings, graph, places, mode)
    except KeyboardInterrupt as error:
        tell("stopped; what was written stays, and `narabot load` without --rebuild goes on.")
        raise typer.Exit(130) from error
    typer.echo(render_report(report))
    if not report.is_success:
        raise typer.Exit(1)


@sentences()
def known(
    to: Annotated[
        Path,
        typer.Option(
            help="File for the list, such as known.parquet.",
            dir_okay=False,
            callback=on_this_machine,
        ),
    ],
) -> None:
    """Write down which records the database has, for `narabot prepare --known`."""
    settings = Settings.from_environment()
    with serving(settings, tell) as connection, open_graph(connection) as graph:
        count = write_known(graph, to)
    typer.echo(f"{to} lists {count:,} records.")
