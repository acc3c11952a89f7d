"""The one door to the embedding model: texts to unit vectors.

Knows nothing of records. The model's tokenizer, which cuts the texts, comes from here too. What
opens a model is imported when one is opened.
"""

import logging
from collections.abc import Sequence
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

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
from narabot.errors import IndexMismatchError, ModelUnavailableError

if TYPE_CHECKING:
    from narabot.embedding.choice import Way
    from narabot.embedding.openvino_backend import OpenVinoEncoder
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


class Embeddings:
    """Embeddings by one model in one backend."""

    def __init__(self, encoder: Encoder, name: str, way: "Way") -> None:
        """Wrap a loaded model; `open_embeddings` loads one."""
        self._encoder = encoder
        self._lock = Lock()
        self.identity = EmbeddingIdentity(name, way.backend, way.precision, encoder.dimension)
        """The model, as the index remembers it."""
        self.device = way.device
        """Where the model runs: cpu or cuda."""
        self.computed = way.computed
        """The precision that is really used: not the index's where the CPU lacks it."""

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""
        return self._encoder.max_tokens

    @property
    def tokenizer(self) -> Any:
        """The model's tokenizer, one of transformers'."""
        return self._encoder.tokenizer

    @cached_property
    def _own_tokenizer(self) -> Any:
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
        """Return unit vectors, shape `(len(texts), dimension)`, float32.

        Texts that are equal are computed once. Raises ModelUnavailableError when the model has
        numbers for none of them, as with a precision that is too small for it.
        """
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

    def embed_query(self, text: str) -> list[float]:
        """Return the unit vector of a question."""
        return self.embed_documents([text])[0]


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
    from narabot.embedding.choice import chosen_way
    from narabot.embedding.weights import model_folder, refuse_pickles

    if made_with is not None and made_with.model != settings.embedding_model:
        made_with = None
    folder = model_folder(settings)
    refuse_pickles(folder)
    way = chosen_way(settings, made_with)
    if way.computed != way.precision:
        if is_for_index:
            raise IndexMismatchError(
                f"Embeddings are to be in {way.precision}, which this CPU does not have. Ingest on "
                f"a machine that has it, or set EMBEDDING_PRECISION to {way.computed}; a graph in "
                f"{way.precision} must then be remade with `narabot ingest --rebuild PATH`."
            )
        logger.debug("%s is computed in %s on this CPU", way.precision, way.computed)
    way, encoder = opened_encoder(settings, folder, way, made_with)
    logger.info("embedding model %s, %s", settings.embedding_model, way)
    return Embeddings(encoder, settings.embedding_model, way)


def opened_encoder(
    settings: "Settings", folder: Path, way: "Way", made_with: EmbeddingIdentity | None
) -> tuple["Way", Encoder]:
    """Return how the model computes, and the model: by torch if it cannot be exported.

    Raises ModelUnavailableError if it cannot, but settings or graph name OpenVINO.
    """
    from narabot.embedding.choice import chosen_way
    from narabot.embedding.export import ExportError, exported_folder
    from narabot.embedding.torch_backend import TorchEncoder, load_model

    if way.backend == "openvino":
        try:
            return way, opened_export(exported_folder(settings, folder), way)
        except ExportError as error:
            if "openvino" in (settings.embedding_backend, made_with and made_with.backend):
                raise ModelUnavailableError(
                    f"The embedding model in {folder} cannot be exported for OpenVINO: {error}. "
                    "Set EMBEDDING_BACKEND to torch; a graph made with OpenVINO must then be "
                    "remade with `narabot ingest --rebuild PATH`."
                ) from error
            logger.warning("embedding with torch, as there is no OpenVINO export: %s", error)
            way = chosen_way(settings.model_copy(update={"embedding_backend": "torch"}))
    return way, TorchEncoder(load_model(folder, way.device, way.computed), way.batch_size)


def opened_export(export: Path, way: "Way") -> "OpenVinoEncoder":
    """Return an exported model, compiled. Raises ModelUnavailableError."""
    from narabot.embedding.openvino_backend import OpenVinoEncoder

    try:
        return OpenVinoEncoder(export, way.computed, way.batch_size)
    except Exception as error:  # OpenVINO and tokenizers raise whatever they meet
        raise ModelUnavailableError(
            f"The exported embedding model in {export} cannot be read ({error}). Delete that "
            "folder; it is made again."
        ) from error
