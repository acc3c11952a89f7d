"""The database of the store: opened, its tables brought up to date, its errors named.

Alembic, which takes long to load, is loaded only where there is something to do.
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
"""The newest of the migrations."""

LOCKS = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": "SELECT pg_advisory_xact_lock(5711203994)",
}
"""By what one process waits for another that does the same; they end with the transaction."""


def bring_up_to_date(engine: Engine) -> None:
    """Make or change the tables of a database as this narabot needs them.

    Raises ConversationsUnavailableError where a newer one has changed them; SQLAlchemyError.
    """
    with engine.connect() as connection:
        if stored_revision(connection) == REVISION:
            return
    with engine.begin() as connection:
        if lock := LOCKS.get(engine.dialect.name):
            connection.execute(text(lock))
        migrate(connection)


def stored_revision(connection: Connection) -> str | None:
    """Return the revision of the tables, `None` where there are none, or none was noted."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def migrate(connection: Connection) -> None:
    """Run what is missing. Raises ConversationsUnavailableError for a revision not ours."""
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        logger.warning("The store of conversations is of an unknown revision: %s", error)
        raise ConversationsUnavailableError(
            "The conversations were kept by a newer version of narabot, and this one cannot open "
            "them. Install the newer version again, or restore the copy made before the upgrade."
        ) from error


DAY_MS = 24 * 60 * 60 * 1000

BUSY_TIMEOUT_S = 10
"""For which a write to SQLite waits for one of another process."""

OWNER_ALONE, EVERYBODY_ELSE = 0o600, 0o077
"""Who may read or write a file."""


@dataclass(frozen=True, slots=True)
class Database:
    """Any database that SQLAlchemy speaks to, with the tables of the store."""

    engine: Engine
    turn: AbstractContextManager[object]
    """Of SQLite's users in this process: its own lock is not fair, and many readers at once would
    wait for longer than BUSY_TIMEOUT_S."""

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Yield a connection whose changes are all kept, or none.

        Raises ConversationsUnavailableError when the database does not answer, cannot be written,
        or is full.
        """
        try:
            with self.turn, self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise unavailable(self.engine.url, error) from error


def open_database(url: str) -> Database:
    """Return the database at a URL of SQLAlchemy's, its tables made and brought up to date.

    Raises SettingsError for a URL that is none, or whose driver is not installed;
    ConversationsUnavailableError.
    """
    parsed = parsed_url(url)
    try:
        engine = create_engine(parsed, **options(parsed))
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise SettingsError(
            f"The database of CONVERSATIONS_URL, {shown(parsed)}, needs a driver that is not "
            "installed, or has an option that it does not know."
        ) from error
    is_sqlite = parsed.get_backend_name() == "sqlite"
    if is_sqlite:
        event.listen(engine, "connect", prepare_sqlite)
    try:
        if is_sqlite:
            keep_to_owner(parsed)
        bring_up_to_date(engine)
    except (SQLAlchemyError, OSError) as error:
        raise unavailable(parsed, error) from error
    return Database(engine, RLock() if is_sqlite else nullcontext())


def parsed_url(url: str) -> URL:
    """Return a URL in its parts. Raises SettingsError; the password is not told."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError) as error:
        raise SettingsError(
            "CONVERSATIONS_URL is no URL of a database, such as "
            "postgresql+psycopg://user:password@host/narabot."
        ) from error


def options(url: URL) -> dict[str, object]:
    """Return how connections are made: asked whether they still live, SQLite's with patience."""
    if url.get_backend_name() != "sqlite":
        return {"pool_pre_ping": True}
    return {"connect_args": {"timeout": BUSY_TIMEOUT_S}}


def prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """Let SQLite delete what hangs on a conversation, and read while another writes."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.close()


def keep_to_owner(url: URL) -> None:
    """Let nobody but its owner read a file of SQLite's, nor what SQLite writes beside it.

    A file that is not there is made: what is made beside it later has the same rights.
    """
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        return
    file = Path(url.database)
    if not file.exists():
        file.touch(OWNER_ALONE)
    for suffix in ("", "-wal", "-shm"):
        written = file.with_name(file.name + suffix)
        if written.is_file() and written.stat().st_mode & EVERYBODY_ELSE:
            try:
                written.chmod(OWNER_ALONE)
            except PermissionError:
                logger.warning("%s is another user's, and others may read it.", written)


def sqlite_url(file: Path) -> str:
    """Return the URL of a file of SQLite's."""
    return URL.create("sqlite", database=str(file)).render_as_string(hide_password=False)


def unavailable(url: URL, error: Exception) -> ConversationsUnavailableError:
    """Return the error for a store that does not do what it should; the log has the reason."""
    logger.warning(
        "The store of conversations, %s, cannot be read or written (look at its disk, its rights "
        "and CONVERSATIONS_URL): %s",
        shown(url),
        type(error).__name__,
        exc_info=error,
    )
    return ConversationsUnavailableError(
        "Conversations cannot be kept now: what is asked or changed is lost when the page is "
        "closed. The log of the server says why."
    )


def shown(url: URL) -> str:
    """Return a database as a message names it, without its password."""
    return (
        url.database or "in memory"
        if url.get_backend_name() == "sqlite"
        else url.render_as_string()
    )


def now() -> int:
    """Return the time as it is stored."""
    return time.time_ns() // 1_000_000


def days_ago(days: int) -> int:
    """Return the time so many days ago as it is stored."""
    return now() - days * DAY_MS


def in_utc(milliseconds: int) -> datetime:
    """Return a stored time."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
