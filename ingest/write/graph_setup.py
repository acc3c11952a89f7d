"""Prepare the database: empty it if requested, then create constraints, indexes, and a version."""

from dataclasses import asdict

from neo4j.exceptions import ClientError

from narabot.embedding import Probe
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, load_query, translate_errors
from narabot.versions import (
    GraphVersion,
    check_model,
    is_being_emptied,
    stored_probe,
    stored_version,
)

SCHEMA_STATEMENTS = (
    "create_constraint",
    "create_shard_constraint",
    "create_rejected_constraint",
    "create_unsettled_constraint",
    "create_na_id_index",
    "create_sequence_index",
    "create_vector_index",
)
"""Statements to run before loading.

The vector index is built during loading, which uses all cores and improves recall (decision 0007).
"""

FULLTEXT_STATEMENTS = ("create_fulltext_index", "create_authority_index")
"""Full-text indexes to create after loading. Building them from existing records is much faster."""

RESET_STATEMENTS = (
    "delete_shards",
    "delete_rejected",
    "delete_unsettled",
    "delete_releases",
)
EMPTYING_STATEMENTS = ("delete_knowledge", "delete_some")
"""Statements that each delete a limited number of nodes and are repeated until no nodes remain."""

DROPPING_STATEMENTS = ("drop_fulltext_index", "drop_authority_index", "drop_vector_index")
INDEX_WAIT_S = 24 * 3600
"""Maximum time for the indexes to come online after a large ingest, in seconds."""

DELETE_BATCH = 5000


def prepare_graph(graph: Graph, version: GraphVersion, probe: Probe, *, rebuild: bool) -> None:
    """Create missing constraints and indexes. Empty the graph first if it is to be rebuilt.

    A graph that an interrupted run emptied only partly is also emptied. `finish_indexes` creates
    the full-text indexes after loading. Raise IndexMismatchError for a graph with a different
    model, chunker, or version, and for a database with data from another application.
    """
    if stored_version(graph) is None:
        check_database_empty(graph)
    elif rebuild or is_being_emptied(graph):
        empty_graph(graph)
    else:
        check_model(graph, version.identity, probe, version.chunker)
    for row in graph.read(load_query("ingest", "orphaned_indexes")):
        graph.write(load_query("ingest", "drop_index"), name=row["name"])
    for name in SCHEMA_STATEMENTS:
        graph.write(load_query("ingest", name), dimension=version.dimension)
    if stored_probe(graph) is None:
        made_with = asdict(version)
        graph.write(load_query("ingest", "write_graph_version"), properties=made_with, probe=probe)


def finish_indexes(graph: Graph) -> None:
    """Create the full-text indexes, and wait until all indexes are online.

    Raise IndexUnavailableError if the database cannot create its indexes.
    """
    try:
        for name in FULLTEXT_STATEMENTS:
            graph.write(load_query("ingest", name))
        with translate_errors(graph.connection), graph.session() as session:
            session.run(load_query("ingest", "await_indexes"), seconds=INDEX_WAIT_S).consume()
    except ClientError as error:
        raise IndexUnavailableError(
            "The records were written, but the database cannot create the indexes "
            f"({error.message}). Check the database log, then run the same command again."
        ) from error


def check_database_empty(graph: Graph) -> None:
    """Raise IndexMismatchError for a database that contains data from another application."""
    if graph.read(load_query("ingest", "foreign_nodes")):
        raise IndexMismatchError(
            f"The database at {graph.connection.place} contains data from another application. "
            "Use a separate database for narabot (NEO4J_DATABASE or NEO4J_URI)."
        )


def empty_graph(graph: Graph) -> None:
    """Delete all records and the indexes that are built from them.

    The graph is marked first, so that the next ingest can finish an interrupted deletion.
    """
    graph.write(load_query("ingest", "mark_emptying"))
    for name in RESET_STATEMENTS:
        graph.write(load_query("ingest", name))
    for name in DROPPING_STATEMENTS:
        graph.write(load_query("ingest", name))
    for name in EMPTYING_STATEMENTS:
        while graph.write(load_query("ingest", name), count=DELETE_BATCH)[0]["deleted"]:
            pass
    graph.write(load_query("ingest", "delete_graph_version"))
