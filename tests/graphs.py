"""Inspect a whole graph (nodes, relationships, digest) and measure a server's work."""

import hashlib
import json
import time
from collections.abc import Iterator
from typing import Any, LiteralString, cast

import psutil

from narabot.database import EmbeddedDatabase
from narabot.graph import Graph
from narabot.models import VECTOR_INDEX, Row
from narabot.settings import Settings

Nodes = dict[str, tuple[tuple[str, ...], dict[str, object]]]
Edge = tuple[str, str, str]


def nodes(graph: Graph) -> Nodes:
    """Return every node's labels and properties, except vectors, keyed by chunkId."""
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
    """Return each relationship as start, type, and end. Duplicate relationships appear twice."""
    rows = graph.read(
        "MATCH (a:record)-[r]->(b:record) RETURN a.chunkId AS a, type(r) AS type, b.chunkId AS b"
    )
    return sorted((row["a"], row["type"], row["b"]) for row in rows)


def vectors(graph: Graph) -> dict[str, tuple[float, ...]]:
    """Return the vector of every chunk."""
    rows = graph.read("MATCH (n:recordWithText) RETURN n.chunkId AS id, n.embedding AS vector")
    return {row["id"]: tuple(row["vector"]) for row in rows}


def digest(graph: Graph) -> str:
    """Return a hash of the whole graph: nodes, labels, properties, vectors, relationships."""
    whole = [sorted(nodes(graph).items()), edges(graph), sorted(vectors(graph).items())]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def relations(graph: Graph, relation: str) -> set[tuple[str, str]]:
    """Return the start and end of every relationship of one type."""
    return {(start, end) for start, type_, end in edges(graph) if type_ == relation}


def vector_index_statement(graph: Graph) -> str:
    """Return the statement that creates the current vector index."""
    [made] = graph.read(
        "SHOW VECTOR INDEXES YIELD name, createStatement WHERE name = $name "
        "RETURN createStatement AS statement",
        name=VECTOR_INDEX,
    )
    return str(made["statement"])


def cpu_seconds(server: Settings) -> float:
    """Return the CPU time of this process and a running server, in seconds.

    On busy cores, CPU time is more reliable than elapsed time.
    """
    of_server = psutil.Process(EmbeddedDatabase(server).status().pid).cpu_times()
    return time.process_time() + of_server.user + of_server.system


class CountedGraph:
    """A read-only graph that counts database hits."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.hits = 0

    def read(self, query: LiteralString, **parameters: Any) -> list[Row]:
        """Return the rows of a read query, and add its database hits to `hits`."""
        with self._graph.session() as session:
            result = session.run(cast("LiteralString", f"PROFILE {query}"), parameters)
            rows = [record.data() for record in result]
            self.hits += hits_of(result.consume().profile)
        return rows


def hits_of(step: Any) -> int:
    """Return the number of database hits in a step of a query plan and the steps before it."""
    return int(step.get("dbHits", 0)) + sum(map(hits_of, step.get("children", ())))


def operators(plan: dict[str, Any]) -> Iterator[str]:
    """Yield the operator types of a query plan."""
    yield plan["operatorType"].split("@")[0]
    for child in plan.get("children", ()):
        yield from operators(child)
