"""What the driver's errors mean, as errors of ours that say what to do."""

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


def named_error(error: Exception, connection: Connection) -> NarabotError | None:
    """Return an error of the driver as ours, `None` for a fault of a statement."""
    if isinstance(error, AuthError):
        return GraphAuthenticationError(
            f"The database at {connection.place} refuses the user {connection.username!r} or the "
            "password. Correct NEO4J_USERNAME and NEO4J_PASSWORD."
        )
    if isinstance(error, ClientError):
        return named_client_error(error, connection)
    if isinstance(error, DatabaseError):
        return named_database_error(error, connection)
    if isinstance(error, Neo4jError) and "OutOfMemory" in (error.code or ""):
        return GraphMemoryError(
            f"The database at {connection.place} has too little memory for this. Give it more "
            "(NEO4J_HEAP) and restart it."
        )
    if not isinstance(error, TransientError | DriverError | OSError):
        return None
    return GraphUnavailableError(
        f"The database at {connection.place} does not answer. Start it (`narabot db start`, or "
        "`docker compose up -d neo4j`) or correct NEO4J_URI."
    )


def named_database_error(error: DatabaseError, connection: Connection) -> NarabotError | None:
    """Return a fault of the database itself as ours, `None` for what it does not take."""
    if error.code and error.code.startswith("Neo.DatabaseError.Statement."):
        return None
    return GraphStorageError(
        f"The database at {connection.place} fails ({error.code}). Most often its disk is "
        "full: make room there, restart it (`narabot db stop` ends the embedded one), and run "
        "the same command again. What was written before is kept."
    )


def named_client_error(error: ClientError, connection: Connection) -> NarabotError | None:
    """Return what the database says of our request as our error; `None` for all other faults."""
    code = error.code or ""
    if "DatabaseNotFound" in code:
        return GraphUnavailableError(
            f"The server at {connection.place} has no database {connection.database!r}. "
            "Correct NEO4J_DATABASE."
        )
    if "TransactionTimedOut" in code:
        return GraphUnavailableError(
            f"The database at {connection.place} took too long. Try again, or give it more "
            "memory (NEO4J_PAGE_CACHE)."
        )
    if "ProcedureCallFailed" in code and "index" in (error.message or "").lower():
        return IndexUnavailableError(
            f"An index of the database at {connection.place} is missing, or still being built. Try "
            "again in a minute; if it stays so, run `narabot ingest PATH` again."
        )
    if code.startswith("Neo.ClientError.Security."):
        return GraphAuthenticationError(
            f"The database at {connection.place} refuses us ({error.message}). Correct "
            "NEO4J_USERNAME and NEO4J_PASSWORD, and what this user may do."
        )
    return None
