"""`narabot cite`: records as citations, and for reference managers, tables and programs."""

from collections.abc import Sequence
from typing import Annotated

import typer

from ingest.__main__ import tell
from narabot.citing import FORMATS, FormatName
from narabot.cli.errors import sentences
from narabot.database import serving
from narabot.errors import UnknownRecordError
from narabot.graph import open_graph
from narabot.models import Passage
from narabot.retrieval import read_records
from narabot.settings import Settings


@sentences()
def cite(
    na_ids: Annotated[list[int], typer.Argument(help="The naIds of records.", metavar="NAID…")],
    format_name: Annotated[
        FormatName, typer.Option("--format", help="What to print.")
    ] = FormatName.NARA,
) -> None:
    """Cite records in NARA's form or another, without loading a model."""
    text = FORMATS[format_name].write(known_records(na_ids))
    typer.echo(text.encode(), nl=False)  # in UTF-8 and with its own line ends everywhere


def known_records(na_ids: Sequence[int]) -> list[Passage]:
    """Return some records, in their order. Raises UnknownRecordError naming those not there."""
    with serving(Settings.from_environment(), tell) as connection, open_graph(connection) as graph:
        records = read_records(graph, na_ids)
    known = {record.na_id for record in records}
    unknown = [str(na_id) for na_id in dict.fromkeys(na_ids) if na_id not in known]
    if unknown:
        raise UnknownRecordError(
            f"The catalogue that was loaded has no record with naId {', '.join(unknown)}."
        )
    return records
