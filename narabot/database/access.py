"""Whether a server answers, and its first password.

Knows nothing of processes; speaks Bolt by the driver, as any client.
"""

import logging
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
    read_password,
    without_password,
)
from narabot.errors import DatabaseStartError
from narabot.models import Connection

log = logging.getLogger(__name__)

USERNAME = "neo4j"
FIRST_PASSWORD = "neo4j"  # noqa: S105 - every new Neo4j has it, and allows nothing but its change


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
            f"The database refuses the password in {home.password_file}. {without_password(home)}"
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
