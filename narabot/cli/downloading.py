"""`narabot download`: NARA's export from its public bucket, whole files only."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ingest.bucket import Bucket, Holdings, Patience, open_bucket
from ingest.bucket.download import delete_gone, download, held
from ingest.bucket.plan import Plan, plan_download
from ingest.command import on_this_machine
from ingest.report import amount
from narabot.errors import SettingsError
from narabot.settings import Settings
from narabot.terminal import sentences, tell

NEEDED = frozenset({"s3_bucket", "s3_region", "s3_endpoint_url"})


@sentences()
def download_files(
    to: Annotated[
        Path, typer.Option(help="Folder, made as the bucket is.", callback=on_this_machine)
    ],
    record_groups: Annotated[
        list[int] | None, typer.Option("--record-group", help="Such as 59; repeatable.", min=1)
    ] = None,
    collections: Annotated[
        list[str] | None, typer.Option("--collection", help="Such as FDR-FDRMSF; repeatable.")
    ] = None,
    authorities: Annotated[
        bool, typer.Option("--authorities", help="People, organizations, places, subjects.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--everything", help="All descriptions and authorities: 261 GB.")
    ] = False,
    delete: Annotated[
        bool, typer.Option("--delete-gone", help="Delete files that the bucket has no more.")
    ] = False,
    dry_run: Annotated[bool, typer.Option(help="Fetch nothing; say what would be.")] = False,
    at_once: Annotated[int, typer.Option(help="Files fetched at once.", min=1, max=64)] = 8,
) -> None:
    """Download NARA's files; what is there is left, what broke off goes on."""
    holdings = Holdings(record_groups or (), collections or (), authorities, everything)
    if not holdings.prefixes:
        raise SettingsError(
            "Say what to download: --record-group 59, --collection FDR-FDRMSF, --authorities or "
            "--everything."
        )
    settings = Settings.from_environment(NEEDED)
    bucket = open_bucket(settings, settings.s3_bucket)
    with held(to):
        plan = plan_download(bucket, holdings, to)
        typer.echo("\n".join(plan_lines(bucket, plan, is_deleting=delete)))
        if not dry_run:
            fetch_planned(bucket, plan, at_once, is_deleting=delete)


def fetch_planned(bucket: Bucket, plan: Plan, at_once: int, *, is_deleting: bool) -> None:
    """Fetch, and say what came of it. Raises NarabotError, Exit for files that did not come."""
    patience = Patience()
    try:
        fetched = download(bucket, plan, at_once, patience)
    except KeyboardInterrupt as error:
        tell("stopped; what was fetched stays, and the same command goes on from there.")
        raise typer.Exit(130) from error
    if is_deleting:
        delete_gone(plan)
    typer.echo(
        f"Fetched {fetched.files:,} of {amount(len(plan.wanted), 'file')} into {plan.folder}."
    )
    for fault in fetched.faults:
        tell(fault)
    if fetched.faults:
        raise typer.Exit(1)


def plan_lines(bucket: Bucket, plan: Plan, *, is_deleting: bool) -> Iterator[str]:
    """Yield what a download would do."""
    for share in plan.shares:
        yield f"{share.name}: {amount(len(share.files), 'file')}, {gigabytes(share.size)}"
    there = sum(len(share.files) for share in plan.shares) - len(plan.wanted)
    if there:
        yield f"There already: {amount(there, 'file')}."
    yield f"To fetch from s3://{bucket.name}: {gigabytes(plan.missing_bytes)}."
    if plan.gone:
        what = "They are deleted" if is_deleting else "--delete-gone deletes them"
        yield (
            f"In {plan.folder}, but no more in the bucket: {amount(len(plan.gone), 'file')}, "
            f"such as {plan.gone[0].name}. They are of an older release. {what}."
        )


def gigabytes(size: int) -> str:
    """Return bytes as people say them."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e8 else f"{size / 1e6:,.1f} MB"
