"""Turn a request's vector towards the texts that answer it.

An encoder of general use puts a request near to texts of its words. A linear step, fitted on
questions about records (`training/queries.py`), moves it towards the records that are meant; the
vectors of the texts stay as they are.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from narabot.embedding.weights import E5_MODEL

if TYPE_CHECKING:
    from narabot.embedding.interface import Vectors

FILE = Path(__file__).with_name("query_adapter.safetensors")


@dataclass(frozen=True, slots=True)
class QueryAdapter:
    """A linear step beside the identity."""

    weight: "Vectors"
    """Shape `(dimension, dimension)`."""
    bias: "Vectors"
    """Shape `(dimension,)`."""

    def turned(self, vectors: "Vectors") -> "Vectors":
        """Return the unit vectors of requests, turned; shape `(requests, dimension)`."""
        import numpy as np

        moved = vectors + vectors @ self.weight.T + self.bias
        turned: Vectors = moved / np.linalg.norm(moved, axis=1, keepdims=True)
        return turned


def adapter_of(model: str) -> QueryAdapter | None:
    """Return the step for a model, `None` for one that it was not fitted to."""
    return own_adapter() if model == E5_MODEL else None


@cache
def own_adapter() -> QueryAdapter:
    """Return the step that comes with narabot."""
    import numpy as np
    from safetensors.numpy import load_file

    stored = {name: array.astype(np.float32) for name, array in load_file(FILE).items()}
    return QueryAdapter(stored["weight"], stored["bias"])
