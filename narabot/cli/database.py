"""`narabot db`: the embedded Neo4j started, stopped, looked at, dumped, restored, downloaded.

With NEO4J_URI set, `status` tells of that server; the others refuse, with exit code 1, because it
is not ours.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ingest.session import alone
from narabot import database
from narabot.database import EmbeddedDatabase, connection, install_jars
from narabot.errors import (
    DumpError,
    FolderInUseError,
    GraphUnavailableError,
    NarabotError,
    SettingsError,
)
from narabot.graph import check_server, open_graph
from narabot.models import without_password
from narabot.settings import Settings
from narabot.terminal import sentences, tell
from narabot.versions import stored_version

NEEDED = frozenset(
    {"narabot_data_dir", "neo4j_uri", "neo4j_username", "neo4j_password", "neo4j_database"}
)
"""The settings that say which database it is."""

NEEDED_TO_START = NEEDED | {
    "narabot_cache_dir",
    "neo4j_heap",
    "neo4j_page_cache",
    "neo4j_java_options",
}

app = typer.Typer(no_args_is_help=True, help="Start, stop and look at the embedded Neo4j.")


@app.command()
@sentences()
def start() -> None:
    """Start the embedded Neo4j, which then runs until `narabot db stop`."""
    embedded = embedded_database(Settings.from_environment(NEEDED_TO_START))
    state = embedded.start(tell)
    tell(f"Neo4j answers at {state.uri}; its data are in {embedded.home.data_dir}")


@app.command()
@sentences()
def stop(
    force: Annotated[bool, typer.Option(help="Also while an ingest is at work.")] = False,
) -> None:
    """Stop the embedded Neo4j."""
    settings = Settings.from_environment(NEEDED)
    embedded = embedded_database(settings)
    with ExitStack() as stack:
        if embedded.status().running and not force:
            stack.enter_context(no_ingest(settings))
        stopped = embedded.stop(tell)
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


@app.command()
@sentences()
def dump(
    file: Annotated[Path, typer.Argument(help="The file to write.", dir_okay=False)],
    overwrite: Annotated[bool, typer.Option(help="Replace a file of this name.")] = False,
) -> None:
    """Write the graph of the embedded Neo4j, which must not run, to one file."""
    settings = Settings.from_environment(NEEDED_TO_START)
    embedded = embedded_database(settings)
    if file.exists() and not overwrite:
        raise DumpError(f"{file} is there already. Give another file, or say --overwrite.")
    size = database.dump(embedded, file, tell)
    tell(f"{file} holds the database ({size / 1e6:,.1f} MB)")


@app.command()
@sentences()
def restore(
    file: Annotated[Path, typer.Argument(help="A file of `narabot db dump`.", dir_okay=False)],
    overwrite: Annotated[bool, typer.Option(help="Replace the records that are there.")] = False,
) -> None:
    """Let the embedded Neo4j, which must not run, have the graph of such a file."""
    settings = Settings.from_environment(NEEDED_TO_START)
    embedded = embedded_database(settings)
    if not file.is_file():
        raise DumpError(f"There is no file {file}.")
    if embedded.home.has_database and not overwrite:
        refuse_if_filled(embedded)
    database.restore(embedded, file, tell)
    tell(f"the database in {embedded.home.data_dir} is that of {file}")


def refuse_if_filled(embedded: EmbeddedDatabase) -> None:
    """Raise DumpError when a database has records, or cannot tell whether it has."""
    with embedded.stopped(tell):
        pass  # a server that runs is told of first
    try:
        with embedded.running(tell) as found, open_graph(found) as graph:
            is_filled = stored_version(graph) is not None
    except NarabotError as error:
        raise DumpError(
            f"{error} To replace the database nevertheless, say --overwrite."
        ) from error
    if is_filled:
        raise DumpError(
            f"The database in {embedded.home.data_dir} has records. To replace them, say "
            "--overwrite; to keep them, write them to another file before (`narabot db dump`)."
        )


@contextmanager
def no_ingest(settings: Settings) -> Iterator[None]:
    """Let no ingest run, nor begin, for as long.

    Raises FolderInUseError, telling how to stop the database nevertheless.
    """
    try:
        stack = ExitStack()
        stack.enter_context(alone(settings))
    except FolderInUseError as error:
        raise FolderInUseError(
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
            f"NEO4J_URI is set: the server at {without_password(settings.neo4j_uri)} is used, and "
            "nothing is started, stopped, dumped or restored here; it has tools of its own "
            "(`neo4j-admin database dump`). Unset NEO4J_URI to use the embedded Neo4j."
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
        "uri": connection(settings).place,
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
