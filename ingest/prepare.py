"""Make a database ready for the graph: constraint, indexes, version; or empty it first."""

from dataclasses import asdict

from narabot.embedding import EmbeddingIdentity
from narabot.errors import IndexMismatchError
from narabot.graph import Graph, load_query
from narabot.versions import check_version, our_version, stored_version

SCHEMA_STATEMENTS = (
    "create_constraint",
    "create_na_id_index",
    "create_sequence_index",
    "create_fulltext_index",
)
DELETED_AT_ONCE = 5000


def prepare_graph(graph: Graph, identity: EmbeddingIdentity, *, rebuild: bool) -> None:
    """Create what is missing, or empty the graph first if it is to be rebuilt.

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
    graph.write(load_query("ingest", "create_vector_index"), dimension=identity.dimension)
    if stored_version(graph) is None:
        version = asdict(our_version(identity))
        graph.write(load_query("ingest", "write_graph_version"), properties=version)


def refuse_foreign(graph: Graph) -> None:
    """Raise IndexMismatchError for a database that holds something which is not ours."""
    if graph.read(load_query("ingest", "foreign_nodes")):
        raise IndexMismatchError(
            f"The database at {graph.connection.uri} holds something that is not narabot's. Give "
            "narabot a database of its own (NEO4J_DATABASE or NEO4J_URI)."
        )


def empty_graph(graph: Graph) -> None:
    """Delete all records and the vector index, whose dimension may be another."""
    graph.write(load_query("ingest", "drop_vector_index"))
    while graph.write(load_query("ingest", "delete_some"), count=DELETED_AT_ONCE)[0]["deleted"]:
        pass
    graph.write(load_query("ingest", "delete_graph_version"))
