"""Look at a whole graph: its nodes, its relations, its digest; and at what a server works."""

import hashlib
import json
import time
from typing import Any, LiteralString, cast

import psutil

from narabot.database import EmbeddedDatabase
from narabot.graph import Graph
from narabot.models import VECTOR_INDEX, Row
from narabot.settings import Settings

Nodes = dict[str, tuple[tuple[str, ...], dict[str, object]]]
Edge = tuple[str, str, str]


def nodes(graph: Graph) -> Nodes:
    """Return labels and properties of every node by chunkId, without the vectors."""
    rows = graph.read(
        "MATCH (n:record) RETURN n.chunkId AS chunkId, labels(n) AS labels, "
        "properties(n) AS properties"
    )
    return {
        row["chunkId"]: (
            tuple(sorted(row["labels"])),
            {name: value for name, value in row["properties"].items() if name != "embedding"},
        )
        for row in rows
    }


def edges(graph: Graph) -> list[Edge]:
    """Return every relation as start, type, end; one that stands twice is there twice."""
    rows = graph.read(
        "MATCH (a:record)-[r]->(b:record) RETURN a.chunkId AS a, type(r) AS type, b.chunkId AS b"
    )
    return sorted((row["a"], row["type"], row["b"]) for row in rows)


def vectors(graph: Graph) -> dict[str, tuple[float, ...]]:
    """Return the vector of every chunk."""
    rows = graph.read("MATCH (n:recordWithText) RETURN n.chunkId AS id, n.embedding AS vector")
    return {row["id"]: tuple(row["vector"]) for row in rows}


def digest(graph: Graph) -> str:
    """Return a hash of the whole graph: nodes, labels, properties, vectors, relations."""
    whole = [sorted(nodes(graph).items()), edges(graph), sorted(vectors(graph).items())]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def relations(graph: Graph, relation: str) -> set[tuple[str, str]]:
    """Return the ends of all relations of a type."""
    return {(start, end) for start, type_, end in edges(graph) if type_ == relation}


def vector_index_statement(graph: Graph) -> str:
    """Return the statement that makes the vector index as it is."""
    [made] = graph.read(
        "SHOW VECTOR INDEXES YIELD name, createStatement WHERE name = $name "
        "RETURN createStatement AS statement",
        name=VECTOR_INDEX,
    )
    return str(made["statement"])


def cpu_seconds(server: Settings) -> float:
    """Return how long the cores have worked for this process and a running server.

    On cores that do much else, that tells more than the clock.
    """
    of_server = psutil.Process(EmbeddedDatabase(server).status().pid).cpu_times()
    return time.process_time() + of_server.user + of_server.system


class CountedGraph:
    """A graph to read from that counts what the database looks at."""

    def __init__(self, graph: Graph) -> None:
        """Take the graph."""
        self._graph = graph
        self.hits = 0

    def read(self, query: LiteralString, **parameters: Any) -> list[Row]:
        """Return the rows of a reading statement."""
        with self._graph.session() as session:
            result = session.run(cast("LiteralString", f"PROFILE {query}"), parameters)
            rows = [record.data() for record in result]
            self.hits += hits_of(result.consume().profile)
        return rows


def hits_of(step: Any) -> int:
    """Return how many nodes, relations and properties a step of a plan and those before it read."""
    return int(step.get("dbHits", 0)) + sum(map(hits_of, step.get("children", ())))
