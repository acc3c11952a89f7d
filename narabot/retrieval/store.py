"""The graph as a read-only langchain-neo4j vector store. Other modules import this module only
inside the functions that use it."""

from dataclasses import dataclass
from typing import Any, LiteralString, cast

import neo4j
from langchain_core.embeddings import Embeddings as LangChainEmbeddings
from langchain_neo4j import Neo4jVector

from narabot.graph import Graph, name_of, named_statement
from narabot.models import VECTOR_INDEX, Label, Row
from narabot.retrieval.retriever import Retriever


class ReadOnlyNeo4jVector(Neo4jVector):
    """Neo4jVector that runs its queries through narabot's read-only graph interface."""

    reader: Graph

    def query(self, query: str, *, params: dict[str, Any] | None = None) -> list[Row]:
        """Run a read query and return its rows. The query must return maps and lists but no
        nodes."""
        statement = named_statement(query, name_of(self.retrieval_query))
        return self.reader.read(cast("LiteralString", statement), **(params or {}))


@dataclass(frozen=True, slots=True)
class DriverOf:
    """An open graph in the form that Neo4jVector accepts as a source of its driver."""

    _driver: neo4j.Driver
    _database: str


def open_store(retriever: Retriever, retrieval_query: str) -> ReadOnlyNeo4jVector:
    """Return the vector store for a graph, with the query that reads the context of each hit."""
    graph = retriever.graph
    store = ReadOnlyNeo4jVector.from_existing_index(
        cast("LangChainEmbeddings", retriever.embeddings),  # has all required methods
        index_name=VECTOR_INDEX,
        graph=DriverOf(graph.driver, graph.connection.database),
        node_label=Label.RECORD_WITH_TEXT,
        embedding_dimension=retriever.version.dimension,
        retrieval_query=retrieval_query,
    )
    own = cast("ReadOnlyNeo4jVector", store)
    own.reader = graph
    return own
