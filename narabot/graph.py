"""The one door to Neo4j: opens a driver, runs named statements, names what is wrong.

Knows nothing of requests or records; the statements are `.cypher` files.
"""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from time import perf_counter
from typing import Any, LiteralString

import neo4j
from neo4j.exceptions import (
    AuthError,
    ClientError,
    DatabaseError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    TransientError,
)

from narabot.errors import (
    GraphAuthenticationError,
    GraphMemoryError,
    GraphStorageError,
    GraphUnavailableError,
    GraphUnsupportedError,
    IndexUnavailableError,
    NarabotError,
)
from narabot.models import Connection, Label, Relation, Row
from narabot.models.catalog import LABEL_GROUPS
from narabot.models.relations import RELATION_GROUPS

# The driver tells each of its tries; we tell what came of them.
logging.getLogger("neo4j").setLevel(logging.ERROR)

LEAST_VERSION = (5, 23)
"""The seed's query says `CALL (node) {…}`, which Neo4j has since 5.23."""


Watch = Callable[[str, int, float, float], None]
"""Is told of each statement: its name, its rows, when it began (`perf_counter`), its seconds."""


class Statement(str):
    """The text of a statement that knows the names of the files of which it is made."""

    name: str

    def __add__(self, other: str) -> "Statement":
        """Return the statement that goes on with another text."""
        return named(str.__add__(self, other), "+".join(filter(None, [self.name, name_of(other)])))


def named(text: str, name: str) -> Statement:
    """Return a text as a statement with a name."""
    statement = Statement(text)
    statement.name = name
    return statement


def name_of(text: str) -> str:
    """Return the name of a statement, "" for a text that has none."""
    return text.name if isinstance(text, Statement) else ""


TYPE_WORDS = {
    name: "|".join(group)
    for groups in (RELATION_GROUPS, LABEL_GROUPS)
    for name, group in groups.items()
}
"""What stands in our statements for several labels or relation types."""

TYPE_WORD = re.compile(rf"\b(?:ONE_TYPE|{'|'.join(TYPE_WORDS)})\b")


@cache
def load_query(package: str, name: str, type_: Label | Relation | None = None) -> LiteralString:
    """Return the statement in `<package>/queries/<name>.cypher`.

    Cypher cannot take types as parameters: `type_` stands in it for `ONE_TYPE`, and those of a
    group for the group's name. All are words of closed lists, and nobody else's.
    """
    file = files(package) / "queries" / f"{name}.cypher"
    words = TYPE_WORDS | ({"ONE_TYPE": str(type_)} if type_ else {})
    text = TYPE_WORD.sub(lambda found: words[found.group()], file.read_text(encoding="utf-8"))
    return named(text, name)


@dataclass(frozen=True, slots=True)
class Graph:
    """An open database; close it with `close()` or by `open_graph`'s `with`."""

    driver: neo4j.Driver
    connection: Connection
    read_timeout_s: float | None = None
    """The server ends a reading statement that takes longer; `None` lets it take its time."""
    watch: Watch | None = None

    def read(self, query: LiteralString, **parameters: Any) -> list[Row]:
        """Return the rows of a reading statement, which returns maps and lists, but no nodes.

        Raises GraphUnavailableError when the database does not answer, or takes too long.
        """
        timed = neo4j.Query(query, timeout=self.read_timeout_s)
        return self._execute(timed, neo4j.RoutingControl.READ, parameters)

    def write(self, query: LiteralString, **parameters: Any) -> list[Row]:
        """Run one writing statement in a transaction of its own and return its rows."""
        return self._execute(neo4j.Query(query), neo4j.RoutingControl.WRITE, parameters)

    def session(self) -> neo4j.Session:
        """Return a session for managed transactions of several statements."""
        return self.driver.session(database=self.connection.database)

    def close(self) -> None:
        """Close the driver and its connections."""
        self.driver.close()

    def _execute(
        self, query: neo4j.Query, routing: neo4j.RoutingControl, parameters: dict[str, Any]
    ) -> list[Row]:
        began = perf_counter()
        with named_errors(self.connection):
            records, _, _ = self.driver.execute_query(
                query, parameters, routing_=routing, database_=self.connection.database
            )
        if self.watch is not None:
            self.watch(name_of(query.text), len(records), began, perf_counter() - began)
        return [dict(record) for record in records]


@contextmanager
def named_errors(connection: Connection) -> Iterator[None]:
    """Turn the driver's errors into ours, with what to do."""
    try:
        yield
    except AuthError as error:
        raise GraphAuthenticationError(
            f"The database at {connection.place} refuses the user {connection.username!r} or the "
            "password. Correct NEO4J_USERNAME and NEO4J_PASSWORD."
        ) from error
    except ClientError as error:
        named = named_client_error(error, connection)
        if named is not None:
            raise named from error
        raise
    except DatabaseError as error:
        if error.code and error.code.startswith("Neo.DatabaseError.Statement."):
            raise  # what it does not take, and no fault of its disk
        raise GraphStorageError(
            f"The database at {connection.place} fails ({error.code}). Most often its disk is "
            "full: make room there, restart it (`narabot db stop` ends the embedded one), and run "
            "the same command again. What was written before is kept."
        ) from error
    except (ServiceUnavailable, TransientError, DriverError, OSError) as error:
        if isinstance(error, Neo4jError) and "OutOfMemory" in (error.code or ""):
            raise GraphMemoryError(
                f"The database at {connection.place} has too little memory for this. Give it more "
                "(NEO4J_HEAP) and restart it."
            ) from error
        raise GraphUnavailableError(
            f"The database at {connection.place} does not answer. Start it (`narabot db start`, or "
            "`docker compose up -d neo4j`) or correct NEO4J_URI."
        ) from error


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
            f"An index of the database at {connection.uri} is missing, or still being built. Try "
            "again in a minute; if it stays so, run `narabot ingest PATH` again."
        )
    if code.startswith("Neo.ClientError.Security."):
        return GraphAuthenticationError(
            f"The database at {connection.place} refuses us ({error.message}). Correct "
            "NEO4J_USERNAME and NEO4J_PASSWORD, and what this user may do."
        )
    return None


def connect(connection: Connection) -> Graph:
    """Return the open, checked database.

    Raises GraphUnavailableError, GraphAuthenticationError, or GraphUnsupportedError (Neo4j
    before 5.23, or without APOC).
    """
    with named_errors(connection):
        driver = neo4j.GraphDatabase.driver(
            connection.uri,
            auth=(connection.username, connection.password.get_secret_value()),
            notifications_min_severity="OFF",  # they print whole queries
            connection_timeout=10,
            max_transaction_retry_time=5,
        )
    graph = Graph(driver, connection)
    try:
        with named_errors(connection):
            driver.verify_connectivity()
        check_server(graph)
    except BaseException:
        driver.close()
        raise
    return graph


@contextmanager
def open_graph(connection: Connection) -> Iterator[Graph]:
    """Yield the open, checked database and close it afterwards."""
    graph = connect(connection)
    try:
        yield graph
    finally:
        graph.close()


def check_server(graph: Graph) -> str:
    """Return the server's version.

    Raises GraphUnsupportedError when it is too old for our query or lacks APOC.
    """
    version = str(graph.read(load_query("narabot", "server_version"))[0]["version"])
    if numbers(version) < LEAST_VERSION:
        raise GraphUnsupportedError(
            f"The server at {graph.connection.place} is Neo4j {version}; narabot needs 5.23 or "
            "later. Use Neo4j 5.26 LTS, or unset NEO4J_URI for the embedded one."
        )
    try:
        graph.read(load_query("narabot", "apoc_version"))
    except Neo4jError as error:
        raise GraphUnsupportedError(
            f"The server at {graph.connection.place} lacks APOC core. Install the plugin "
            "`apoc` (docker: NEO4J_PLUGINS='[\"apoc\"]') and restart it."
        ) from error
    return version


def numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version, `5.26.1-aura` as (5, 26, 1)."""
    match = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(part) for part in match.group().split(".")) if match else ()
