"""The graph as langchain-neo4j's vector store, with our retrieval query, read-only."""

from dataclasses import dataclass
from typing import Any, cast

import neo4j
from langchain_neo4j import Neo4jVector

from narabot.embedding import Embeddings
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, load_query, named_errors
from narabot.models import SEARCHED_INDEXES, VECTOR_INDEX, Label, Row

QUERY_TIMEOUT_S = 30.0
"""The server ends a search that takes longer."""


class ReadOnlyNeo4jVector(Neo4jVector):
    """Neo4jVector whose queries are sent with READ access mode, which the class does not set."""

    def query(self, query: str, *, params: dict[str, Any] | None = None) -> list[Row]:
        """Return the rows of a reading query, which returns maps and lists, but no nodes."""
        timed = neo4j.Query(query, timeout=QUERY_TIMEOUT_S)
        records, _, _ = self._driver.execute_query(
            timed,
            parameters_=params or {},
            routing_=neo4j.RoutingControl.READ,
            database_=self._database,
        )
        return [dict(record) for record in records]  # no nodes: `data()` would look for them


@dataclass(frozen=True, slots=True)
class DriverOf:
    """An open graph in the shape from which Neo4jVector takes its driver."""

    _driver: neo4j.Driver
    _database: str


def open_store(graph: Graph, embeddings: Embeddings, dimension: int) -> ReadOnlyNeo4jVector:
    """Return the store of a graph whose indexes can be used.

    Raises IndexUnavailableError for an index that is missing or still being built,
    IndexMismatchError for one of another dimension.
    """
    check_indexes(graph, dimension)
    with named_errors(graph.connection):
        store = ReadOnlyNeo4jVector.from_existing_index(
            embeddings,
            index_name=VECTOR_INDEX,
            graph=DriverOf(graph.driver, graph.connection.database),
            node_label=Label.RECORD_WITH_TEXT,
            embedding_dimension=dimension,
            retrieval_query=load_query("narabot", "retrieval"),
        )
    return cast("ReadOnlyNeo4jVector", store)


def check_indexes(graph: Graph, dimension: int) -> None:
    """Raise IndexUnavailableError or IndexMismatchError unless all indexes can be used."""
    rows = graph.read(load_query("narabot", "indexes"), names=list(SEARCHED_INDEXES))
    known = {row["name"]: row for row in rows}
    for name, what in SEARCHED_INDEXES.items():
        if name not in known:
            raise IndexUnavailableError(
                f"The {what} index is missing: an ingest is at work, or was stopped. Run `narabot "
                "ingest PATH` again; it makes what is missing."
            )
        if known[name]["state"] != "ONLINE":
            raise IndexUnavailableError(
                f"The {what} index is {known[name]['state'].lower()} "
                f"({known[name]['percent']:.0f} % built). Wait a little and try again."
            )
    if known[VECTOR_INDEX]["dimension"] != dimension:
        raise IndexMismatchError(
            f"The vector index has {known[VECTOR_INDEX]['dimension']} dimensions, the embedding "
            f"model {dimension}. Remake the graph with `narabot ingest --rebuild PATH`."
        )
