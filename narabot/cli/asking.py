"""The commands `narabot ask`, `where`, `cite`, and `strategies`."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from narabot.chat import Chat, checked_question, open_chat, open_models, respond, where_to_look
from narabot.cli.filters import FilterOptions, parse_filters
from narabot.database import serving
from narabot.errors import InvalidQuestionError, NarabotError
from narabot.graph import Graph, open_graph
from narabot.models import FilterChoice, LevelOfDescription, Response
from narabot.presentation.citing import FORMATS, FormatName
from narabot.presentation.response_json import AskError, AskResponse, WhereResponse
from narabot.presentation.response_text import places_text, response_text
from narabot.retrieval import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    RegisteredStrategy,
    find_strategy,
    known_records,
)
from narabot.settings import Settings
from narabot.terminal import print_status, report_errors
from narabot.versions import stored_identity

StrategyOption = Annotated[
    str, typer.Option(help="Search strategy. `narabot strategies` lists all strategies.")
]


@report_errors()
def strategies() -> None:
    """List the search strategies, their requirements, and their availability."""
    settings = Settings.from_environment()
    with serving(settings, print_status) as connection, open_graph(connection) as graph:
        for one in STRATEGIES.values():
            typer.echo(strategy_summary(one, graph))


def strategy_summary(one: RegisteredStrategy, graph: Graph) -> str:
    """Return two lines that describe a strategy."""
    why = one.unavailable_reason(graph)
    state = "available" if why is None else f"not available: {why}"
    return f"{one.name} ({state})\n    {one.description}; requires {one.needs}"


@report_errors()
def ask(
    question: Annotated[str | None, typer.Argument(help="The request, in quotation marks.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    batch: Annotated[
        Path | None,
        typer.Option(
            help="JSONL file of requests. Each object has an `id` and a `query`, or a list of "
            "messages in `turns`. narabot answers the last message and prints one line per request."
        ),
    ] = None,
    filters: FilterOptions = None,
    strategy: StrategyOption = DEFAULT_STRATEGY,
) -> None:
    """Ask the catalog a question and print the answer with its records."""
    if (question is None) == (batch is None):
        raise InvalidQuestionError("Supply either a question in quotation marks or `--batch FILE`.")
    choice = FilterChoice(parse_filters(filters or ()))
    strategy = find_strategy(strategy).name  # fail before any model is loaded
    if batch is not None:
        ask_batch(batch, choice, strategy)
    else:
        checked_question(question or "", Settings.from_environment().question_max_chars)
        with chat_session() as chat:
            response = respond(chat.using(strategy), question or "", choice)
        typer.echo(
            json.dumps(AskResponse.of(response).to_json() | {"query": question}, ensure_ascii=False)
            if as_json
            else response_text(response)
        )


@contextmanager
def chat_session() -> Iterator[Chat]:
    """Yield a chat that uses the configured database. Start the server if necessary."""
    settings = Settings.from_environment()
    with serving(settings, print_status) as connection, open_graph(connection) as graph:
        models = open_models(settings, stored_identity(graph))
        yield open_chat(settings, models, graph)


def ask_batch(file: Path, choice: FilterChoice, strategy: str) -> None:
    """Print one JSON line for each request in a file. Exit with code 1 if a request failed."""
    requests = read_requests(file)
    failed = 0
    with chat_session() as opened:
        chat = opened.using(strategy)
        for request in requests:
            line = response_line(chat, request, choice)
            failed += "error" in line
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()
    if failed:
        print_status(
            f"{failed} of {len(requests)} requests failed. The `error` fields give the reasons."
        )
        raise typer.Exit(1)


def read_requests(file: Path) -> list[Any]:
    """Return the JSON value of each line. An invalid line becomes an error message.

    Raise InvalidQuestionError if the file cannot be read.
    """
    try:
        lines = file.read_bytes().decode("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidQuestionError(f"{file} cannot be read ({reason}).") from error
    requests: list[Any] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                requests.append(json.loads(line))
            except ValueError as error:
                requests.append(f"line {number} is not JSON ({error})")
    return requests


def response_line(chat: Chat, request: Any, choice: FilterChoice) -> dict[str, Any]:
    """Return the response to one request in a batch.

    On failure, return the request's `id` and `query` with an `error`.
    """
    if isinstance(request, str):
        return AskError(error=request).to_json()
    known = request if isinstance(request, dict) else {}
    number, turns = known.get("id"), conversation_turns(known)
    if not turns:
        return AskError(id=number, error=REQUEST_SHAPE).to_json()
    try:
        response = AskResponse.of(last_response(chat, turns, choice)).to_json()
        return response | {"id": number, "query": turns[-1]}  # the ID as supplied, of any type
    except NarabotError as error:
        return AskError(id=number, query=turns[-1], error=str(error)).to_json()


REQUEST_SHAPE = (
    "a request must be an object with `id` and either `query` or `turns` (a list of messages)"
)


def conversation_turns(request: dict[str, Any]) -> list[str]:
    """Return the messages in a request, or an empty list if any message is not text."""
    turns: Any = request["turns"] if "turns" in request else [request.get("query")]
    are_texts = isinstance(turns, list) and all(isinstance(one, str) for one in turns)
    return list(turns) if are_texts else []


def last_response(chat: Chat, turns: Sequence[str], choice: FilterChoice) -> Response:
    """Return the response to the last message of a conversation. Raise NarabotError on failure."""
    response: Response | None = None
    for turn in turns:
        response = respond(chat, turn, choice, response)
    if response is None:
        raise InvalidQuestionError(REQUEST_SHAPE)
    return response


@report_errors()
def cite(
    na_ids: Annotated[list[int], typer.Argument(help="naIds of the records.", metavar="NAID…")],
    format_name: Annotated[
        FormatName, typer.Option("--format", help="Citation format.")
    ] = FormatName.NARA,
) -> None:
    """Cite records in NARA's format or another format, without loading a model."""
    with (
        serving(Settings.from_environment(), print_status) as connection,
        open_graph(connection) as graph,
    ):
        records = known_records(graph, na_ids)
    text = FORMATS[format_name].write(records)
    typer.echo(text.encode(), nl=False)  # always UTF-8, with line endings unchanged


class UnitLevel(StrEnum):
    """Levels of description that group items."""

    SERIES = "series"
    FILE_UNIT = "fileUnit"


@report_errors()
def where(
    request: Annotated[str, typer.Argument(help="The request, in quotation marks.")],
    level: Annotated[
        UnitLevel | None,
        typer.Option(help="Level of the places to list. The default is both levels."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=100, help="Maximum number of places.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find file units and series to search, including those without item descriptions."""
    checked_question(request, Settings.from_environment().question_max_chars)
    with chat_session() as chat:
        unit_level = None if level is None else LevelOfDescription(level)
        places = where_to_look(chat, request, count, unit_level)
    typer.echo(
        json.dumps(WhereResponse.of(request, places).to_json(), ensure_ascii=False)
        if as_json
        else places_text(places)
    )
