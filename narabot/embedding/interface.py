"""What an embedding model is to those who use it, and how one is told from another."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from tokenizers import Tokenizer

Vectors: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.float32]]"

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

    @property
    def probe(self) -> Probe:
        """By which it is told from another of the same name; see `probe_of`."""

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""

    @property
    def tokenizer(self) -> "Tokenizer":
        """The model's tokenizer."""

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape `(len(texts), dimension)`."""


class Encoder(Protocol):
    """A loaded model in one backend."""

    @property
    def dimension(self) -> int:
        """The length of a vector."""

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""

    @property
    def tokenizer(self) -> "Tokenizer":
        """The model's tokenizer."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape `(len(texts), dimension)`, of any length."""


MOST_PIECES = 0.6
"""A letter. A vocabulary that has words of a language needs 0.2 to 0.4, one that only knows its
letters about 1."""


UNKNOWN = frozenset({"[UNK]", "<unk>"})
"""What stands for a piece that a vocabulary does not have."""


def reads(tokenizer: "Tokenizer", text: str) -> bool:
    """Return whether a tokenizer has words of a text's language."""
    found = tokenizer.encode(text, add_special_tokens=False)
    unknown = {tokenizer.token_to_id(one) for one in UNKNOWN}
    letters = sum(sign.isalpha() for sign in text)
    return unknown.isdisjoint(found.ids) and len(found.ids) <= MOST_PIECES * letters


PROBE_TEXT = "Letters received by the Secretary of the Navy from commanders, 1841-1886"
LEAST_ALIKE = 0.999
"""Cosine of the probes of one model: 0.99996 between fp32 and bf16 of all-MiniLM-L6-v2."""


def probe_of(embedder: TextEmbedder) -> Probe:
    """Return what a model makes of PROBE_TEXT."""
    return tuple(float(number) for number in embedder.embed_array([PROBE_TEXT])[0])


def are_alike(one: Probe, other: Probe) -> bool:
    """Return whether two probes of as many numbers are those of one model."""
    return sum(a * b for a, b in zip(one, other, strict=True)) >= LEAST_ALIKE
