"""The command `narabot report`: a quality report on the loaded records, for archivists."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ingest.quality import (
    QualityReport,
    read_quality,
    render_csv,
    render_html,
    render_markdown,
)
from narabot.database import serving
from narabot.errors import UnwritableReportError
from narabot.graph import open_graph
from narabot.settings import Settings
from narabot.terminal import print_status, report_errors

STDOUT = Path("-")

Render = Callable[[QualityReport], str]


@report_errors()
def report(
    html: Annotated[Path | None, typer.Option(help="HTML file to write, or - for stdout.")] = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Markdown file to write, or - for stdout.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="CSV file to write, or - for stdout.")] = None,
    limit: Annotated[
        int, typer.Option(help="Maximum number of records to list per problem.", min=1)
    ] = 100,
) -> None:
    """Report broken references, gaps, and duplicates in the records, with catalog links."""
    wanted: list[tuple[Path | None, Render]] = [
        (html, render_html),
        (markdown, render_markdown),
        (csv, render_csv),
    ]
    files = [(file, render) for file, render in wanted if file is not None]
    for file, _ in files:
        check_writable(file)  # fail before spending minutes on the report
    made = build_report(limit)
    for file, render in files or [(STDOUT, render_markdown)]:
        # Excel detects UTF-8 in CSV files only with a byte order mark.
        write_atomically(file, render(made), "utf-8-sig" if render is render_csv else "utf-8")


def build_report(limit: int) -> QualityReport:
    """Return the report on the configured database. Start the server if necessary."""
    settings = Settings.from_environment()
    today = datetime.now(UTC).date()
    with serving(settings, print_status) as connection, open_graph(connection) as graph:
        return read_quality(graph, limit, today, print_status)


def check_writable(file: Path) -> None:
    """Raise UnwritableReportError if the file cannot be written."""
    if file == STDOUT:
        return
    if file.is_dir():
        raise UnwritableReportError(f"{file} is a folder. Supply the name of a file.")
    if not os.access(file.absolute().parent, os.W_OK | os.X_OK):
        raise UnwritableReportError(
            f"{file} cannot be written: the folder {file.absolute().parent} does not exist or "
            "is not writable. Create the folder, or choose another file."
        )


def write_atomically(file: Path, text: str, encoding: str) -> None:
    """Write text to a temporary file, and rename the file when it is complete.

    If the file is `-`, print the text to stdout.

    Raise UnwritableReportError if the file cannot be written.
    """
    if file == STDOUT:
        typer.echo(text)
        return
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding=encoding, newline="")
        part.replace(file)
    except OSError as error:
        raise UnwritableReportError(
            f"{file} cannot be written ({error.strerror or error}). Choose another file."
        ) from error
    finally:
        part.unlink(missing_ok=True)
    print_status(f"wrote the report to {file}")
