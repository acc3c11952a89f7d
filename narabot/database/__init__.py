"""The embedded Neo4j server, and the choice between it and the server at NEO4J_URI.

The package does not depend on what the database stores. Modules: `jars` (Neo4j's jars), `home` (the
server's files), `process` (the Java process), `readiness` (whether the server responds), `server`
(the complete server), and `dumps` (backup and restore).
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from narabot.database.dumps import dump, restore
from narabot.database.home import ServerState
from narabot.database.jars import NEO4J_VERSION, Report, install_jars
from narabot.database.process import signals_unwind
from narabot.database.server import EmbeddedDatabase, ServerStatus
from narabot.errors import SettingsError
from narabot.models import Connection, without_password
from narabot.settings import Settings

__all__ = [
    "NEO4J_VERSION",
    "EmbeddedDatabase",
    "Report",
    "ServerState",
    "ServerStatus",
    "connection",
    "dump",
    "install_jars",
    "restore",
    "serving",
    "throwaway_database",
]


def connection(settings: Settings) -> Connection:
    """Return the connection to NEO4J_URI if it is set, or else to the running embedded server.

    Raises SettingsError if NEO4J_PASSWORD is missing, and GraphUnavailableError if no server is
    running.
    """
    if settings.neo4j_uri is None:
        return EmbeddedDatabase(settings).connection()
    if settings.neo4j_password is None:
        raise SettingsError(
            f"NEO4J_URI is set to {without_password(settings.neo4j_uri)}, but NEO4J_PASSWORD is "
            "not. Set NEO4J_PASSWORD in the environment or in .env."
        )
    return Connection(
        settings.neo4j_uri,
        settings.neo4j_username,
        settings.neo4j_password,
        settings.neo4j_database,
    )


@contextmanager
def serving(settings: Settings, report: Report) -> Iterator[Connection]:
    """Yield a connection. If the embedded server is not running, start it, and stop it afterward.

    If NEO4J_URI is set, no server is started.
    """
    if settings.neo4j_uri is not None:
        yield connection(settings)
        return
    with EmbeddedDatabase(settings).running(report) as embedded:
        yield embedded


@contextmanager
def throwaway_database(settings: Settings, report: Report) -> Iterator[tuple[Settings, Connection]]:
    """Run an empty server in a temporary folder, and yield its settings and a connection to it.

    The server at NEO4J_URI is not used. The downloaded jars and the exported model are shared with
    the user's other servers (NARABOT_CACHE_DIR).
    """
    with (
        signals_unwind(),
        tempfile.TemporaryDirectory(prefix="narabot-throwaway-") as folder,
    ):
        own = settings.model_copy(
            update={"narabot_data_dir": Path(folder), "neo4j_uri": None, "neo4j_password": None}
        )
        with EmbeddedDatabase(own).running(report) as connection:
            yield own, connection
