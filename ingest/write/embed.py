"""Give chunked records their vectors, by a model that is loaded when the first new text comes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from tokenizers import Tokenizer

from ingest.parse.chunk import ChunkedRecord
from ingest.write.plan import PreparedRecord
from narabot.embedding import EmbeddingIdentity, Probe, TextEmbedder, Vectors
from narabot.errors import IndexMismatchError, ModelUnavailableError
from narabot.versions import check_probe

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


@dataclass(slots=True)
class EmbedderOnDemand:
    """A `TextEmbedder` that is opened when it is first asked for something."""

    identity: EmbeddingIdentity
    """That of the graph; the opened model must be the same."""
    graph_probe: Probe | None
    """That of the graph's model, if the graph has it; the opened model's must be like it."""
    open_embedder: Callable[[], TextEmbedder]
    _opened: TextEmbedder | None = None
    _lock: Lock = field(default_factory=Lock)

    @property
    def opened(self) -> TextEmbedder:
        """The model, loaded. Raises IndexMismatchError when it is another than the graph's."""
        with self._lock:
            if self._opened is None:
                opened = self.open_embedder()
                self.check(opened)
                self._opened = opened
            return self._opened

    def check(self, opened: TextEmbedder) -> None:
        """Raise IndexMismatchError for another model than the graph's."""
        if opened.identity != self.identity:
            raise IndexMismatchError(
                f"The graph was made with {self.identity}, but the settings say "
                f"{opened.identity}. Correct the settings, or remake the graph with "
                "`narabot ingest --rebuild PATH`."
            )
        check_probe(self.graph_probe, opened.probe)

    @property
    def probe(self) -> Probe:
        """The graph's, which the opened model's is like."""
        return self.opened.probe if self.graph_probe is None else self.graph_probe

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""
        return self.opened.max_tokens

    @property
    def tokenizer(self) -> Tokenizer:
        """The model's tokenizer."""
        return self.opened.tokenizer

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape `(len(texts), dimension)`."""
        return self.opened.embed_array(texts)
