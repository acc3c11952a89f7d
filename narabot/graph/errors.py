"""Translate the driver's errors into narabot's errors, which give advice."""

from neo4j.exceptions import (
    AuthError,
    ClientError,
    DatabaseError,
    DriverError,
    Neo4jError,
    TransientError,
)

from narabot.errors import (
    GraphAuthenticationError,
    GraphMemoryError,
    GraphStorageError,
    GraphUnavailableError,
    IndexUnavailableError,
    NarabotError,
)
from narabot.models import Connection


def translated_error(error: Exception, connection: Connection) -> NarabotError | None:
    """Return narabot's error for a driver error, or `None` for an error in a statement."""
    if isinstance(error, AuthError):
        return GraphAuthenticationError(
            f"The database at {connection.place} rejects the user {connection.username!r} or the "
            "password. Correct NEO4J_USERNAME and NEO4J_PASSWORD."
        )
    if isinstance(error, ClientError):
        return translated_client_error(error, connection)
    if isinstance(error, DatabaseError):
        return translated_database_error(error, connection)
    if isinstance(error, Neo4jError) and "OutOfMemory" in (error.code or ""):
        return GraphMemoryError(
            f"The database at {connection.place} does not have enough memory for this operation. "
            "Increase NEO4J_HEAP and restart the database."
        )
    if not isinstance(error, TransientError | DriverError | OSError):
        return None
    return GraphUnavailableError(
        f"The database at {connection.place} does not respond. Start it (`narabot db start`, or "
        "`docker compose up -d neo4j`), or correct NEO4J_URI."
    )


def translated_database_error(error: DatabaseError, connection: Connection) -> NarabotError | None:
    """Return narabot's error for a database failure, or `None` for an error in a statement."""
    if error.code and error.code.startswith("Neo.DatabaseError.Statement."):
        return None
    return GraphStorageError(
        f"The database at {connection.place} failed ({error.code}). Usually its disk is full. "
        "Free some space, restart the database (`narabot db stop` stops the embedded one), and run "
        "the same command again. Data that was already written is kept."
    )


def translated_client_error(error: ClientError, connection: Connection) -> NarabotError | None:
    """Return narabot's error for a rejected request, or `None` for any other error."""
    code = error.code or ""
    if "DatabaseNotFound" in code:
        return GraphUnavailableError(
            f"The server at {connection.place} has no database {connection.database!r}. "
            "Correct NEO4J_DATABASE."
        )
    if "TransactionTimedOut" in code:
        return GraphUnavailableError(
            f"The database at {connection.place} took too long. Try again, or increase "
            "NEO4J_PAGE_CACHE."
        )
    if "ProcedureCallFailed" in code and "index" in (error.message or "").lower():
        return IndexUnavailableError(
            f"An index of the database at {connection.place} is missing or still being built. Try "
            "again in a minute. If the problem persists, run `narabot ingest PATH` again."
        )
    if code.startswith("Neo.ClientError.Security."):
        return GraphAuthenticationError(
            f"The database at {connection.place} denies access ({error.message}). Correct "
            "NEO4J_USERNAME and NEO4J_PASSWORD, or the permissions of this user."
        )
    return None
