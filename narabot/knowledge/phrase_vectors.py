"""Vectors of phrases' names: a request finds by them what it does not name word for word."""

from collections.abc import Callable

from tenacity import Retrying

from narabot.embedding import Embeddings
from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE, Progress
from narabot.models import Row
from narabot.models.knowledge import UNNAMING

EMBEDDED_AT_ONCE = 1000
"""Names in one transaction."""


def embed_phrases(
    graph: Graph,
    model: Callable[[], Embeddings],
    retrying: Retrying,
    progress: Progress = lambda _: None,
) -> int:
    """Give a vector to each phrase whose name has none yet; return how many got one.

    The model is opened if there is one. Stopped half-way, it goes on when it is called again.
    Raises GraphUnavailableError, ModelUnavailableError.
    """
    embedded = 0
    embeddings = None
    while rows := phrases_without_vector(graph, retrying):
        if embeddings is None:
            embeddings = model()
            index = load_query(PACKAGE, "create_phrase_vector_index")
            retrying(graph.write, index, dimension=embeddings.identity.dimension)
        query = load_query(PACKAGE, "write_phrase_vectors")
        retrying(graph.write, query, rows=with_vectors(rows, embeddings))
        progress(len(rows))
        embedded += len(rows)
    return embedded


def phrases_without_vector(graph: Graph, retrying: Retrying) -> list[Row]:
    """Return the next phrases whose name has no vector yet."""
    query = load_query(PACKAGE, "phrases_without_vector")
    rows: list[Row] = retrying(graph.read, query, unnaming=sorted(UNNAMING), limit=EMBEDDED_AT_ONCE)
    return rows


def with_vectors(rows: list[Row], embeddings: Embeddings) -> list[Row]:
    """Return rows with the vectors of their names."""
    vectors = embeddings.embed_array([row["name"] for row in rows])
    return [
        {**row, "embedding": vector.tolist()} for row, vector in zip(rows, vectors, strict=True)
    ]
