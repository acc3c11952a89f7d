"""`narabot where`: the file units and series in which to look for something."""

import json
from enum import StrEnum
from typing import Annotated

import typer

from narabot.chat import checked_question, where_to_look
from narabot.cli.asking import opened_chat
from narabot.models import LevelOfDescription
from narabot.rendering.response_json import WhereResponse
from narabot.rendering.response_text import places_text
from narabot.settings import Settings
from narabot.terminal import sentences


class UnitLevel(StrEnum):
    """The levels in which things are kept together."""

    SERIES = "series"
    FILE_UNIT = "fileUnit"


@sentences()
def where(
    request: Annotated[str, typer.Argument(help="What is looked for, in quotes.")],
    level: Annotated[
        UnitLevel | None, typer.Option(help="Only places of this level; else of both.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=100, help="How many places.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say in which file units and series to look, also those whose items are not described."""
    checked_question(request, Settings.from_environment().question_max_chars)
    with opened_chat() as chat:
        kept = None if level is None else LevelOfDescription(level)
        places = where_to_look(chat, request, count, kept)
    typer.echo(
        json.dumps(WhereResponse.of(request, places).told(), ensure_ascii=False)
        if as_json
        else places_text(places)
    )
