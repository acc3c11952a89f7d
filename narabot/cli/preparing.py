"""The commands `narabot prepare`, `load`, and `export-loaded`.

They separate embedding, on machines with GPUs, from loading, on the database machine.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ingest.bucket import parse_place
from ingest.command import (
    AbandonOption,
    CompleteOption,
    PathsArgument,
    ReleaseOption,
    find_and_report_sources,
    local_path_only,
    mode_of,
)
from ingest.pipeline import run_load
from ingest.prepared import ShardStorage, find_prepared, storage_at
from ingest.prepared.cluster import RayOptions, connected
from ingest.prepared.job import Job, create_job
from ingest.prepared.loaded_records import write_loaded_records
from ingest.prepared.ray_engine import RayEngine
from ingest.prepared.run import Engine, prepare_here, render_prepared, run_prepare
from ingest.releases.lifecycle import Release
from ingest.report import render_report
from ingest.session import locked_data_folder
from narabot.database import serving
from narabot.database.process import signals_unwind
from narabot.embedding import open_embeddings
from narabot.errors import SettingsError
from narabot.graph import open_graph
from narabot.knowledge.lazy_ner_cache import LazyNerCacheBuilder
from narabot.settings import Settings
from narabot.terminal import print_status, report_errors

MakeJob = Callable[[ShardStorage, str | None, Path | None], Job]
"""Function that creates a job from the output location, the release, and the loaded records."""


class EngineName(StrEnum):
    """Engines that prepare shards."""

    LOCAL = "local"
    RAY = "ray"


SkipLoadedOption = Annotated[
    Path | None,
    typer.Option(
        help="List of loaded records to skip, from `narabot export-loaded`.",
        callback=local_path_only,
    ),
]
EngineOption = Annotated[
    EngineName,
    typer.Option(
        help="Run on this machine or on a Ray cluster. Each machine in a cluster needs narabot, "
        "and access to the files and the folder under the same paths or in buckets."
    ),
]
GpusOption = Annotated[
    float, typer.Option(min=0, help="GPUs per embedding model on Ray. 0 selects the CPU.")
]
ModelsOption = Annotated[
    int, typer.Option(min=1, help="Number of parallel embedding models on Ray.")
]
NamesOption = Annotated[
    bool,
    typer.Option(
        "--with-names",
        help="Also detect names in the texts, which saves time in `narabot knowledge build`.",
    ),
]


@report_errors()
def prepare(
    paths: PathsArgument,
    to: Annotated[
        str,
        typer.Option(
            help="Folder or s3:// location for Parquet files, with one subfolder per input file."
        ),
    ],
    skip_loaded: SkipLoadedOption = None,
    release: Annotated[
        str | None, typer.Option(help="Name of the release that contains these files.")
    ] = None,
    engine: EngineOption = EngineName.LOCAL,
    ray_address: Annotated[
        str, typer.Option(help="HOST:PORT of the cluster. auto selects this machine's cluster.")
    ] = "auto",
    gpus_per_model: GpusOption = 0,
    models: ModelsOption = 1,
    with_names: NamesOption = False,
) -> None:
    """Parse, chunk, and embed NARA's export into Parquet files, without a database."""
    settings = Settings.from_environment()
    if release is not None:
        Release(release)  # reject an invalid name before hours of work
    sources = find_and_report_sources([parse_place(path, settings) for path in paths], release)
    shelf = storage_at(parse_place(to, settings))
    options = RayOptions(ray_address, gpus_per_model, models)
    names = LazyNerCacheBuilder(settings) if with_names else None
    try:
        with signals_unwind(), open_engine(engine, options, settings) as (make_job, run):
            job = make_job(shelf, release, skip_loaded).with_names(names)
            done = run_prepare(job, run, sources)
    except KeyboardInterrupt as error:
        print_status("stopped. Finished files are kept. Run the same command to continue.")
        raise typer.Exit(130) from error
    typer.echo(render_prepared(done, to, release))
    if done.faults:
        raise typer.Exit(1)


@contextmanager
def open_engine(
    engine: EngineName, options: RayOptions, settings: Settings
) -> Iterator[tuple[MakeJob, Engine]]:
    """Yield a function that creates the job and a function that runs it."""
    if engine is EngineName.RAY:
        with connected(options) as cluster:
            print_status(f"preparing on {cluster}")
            on_ray = RayEngine(options)
            yield partial(on_ray.job, settings), on_ray.prepare
    else:
        if options != RayOptions():
            raise SettingsError(
                "--ray-address, --models, and --gpus-per-model require --engine ray."
            )
        print_status("loading the embedding model")
        embedder = open_embeddings(settings, is_for_index=True)
        yield partial(create_job, settings, embedder), partial(prepare_here, embedder)


@report_errors()
def load(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Folders or s3:// locations that contain the output of `narabot prepare`."
        ),
    ],
    rebuild: Annotated[bool, typer.Option(help="Empty the graph before loading.")] = False,
    release: ReleaseOption = None,
    complete: CompleteOption = False,
    abandon_unfinished: AbandonOption = False,
) -> None:
    """Load the output of `narabot prepare` into the graph, without a model."""
    settings = Settings.from_environment()
    mode = mode_of(
        release, rebuild=rebuild, is_complete=complete, abandons_unfinished=abandon_unfinished
    )
    places = [parse_place(path, settings) for path in paths]
    find_prepared(places)  # fail on missing files before starting anything
    try:
        with (
            serving(settings, print_status) as connection,
            locked_data_folder(settings),
            open_graph(connection) as graph,
        ):
            report = run_load(settings, graph, places, mode)
    except KeyboardInterrupt as error:
        print_status(
            "stopped. Loaded records are kept. Run `narabot load` without --rebuild to continue."
        )
        raise typer.Exit(130) from error
    typer.echo(render_report(report))
    if not report.is_success:
        raise typer.Exit(1)


@report_errors()
def export_loaded(
    to: Annotated[
        Path,
        typer.Option(
            help="File for the list, such as loaded.parquet.",
            dir_okay=False,
            callback=local_path_only,
        ),
    ],
) -> None:
    """Export the list of loaded records, for `narabot prepare --skip-loaded`."""
    settings = Settings.from_environment()
    with serving(settings, print_status) as connection, open_graph(connection) as graph:
        count = write_loaded_records(graph, to)
    typer.echo(f"{to} lists {count:,} records.")
