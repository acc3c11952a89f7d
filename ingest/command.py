"""The `narabot ingest` command, and the options that it shares with `prepare` and `load`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ingest.bucket import SCHEME, BucketPlace, parse_place
from ingest.estimate import render_estimate
from ingest.read.sources import Source, find_sources
from ingest.releases.lifecycle import Release
from ingest.report import render_report
from ingest.session import estimate_paths, load_paths
from ingest.write.load_input import LoadMode
from narabot.database import serving
from narabot.errors import NarabotError, ReleaseError
from narabot.settings import Settings
from narabot.telemetry import set_up_log
from narabot.terminal import print_status

PathsArgument = Annotated[
    list[str],
    typer.Argument(
        help="Local or s3:// files and folders: .jsonl, .jsonl.gz, and (local only) .zip."
    ),
]


MAX_SKIPPED_LISTED = 10
"""Maximum number of skipped files and folders to list. Any others are only counted."""


def local_path_only(path: Path | None) -> Path | None:
    """Return the path. Raise BadParameter if the path is a bucket address."""
    if path is not None and path.parts[:1] == (SCHEME.removesuffix("//"),):
        raise typer.BadParameter("this option does not accept a bucket")
    return path


ReleaseOption = Annotated[
    str | None,
    typer.Option(
        "--release",
        metavar="NAME",
        help="Load the paths as a complete release, and withdraw records that the release lacks.",
    ),
]
CompleteOption = Annotated[
    bool, typer.Option("--complete", help="Withdraw missing records, however many there are.")
]
AbandonOption = Annotated[
    bool,
    typer.Option("--abandon-unfinished", help="Abandon an earlier release that was not finished."),
]


def ingest(
    paths: PathsArgument,
    rebuild: Annotated[
        bool, typer.Option(help="Empty the graph, then rebuild it from these paths.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option(help="Write nothing. Estimate the changes, time, and disk space.")
    ] = False,
    release: ReleaseOption = None,
    complete: CompleteOption = False,
    abandon_unfinished: AbandonOption = False,
) -> None:
    """Load NARA's export into the graph, and skip records that are already loaded."""
    try:
        settings = Settings.from_environment()
        set_up_log(settings)
        mode = mode_of(
            release, rebuild=rebuild, is_complete=complete, abandons_unfinished=abandon_unfinished
        )
        places = [parse_place(path, settings) for path in paths]
        find_and_report_sources(places, release)  # report missing files before starting anything
        if dry_run:
            estimate = estimate_paths(settings, places, rebuild=rebuild)
            typer.echo(render_estimate(estimate))
            raise typer.Exit(0 if estimate.report.is_success else 1)
        with serving(settings, print_status) as connection:
            report = load_paths(settings, connection, places, mode)
    except NarabotError as error:
        print_status(str(error))
        raise typer.Exit(1) from error
    except KeyboardInterrupt as error:
        again = "the same command without --rebuild" if rebuild else "the same command"
        print_status(
            f"stopped. Loaded records are kept. Run {again} to continue. The chat can use a new "
            "graph only after an ingest has finished."
        )
        raise typer.Exit(130) from error
    typer.echo(render_report(report))
    if not report.is_success:
        raise typer.Exit(1)


def find_and_report_sources(
    places: Sequence[Path | BucketPlace], release: str | None
) -> list[Source]:
    """Return the files at the specified places, and report any files that narabot skips.

    Raise UnreadableSourceError. Raise ReleaseError if skipped files make a release incomplete.
    """
    skipped: list[str] = []
    try:
        sources = find_sources(places, skipped.append)
    finally:
        for line in skipped[:MAX_SKIPPED_LISTED]:
            print_status(line)
        if len(skipped) > MAX_SKIPPED_LISTED:
            print_status(f"skipping {len(skipped) - MAX_SKIPPED_LISTED:,} more files and folders")
    if skipped and release is not None:
        raise ReleaseError(
            f"Release {release} would withdraw the records in the skipped files. Replace each "
            "link with its file, or remove the link, and run the same command again."
        )
    return sources


def mode_of(
    release: str | None, *, rebuild: bool, is_complete: bool, abandons_unfinished: bool
) -> LoadMode:
    """Return the load mode that the command's options specify.

    Raise ReleaseError if the options conflict.
    """
    if release is None and (is_complete or abandons_unfinished):
        raise ReleaseError("--complete and --abandon-unfinished require --release NAME.")
    return LoadMode(
        rebuild, None if release is None else Release(release, is_complete, abandons_unfinished)
    )
