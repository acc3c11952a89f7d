"""Which backend, device and precision compute the embeddings; loads no model.

What the settings leave to us follows the graph that is there, else it is the fastest whose
neighbours agree with fp32 (docs/decisions/0005-openvino-for-embedding.md).
"""

import ctypes
import sys
from dataclasses import dataclass
from importlib.util import find_spec

from narabot.embedding.interface import EmbeddingIdentity
from narabot.embedding.openvino_backend import cpu_has_bf16
from narabot.errors import ModelUnavailableError, SettingsError
from narabot.settings import Settings

PRECISIONS = {"openvino": ("fp32", "bf16"), "torch": ("fp32", "bf16", "fp16")}
BATCH_SIZES = {("openvino", "cpu"): 16, ("torch", "cpu"): 8, ("torch", "cuda"): 256}
"""Texts, by backend and device; measured by `benchmarks.embedding` on two cores."""


@dataclass(frozen=True, slots=True)
class Way:
    """How embeddings are computed."""

    backend: str
    device: str
    precision: str
    """As the index remembers it."""
    computed: str
    """The precision that is really used: fp32 for bf16 where OpenVINO has no bf16."""
    batch_size: int


def chosen_way(settings: Settings, made_with: EmbeddingIdentity | None = None) -> Way:
    """Return how to embed: as the settings say, else as a graph was made, else the fastest way.

    Raises SettingsError for settings that contradict one another, ModelUnavailableError when
    CUDA is wanted and there is none.
    """
    backend = chosen_backend(settings, made_with)
    device = chosen_device(settings.embedding_device) if backend == "torch" else "cpu"
    precision = chosen_precision(settings, made_with, backend, device)
    is_lacking = (backend, precision) == ("openvino", "bf16") and not cpu_has_bf16()
    batch_size = settings.embedding_batch_size or BATCH_SIZES[backend, device]
    return Way(backend, device, precision, "fp32" if is_lacking else precision, batch_size)


def chosen_backend(settings: Settings, made_with: EmbeddingIdentity | None) -> str:
    """Return `openvino` or `torch`. Raises SettingsError."""
    device, precision = settings.embedding_device, settings.embedding_precision
    if settings.embedding_backend == "openvino" and device == "cuda":
        raise SettingsError(
            "EMBEDDING_BACKEND is openvino, which runs on the CPU, but EMBEDDING_DEVICE is cuda. "
            "Change one of them."
        )
    if settings.embedding_backend == "openvino" and precision == "fp16":
        raise SettingsError(
            "EMBEDDING_PRECISION is fp16, which only the backend torch has. Take bf16 or fp32, or "
            "set EMBEDDING_BACKEND to torch."
        )
    if settings.embedding_backend != "auto":
        return settings.embedding_backend
    if device == "cuda" or precision == "fp16":
        return "torch"
    if made_with is not None and made_with.backend in PRECISIONS:
        return made_with.backend
    return "torch" if chosen_device(device) == "cuda" else "openvino"


def chosen_precision(
    settings: Settings, made_with: EmbeddingIdentity | None, backend: str, device: str
) -> str:
    """Return `fp32`, `bf16` or `fp16`."""
    if settings.embedding_precision != "auto":
        return settings.embedding_precision
    if made_with is not None and made_with.precision in PRECISIONS[backend]:
        return made_with.precision
    if device == "cuda":
        return "bf16" if cuda_has_bf16() else "fp16"
    return "bf16" if cpu_has_bf16() else "fp32"


def chosen_device(wanted: str) -> str:
    """Return `cuda` or `cpu`.

    Raises ModelUnavailableError when CUDA is wanted and there is none.
    """
    if wanted == "cpu":
        return "cpu"
    available = has_cuda()
    if wanted == "cuda" and not available:
        raise ModelUnavailableError(
            "EMBEDDING_DEVICE is cuda, but there is no CUDA device here. Use cpu or auto."
        )
    return "cuda" if available else "cpu"


def has_cuda() -> bool:
    """Return whether torch has a CUDA device; without a driver, torch is not even imported."""
    if find_spec("torch") is None:
        return False
    if "torch" not in sys.modules:
        try:
            ctypes.CDLL("libcuda.so.1")
        except OSError:
            return False
    import torch

    return torch.cuda.is_available()


def cuda_has_bf16() -> bool:
    """Return whether the CUDA device computes in bf16 by itself, as those since 2020 do."""
    import torch

    return bool(torch.cuda.is_bf16_supported(including_emulation=False))
