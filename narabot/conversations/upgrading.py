"""The tables of a store, brought up to date when it is opened.

Alembic, which takes long to load, is loaded only where there is something to do.
"""

import logging
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from narabot.errors import ConversationsUnavailableError

logger = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).with_name("migrations")

REVISION = "0001"
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
