"""The command `narabot download`, which downloads NARA's export from its public bucket."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ingest.bucket import Bucket, DownloadSelection, RetryPolicy, open_bucket
from ingest.bucket.download import delete_removed, download, locked_download_folder
from ingest.bucket.plan import Plan, plan_download
from ingest.command import local_path_only
from ingest.report import amount
from narabot.errors import SettingsError
from narabot.settings import Settings
from narabot.terminal import print_status, report_errors

REQUIRED_SETTINGS = frozenset({"s3_bucket", "s3_region", "s3_endpoint_url"})


@report_errors()
def download_files(
    to: Annotated[
        Path,
        typer.Option(
            help="Destination folder, which will have the same structure as the bucket.",
            callback=local_path_only,
        ),
    ],
    record_groups: Annotated[
        list[int] | None,
        typer.Option("--record-group", help="Record group number, such as 59. Repeatable.", min=1),
    ] = None,
    collections: Annotated[
        list[str] | None,
        typer.Option("--collection", help="Collection identifier, such as FDR-FDRMSF. Repeatable."),
    ] = None,
    authorities: Annotated[
        bool,
        typer.Option(
            "--authorities",
            help="Authority records for people, organizations, places, and subjects.",
        ),
    ] = False,
    everything: Annotated[
        bool, typer.Option("--everything", help="All descriptions and authority records (261 GB).")
    ] = False,
    delete: Annotated[
        bool, typer.Option("--delete", help="Delete local files that are no longer in the bucket.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option(help="Download nothing. List the planned downloads.")
    ] = False,
    at_once: Annotated[int, typer.Option(help="Number of parallel downloads.", min=1, max=64)] = 8,
) -> None:
    """Download NARA's export. Skips existing files and resumes interrupted ones."""
    holdings = DownloadSelection(record_groups or (), collections or (), authorities, everything)
    if not holdings.prefixes:
        raise SettingsError(
            "Specify what to download: --record-group 59, --collection FDR-FDRMSF, --authorities, "
            "or --everything."
        )
    settings = Settings.from_environment(REQUIRED_SETTINGS)
    bucket = open_bucket(settings, settings.s3_bucket)
    with locked_download_folder(to):
        plan = plan_download(bucket, holdings, to)
        typer.echo("\n".join(plan_lines(bucket, plan, is_deleting=delete)))
        if not dry_run:
            fetch_planned(bucket, plan, at_once, is_deleting=delete)


def fetch_planned(bucket: Bucket, plan: Plan, at_once: int, *, is_deleting: bool) -> None:
    """Download the files and report the result. Raise Exit if a download failed."""
    retries = RetryPolicy()
    try:
        fetched = download(bucket, plan, at_once, retries)
    except KeyboardInterrupt as error:
        print_status("stopped. Downloaded files are kept. Run the same command to continue.")
        raise typer.Exit(130) from error
    if is_deleting:
        delete_removed(plan)
    typer.echo(
        f"Downloaded {fetched.files:,} of {amount(len(plan.wanted), 'file')} to {plan.folder}."
    )
    for fault in fetched.faults:
        print_status(fault)
    if fetched.faults:
        raise typer.Exit(1)


def plan_lines(bucket: Bucket, plan: Plan, *, is_deleting: bool) -> Iterator[str]:
    """Yield a summary of the planned download, line by line."""
    for share in plan.shares:
        yield f"{share.name}: {amount(len(share.files), 'file')}, {gigabytes(share.size)}"
    existing = sum(len(share.files) for share in plan.shares) - len(plan.wanted)
    if existing:
        yield f"Already downloaded: {amount(existing, 'file')}."
    yield f"To download from s3://{bucket.name}: {gigabytes(plan.missing_bytes)}."
    if plan.gone:
        action = "narabot deletes them" if is_deleting else "Use --delete to delete them"
        yield (
            f"In {plan.folder}, but no longer in the bucket: {amount(len(plan.gone), 'file')}, "
            f"such as {plan.gone[0].name}. They belong to an older release. {action}."
        )


def gigabytes(size: int) -> str:
    """Return a size in GB or MB."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e8 else f"{size / 1e6:,.1f} MB"
