"""`narabot cite`: records as citations, and for reference managers, tables and programs."""

from typing import Annotated

import typer

from narabot.citing import FORMATS, FormatName
from narabot.database import serving
from narabot.graph import open_graph
from narabot.retrieval import known_records
from narabot.settings import Settings
from narabot.terminal import sentences, tell


@sentences()
def cite(
    na_ids: Annotated[list[int], typer.Argument(help="The naIds of records.", metavar="NAID…")],
    format_name: Annotated[
        FormatName, typer.Option("--format", help="What to print.")
    ] = FormatName.NARA,
) -> None:
    """Cite records in NARA's form or another, without loading a model."""
    with serving(Settings.from_environment(), tell) as connection, open_graph(connection) as graph:
        records = known_records(graph, na_ids)
    text = FORMATS[format_name].write(records)
    typer.echo(text.encode(), nl=False)  # in UTF-8 and with its own line ends everywhere
