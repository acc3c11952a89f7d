"""`narabot ask`, `where`, `cite`, `strategies`: for a person, a program, or a file of requests."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from narabot.chat import Chat, checked_question, open_chat, open_models, respond, where_to_look
from narabot.cli.filters import FilterOptions, filters_of
from narabot.database import serving
from narabot.errors import InvalidQuestionError, NarabotError
from narabot.graph import Graph, open_graph
from narabot.models import FilterChoice, LevelOfDescription, Response
from narabot.presentation.citing import FORMATS, FormatName
from narabot.presentation.response_json import AskError, AskResponse, WhereResponse
from narabot.presentation.response_text import places_text, response_text
from narabot.retrieval import DEFAULT_STRATEGY, STRATEGIES, Registered, known_records, registered
from narabot.settings import Settings
from narabot.terminal import sentences, tell
from narabot.versions import stored_identity

StrategyOption = Annotated[
    str, typer.Option(help="How to look; `narabot strategies` names the ways there are.")
]


@sentences()
def strategies() -> None:
    """List the ways in which to look, what each needs, and whether it is available here."""
    settings = Settings.from_environment()
    with serving(settings, tell) as connection, open_graph(connection) as graph:
        for one in STRATEGIES.values():
            typer.echo(strategy_line(one, graph))


def strategy_line(one: Registered, graph: Graph) -> str:
    """Return what is to be known of a strategy."""
    why = one.lacking(graph)
    state = "available" if why is None else f"not available: {why}"
    return f"{one.name}: {one.does}. Needs {one.needs}. {state}"


@sentences()
def ask(
    question: Annotated[str | None, typer.Argument(help="The question, in quotes.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    batch: Annotated[
        Path | None,
        typer.Option(
            help="A JSONL file of objects with `id` and `query`, or `turns`: the messages of a "
            "conversation, of which the last is answered; prints a line each."
        ),
    ] = None,
    filters: FilterOptions = None,
    strategy: StrategyOption = DEFAULT_STRATEGY,
) -> None:
    """Ask the catalogue and print the answer with its records."""
    if (question is None) == (batch is None):
        raise InvalidQuestionError("Give either a question in quotes or `--batch FILE`.")
    choice = FilterChoice(filters_of(filters or ()))
    registered(strategy)  # an unknown one is told before any model is loaded
    if batch is not None:
        ask_batch(batch, choice, strategy)
    else:
        checked_question(question or "", Settings.from_environment().question_max_chars)
        with opened_chat() as chat:
            response = respond(chat.using(strategy), question or "", choice)
        typer.echo(
            json.dumps(AskResponse.of(response).to_json() | {"query": question}, ensure_ascii=False)
            if as_json
            else response_text(response)
        )


@contextmanager
def opened_chat() -> Iterator[Chat]:
    """Yield a chat on the database of the settings, its server started if need be."""
    settings = Settings.from_environment()
    with serving(settings, tell) as connection, open_graph(connection) as graph:
        models = open_models(settings, stored_identity(graph))
        yield open_chat(settings, models, graph)


def ask_batch(file: Path, choice: FilterChoice, strategy: str) -> None:
    """Print one JSON line for each request of a file; exit with 1 if one could not be answered."""
    requests = read_requests(file)
    failed = 0
    with opened_chat() as opened:
        chat = opened.using(strategy)
        for request in requests:
            line = answered_line(chat, request, choice)
            failed += "error" in line
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()
    if failed:
        tell(f"{failed} of {len(requests)} requests could not be answered; their lines say why")
        raise typer.Exit(1)


def read_requests(file: Path) -> list[Any]:
    """Return the JSON values of a file's lines, an error's text for a line that is none.

    Raises InvalidQuestionError when the file cannot be read.
    """
    try:
        lines = file.read_bytes().decode("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidQuestionError(f"{file} cannot be read ({error}).") from error
    requests: list[Any] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                requests.append(json.loads(line))
            except ValueError as error:
                requests.append(f"line {number} is not JSON ({error})")
    return requests


def answered_line(chat: Chat, request: Any, choice: FilterChoice) -> dict[str, Any]:
    """Return the response to one request of a batch, or what is known of it with an `error`."""
    if isinstance(request, str):
        return AskError(error=request).to_json()
    known = request if isinstance(request, dict) else {}
    number, turns = known.get("id"), turns_of(known)
    if not turns:
        return AskError(id=number, error=WANTED).to_json()
    try:
        told = AskResponse.of(last_response(chat, turns, choice)).to_json()
        return told | {"id": number, "query": turns[-1]}  # as they came, whatever they are
    except NarabotError as error:
        return AskError(id=number, query=turns[-1], error=str(error)).to_json()


WANTED = "a request is an object with `id` and `query`, or `turns`, a list of messages"


def turns_of(request: dict[str, Any]) -> list[str]:
    """Return the messages of a request; none where they are not texts."""
    turns: Any = request["turns"] if "turns" in request else [request.get("query")]
    is_told = isinstance(turns, list) and all(isinstance(one, str) for one in turns)
    return list(turns) if is_told else []


def last_response(chat: Chat, turns: Sequence[str], choice: FilterChoice) -> Response:
    """Return the response to the last message of a conversation. Raises NarabotError."""
    response: Response | None = None
    for turn in turns:
        response = respond(chat, turn, choice, response)
    if response is None:
        raise InvalidQuestionError(WANTED)
    return response


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
        json.dumps(WhereResponse.of(request, places).to_json(), ensure_ascii=False)
        if as_json
        else places_text(places)
    )
