"""Whether a server answers, and its first password; and why one does not.

Knows nothing of processes; speaks Bolt by the driver, as any client, and reads Neo4j's logs.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import LiteralString

import neo4j
from neo4j.exceptions import DriverError, Neo4jError
from pydantic import SecretStr

from narabot.database.home import (
    DATABASE,
    Home,
    ServerState,
    password_advice,
    read_password,
    restoring,
    saving_records,
)
from narabot.errors import DatabaseStartError
from narabot.models import Connection

log = logging.getLogger(__name__)

USERNAME = "neo4j"
FIRST_PASSWORD = "neo4j"  # noqa: S105 - every new Neo4j has it, and allows nothing but its change

# What Neo4j or Java says in its logs, and what that means to the user.
KNOWN_CAUSES = (
    ("locked by another process", "another process uses this database; end it first"),
    ("Address already in use", "its port was taken meanwhile; start it again"),
    ("No space left on device", "the disk is full; make room"),
    ("exceeds physical memory", "memory does not suffice; lower NEO4J_HEAP or NEO4J_PAGE_CACHE"),
    ("insufficient memory", "memory does not suffice; lower NEO4J_HEAP or NEO4J_PAGE_CACHE"),
    ("enough space for", "memory does not suffice; lower NEO4J_HEAP or NEO4J_PAGE_CACHE"),
    ("OutOfMemoryError", "memory does not suffice; raise NEO4J_HEAP"),
    ("Too small maximum heap", "memory does not suffice; raise NEO4J_HEAP"),
)


UNOPENED = re.compile(r"Failed to start DatabaseId\{\w*\[(\w+)\]\}")
"""What Neo4j says in `debug.log` of a database that it cannot open, before the reason."""


SIGNS_OF_TROUBLE = ("ERROR", "Caused by:", "Exception", "Error:", "error")


class PortTakenError(DatabaseStartError):
    """The server's port was taken by another program before it could use it."""


def connection_to(state: ServerState, password: SecretStr) -> Connection:
    """Return where the embedded server answers and who we are there."""
    return Connection(state.uri, USERNAME, password, DATABASE)


def answers(state: ServerState, home: Home) -> bool:
    """Return whether the server does its work for us; a new one is given its password first.

    Ask only when it is our process that listens: another would be told the password. Raises
    DatabaseStartError when it knows neither our password nor the one of a new server.
    """
    password = read_password(home)
    try:
        with open_driver(state, password) as driver:
            driver.execute_query(statement("narabot", "server_version"), database_=DATABASE)
    except (Neo4jError, DriverError, OSError) as error:
        log.debug("%s does not answer yet: %s", state.uri, error)
        if is_refusal(error):
            set_first_password(state, home)
        return False
    return True


def is_refusal(error: Exception) -> bool:
    """Return whether the server answers, but not to us."""
    code = error.code if isinstance(error, Neo4jError) else None
    return code is not None and code.startswith("Neo.ClientError.Security.")


def set_first_password(state: ServerState, home: Home) -> None:
    """Give a new server its password.

    Raises DatabaseStartError when it is not new.
    """
    passwords = {"old": FIRST_PASSWORD, "new": read_password(home).get_secret_value()}
    try:
        with open_driver(state, SecretStr(FIRST_PASSWORD)) as driver:
            driver.execute_query(
                statement("narabot.database", "set_first_password"), passwords, database_="system"
            )
    except Neo4jError as error:
        if not is_refusal(error):
            raise
        raise DatabaseStartError(
            f"The database refuses the password in {home.password_file}. {password_advice(home)}"
        ) from error


@contextmanager
def open_driver(state: ServerState, password: SecretStr) -> Iterator[neo4j.Driver]:
    """Yield a driver that gives up at once: our caller is the one that tries again."""
    with neo4j.GraphDatabase.driver(
        state.uri,
        auth=(USERNAME, password.get_secret_value()),
        notifications_min_severity="OFF",
        connection_timeout=10,
        max_transaction_retry_time=0,
    ) as driver:
        yield driver


@cache
def statement(package: str, name: str) -> LiteralString:
    """Return the statement in `<package>/queries/<name>.cypher`."""
    return (files(package) / "queries" / f"{name}.cypher").read_text(encoding="utf-8")


def read_logs(home: Home) -> str:
    """Return what Neo4j and Java wrote since the last launch."""
    logs = (home.logs / "neo4j.log", home.logs / "console.log")
    return "\n".join(
        log.read_text(encoding="utf-8", errors="replace") for log in logs if log.exists()
    )


def unopened(home: Home) -> tuple[str, str | None] | None:
    """Return which database the server cannot open, and why if we know; `None` while there is none.

    The server itself goes on, and says of such a database only that it is not available.
    """
    try:
        log = (home.logs / "debug.log").read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    found = UNOPENED.search(log)
    return (found.group(1), known_cause(log[found.end() :])) if found else None


def known_cause(logs: str) -> str | None:
    """Return what some logs mean to the user, if we know it."""
    return next((meaning for words, meaning in KNOWN_CAUSES if words in logs), None)


def cause_of_death(logs: str) -> str:
    """Return why a server ended at its start: a cause we know, else its last telling lines."""
    known = known_cause(logs)
    if known:
        return known
    telling = [line for line in logs.splitlines() if any(s in line for s in SIGNS_OF_TROUBLE)]
    return " / ".join(line.strip()[:300] for line in telling[-3:]) or "it says nothing of why"


def port_was_taken(logs: str) -> bool:
    """Return whether the server ended because another program took its port first."""
    return "Address already in use" in logs


def refuse_unopened(home: Home) -> None:
    """Raise DatabaseStartError when the server says that it cannot open a database."""
    found = unopened(home)
    if found is None:
        return
    name, known = found
    advice = restoring(home) if name == DATABASE else saving_records(home)
    cause = f"{known}." if known else f"its store is damaged. {advice}"
    raise DatabaseStartError(
        f"Neo4j cannot open the database {name!r} in {home.data_dir}: {cause} Its logs "
        f"are in {home.logs}."
    )


def death(home: Home) -> DatabaseStartError:
    """Return what to say of a server that ended while it was starting."""
    logs = read_logs(home)
    kind = PortTakenError if port_was_taken(logs) else DatabaseStartError
    return kind(
        f"Neo4j ended while it was starting: {cause_of_death(logs)}. Its logs are in {home.logs}."
    )
