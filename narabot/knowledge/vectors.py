"""Embed names and reports, so that vector search can find them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tenacity import Retrying

from narabot.embedding import Embeddings
from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE, Progress
from narabot.models import Row
from narabot.models.knowledge import NON_NAME_CLASSES

MAX_REPORT_CHARS = 1000
"""Maximum length of a report's embedded text, in characters (about 250 tokens, as in a chunk)."""


@dataclass(frozen=True, slots=True)
class EmbeddedNodes:
    """A type of node that has a vector."""

    without_vector: Literal["phrases_without_vector", "reports_without_vector"]
    """The query that returns nodes without a vector for their current text."""
    write: Literal["write_phrase_vectors", "write_report_vectors"]
    create_index: Literal["create_phrase_vector_index", "create_report_vector_index"]
    text: Callable[[Row], str]
    """Returns the text to embed."""
    per_transaction: int
    """Number of nodes in a transaction."""
    parameters: Mapping[str, Any] = field(default_factory=dict)


def start_of_report(row: Row) -> str:
    """Return the text to embed: the title, the summary, and as much of the findings as fits."""
    return "\n".join(filter(None, (row["title"], row["summary"], row["told"])))[:MAX_REPORT_CHARS]


PHRASE_NODES = EmbeddedNodes(
    without_vector="phrases_without_vector",
    write="write_phrase_vectors",
    create_index="create_phrase_vector_index",
    text=lambda row: str(row["name"]),
    per_transaction=1000,
    parameters={"unnaming": sorted(NON_NAME_CLASSES)},
)
REPORT_NODES = EmbeddedNodes(
    without_vector="reports_without_vector",
    write="write_report_vectors",
    create_index="create_report_vector_index",
    text=start_of_report,
    per_transaction=200,
)


def embed_nodes(
    graph: Graph,
    kind: EmbeddedNodes,
    model: Callable[[], Embeddings],
    retrying: Retrying,
    progress: Progress = lambda _: None,
) -> int:
    """Add a vector to each node that has none for its current text. Return the number of nodes.

    The model is loaded only if there are such nodes. After an interruption, another call continues
    the work. May raise GraphUnavailableError or ModelUnavailableError.
    """
    count = 0
    embeddings = None
    query = load_query(PACKAGE, kind.without_vector)
    while rows := retrying(graph.read, query, limit=kind.per_transaction, **kind.parameters):
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
