"""Move a request's vector toward the texts that answer the request.

A general-purpose encoder places a request near texts with the same words. A linear adapter moves
the vector toward the intended records. The adapter was fitted on questions about records
(`training/queries.py`). The vectors of texts do not change.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from narabot.embedding.weights import E5_MODEL

if TYPE_CHECKING:
    from narabot.embedding.interface import Vectors

ADAPTER_FILE = Path(__file__).with_name("query_adapter.safetensors")


@dataclass(frozen=True, slots=True)
class QueryAdapter:
    """A linear map that is added to the identity."""

    weight: "Vectors"
    """Shape `(dimension, dimension)`."""
    bias: "Vectors"
    """Shape `(dimension,)`."""

    def adapt(self, vectors: "Vectors") -> "Vectors":
        """Return the adapted unit vectors of requests, shape `(requests, dimension)`."""
        import numpy as np

        moved = vectors + vectors @ self.weight.T + self.bias
        adapted: Vectors = moved / np.linalg.norm(moved, axis=1, keepdims=True)
        return adapted


def adapter_of(model: str) -> QueryAdapter | None:
    """Return the adapter for a model, or `None` if there is no adapter for it."""
    return load_adapter() if model == E5_MODEL else None


@cache
def load_adapter() -> QueryAdapter:
    """Return the adapter that is part of narabot."""
    import numpy as np
    from safetensors.numpy import load_file

    stored = {name: array.astype(np.float32) for name, array in load_file(ADAPTER_FILE).items()}
    return QueryAdapter(stored["weight"], stored["bias"])
