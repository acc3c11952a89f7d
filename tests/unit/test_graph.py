"""Tests of how database errors are translated, without a database."""

from dataclasses import replace

import pytest
from neo4j.exceptions import DatabaseError, Neo4jError
from pydantic import SecretStr

from narabot.errors import (
    GraphMemoryError,
    GraphStorageError,
    GraphUnavailableError,
    IndexUnavailableError,
    SettingsError,
)
from narabot.graph import connect, translate_errors
from narabot.models import Connection

CONNECTION = Connection("bolt://nowhere", "neo4j", SecretStr(""), "neo4j")


def raised(code: str) -> Neo4jError:
    """Return the driver's error for a code."""
    return Neo4jError._hydrate_neo4j(code=code, message="no")


@pytest.mark.parametrize("what", ["TransactionLogError", "TransactionStartFailed"])
def test_failed_database_write_suggests_freeing_disk_space(what: str) -> None:
    why = rf"{what}.*disk is full\. Free some space, restart the database"
    with pytest.raises(GraphStorageError, match=why), translate_errors(CONNECTION):
        raise raised(f"Neo.DatabaseError.Transaction.{what}")


def test_rejected_row_is_not_reported_as_disk_error() -> None:
    with pytest.raises(DatabaseError), translate_errors(CONNECTION):
        raise raised("Neo.DatabaseError.Statement.ExecutionFailed")


def test_unavailable_index_error_omits_the_password() -> None:
    connection = replace(CONNECTION, uri="bolt://me:sesame@nowhere")
    error = Neo4jError._hydrate_neo4j(
        code="Neo.ClientError.Procedure.ProcedureCallFailed", message="no such index"
    )
    with pytest.raises(IndexUnavailableError) as caught, translate_errors(connection):
        raise error
    assert "bolt://nowhere" in str(caught.value) and "sesame" not in str(caught.value)


@pytest.mark.parametrize("uri", ["bolt://[me:sesame@::1", "bolt://me:sesame/x@127.0.0.1:9"])
def test_invalid_address_error_omits_the_password(uri: str) -> None:
    with pytest.raises(SettingsError, match="NEO4J_URI is not a valid address") as caught:
        connect(replace(CONNECTION, uri=uri))
    assert "sesame" not in str(caught.value) and caught.value.__suppress_context__


def test_memory_error_differs_from_unavailable_database() -> None:
    with pytest.raises(GraphMemoryError, match="NEO4J_HEAP"), translate_errors(CONNECTION):
        raise raised("Neo.TransientError.General.MemoryPoolOutOfMemoryError")
    with pytest.raises(GraphUnavailableError), translate_errors(CONNECTION):
        raise raised("Neo.TransientError.General.DatabaseUnavailable")
