"""The one door to the embedding model: texts to unit vectors.

Knows nothing of records. The model's tokenizer, which cuts the texts, comes from here too. What
opens a model is imported when one is opened.
"""

import logging
from collections.abc import Sequence
from copy import deepcopy
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from cachetools import LRUCache, cachedmethod

from narabot.embedding.interface import (
    EmbeddingIdentity,
    Encoder,
    Probe,
    TextEmbedder,
    Vectors,
    are_alike,
    probe_of,
    reads,
)
from narabot.embedding.query_adapter import adapter_of
from narabot.errors import IndexMismatchError, ModelUnavailableError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from narabot.embedding.choice import Way
    from narabot.embedding.prompts import Prompts
    from narabot.settings import Settings

__all__ = [
    "EmbeddingIdentity",
    "Embeddings",
    "Probe",
    "TextEmbedder",
    "Vectors",
    "are_alike",
    "open_embeddings",
    "probe_of",
]

logger = logging.getLogger(__name__)

RECENT_QUERIES = 128
"""Requests whose vectors are kept: one request is compared with words, records and names."""


class Embeddings:
    """Embeddings by one model in one backend."""

    def __init__(
        self, encoder: Encoder, name: str, way: "Way", prompts: "Prompts | None" = None
    ) -> None:
        """Wrap a loaded model; `open_embeddings` loads one."""
        self._encoder = encoder
        self._lock = Lock()
        self._recent: LRUCache[str, list[float]] = LRUCache(RECENT_QUERIES)
        self._recent_lock = Lock()
        self._query = prompts.query if prompts else ""
        self._passage = prompts.passage if prompts else ""
        self._adapter = adapter_of(name)
        self.identity = EmbeddingIdentity(name, way.backend, way.precision, encoder.dimension)
        """The model, as the index remembers it."""
        self.device = way.device
        """Where the model runs: cpu or cuda."""
        self.computed = way.computed
        """The precision that is really used: not the index's where the CPU lacks it."""

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads of a text, special ones included."""
        return self._encoder.max_tokens - self._prompt_tokens

    @cached_property
    def _prompt_tokens(self) -> int:
        """The tokens of what the model wants in front of a text."""
        longest = max(self._query, self._passage, key=len)
        return len(self.tokenizer.encode(longest, add_special_tokens=False).ids)

    @property
    def tokenizer(self) -> "Tokenizer":
        """The model's tokenizer."""
        return self._encoder.tokenizer

    @cached_property
    def _own_tokenizer(self) -> "Tokenizer":
        """A copy for this class alone: a tokenizer must not be shared between threads."""
        return deepcopy(self.tokenizer)

    @cached_property
    def probe(self) -> Probe:
        """By which the model is told from another of the same name."""
        return probe_of(self)

    def reads(self, text: str) -> bool:
        """Return whether the model has words of a text's language, not only its letters."""
        with self._lock:
            return reads(self._own_tokenizer, text)

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors of texts that are searched, shape `(len(texts), dimension)`, float32.

        Texts that are equal are computed once. Raises ModelUnavailableError when the model has
        numbers for none of them, as with a precision that is too small for it.
        """
        return self._embedded([self._passage + text for text in texts])

    def _embedded(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors of texts as the model wants them."""
        import numpy as np

        rows = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        if not rows:
            return np.zeros((0, self.identity.dimension), dtype=np.float32)
        vectors = self._encoder.encode(list(rows))
        if not np.isfinite(vectors).all(axis=1).any():
            raise ModelUnavailableError(
                f"{self.identity} gives no numbers. Set EMBEDDING_PRECISION to fp32, and remake "
                "the graph with `narabot ingest --rebuild PATH`."
            )
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors[[rows[text] for text in texts]]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return a unit vector for each text."""
        return [[float(x) for x in vector] for vector in self.embed_array(texts)]

    @cachedmethod(
        lambda self: self._recent,
        lock=lambda self: self._recent_lock,
    )
    def embed_query(self, text: str) -> list[float]:
        """Return the unit vector of a request, turned towards the texts that it seeks.

        It is kept, and shared by all who ask for it: not to be changed.
        """
        [vector] = self.embed_plain_queries([text])
        turned = self._adapter.turned(vector[None])[0] if self._adapter else vector
        return [float(x) for x in turned]

    def embed_plain_queries(self, texts: Sequence[str]) -> Vectors:
        """Return the unit vectors of requests as the model puts them, shape as `embed_array`."""
        return self._embedded([self._query + text for text in texts])


def open_embeddings(
    settings: "Settings", made_with: EmbeddingIdentity | None = None, *, is_for_index: bool = False
) -> Embeddings:
    """Return the embedding model of the settings, loaded.

    Backend and precision that the settings leave open are those the graph was made with. A CPU
    without bf16 embeds questions in fp32 under the identity of bf16, which changes little; what
    goes into an index must be what the index says.

    Raises ModelUnavailableError when the model cannot be fetched or is damaged, SettingsError
    for settings that contradict one another, IndexMismatchError for an index in bf16 where the
    CPU has none.
    """
    from narabot.embedding import opening
    from narabot.embedding.choice import chosen_way
    from narabot.embedding.prompts import prompts_of

    if made_with is not None and made_with.model != settings.embedding_model:
        made_with = None
    way = chosen_way(settings, made_with)
    if way.computed != way.precision:
        if is_for_index:
            raise IndexMismatchError(
                f"Embeddings are to be in {way.precision}, which this CPU does not have. Ingest on "
                f"a machine that has it, or set EMBEDDING_PRECISION to {way.computed}; a graph in "
                f"{way.precision} must then be remade with `narabot ingest --rebuild PATH`."
            )
        logger.debug("%s is computed in %s on this CPU", way.precision, way.computed)
    folder = None if opening.is_packed(settings, way) else opening.checked_folder(settings)
    way, encoder = opening.opened_encoder(settings, folder, way, made_with)
    logger.info("embedding model %s, %s", settings.embedding_model, way)
    prompts = prompts_of(settings.embedding_model, folder)
    return Embeddings(encoder, settings.embedding_model, way, prompts)
