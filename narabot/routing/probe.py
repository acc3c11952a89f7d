"""The second way: linear in the request's vector of the default encoder."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from narabot.models.routing import QueryType
from narabot.routing.verdict import Verdict

if TYPE_CHECKING:
    from narabot.embedding import Vectors

FILE = Path(__file__).with_name("probe.safetensors")
"""By `python -m training.routing`."""

EMBEDDING = "embedding"

Embed = Callable[[str], Sequence[float]]
"""Gives a request's unit vector, as it is searched by."""


@dataclass(frozen=True, slots=True)
class Probe:
    """Multinomial logistic regression, its temperature in the weights already."""

    model: str
    """The encoder that it is fitted to."""
    weight: "Vectors"
    """Shape `(types, dimension)`, in the order of the types."""
    bias: "Vectors"
    """Shape `(types, 1)`."""

    def probabilities(self, vector: Sequence[float]) -> dict[QueryType, float]:
        """Return the probability of each type."""
        odds = self.weight @ np.asarray(vector, dtype=np.float32) + self.bias[:, 0]
        shares = np.exp(odds - odds.max())
        return dict(zip(QueryType, map(float, shares / shares.sum()), strict=True))


@cache
def own_probe() -> Probe:
    """Return the probe that comes with narabot."""
    from safetensors import safe_open

    with safe_open(FILE, framework="numpy") as stored:
        model: str = stored.metadata()["model"]
        return Probe(model, stored.get_tensor("weight"), stored.get_tensor("bias"))


def told_by_probe(embed: Embed, request: str) -> Verdict:
    """Return what the probe says; the encoder must be the one that it is fitted to."""
    return Verdict(2, EMBEDDING, own_probe().probabilities(embed(request)))
