"""Choose the backend, device, and precision for embeddings, without loading a model.

Settings that are `auto` follow the existing graph. Without a graph, narabot chooses the fastest
option whose nearest neighbors agree with the fp32 results
(docs/decisions/0005-openvino-for-embedding.md).
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
"""Number of texts per batch, keyed by backend and device. The values were the fastest in
`benchmarks.embedding` on two cores."""


@dataclass(frozen=True, slots=True)
class EmbeddingOptions:
    """How embeddings are computed."""

    backend: str
    device: str
    precision: str
    """The precision as stored with the index."""
    computed: str
    """The actual precision: fp32 instead of bf16 if OpenVINO does not support bf16 on this CPU."""
    batch_size: int


def choose_options(
    settings: Settings, graph_model: EmbeddingIdentity | None = None
) -> EmbeddingOptions:
    """Return the options from the settings, or else from the graph, or else the fastest options.

    Raises SettingsError for contradictory settings, and ModelUnavailableError if CUDA is required
    but unavailable.
    """
    backend = choose_backend(settings, graph_model)
    device = choose_device(settings.embedding_device) if backend == "torch" else "cpu"
    precision = choose_precision(settings, graph_model, backend, device)
    is_lacking = (backend, precision) == ("openvino", "bf16") and not cpu_has_bf16()
    batch_size = settings.embedding_batch_size or BATCH_SIZES[backend, device]
    return EmbeddingOptions(
        backend, device, precision, "fp32" if is_lacking else precision, batch_size
    )


def choose_backend(settings: Settings, graph_model: EmbeddingIdentity | None) -> str:
    """Return `openvino` or `torch`. Raises SettingsError."""
    device, precision = settings.embedding_device, settings.embedding_precision
    if settings.embedding_backend == "openvino" and device == "cuda":
        raise SettingsError(
            "EMBEDDING_BACKEND is openvino, which runs on the CPU, but EMBEDDING_DEVICE is cuda. "
            "Change one of them."
        )
    if settings.embedding_backend == "openvino" and precision == "fp16":
        raise SettingsError(
            "EMBEDDING_PRECISION is fp16, which only the torch backend supports. Use bf16 or fp32, "
            "or set EMBEDDING_BACKEND to torch."
        )
    if settings.embedding_backend != "auto":
        return settings.embedding_backend
    if device == "cuda" or precision == "fp16":
        return "torch"
    if graph_model is not None and graph_model.backend in PRECISIONS:
        return graph_model.backend
    return "torch" if choose_device(device) == "cuda" else "openvino"


def choose_precision(
    settings: Settings, graph_model: EmbeddingIdentity | None, backend: str, device: str
) -> str:
    """Return `fp32`, `bf16`, or `fp16`."""
    if settings.embedding_precision != "auto":
        return settings.embedding_precision
    if graph_model is not None and graph_model.precision in PRECISIONS[backend]:
        return graph_model.precision
    if device == "cuda":
        return "bf16" if cuda_has_bf16() else "fp16"
    return "bf16" if cpu_has_bf16() else "fp32"


def choose_device(wanted: str) -> str:
    """Return `cuda` or `cpu`.

    Raises ModelUnavailableError if CUDA is required but unavailable.
    """
    if wanted == "cpu":
        return "cpu"
    available = has_cuda()
    if wanted == "cuda" and not available:
        raise ModelUnavailableError(
            "EMBEDDING_DEVICE is cuda, but this machine has no CUDA device. Use cpu or auto."
        )
    return "cuda" if available else "cpu"


def has_cuda() -> bool:
    """Return whether torch has a CUDA device. Without a CUDA driver, torch is not imported."""
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
    """Return whether the CUDA device supports bf16 natively, as devices since 2020 do."""
    import torch

    return bool(torch.cuda.is_bf16_supported(including_emulation=False))
