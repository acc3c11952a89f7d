"""Access to Neo4j: open a driver, run named statements, and translate errors.

This package does not depend on requests or records. The statements are in `.cypher` files. The
driver is imported only when it is first used because the import takes a second if pandas is
installed. `errors` translates the driver's errors.
"""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from time import perf_counter
from typing import TYPE_CHECKING, Any, LiteralString

from narabot.errors import GraphUnsupportedError, SettingsError
from narabot.models import Connection, Label, Relation, Row
from narabot.models.catalog import LABEL_GROUPS
from narabot.models.relations import RELATION_GROUPS

if TYPE_CHECKING:  # neo4j loads pandas if pandas is installed
    import neo4j

# The driver logs each attempt. narabot logs only the outcome.
logging.getLogger("neo4j").setLevel(logging.ERROR)

MIN_VERSION = (5, 23)
"""Minimum version of Neo4j.

The seed query uses `CALL (node) {…}`, which Neo4j has supported since version 5.23."""


StatementObserver = Callable[[str, int, float, float], None]
"""Receives each statement's name, number of rows, start (`perf_counter`), and duration in
seconds."""


class Statement(str):
    """The text of a Cypher statement with the names of the files from which it is composed."""

    name: str

    def __add__(self, other: str) -> "Statement":
        """Return the concatenation of two statements and of their names."""
        return named_statement(
            str.__add__(self, other), "+".join(filter(None, [self.name, name_of(other)]))
        )


def named_statement(text: str, name: str) -> Statement:
    """Convert a text to a named statement."""
    statement = Statement(text)
    statement.name = name
    return statement


def name_of(text: str) -> str:
    """Return the name of a statement, or "" for plain text."""
    return text.name if isinstance(text, Statement) else ""


TYPE_WORDS = {
    name: "|".join(group)
    for groups in (RELATION_GROUPS, LABEL_GROUPS)
    for name, group in groups.items()
}
"""The types that replace the names of label groups and relation groups in Cypher statements."""

TYPE_WORD = re.compile(rf"\b(?:ONE_TYPE|{'|'.join(TYPE_WORDS)})\b")


@cache
def load_query(package: str, name: str, type_: Label | Relation | None = None) -> LiteralString:
    """Return the statement in `<package>/queries/<name>.cypher`.

    Cypher cannot take types as parameters. Therefore `type_` replaces `ONE_TYPE`, and the types of
    a group replace the group's name. All types come from fixed lists, never from users.
    """
    file = files(package) / "queries" / f"{name}.cypher"
    words = TYPE_WORDS | ({"ONE_TYPE": str(type_)} if type_ else {})
    text = TYPE_WORD.sub(lambda found: words[found.group()], file.read_text(encoding="utf-8"))
    return named_statement(text, name)


@dataclass(frozen=True, slots=True)
class Graph:
    """An open database. Close it with `close()`, or use `open_graph` as a context manager."""

    driver: "neo4j.Driver"
    connection: Connection
    read_timeout_s: float | None = None
    """Timeout for read statements, enforced by the server, in seconds. `None` means no timeout."""
    watch: StatementObserver | None = None

    def read(self, query: LiteralString, **parameters: Any) -> list[Row]:
        """Run a read statement and return its rows. The statement must return maps and lists but no
        nodes.

        Raises GraphUnavailableError if the database does not respond or exceeds the timeout.
        """
        import neo4j

        timed = neo4j.Query(query, timeout=self.read_timeout_s)
        return self._execute(timed, neo4j.RoutingControl.READ, parameters)

    def write(self, query: LiteralString, **parameters: Any) -> list[Row]:
        """Run one write statement in its own transaction, and return its rows."""
        import neo4j

        return self._execute(neo4j.Query(query), neo4j.RoutingControl.WRITE, parameters)

    def session(self) -> "neo4j.Session":
        """Return a session for managed transactions with several statements."""
        return self.driver.session(database=self.connection.database)

    def close(self) -> None:
        """Close the driver and its connections."""
        self.driver.close()

    def _execute(
        self, query: "neo4j.Query", routing: "neo4j.RoutingControl", parameters: dict[str, Any]
    ) -> list[Row]:
        began = perf_counter()
        with translate_errors(self.connection):
            records, _, _ = self.driver.execute_query(
                query, parameters, routing_=routing, database_=self.connection.database
            )
        if self.watch is not None:
            self.watch(name_of(query.text), len(records), began, perf_counter() - began)
        return [dict(record.items()) for record in records]  # type: ignore[no-untyped-call]


@contextmanager
def translate_errors(connection: Connection) -> Iterator[None]:
    """Translate the driver's errors into narabot's errors, which give advice."""
    from neo4j.exceptions import DriverError, Neo4jError

    try:
        yield
    except (Neo4jError, DriverError, OSError) as error:
        from narabot.graph.errors import translated_error

        named = translated_error(error, connection)
        if named is None:
            raise
        raise named from error


def connect(connection: Connection) -> Graph:
    """Open a database, check its server, and return the database.

    Raises GraphUnavailableError, GraphAuthenticationError, GraphUnsupportedError (Neo4j before
    5.23, or without APOC), or SettingsError for an invalid address.
    """
    import neo4j

    with translate_errors(connection), translate_address_errors(connection):
        driver = neo4j.GraphDatabase.driver(
            connection.uri,
            auth=(connection.username, connection.password.get_secret_value()),
            notifications_min_severity="OFF",  # notifications contain whole queries
            connection_timeout=10,
            max_transaction_retry_time=5,
        )
    graph = Graph(driver, connection)
    try:
        with translate_errors(connection), translate_address_errors(connection):
            driver.verify_connectivity()
        check_server(graph)
    except BaseException:
        driver.close()
        raise
    return graph


@contextmanager
def translate_address_errors(connection: Connection) -> Iterator[None]:
    """Raise SettingsError for an invalid address. The driver's message could reveal a password."""
    try:
        yield
    except ValueError:
        raise SettingsError(
            f"NEO4J_URI is not a valid address ({connection.place}). Use an address such as "
            "bolt://localhost:7687, and set the user and password in NEO4J_USERNAME and "
            "NEO4J_PASSWORD."
        ) from None


@contextmanager
def open_graph(connection: Connection) -> Iterator[Graph]:
    """Open a database, check its server, yield the database, and close it afterward."""
    graph = connect(connection)
    try:
        yield graph
    finally:
        graph.close()


def check_server(graph: Graph) -> str:
    """Return the server's version.

    Raises GraphUnsupportedError if the server is too old or lacks APOC.
    """
    from neo4j.exceptions import Neo4jError

    version = str(graph.read(load_query("narabot", "server_version"))[0]["version"])
    if version_numbers(version) < MIN_VERSION:
        raise GraphUnsupportedError(
            f"The server at {graph.connection.place} is Neo4j {version}; narabot requires 5.23 or "
            "later. Use Neo4j 5.26 LTS, or unset NEO4J_URI to use the embedded server."
        )
    try:
        graph.read(load_query("narabot", "apoc_version"))
    except Neo4jError as error:
        raise GraphUnsupportedError(
            f"The server at {graph.connection.place} lacks APOC core. Install the plugin "
            "`apoc` (docker: NEO4J_PLUGINS='[\"apoc\"]') and restart the server."
        ) from error
    return version


def version_numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version: `5.26.1-aura` yields (5, 26, 1)."""
    match = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(part) for part in match.group().split(".")) if match else ()
