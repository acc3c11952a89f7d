"""Make a database ready for the graph: constraint, indexes, version; or empty it first."""

from dataclasses import asdict

from narabot.embedding import EmbeddingIdentity
from narabot.errors import IndexMismatchError
from narabot.graph import Graph, load_query, named_errors
from narabot.versions import check_version, our_version, stored_version

SCHEMA_STATEMENTS = (
    "create_constraint",
    "create_shard_constraint",
    "create_rejected_constraint",
    "create_unsettled_constraint",
    "create_na_id_index",
    "create_sequence_index",
    "create_fulltext_index",
)
FORGETTING_STATEMENTS = ("delete_shards", "delete_rejected", "delete_unsettled")
INDEX_WAIT_S = 24 * 3600
"""How long a vector index may take to come online after a large ingest."""

DELETED_AT_ONCE = 5000


def prepare_graph(graph: Graph, identity: EmbeddingIdentity, *, rebuild: bool) -> None:
    """Create what is missing, or empty the graph first if it is to be rebuilt.

    The vector index is not made here, but by `finish_indexes` after the fill: to build it from
    what is there takes a fraction of the time of growing it.

    Raises IndexMismatchError for a graph that was made with another model or version, and for a
    database that holds something else.
    """
    if stored_version(graph) is None:
        refuse_foreign(graph)
    elif rebuild:
        empty_graph(graph)
    else:
        check_version(graph, identity)
    for name in SCHEMA_STATEMENTS:
        graph.write(load_query("ingest", name))
    if stored_version(graph) is None:
        version = asdict(our_version(identity))
        graph.write(load_query("ingest", "write_graph_version"), properties=version)


def finish_indexes(graph: Graph, identity: EmbeddingIdentity) -> None:
    """Make the vector index where it is missing, and wait until what was written can be found."""
    graph.write(load_query("ingest", "create_vector_index"), dimension=identity.dimension)
    with named_errors(graph.connection), graph.session() as session:
        session.run(load_query("ingest", "await_indexes"), seconds=INDEX_WAIT_S).consume()


def refuse_foreign(graph: Graph) -> None:
    """Raise IndexMismatchError for a database that holds something which is not ours."""
    if graph.read(load_query("ingest", "foreign_nodes")):
        raise IndexMismatchError(
            f"The database at {graph.connection.uri} holds something that is not narabot's. Give "
            "narabot a database of its own (NEO4J_DATABASE or NEO4J_URI)."
        )


def empty_graph(graph: Graph) -> None:
    """Delete all records and the vector index, whose dimension may be another.

    The shards go first: one that is half deleted must not be taken for loaded.
    """
    for name in FORGETTING_STATEMENTS:
        graph.write(load_query("ingest", name))
    graph.write(load_query("ingest", "drop_vector_index"))
    while graph.write(load_query("ingest", "delete_some"), count=DELETED_AT_ONCE)[0]["deleted"]:
        pass
    graph.write(load_query("ingest", "delete_graph_version"))
