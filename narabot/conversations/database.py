"""The store's database: open it, upgrade its tables, and translate its errors.

Alembic loads slowly, so it is imported only when a migration is necessary.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from narabot.errors import ConversationsUnavailableError, SettingsError

logger = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).with_name("migrations")

REVISION = "0002"
"""The newest migration."""

LOCKS = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": "SELECT pg_advisory_xact_lock(5711203994)",
}
"""Statements that make a process wait while another process migrates the tables.

The end of the transaction releases the lock."""


def upgrade_tables(engine: Engine) -> None:
    """Create or upgrade the tables of a database.

    Raises ConversationsUnavailableError if a newer version of narabot has changed them. Also raises
    SQLAlchemyError.
    """
    with engine.connect() as connection:
        if stored_revision(connection) == REVISION:
            return
    with engine.begin() as connection:
        if lock := LOCKS.get(engine.dialect.name):
            connection.execute(text(lock))
        migrate(connection)


def stored_revision(connection: Connection) -> str | None:
    """Return the revision of the tables, or `None` if there are no tables or no revision."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def migrate(connection: Connection) -> None:
    """Run the missing migrations. Raises ConversationsUnavailableError for an unknown revision."""
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        logger.warning("The conversation store has an unknown revision: %s", error)
        raise ConversationsUnavailableError(
            "A newer version of narabot saved the conversations, and this version cannot open "
            "them. Install the newer version again, or restore the copy made before the upgrade."
        ) from error


DAY_MS = 24 * 60 * 60 * 1000

BUSY_TIMEOUT_S = 10
"""Maximum time that a write to SQLite waits for a write by another process, in seconds."""

OWNER_ONLY, OTHER_USERS = 0o600, 0o077
"""File permissions: read and write for the owner, and all permissions of other users."""


@dataclass(frozen=True, slots=True)
class Database:
    """A database with the tables of the store."""

    engine: Engine
    turn: AbstractContextManager[object]
    """A lock that allows one thread of this process at a time to use SQLite.

    SQLite's own lock is not fair: under heavy use, some threads would wait longer than
    BUSY_TIMEOUT_S.
    """

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Yield a connection. Either all of its changes are saved, or none.

        Raises ConversationsUnavailableError when the database does not respond, is read-only, or is
        full.
        """
        try:
            with self.turn, self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise unavailable_error(self.engine.url, error) from error


def open_database(url: str) -> Database:
    """Open the database at an SQLAlchemy URL, and create or upgrade its tables.

    Raises SettingsError for an invalid URL or a missing driver. Also raises
    ConversationsUnavailableError.
    """
    parsed = parsed_url(url)
    try:
        engine = create_engine(parsed, **options(parsed))
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise SettingsError(
            f"The database of CONVERSATIONS_URL, {display_url(parsed)}, needs a driver that is not "
            "installed, or its URL has an option that the driver does not support."
        ) from error
    is_sqlite = parsed.get_backend_name() == "sqlite"
    if is_sqlite:
        event.listen(engine, "connect", prepare_sqlite)
    try:
        if is_sqlite:
            restrict_to_owner(parsed)
        upgrade_tables(engine)
    except (SQLAlchemyError, OSError) as error:
        raise unavailable_error(parsed, error) from error
    return Database(engine, RLock() if is_sqlite else nullcontext())


def parsed_url(url: str) -> URL:
    """Return the parts of a URL. Raises SettingsError with a message that hides the password."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError) as error:
        raise SettingsError(
            "CONVERSATIONS_URL is not a valid database URL such as "
            "postgresql+psycopg://user:password@host/narabot."
        ) from error


def options(url: URL) -> dict[str, object]:
    """Return connection options: a liveness check for servers, or a busy timeout for SQLite."""
    if url.get_backend_name() != "sqlite":
        return {"pool_pre_ping": True}
    return {"connect_args": {"timeout": BUSY_TIMEOUT_S}}


def prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """Enable cascading deletes, concurrent reads, and secure deletion in SQLite."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.close()


def restrict_to_owner(url: URL) -> None:
    """Make a SQLite file and its companion files readable only by their owner.

    A missing file is created, because SQLite gives companion files the same permissions.
    """
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        return
    file = Path(url.database)
    if not file.exists():
        file.touch(OWNER_ONLY)
    for suffix in ("", "-wal", "-shm"):
        written = file.with_name(file.name + suffix)
        if written.is_file() and written.stat().st_mode & OTHER_USERS:
            try:
                written.chmod(OWNER_ONLY)
            except PermissionError:
                logger.warning("%s belongs to another user, and others may read it.", written)


def sqlite_url(file: Path) -> str:
    """Return the SQLAlchemy URL of a SQLite file."""
    return URL.create("sqlite", database=str(file)).render_as_string(hide_password=False)


def unavailable_error(url: URL, error: Exception) -> ConversationsUnavailableError:
    """Return the error for a store that cannot be used, and log the reason."""
    logger.warning(
        "The conversation store, %s, cannot be read or written (check its disk space, permissions, "
        "and CONVERSATIONS_URL): %s",
        display_url(url),
        type(error).__name__,
        exc_info=error,
    )
    return ConversationsUnavailableError(
        "Conversations cannot be saved now. Questions and changes are lost when the page is "
        "closed. The server log states the reason."
    )


def display_url(url: URL) -> str:
    """Return a database's name for use in messages, with the password removed."""
    return (
        url.database or "in memory"
        if url.get_backend_name() == "sqlite"
        else url.render_as_string()
    )


def now() -> int:
    """Return the current time in milliseconds, as stored."""
    return time.time_ns() // 1_000_000


def days_ago(days: int) -> int:
    """Return the time `days` days ago in milliseconds, as stored."""
    return now() - days * DAY_MS


def in_utc(milliseconds: int) -> datetime:
    """Return a stored time as a datetime in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
