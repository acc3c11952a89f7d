"""Give chunked records their vectors; knows nothing of the database."""

from collections.abc import Iterable, Sequence

import numpy as np

from ingest.chunk import ChunkedRecord
from ingest.plan import PreparedRecord
from narabot.embedding import TextEmbedder, Vectors
from narabot.errors import ModelUnavailableError

NO_VECTORS = "the embedding model gives no usable vector for its text"
"""Why a record is rejected whose vectors are not whole."""


def embed_records(records: Sequence[ChunkedRecord], embedder: TextEmbedder) -> list[PreparedRecord]:
    """Return records with the vectors of their chunks. Raises as `embed_texts` does."""
    texts = [text for chunked in records for text in chunked.embedding_texts]
    return list(with_vectors(records, embed_texts(texts, embedder)))


def embed_texts(texts: Sequence[str], embedder: TextEmbedder) -> Vectors:
    """Return the vectors of texts.

    Raises ModelUnavailableError for vectors of another length than the index has: Neo4j would
    store them silently, and never find them.
    """
    if not texts:
        return np.zeros((0, embedder.identity.dimension), np.float32)
    vectors = embedder.embed_array(texts)
    expected = (len(texts), embedder.identity.dimension)
    if vectors.shape != expected:
        raise ModelUnavailableError(
            f"The embedding model gave vectors of shape {vectors.shape} where {expected} was "
            "wanted. Nothing of them was written. Correct EMBEDDING_MODEL."
        )
    return vectors


def with_vectors(records: Iterable[ChunkedRecord], vectors: Vectors) -> Iterable[PreparedRecord]:
    """Yield the records, each with its rows of the vectors."""
    start = 0
    for chunked in records:
        end = start + len(chunked.chunks)
        yield PreparedRecord(chunked.record, chunked.chunks, vectors[start:end])
        start = end


def is_finite(prepared: PreparedRecord) -> bool:
    """Return whether all of a record's vectors consist of numbers."""
    return bool(np.isfinite(prepared.vectors).all())
