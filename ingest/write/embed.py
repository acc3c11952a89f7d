"""Embed chunked records. The model is loaded when the first new text needs a vector."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from tokenizers import Tokenizer

from ingest.parse.chunk import ChunkedRecord
from ingest.write.batch_plan import PreparedRecord
from narabot.embedding import EmbeddingIdentity, Probe, TextEmbedder, Vectors
from narabot.errors import IndexMismatchError, ModelUnavailableError
from narabot.versions import check_probe

NO_VECTORS = "the embedding model returns no usable vector for the record's text"
"""Reason for rejecting a record with invalid vectors."""


def embed_records(records: Sequence[ChunkedRecord], embedder: TextEmbedder) -> list[PreparedRecord]:
    """Return the records with their chunks' vectors. Raise the same errors as `embed_texts`."""
    texts = [text for chunked in records for text in chunked.embedding_texts]
    return list(with_vectors(records, embed_texts(texts, embedder)))


def embed_texts(texts: Sequence[str], embedder: TextEmbedder) -> Vectors:
    """Return the vectors of texts.

    Raise ModelUnavailableError if the vectors' dimension differs from the index's dimension. Neo4j
    would silently store such vectors and never find them.
    """
    if not texts:
        return np.zeros((0, embedder.identity.dimension), np.float32)
    vectors = embedder.embed_array(texts)
    expected = (len(texts), embedder.identity.dimension)
    if vectors.shape != expected:
        raise ModelUnavailableError(
            f"The embedding model returned vectors of shape {vectors.shape}; expected "
            f"{expected}. No vectors were written. Correct EMBEDDING_MODEL."
        )
    return vectors


def with_vectors(records: Iterable[ChunkedRecord], vectors: Vectors) -> Iterable[PreparedRecord]:
    """Yield the records, each with its rows from the vector array."""
    start = 0
    for chunked in records:
        end = start + len(chunked.chunks)
        yield PreparedRecord(chunked.record, chunked.chunks, vectors[start:end])
        start = end


def is_finite(prepared: PreparedRecord) -> bool:
    """Return whether all of a record's vectors are finite."""
    return bool(np.isfinite(prepared.vectors).all())


@dataclass(slots=True)
class EmbedderOnDemand:
    """A `TextEmbedder` that loads its model on first use."""

    identity: EmbeddingIdentity
    """Identity of the graph's model, which the loaded model must match."""
    graph_probe: Probe | None
    """Probe of the graph's model, if the graph stores one.

    The loaded model's probe must be similar.
    """
    open_embedder: Callable[[], TextEmbedder]
    _opened: TextEmbedder | None = None
    _lock: Lock = field(default_factory=Lock)

    @property
    def opened(self) -> TextEmbedder:
        """The loaded model. Raises IndexMismatchError if the model is not the graph's model."""
        with self._lock:
            if self._opened is None:
                opened = self.open_embedder()
                self.check(opened)
                self._opened = opened
            return self._opened

    def check(self, opened: TextEmbedder) -> None:
        """Raise IndexMismatchError if a model is not the graph's model."""
        if opened.identity != self.identity:
            raise IndexMismatchError(
                f"The graph was created with {self.identity}, but the settings specify "
                f"{opened.identity}. Correct the settings, or rebuild the graph with "
                "`narabot ingest --rebuild PATH`."
            )
        check_probe(self.graph_probe, opened.probe)

    @property
    def probe(self) -> Probe:
        """The graph's probe, or the loaded model's probe if the graph has none."""
        return self.opened.probe if self.graph_probe is None else self.graph_probe

    @property
    def max_tokens(self) -> int:
        """Maximum number of tokens that the model reads, including special tokens."""
        return self.opened.max_tokens

    @property
    def tokenizer(self) -> Tokenizer:
        """The model's tokenizer."""
        return self.opened.tokenizer

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, with shape `(len(texts), dimension)`."""
        return self.opened.embed_array(texts)
