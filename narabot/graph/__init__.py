"""The one door to Neo4j: opens a driver, runs named statements, names what is wrong.

Knows nothing of requests or records; the statements are `.cypher` files. The driver is imported
where it is first used: it takes a second where pandas is installed. `errors` says what is wrong.
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

if TYPE_CHECKING:  # it loads pandas where that is installed
    import neo4j

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
        return named_statement(
            str.__add__(self, other), "+".join(filter(None, [self.name, name_of(other)]))
        )


def named_statement(text: str, name: str) -> Statement:
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
    return named_statement(text, name)


@dataclass(frozen=True, slots=True)
class Graph:
    """An open database; close it with `close()` or by `open_graph`'s `with`."""

    driver: "neo4j.Driver"
    connection: Connection
    read_timeout_s: float | None = None
    """The server ends a reading statement that takes longer; `None` lets it take its time."""
    watch: Watch | None = None

    def read(self, query: LiteralString, **parameters: Any) -> list[Row]:
        """Return the rows of a reading statement, which returns maps and lists, but no nodes.

        Raises GraphUnavailableError when the database does not answer, or takes too long.
        """
        import neo4j

        timed = neo4j.Query(query, timeout=self.read_timeout_s)
        return self._execute(timed, neo4j.RoutingControl.READ, parameters)

    def write(self, query: LiteralString, **parameters: Any) -> list[Row]:
        """Run one writing statement in a transaction of its own and return its rows."""
        import neo4j

        return self._execute(neo4j.Query(query), neo4j.RoutingControl.WRITE, parameters)

    def session(self) -> "neo4j.Session":
        """Return a session for managed transactions of several statements."""
        return self.driver.session(database=self.connection.database)

    def close(self) -> None:
        """Close the driver and its connections."""
        self.driver.close()

    def _execute(
        self, query: "neo4j.Query", routing: "neo4j.RoutingControl", parameters: dict[str, Any]
    ) -> list[Row]:
        began = perf_counter()
        with named_errors(self.connection):
            records, _, _ = self.driver.execute_query(
                query, parameters, routing_=routing, database_=self.connection.database
            )
        if self.watch is not None:
            self.watch(name_of(query.text), len(records), began, perf_counter() - began)
        return [dict(record.items()) for record in records]  # type: ignore[no-untyped-call]


@contextmanager
def named_errors(connection: Connection) -> Iterator[None]:
    """Turn the driver's errors into ours, with what to do."""
    from neo4j.exceptions import DriverError, Neo4jError

    try:
        yield
    except (Neo4jError, DriverError, OSError) as error:
        from narabot.graph.errors import named_error

        named = named_error(error, connection)
        if named is None:
            raise
        raise named from error


def connect(connection: Connection) -> Graph:
    """Return the open, checked database.

    Raises GraphUnavailableError, GraphAuthenticationError, GraphUnsupportedError (Neo4j
    before 5.23, or without APOC), or SettingsError for what is no address.
    """
    import neo4j

    with named_errors(connection), address_needed(connection):
        driver = neo4j.GraphDatabase.driver(
            connection.uri,
            auth=(connection.username, connection.password.get_secret_value()),
            notifications_min_severity="OFF",  # they print whole queries
            connection_timeout=10,
            max_transaction_retry_time=5,
        )
    graph = Graph(driver, connection)
    try:
        with named_errors(connection), address_needed(connection):
            driver.verify_connectivity()
        check_server(graph)
    except BaseException:
        driver.close()
        raise
    return graph


@contextmanager
def address_needed(connection: Connection) -> Iterator[None]:
    """Tell what is no address as such; the driver's own words may hold a password."""
    try:
        yield
    except ValueError:
        raise SettingsError(
            f"NEO4J_URI is no address ({connection.place}). Write one such as "
            "bolt://localhost:7687, user and password in NEO4J_USERNAME and NEO4J_PASSWORD."
        ) from None


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
    from neo4j.exceptions import Neo4jError

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
