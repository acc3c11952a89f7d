"""`narabot db`: the embedded Neo4j started, stopped, looked at, downloaded.

With NEO4J_URI set, `status` tells of that server; `start` and `stop` refuse, with exit code 1,
because it is not ours to start or stop.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Annotated, Any

import typer

from ingest.__main__ import alone, tell
from narabot.cli.errors import sentences
from narabot.database import EmbeddedDatabase, connection, install_jars
from narabot.errors import GraphUnavailableError, IngestAtWorkError, SettingsError
from narabot.graph import check_server, open_graph
from narabot.settings import Settings

NEEDED = frozenset(
    {"narabot_data_dir", "neo4j_uri", "neo4j_username", "neo4j_password", "neo4j_database"}
)
"""The settings that say which database it is."""

NEEDED_TO_START = NEEDED | {"narabot_cache_dir", "neo4j_heap", "neo4j_page_cache"}

app = typer.Typer(no_args_is_help=True, help="Start, stop and look at the embedded Neo4j.")


@app.command()
@sentences()
def start() -> None:
    """Start the embedded Neo4j, which then runs until `narabot db stop`."""
    database = embedded_database(Settings.from_environment(NEEDED_TO_START))
    state = database.start(tell)
    tell(f"Neo4j answers at {state.uri}; its data are in {database.home.data_dir}")


@app.command()
@sentences()
def stop(
    force: Annotated[bool, typer.Option(help="Also while an ingest is at work.")] = False,
) -> None:
    """Stop the embedded Neo4j."""
    settings = Settings.from_environment(NEEDED)
    database = embedded_database(settings)
    with ExitStack() as stack:
        if database.status().running and not force:
            stack.enter_context(no_ingest(settings))
        stopped = database.stop(tell)
    tell("Neo4j has stopped" if stopped else "Neo4j was not running")


@app.command()
@sentences()
def status(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Tell where the database is and whether it runs."""
    facts = status_facts(Settings.from_environment(NEEDED))
    if as_json:
        typer.echo(json.dumps(facts))
        return
    for name, value in facts.items():
        typer.echo(f"{name}: {value_text(value)}")


@app.command()
@sentences()
def install() -> None:
    """Download Neo4j's jars, so that later starts need no network."""
    jars = install_jars(Settings.from_environment(NEEDED_TO_START).narabot_cache_dir, tell)
    tell(f"the {len(jars)} jars of Neo4j are installed")


@contextmanager
def no_ingest(settings: Settings) -> Iterator[None]:
    """Let no ingest run, nor begin, for as long.

    Raises IngestAtWorkError, telling how to stop the database nevertheless.
    """
    try:
        stack = ExitStack()
        stack.enter_context(alone(settings))
    except IngestAtWorkError as error:
        raise IngestAtWorkError(
            f"An ingest is at work with {settings.narabot_data_dir} and needs the database. Wait "
            "until it has ended, or stop the database nevertheless with `narabot db stop --force`: "
            "what was written stays, and the same command goes on from there."
        ) from error
    with stack:
        yield


def embedded_database(settings: Settings) -> EmbeddedDatabase:
    """Return the embedded database.

    Raises SettingsError when NEO4J_URI is set, since another server is used then.
    """
    if settings.neo4j_uri is not None:
        raise SettingsError(
            f"NEO4J_URI is set: the server at {settings.neo4j_uri} is used, and nothing is started "
            "or stopped here. Unset NEO4J_URI to use the embedded Neo4j."
        )
    return EmbeddedDatabase(settings)


def status_facts(settings: Settings) -> dict[str, Any]:
    """Return what `status --json` prints; what is unknown or not ours is None."""
    if settings.neo4j_uri is not None:
        return external_facts(settings)
    found = EmbeddedDatabase(settings).status()
    return {
        "uri": found.uri,
        "user": found.user,
        "password_file": str(found.password_file),
        "version": found.version,
        "data_dir": str(found.data_dir),
        "running": found.running,
    }


def external_facts(settings: Settings) -> dict[str, Any]:
    """Return the same of the server at NEO4J_URI, which is asked for its version.

    Raises SettingsError, GraphAuthenticationError or GraphUnsupportedError as any use of it would.
    """
    version = external_version(settings)
    return {
        "uri": settings.neo4j_uri,
        "user": settings.neo4j_username,
        "password_file": None,
        "version": version,
        "data_dir": None,
        "running": version is not None,
    }


def external_version(settings: Settings) -> str | None:
    """Return the version of the server at NEO4J_URI, None when it does not answer."""
    try:
        with open_graph(connection(settings)) as graph:
            return check_server(graph)
    except GraphUnavailableError:
        return None


def value_text(value: Any) -> str:
    """Return a fact as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)
