"""Access to the embedding model, which converts texts to unit vectors.

This package does not handle records. It also provides the model's tokenizer, which the chunkers
use. Modules that load a model are imported only when a model is opened.
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
    is_same_model,
    probe_of,
    supports_language,
)
from narabot.embedding.query_adapter import adapter_of
from narabot.errors import IndexMismatchError, ModelUnavailableError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from narabot.embedding.choice import EmbeddingOptions
    from narabot.embedding.prompts import Prompts
    from narabot.settings import Settings

__all__ = [
    "EmbeddingIdentity",
    "Embeddings",
    "Probe",
    "TextEmbedder",
    "Vectors",
    "is_same_model",
    "open_embeddings",
    "probe_of",
]

logger = logging.getLogger(__name__)

RECENT_QUERIES = 128
"""Number of cached request vectors. narabot uses the vector of a request several times."""


class Embeddings:
    """An embedding model in a backend."""

    def __init__(
        self,
        encoder: Encoder,
        name: str,
        options: "EmbeddingOptions",
        prompts: "Prompts | None" = None,
    ) -> None:
        """Wrap a loaded model. To load a model, use `open_embeddings`."""
        self._encoder = encoder
        self._lock = Lock()
        self._recent: LRUCache[str, list[float]] = LRUCache(RECENT_QUERIES)
        self._recent_lock = Lock()
        self._query = prompts.query if prompts else ""
        self._passage = prompts.passage if prompts else ""
        self._adapter = adapter_of(name)
        self.identity = EmbeddingIdentity(
            name, options.backend, options.precision, encoder.dimension
        )
        """The identity of the model, as stored with the index."""
        self.device = options.device
        """The device on which the model runs: cpu or cuda."""
        self.computed = options.computed
        """The actual precision. It differs from the index's precision if the CPU does not support
        that precision."""

    @property
    def max_tokens(self) -> int:
        """Maximum number of tokens in a text, including special tokens."""
        return self._encoder.max_tokens - self._prompt_tokens

    @cached_property
    def _prompt_tokens(self) -> int:
        """Number of tokens in the longer of the model's two prompts."""
        longest = max(self._query, self._passage, key=len)
        return len(self.tokenizer.encode(longest, add_special_tokens=False).ids)

    @property
    def tokenizer(self) -> "Tokenizer":
        """The model's tokenizer."""
        return self._encoder.tokenizer

    @cached_property
    def _own_tokenizer(self) -> "Tokenizer":
        """A private copy, because threads must not share a tokenizer."""
        return deepcopy(self.tokenizer)

    @cached_property
    def probe(self) -> Probe:
        """The fingerprint that distinguishes the model from other models with the same name."""
        return probe_of(self)

    def supports_language(self, text: str) -> bool:
        """Return whether the vocabulary has words in a text's language, not only the letters."""
        with self._lock:
            return supports_language(self._own_tokenizer, text)

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return the unit vectors of texts to be searched, shape `(len(texts), dimension)`,
        float32.

        Each distinct text is computed only once. Raises ModelUnavailableError if no vector is
        finite, for example because the precision is too low for the model.
        """
        return self._embedded([self._passage + text for text in texts])

    def _embedded(self, texts: Sequence[str]) -> Vectors:
        """Return the unit vectors of texts that already include the model's prompts."""
        import numpy as np

        rows = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        if not rows:
            return np.zeros((0, self.identity.dimension), dtype=np.float32)
        vectors = self._encoder.encode(list(rows))
        if not np.isfinite(vectors).all(axis=1).any():
            raise ModelUnavailableError(
                f"{self.identity} computes vectors that contain infinite or undefined numbers. "
                "Set EMBEDDING_PRECISION to fp32, and rebuild the graph with `narabot ingest "
                "--rebuild PATH`."
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
        """Return the unit vector of a request, moved toward the texts that answer it.

        Callers share the cached list and must not change it.
        """
        [vector] = self.embed_plain_queries([text])
        adapted = self._adapter.adapt(vector[None])[0] if self._adapter else vector
        return [float(x) for x in adapted]

    def embed_plain_queries(self, texts: Sequence[str]) -> Vectors:
        """Return the unit vectors of requests without the adapter, in the shape of
        `embed_array`."""
        return self._embedded([self._query + text for text in texts])


def open_embeddings(
    settings: "Settings",
    graph_model: EmbeddingIdentity | None = None,
    *,
    is_for_index: bool = False,
) -> Embeddings:
    """Load and return the embedding model that the settings select.

    Settings that are `auto` follow the graph. On a CPU without bf16, questions are embedded in fp32
    but still identified as bf16, which changes the results little. Vectors for an index, however,
    must have the precision of the index.

    Raises ModelUnavailableError if the model cannot be downloaded or is damaged, SettingsError for
    contradictory settings, and IndexMismatchError for a bf16 index on a CPU without bf16.
    """
    from narabot.embedding import opening
    from narabot.embedding.choice import choose_options
    from narabot.embedding.prompts import prompts_of

    if graph_model is not None and graph_model.model != settings.embedding_model:
        graph_model = None
    options = choose_options(settings, graph_model)
    if options.computed != options.precision:
        if is_for_index:
            raise IndexMismatchError(
                f"Embeddings must have the precision {options.precision}, which this CPU does not "
                f"support. Ingest on another machine, or set EMBEDDING_PRECISION to "
                f"{options.computed} and rebuild a graph in {options.precision} with "
                "`narabot ingest --rebuild PATH`."
            )
        logger.debug("%s is computed in %s on this CPU", options.precision, options.computed)
    folder = None if opening.is_packed(settings, options) else opening.checked_folder(settings)
    options, encoder = opening.open_encoder(settings, folder, options, graph_model)
    logger.info("embedding model %s, %s", settings.embedding_model, options)
    prompts = prompts_of(settings.embedding_model, folder)
    return Embeddings(encoder, settings.embedding_model, options, prompts)
