"""Vectors of names and of reports: a request finds by them what it does not say word for word."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tenacity import Retrying

from narabot.embedding import Embeddings
from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE, Progress
from narabot.models import Row
from narabot.models.knowledge import UNNAMING

MOST_CHARS = 1000
"""Of a report that a vector stands for: some 250 pieces, as of a chunk."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """A kind of nodes that have vectors."""

    without_vector: Literal["phrases_without_vector", "reports_without_vector"]
    """The statement that returns those whose words have no vector yet."""
    write: Literal["write_phrase_vectors", "write_report_vectors"]
    create_index: Literal["create_phrase_vector_index", "create_report_vector_index"]
    text: Callable[[Row], str]
    """What a vector stands for."""
    at_once: int
    """In one transaction."""
    parameters: Mapping[str, Any] = field(default_factory=dict)


def start_of_report(row: Row) -> str:
    """Return what a vector stands for: title and summary, then as much of the findings as fits."""
    return "\n".join(filter(None, (row["title"], row["summary"], row["told"])))[:MOST_CHARS]


PHRASES = Embedded(
    without_vector="phrases_without_vector",
    write="write_phrase_vectors",
    create_index="create_phrase_vector_index",
    text=lambda row: str(row["name"]),
    at_once=1000,
    parameters={"unnaming": sorted(UNNAMING)},
)
REPORTS = Embedded(
    without_vector="reports_without_vector",
    write="write_report_vectors",
    create_index="create_report_vector_index",
    text=start_of_report,
    at_once=200,
)


def embed_all(
    graph: Graph,
    kind: Embedded,
    model: Callable[[], Embeddings],
    retrying: Retrying,
    progress: Progress = lambda _: None,
) -> int:
    """Give a vector to each node of a kind that has none of its present words; return how many.

    The model is opened if there is one. Stopped half-way, it goes on when it is called again.
    Raises GraphUnavailableError, ModelUnavailableError.
    """
    count = 0
    embeddings = None
    query = load_query(PACKAGE, kind.without_vector)
    while rows := retrying(graph.read, query, limit=kind.at_once, **kind.parameters):
        if embeddings is None:
            embeddings = model()
            index = load_query(PACKAGE, kind.create_index)
            retrying(graph.write, index, dimension=embeddings.identity.dimension)
        vectors = embeddings.embed_array([kind.text(row) for row in rows])
        written = [
            {**row, "embedding": vector.tolist()} for row, vector in zip(rows, vectors, strict=True)
        ]
        retrying(graph.write, load_query(PACKAGE, kind.write), rows=written)
        progress(len(rows))
        count += len(rows)
    return count
