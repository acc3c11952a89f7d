"""The torch backend, which runs a sentence-transformers model on a CPU or on CUDA."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from narabot.embedding.interface import Vectors
from narabot.errors import ModelUnavailableError
from narabot.extras import require_torch

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

DTYPES = {"fp32": "float32", "bf16": "bfloat16", "fp16": "float16"}
"""Torch's names for precisions."""


class TorchEncoder:
    """A sentence-transformers model."""

    def __init__(self, model: "SentenceTransformer", batch_size: int) -> None:
        """Wrap a loaded model. To load a model, use `load_model`."""
        self._model = model
        self._batch_size = batch_size

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return self._model.get_embedding_dimension() or self.encode(["a"]).shape[1]

    @property
    def max_tokens(self) -> int:
        """Maximum number of tokens, including special tokens."""
        return int(self._model.max_seq_length or 512)

    @property
    def tokenizer(self) -> "Tokenizer":
        """The model's tokenizer without its transformers wrapper. Raises ModelUnavailableError."""
        fast: Tokenizer | None = getattr(self._model.tokenizer, "backend_tokenizer", None)
        if fast is None:
            raise ModelUnavailableError(
                "The embedding model's tokenizer does not come from the tokenizers package. "
                "Use a model that has a tokenizer.json."
            )
        return fast

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape `(len(texts), dimension)`.

        The model's `encode` sorts texts by length, which minimizes padding.
        """
        vectors = self._model.encode(
            list(texts),
            batch_size=self._batch_size,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        return np.asarray(vectors, dtype=np.float32)


def load_model(folder: Path, device: str, precision: str) -> "SentenceTransformer":
    """Load and return the model in a folder.

    Raises ModelUnavailableError if its files are damaged or do not contain a supported model.
    """
    require_torch("This embedding model")
    try:
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging

        transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        return SentenceTransformer(
            str(folder),
            device=device,
            trust_remote_code=False,
            local_files_only=True,
            model_kwargs={"use_safetensors": True, "dtype": getattr(torch, DTYPES[precision])},
        )
    except Exception as error:  # a damaged folder causes many kinds of errors
        raise ModelUnavailableError(
            f"The embedding model in {folder} cannot be loaded ({error}). Restore its files, or "
            "correct EMBEDDING_MODEL."
        ) from error
