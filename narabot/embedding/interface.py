"""The interface of embedding models, and a check of whether two models are the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from tokenizers import Tokenizer

Vectors: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.float32]]"

Probe = tuple[float, ...]
"""A model's fingerprint: its unit vector for one fixed sentence."""


@dataclass(frozen=True, slots=True)
class EmbeddingIdentity:
    """The properties that must be the same for an index and for the vectors that search the
    index."""

    model: str
    backend: str
    precision: str
    dimension: int

    def __str__(self) -> str:
        """Return the identity as one phrase."""
        return f"{self.model} ({self.dimension} dimensions, {self.backend}, {self.precision})"


class TextEmbedder(Protocol):
    """The interface that ingest and retrieval require of an embedding model."""

    @property
    def identity(self) -> EmbeddingIdentity:
        """The identity of the model, as stored with the index."""

    @property
    def probe(self) -> Probe:
        """The fingerprint that distinguishes models with the same name (see `probe_of`)."""

    @property
    def max_tokens(self) -> int:
        """Maximum number of tokens, including special tokens."""

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
        """Maximum number of tokens, including special tokens."""

    @property
    def tokenizer(self) -> "Tokenizer":
        """The model's tokenizer."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape `(len(texts), dimension)`, not normalized."""


MAX_TOKENS_PER_LETTER = 0.6
"""Maximum number of tokens per letter for a supported language.

A vocabulary with words of the language needs 0.2 to 0.4 tokens per letter. A vocabulary with only
the language's letters needs about 1."""


UNKNOWN_TOKENS = frozenset({"[UNK]", "<unk>"})
"""Tokens for text that a vocabulary does not cover."""


def supports_language(tokenizer: "Tokenizer", text: str) -> bool:
    """Return whether a tokenizer's vocabulary has words in a text's language."""
    found = tokenizer.encode(text, add_special_tokens=False)
    unknown = {tokenizer.token_to_id(one) for one in UNKNOWN_TOKENS}
    letters = sum(sign.isalpha() for sign in text)
    return unknown.isdisjoint(found.ids) and len(found.ids) <= MAX_TOKENS_PER_LETTER * letters


PROBE_TEXT = "Letters received by the Secretary of the Navy from commanders, 1841-1886"
MIN_PROBE_COSINE = 0.999
"""Minimum cosine similarity between two probes of the same model.

The similarity between all-MiniLM-L6-v2 in fp32 and in bf16 is 0.99996."""


def probe_of(embedder: TextEmbedder) -> Probe:
    """Return a model's vector for PROBE_TEXT."""
    return tuple(float(number) for number in embedder.embed_array([PROBE_TEXT])[0])


def is_same_model(one: Probe, other: Probe) -> bool:
    """Return whether two probes of equal length come from the same model."""
    return sum(a * b for a, b in zip(one, other, strict=True)) >= MIN_PROBE_COSINE
