"""What an embedding model is to those who use it, and what a backend is to the model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]

Probe = tuple[float, ...]
"""The unit vector that a model gives one sentence: its fingerprint."""


@dataclass(frozen=True, slots=True)
class EmbeddingIdentity:
    """What must be the same in an index and in the questions asked of it."""

    model: str
    backend: str
    precision: str
    dimension: int

    def __str__(self) -> str:
        """Return the identity as one phrase."""
        return f"{self.model} ({self.dimension} dimensions, {self.backend}, {self.precision})"


class TextEmbedder(Protocol):
    """What ingest and retrieval need of an embedding model."""

    @property
    def identity(self) -> EmbeddingIdentity:
        """The model, as the index remembers it."""
        ...

    @property
    def probe(self) -> Probe:
        """By which it is told from another of the same name; see `probe_of`."""
        ...

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""
        ...

    @property
    def tokenizer(self) -> Any:
        """The model's tokenizer, one of transformers'."""
        ...

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape `(len(texts), dimension)`."""
        ...


class Encoder(Protocol):
    """A loaded model in one backend."""

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        ...

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""
        ...

    @property
    def tokenizer(self) -> Any:
        """The model's tokenizer, one of transformers'."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape `(len(texts), dimension)`, of any length."""
        ...
