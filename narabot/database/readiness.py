"""Check whether a server responds, set its first password, and find out why startup failed.

This module does not manage processes. It uses the Bolt driver like any client, and it reads Neo4j's
logs.
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
    rescue_advice,
    restore_advice,
)
from narabot.errors import DatabaseStartError
from narabot.models import Connection

log = logging.getLogger(__name__)

USERNAME = "neo4j"
FIRST_PASSWORD = "neo4j"  # noqa: S105 - every new server has it and only allows changing it

# Text in Neo4j's or Java's logs, and its meaning for the user.
KNOWN_CAUSES = (
    ("locked by another process", "another process is using this database; end that process first"),
    ("Address already in use", "another program took its port; start Neo4j again"),
    ("No space left on device", "the disk is full; free some space"),
    ("exceeds physical memory", "there is not enough memory; lower NEO4J_HEAP or NEO4J_PAGE_CACHE"),
    ("insufficient memory", "there is not enough memory; lower NEO4J_HEAP or NEO4J_PAGE_CACHE"),
    ("enough space for", "there is not enough memory; lower NEO4J_HEAP or NEO4J_PAGE_CACHE"),
    ("OutOfMemoryError", "there is not enough memory; increase NEO4J_HEAP"),
    ("Too small maximum heap", "there is not enough memory; increase NEO4J_HEAP"),
)


UNOPENED_DATABASE = re.compile(r"Failed to start DatabaseId\{\w*\[(\w+)\]\}")
"""Neo4j's message in `debug.log` about a database that it cannot open. The reason follows the
message."""


SIGNS_OF_TROUBLE = ("ERROR", "Caused by:", "Exception", "Error:", "error")


class PortTakenError(DatabaseStartError):
    """Another program took the server's port first."""


def connection_to(state: ServerState, password: SecretStr) -> Connection:
    """Return the address of the embedded server and the credentials."""
    return Connection(state.uri, USERNAME, password, DATABASE)


def is_ready(state: ServerState, home: Home) -> bool:
    """Return whether the server accepts queries. If the server is new, set its password.

    Call this function only if narabot's own process is listening. Otherwise, another process would
    receive the password. Raises DatabaseStartError if the server accepts neither the password nor
    the initial password.
    """
    password = read_password(home)
    try:
        with open_driver(state, password) as driver:
            driver.execute_query(statement("narabot", "server_version"), database_=DATABASE)
    except (Neo4jError, DriverError, OSError) as error:
        log.debug("%s has not responded yet: %s", state.uri, error)
        if is_access_denied(error):
            set_first_password(state, home)
        return False
    return True


def is_access_denied(error: Exception) -> bool:
    """Return whether the server responds but denies access."""
    code = error.code if isinstance(error, Neo4jError) else None
    return code is not None and code.startswith("Neo.ClientError.Security.")


def set_first_password(state: ServerState, home: Home) -> None:
    """Set the password of a new server.

    Raises DatabaseStartError if the server is not new.
    """
    passwords = {"old": FIRST_PASSWORD, "new": read_password(home).get_secret_value()}
    try:
        with open_driver(state, SecretStr(FIRST_PASSWORD)) as driver:
            driver.execute_query(
                statement("narabot.database", "set_first_password"), passwords, database_="system"
            )
    except Neo4jError as error:
        if not is_access_denied(error):
            raise
        raise DatabaseStartError(
            f"The database rejects the password in {home.password_file}. {password_advice(home)}"
        ) from error


@contextmanager
def open_driver(state: ServerState, password: SecretStr) -> Iterator[neo4j.Driver]:
    """Yield a driver without retries, because the caller retries."""
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
    """Return the logs of Neo4j and Java since the last launch."""
    logs = (home.logs / "neo4j.log", home.logs / "console.log")
    return "\n".join(
        log.read_text(encoding="utf-8", errors="replace") for log in logs if log.exists()
    )


def find_unopened_database(home: Home) -> tuple[str, str | None] | None:
    """Return the name of a database that the server cannot open, and the cause if it is known.

    Return `None` if there is no such database. The server keeps running and reports only that the
    database is unavailable.
    """
    try:
        log = (home.logs / "debug.log").read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    found = UNOPENED_DATABASE.search(log)
    return (found.group(1), known_cause(log[found.end() :])) if found else None


def known_cause(logs: str) -> str | None:
    """Return an explanation of the cause that logs indicate, or `None` if the cause is unknown."""
    return next((meaning for words, meaning in KNOWN_CAUSES if words in logs), None)


def startup_failure_reason(logs: str) -> str:
    """Return why a server ended during startup: a known cause, or else its last error lines."""
    known = known_cause(logs)
    if known:
        return known
    telling = [line for line in logs.splitlines() if any(s in line for s in SIGNS_OF_TROUBLE)]
    return " / ".join(line.strip()[:300] for line in telling[-3:]) or "it gave no reason"


def port_was_taken(logs: str) -> bool:
    """Return whether the server ended because another program took its port first."""
    return "Address already in use" in logs


def refuse_unopened(home: Home) -> None:
    """Raise DatabaseStartError if the server reports that it cannot open a database."""
    found = find_unopened_database(home)
    if found is None:
        return
    name, known = found
    advice = restore_advice(home) if name == DATABASE else rescue_advice(home)
    cause = f"{known}." if known else f"its store is damaged. {advice}"
    raise DatabaseStartError(
        f"Neo4j cannot open the database {name!r} in {home.data_dir}: {cause} Its logs "
        f"are in {home.logs}."
    )


def startup_error(home: Home) -> DatabaseStartError:
    """Return the error for a server that ended during startup."""
    logs = read_logs(home)
    kind = PortTakenError if port_was_taken(logs) else DatabaseStartError
    return kind(
        f"Neo4j stopped while starting: {startup_failure_reason(logs)}. Its logs are in "
        f"{home.logs}."
    )
