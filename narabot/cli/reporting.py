"""`narabot report`: what the records in the graph lack, for the archivist to read and pass on."""

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
from narabot.terminal import sentences, tell

STDOUT = Path("-")

Render = Callable[[QualityReport], str]


@sentences()
def report(
    html: Annotated[Path | None, typer.Option(help="Write one HTML file; - is stdout.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write Markdown; - is stdout.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write a table; - is stdout.")] = None,
    limit: Annotated[int, typer.Option(help="List so many records of a kind.", min=1)] = 100,
) -> None:
    """Say what the records lack: breaks, gaps, duplicates, with links to the catalogue."""
    wanted: list[tuple[Path | None, Render]] = [
        (html, render_html),
        (markdown, render_markdown),
        (csv, render_csv),
    ]
    files = [(file, render) for file, render in wanted if file is not None]
    for file, _ in files:
        check_writable(file)  # told before minutes are spent on the report
    made = made_report(limit)
    for file, render in files or [(STDOUT, render_markdown)]:
        write_whole(file, render(made), "utf-8-sig" if render is render_csv else "utf-8")


def made_report(limit: int) -> QualityReport:
    """Return the report on the database of the settings, its server started if need be."""
    settings = Settings.from_environment()
    today = datetime.now(UTC).date()
    with serving(settings, tell) as connection, open_graph(connection) as graph:
        return read_quality(graph, limit, today, tell)


def check_writable(file: Path) -> None:
    """Raise UnwritableReportError unless the file can be written."""
    if file == STDOUT:
        return
    if file.is_dir():
        raise UnwritableReportError(f"{file} is a folder. Give the name of a file.")
    if not os.access(file.absolute().parent, os.W_OK | os.X_OK):
        raise UnwritableReportError(
            f"{file} cannot be written: there is no folder {file.absolute().parent} that we may "
            "write to. Make it, or give another file."
        )


def write_whole(file: Path, text: str, encoding: str) -> None:
    """Write a file whole or not at all: under another name first. Excel wants CSV's UTF-8 marked.

    Raises UnwritableReportError.
    """
    if file == STDOUT:
        typer.echo(text)
        return
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding=encoding, newline="")
        part.replace(file)
    except OSError as error:
        raise UnwritableReportError(f"{file} cannot be written ({error}). Give another.") from error
    finally:
        part.unlink(missing_ok=True)
    tell(f"the report is in {file}")
