"""The commands `narabot db …`, which manage the embedded Neo4j.

If NEO4J_URI is set, `status` reports on the server at that address. The other commands exit with
code 1, because narabot does not manage that server.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ingest.session import locked_data_folder
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
from narabot.terminal import print_status, report_errors
from narabot.versions import stored_version

REQUIRED_SETTINGS = frozenset(
    {"narabot_data_dir", "neo4j_uri", "neo4j_username", "neo4j_password", "neo4j_database"}
)
"""Settings that identify the database."""

REQUIRED_TO_START = REQUIRED_SETTINGS | {
    "narabot_cache_dir",
    "neo4j_heap",
    "neo4j_page_cache",
    "neo4j_java_options",
}

app = typer.Typer(no_args_is_help=True, help="Start, stop, and inspect the embedded Neo4j.")


@app.command()
@report_errors()
def start() -> None:
    """Start the embedded Neo4j. It runs until `narabot db stop`."""
    embedded = embedded_database(Settings.from_environment(REQUIRED_TO_START))
    state = embedded.start(print_status)
    print_status(f"Neo4j is running at {state.uri}, with its data in {embedded.home.data_dir}")


@app.command()
@report_errors()
def stop(
    force: Annotated[
        bool, typer.Option(help="Stop the database even if an ingest is running.")
    ] = False,
) -> None:
    """Stop the embedded Neo4j."""
    settings = Settings.from_environment(REQUIRED_SETTINGS)
    embedded = embedded_database(settings)
    with ExitStack() as stack:
        if embedded.status().running and not force:
            stack.enter_context(block_ingest(settings))
        stopped = embedded.stop(print_status)
    print_status("Neo4j has stopped" if stopped else "Neo4j was not running")


@app.command()
@report_errors()
def status(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show the database's location and whether it is running."""
    facts = status_facts(Settings.from_environment(REQUIRED_SETTINGS))
    if as_json:
        typer.echo(json.dumps(facts))
        return
    for name, value in facts.items():
        typer.echo(f"{name}: {value_text(value)}")


@app.command()
@report_errors()
def install() -> None:
    """Download the Neo4j jars, so later starts need no network."""
    jars = install_jars(
        Settings.from_environment(REQUIRED_TO_START).narabot_cache_dir, print_status
    )
    print_status(f"installed {len(jars)} Neo4j jars")


@app.command()
@report_errors()
def dump(
    file: Annotated[Path, typer.Argument(help="File to write.", dir_okay=False)],
    overwrite: Annotated[bool, typer.Option(help="Overwrite an existing file.")] = False,
) -> None:
    """Write the embedded graph to a file. Neo4j must not be running."""
    settings = Settings.from_environment(REQUIRED_TO_START)
    embedded = embedded_database(settings)
    if file.exists() and not overwrite:
        raise DumpError(f"{file} already exists. Choose another file, or use --overwrite.")
    size = database.dump(embedded, file, print_status)
    print_status(f"wrote the database to {file} ({size / 1e6:,.1f} MB)")


@app.command()
@report_errors()
def restore(
    file: Annotated[
        Path, typer.Argument(help="File that `narabot db dump` wrote.", dir_okay=False)
    ],
    overwrite: Annotated[bool, typer.Option(help="Replace existing records.")] = False,
) -> None:
    """Restore the embedded graph from a dump file. Neo4j must not be running."""
    settings = Settings.from_environment(REQUIRED_TO_START)
    embedded = embedded_database(settings)
    if not file.is_file():
        raise DumpError(f"The file {file} does not exist.")
    if embedded.home.has_database and not overwrite:
        refuse_to_replace_records(embedded)
    database.restore(embedded, file, print_status)
    print_status(f"restored the database in {embedded.home.data_dir} from {file}")


def refuse_to_replace_records(embedded: EmbeddedDatabase) -> None:
    """Raise DumpError if the database has records or cannot be checked."""
    with embedded.stopped(print_status):
        pass  # fail first if the server is running
    try:
        with embedded.running(print_status) as found, open_graph(found) as graph:
            is_filled = stored_version(graph) is not None
    except NarabotError as error:
        raise DumpError(f"{error} To replace the database anyway, use --overwrite.") from error
    if is_filled:
        raise DumpError(
            f"The database in {embedded.home.data_dir} has records. To replace them, use "
            "--overwrite. To keep them, run `narabot db dump` first."
        )


@contextmanager
def block_ingest(settings: Settings) -> Iterator[None]:
    """Prevent ingests while the context is active.

    Raise FolderInUseError if an ingest is running.
    """
    try:
        stack = ExitStack()
        stack.enter_context(locked_data_folder(settings))
    except FolderInUseError as error:
        raise FolderInUseError(
            f"An ingest is using the database in {settings.narabot_data_dir}. Wait until it has "
            "finished, or stop the database anyway with `narabot db stop --force`. Loaded records "
            "are kept, and the same ingest command continues from there."
        ) from error
    with stack:
        yield


def embedded_database(settings: Settings) -> EmbeddedDatabase:
    """Return the embedded database.

    Raise SettingsError if NEO4J_URI is set, because narabot then uses a different server.
    """
    if settings.neo4j_uri is not None:
        raise SettingsError(
            f"NEO4J_URI is set, so narabot uses {without_password(settings.neo4j_uri)}. "
            "This command manages only the embedded Neo4j. Use the server's own tools, such as "
            "`neo4j-admin database dump`, or unset NEO4J_URI."
        )
    return EmbeddedDatabase(settings)


def status_facts(settings: Settings) -> dict[str, Any]:
    """Return the facts that `status` prints. Unknown facts are `None`."""
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
    """Connect to the server at NEO4J_URI, and return the facts about it.

    Raise SettingsError, GraphAuthenticationError, or GraphUnsupportedError on failure.
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
    """Return the version of the server at NEO4J_URI, or `None` if it is unreachable."""
    try:
        with open_graph(connection(settings)) as graph:
            return check_server(graph)
    except GraphUnavailableError:
        return None


def value_text(value: Any) -> str:
    """Return a fact as display text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)
