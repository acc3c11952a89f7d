"""Vectors of reports, by which requests find them."""

from collections.abc import Callable

from tenacity import Retrying

from narabot.embedding import Embeddings
from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE
from narabot.models import Row

EMBEDDED_AT_ONCE = 200
"""Reports in one transaction."""


def embed_reports(graph: Graph, model: Callable[[], Embeddings], retrying: Retrying) -> int:
    """Give a vector to each report that has none of its present words; return how many got one.

    The model is opened if there is one. Stopped half-way, it goes on when it is called again.
    Raises GraphUnavailableError, ModelUnavailableError.
    """
    embedded = 0
    embeddings = None
    query = load_query(PACKAGE, "reports_without_vector")
    while rows := retrying(graph.read, query, limit=EMBEDDED_AT_ONCE):
        if embeddings is None:
            embeddings = model()
            index = load_query(PACKAGE, "create_report_vector_index")
            retrying(graph.write, index, dimension=embeddings.identity.dimension)
        vectors = embeddings.embed_array([report_text(row) for row in rows])
        written = [
            {
                "communityId": row["communityId"],
                "embeddedAs": row["embeddedAs"],
                "embedding": vector.tolist(),
            }
            for row, vector in zip(rows, vectors, strict=True)
        ]
        retrying(graph.write, load_query(PACKAGE, "write_report_vectors"), rows=written)
        embedded += len(rows)
    return embedded


MOST_CHARS = 1000
"""Of a report that a vector stands for: some 250 pieces, as of a chunk."""


def report_text(row: Row) -> str:
    """Return what a vector stands for: title and summary, then as much of the findings as fits."""
    return "\n".join(filter(None, (row["title"], row["summary"], row["told"])))[:MOST_CHARS]
