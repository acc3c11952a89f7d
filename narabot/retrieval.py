"""Find the passages of the graph that are nearest to a question, best first.

Knows nothing of what is done with them. The search is langchain-neo4j's vector search with our
retrieval query, read-only.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

import neo4j
from langchain_neo4j import Neo4jVector

from narabot.embedding import Embeddings
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, load_query, named_errors
from narabot.models import (
    VECTOR_INDEX,
    AuthorityType,
    Chunk,
    Holdings,
    Label,
    LevelOfDescription,
    Passage,
    PathRecord,
    RecordType,
    RelatedAuthority,
    Row,
)
from narabot.versions import check_version

QUERY_TIMEOUT_S = 30.0
"""The server ends a search that takes longer."""

LEAST_RATIO = 2
"""So many times more neighbours than are wanted are asked for, also for long lists."""


class ReadOnlyNeo4jVector(Neo4jVector):
    """Neo4jVector whose queries are sent with READ access mode, which the class does not set."""

    def query(self, query: str, *, params: dict[str, Any] | None = None) -> list[Row]:
        """Return the rows of a reading query."""
        timed = neo4j.Query(query, timeout=QUERY_TIMEOUT_S)
        records, _, _ = self._driver.execute_query(
            timed,
            parameters_=params or {},
            routing_=neo4j.RoutingControl.READ,
            database_=self._database,
        )
        return [record.data() for record in records]


@dataclass(frozen=True, slots=True)
class DriverOf:
    """An open graph in the shape from which Neo4jVector takes its driver."""

    _driver: neo4j.Driver
    _database: str


@dataclass(frozen=True, slots=True)
class Retriever:
    """Searches one graph with one embedding model; `open_retriever` makes it."""

    graph: Graph
    store: ReadOnlyNeo4jVector
    candidates: int
    """Neighbours asked of the index; it takes their number as the width of its search."""

    def find_passages(self, question: str, count: int) -> list[Passage]:
        """Return the `count` nearest passages, best first.

        Raises GraphUnavailableError when the database does not answer.
        """
        with named_errors(self.graph.connection):
            found = self.store.similarity_search_with_score(
                question,
                k=count,
                effective_search_ratio=max(LEAST_RATIO, math.ceil(self.candidates / count)),
            )
        return [passage(document.page_content, document.metadata) for document, _ in found]


def open_retriever(graph: Graph, embeddings: Embeddings, candidates: int) -> Retriever:
    """Return a retriever on a graph that was made with this embedding model.

    Raises IndexUnavailableError for an empty graph and for an index that is missing or still
    being built, IndexMismatchError for a graph made with another model or version.
    """
    version = check_version(graph, embeddings.identity)
    check_index(graph, version.dimension)
    with named_errors(graph.connection):
        store = ReadOnlyNeo4jVector.from_existing_index(
            embeddings,
            index_name=VECTOR_INDEX,
            graph=DriverOf(graph.driver, graph.connection.database),
            node_label=Label.RECORD_WITH_TEXT,
            embedding_dimension=version.dimension,
            retrieval_query=load_query("narabot", "retrieval"),
        )
    return Retriever(graph, cast("ReadOnlyNeo4jVector", store), candidates)


def check_index(graph: Graph, dimension: int) -> None:
    """Raise IndexUnavailableError or IndexMismatchError unless the vector index can be used."""
    rows = graph.read(load_query("narabot", "vector_index"), name=VECTOR_INDEX)
    if not rows:
        raise IndexUnavailableError(
            "The vector index is missing. Run `narabot ingest PATH` again; it makes what is "
            "missing."
        )
    if rows[0]["state"] != "ONLINE":
        raise IndexUnavailableError(
            f"The vector index is {rows[0]['state'].lower()} ({rows[0]['percent']:.0f} % built). "
            "Wait a little and try again."
        )
    if rows[0]["dimension"] != dimension:
        raise IndexMismatchError(
            f"The vector index has {rows[0]['dimension']} dimensions, the embedding model "
            f"{dimension}. Remake the graph with `narabot ingest --rebuild PATH`."
        )


def passage(text: str, metadata: Row) -> Passage:
    """Return a row of the retrieval query as a passage."""
    return Passage(
        na_id=metadata["naId"],
        chunk_id=metadata["chunkId"],
        score=metadata["score"],
        text=text,
        chunks=tuple(Chunk(chunk["chunkId"], chunk["text"]) for chunk in metadata["chunks"]),
        path=tuple(path_record(row) for row in metadata["path_nodes"]),
        related_authorities=tuple(
            RelatedAuthority(AuthorityType(row["authorityType"]), row["heading"], row["source"])
            for row in metadata["related_authorities"]
            if row["heading"] is not None
        ),
        holdings=holdings(metadata["path_nodes"][0]),
    )


def path_record(row: Row) -> PathRecord:
    """Return a record of a path."""
    is_description = row["recordType"] == RecordType.DESCRIPTION
    return PathRecord(
        na_id=row["naId"],
        record_type=RecordType(row["recordType"]),
        type=LevelOfDescription(row["levelOfDescription"])
        if is_description
        else AuthorityType(row["authorityType"]),
        name=row["title"] if is_description else row["heading"],
        start_date=row["startDate"],
        end_date=row["endDate"],
        source=row["source"],
    )


def holdings(row: Row) -> Holdings:
    """Return what a record says of access, place and online copies; an authority says nothing."""
    return Holdings(
        access_status=row.get("status_accessRestriction"),
        access_note=row.get("note_accessRestriction"),
        use_status=row.get("status_useRestriction"),
        reference_units=stated(row.get("name_referenceUnits")),
        containers=stated(row.get("containerId")),
        online_urls=stated(row.get("online_urls")),
        online_count=row.get("online_count", 0),
    )


def stated(values: Iterable[str] | None) -> tuple[str, ...]:
    """Return the values of a list that are there, each once."""
    return tuple(dict.fromkeys(value for value in values or () if value))
