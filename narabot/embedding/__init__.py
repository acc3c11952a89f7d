"""The one door to the embedding model: texts to unit vectors.

Knows nothing of records. The model's tokenizer, which cuts the texts, comes from here too.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from langchain_core.embeddings import Embeddings as LangChainEmbeddings

from narabot.embedding.weights import model_folder, refuse_pickles
from narabot.errors import ModelUnavailableError
from narabot.settings import Settings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

logger = logging.getLogger(__name__)

Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]


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
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""
        ...

    @property
    def tokenizer(self) -> Any:
        """The model's `AutoTokenizer`."""
        ...

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape `(len(texts), dimension)`."""
        ...


class Embeddings(LangChainEmbeddings):
    """Embeddings by a sentence-transformers model, as LangChain wants them."""

    def __init__(
        self, model: "SentenceTransformer", name: str, precision: str, batch_size: int
    ) -> None:
        """Wrap a loaded model; `open_embeddings` loads one."""
        self._model = model
        self._name = name
        self._precision = precision
        self._batch_size = batch_size

    @cached_property
    def identity(self) -> EmbeddingIdentity:
        """The model, as the index remembers it."""
        dimension = self._model.get_embedding_dimension()
        if dimension is None:
            dimension = self.embed_array(["a"]).shape[1]
        return EmbeddingIdentity(self._name, "torch", self._precision, dimension)

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""
        return int(self._model.max_seq_length or 512)

    @property
    def tokenizer(self) -> Any:
        """The model's `AutoTokenizer`."""
        return self._model.tokenizer

    @property
    def device(self) -> str:
        """Where the model runs: cpu or cuda."""
        return str(self._model.device.type)

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape `(len(texts), dimension)`, float32.

        The model's `encode` sorts texts by length, so that a batch is padded little.
        """
        if not texts:
            return np.zeros((0, self.identity.dimension), dtype=np.float32)
        vectors = self._model.encode(
            list(texts),
            batch_size=self._batch_size,
            normalize_embeddings=True,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        return np.asarray(vectors, dtype=np.float32)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return a unit vector for each text."""
        return [[float(x) for x in vector] for vector in self.embed_array(texts)]

    def embed_query(self, text: str) -> list[float]:
        """Return the unit vector of a question."""
        return self.embed_documents([text])[0]


def open_embeddings(settings: Settings) -> Embeddings:
    """Return the embedding model of the settings, loaded.

    Raises ModelUnavailableError when it cannot be fetched or is damaged.
    """
    folder = model_folder(settings)
    refuse_pickles(folder)
    try:
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging

        transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        model = SentenceTransformer(
            str(folder),
            device=chosen_device(settings.embedding_device),
            trust_remote_code=False,
            local_files_only=True,
            model_kwargs={"use_safetensors": True, "dtype": dtype(settings.embedding_precision)},
        )
    except Exception as error:  # a damaged folder raises whatever its reader raises
        raise ModelUnavailableError(
            f"The embedding model in {folder} cannot be loaded ({error}). Restore its files, or "
            "correct EMBEDDING_MODEL."
        ) from error
    logger.info("embedding model %s on %s", settings.embedding_model, model.device)
    return Embeddings(
        model, settings.embedding_model, settings.embedding_precision, settings.embedding_batch_size
    )


def chosen_device(wanted: str) -> str:
    """Return `cuda` or `cpu`.

    Raises ModelUnavailableError when CUDA is wanted and there is none.
    """
    import torch

    available = torch.cuda.is_available()
    if wanted == "cuda" and not available:
        raise ModelUnavailableError(
            "EMBEDDING_DEVICE is cuda, but there is no CUDA device here. Use cpu or auto."
        )
    return "cuda" if available and wanted != "cpu" else "cpu"


def dtype(precision: str) -> Any:
    """Return torch's name for a precision."""
    import torch

    return {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}[precision]
