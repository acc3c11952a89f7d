"""Make a database ready for the graph: constraint, indexes, version; or empty it first."""

from dataclasses import asdict

from neo4j.exceptions import ClientError

from narabot.embedding import Probe
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, load_query, named_errors
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
"""The vector index grows with the fill: on all cores, and it finds more (decision 0007)."""

FILLED_STATEMENTS = ("create_fulltext_index", "create_authority_index")
"""The indexes of words are made after the fill: to build them of what is there costs a fraction."""

FORGETTING_STATEMENTS = (
    "delete_shards",
    "delete_rejected",
    "delete_unsettled",
    "delete_releases",
)
EMPTYING_STATEMENTS = ("delete_knowledge", "delete_some")
"""Each deletes some, until there are no more."""

DROPPING_STATEMENTS = ("drop_fulltext_index", "drop_authority_index", "drop_vector_index")
INDEX_WAIT_S = 24 * 3600
"""How long a vector index may take to come online after a large ingest."""

DELETED_AT_ONCE = 5000


def prepare_graph(graph: Graph, version: GraphVersion, probe: Probe, *, rebuild: bool) -> None:
    """Create what is missing, or empty the graph first if it is, or was, to be rebuilt.

    The indexes of words are made by `finish_indexes` after the fill.

    Raises IndexMismatchError for a graph that was made with another model, chunker or version, and
    for a database that holds something else.
    """
    if stored_version(graph) is None:
        refuse_foreign(graph)
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
    """Make the indexes of words, and wait until what was written can be found.

    Raises IndexUnavailableError when the database cannot make its indexes.
    """
    try:
        for name in FILLED_STATEMENTS:
            graph.write(load_query("ingest", name))
        with named_errors(graph.connection), graph.session() as session:
            session.run(load_query("ingest", "await_indexes"), seconds=INDEX_WAIT_S).consume()
    except ClientError as error:
        raise IndexUnavailableError(
            f"The records are written, but the database cannot make the indexes ({error.message}). "
            "See its log, and run the same command again."
        ) from error


def refuse_foreign(graph: Graph) -> None:
    """Raise IndexMismatchError for a database that holds something which is not ours."""
    if graph.read(load_query("ingest", "foreign_nodes")):
        raise IndexMismatchError(
            f"The database at {graph.connection.place} holds something that is not narabot's. Give "
            "narabot a database of its own (NEO4J_DATABASE or NEO4J_URI)."
        )


def empty_graph(graph: Graph) -> None:
    """Delete all records and the indexes that are made of what is there.

    It is marked first: when this is stopped, the next ingest goes on with it.
    """
    graph.write(load_query("ingest", "mark_emptying"))
    for name in FORGETTING_STATEMENTS:
        graph.write(load_query("ingest", name))
    for name in DROPPING_STATEMENTS:
        graph.write(load_query("ingest", name))
    for name in EMPTYING_STATEMENTS:
        while graph.write(load_query("ingest", name), count=DELETED_AT_ONCE)[0]["deleted"]:
            pass
    graph.write(load_query("ingest", "delete_graph_version"))
