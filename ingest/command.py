"""The command `narabot ingest`, and the options that it shares with those that prepare and load."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ingest.bucket import SCHEME, BucketPlace, place_of
from ingest.estimate import render_estimate
from ingest.read.sources import Source, find_sources
from ingest.releases.running import Release
from ingest.report import render_report
from ingest.session import estimated, load_paths
from ingest.write.material import Mode
from narabot.database import serving
from narabot.errors import NarabotError, ReleaseError
from narabot.settings import Settings
from narabot.telemetry import set_up_log
from narabot.terminal import tell

PathsArgument = Annotated[
    list[str],
    typer.Argument(
        help="Files or folders, here or s3://…: .jsonl, .jsonl.gz; here also .zip of them."
    ),
]


MOST_LEFT_OUT_TOLD = 10
"""Files and folders; of more it is only said how many."""


def on_this_machine(path: Path | None) -> Path | None:
    """Refuse an address of a bucket where a file or folder here is wanted."""
    if path is not None and path.parts[:1] == (SCHEME.removesuffix("//"),):
        raise typer.BadParameter("a bucket cannot be given here")
    return path


ReleaseOption = Annotated[
    str | None,
    typer.Option(
        "--release",
        metavar="NAME",
        help="These paths are a whole new release: what it has no more is withdrawn.",
    ),
]
CompleteOption = Annotated[
    bool, typer.Option("--complete", help="Withdraw however many records are gone.")
]
InsteadOption = Annotated[
    bool, typer.Option("--instead", help="Give up another release that was not finished.")
]


def ingest(
    paths: PathsArgument,
    rebuild: Annotated[
        bool, typer.Option(help="Empty the graph first, and make it anew from these paths.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option(help="Write nothing; say what would be done, how long, how much disk.")
    ] = False,
    release: ReleaseOption = None,
    complete: CompleteOption = False,
    instead: InsteadOption = False,
) -> None:
    """Load catalogue lines into the graph; what is there already is left alone."""
    try:
        settings = Settings.from_environment()
        set_up_log(settings)
        mode = mode_of(release, rebuild=rebuild, is_complete=complete, is_instead=instead)
        places = [place_of(path, settings) for path in paths]
        told_sources(places, release)  # what is missing is told before anything is started
        if dry_run:
            estimate = estimated(settings, places, rebuild=rebuild)
            typer.echo(render_estimate(estimate))
            raise typer.Exit(0 if estimate.report.is_success else 1)
        with serving(settings, tell) as connection:
            report = load_paths(settings, connection, places, mode)
    except NarabotError as error:
        tell(str(error))
        raise typer.Exit(1) from error
    except KeyboardInterrupt as error:
        again = "the same command without --rebuild" if rebuild else "the same command"
        tell(
            f"stopped; what was written stays, and {again} goes on from there. The chat answers "
            "from a new graph when an ingest has ended."
        )
        raise typer.Exit(130) from error
    typer.echo(render_report(report))
    if not report.is_success:
        raise typer.Exit(1)


def told_sources(places: Sequence[Path | BucketPlace], release: str | None) -> list[Source]:
    """Return the files in and under some places, and say what is left out.

    Raises UnreadableSourceError, and ReleaseError where a release is not whole.
    """
    left_out: list[str] = []
    try:
        sources = find_sources(places, left_out.append)
    finally:
        for line in left_out[:MOST_LEFT_OUT_TOLD]:
            tell(line)
        if len(left_out) > MOST_LEFT_OUT_TOLD:
            tell(f"and so are {len(left_out) - MOST_LEFT_OUT_TOLD:,} others")
    if left_out and release is not None:
        raise ReleaseError(
            f"Release {release} would lack what is left out, and withdraw its records. Put the "
            "files in the place of their links, or remove these, and run the same command again."
        )
    return sources


def mode_of(release: str | None, *, rebuild: bool, is_complete: bool, is_instead: bool) -> Mode:
    """Return how the graph is to be filled. Raises ReleaseError."""
    if release is None and (is_complete or is_instead):
        raise ReleaseError("--complete and --instead are for --release NAME, which is missing.")
    return Mode(rebuild, None if release is None else Release(release, is_complete, is_instead))
