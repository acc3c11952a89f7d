"""The second way: linear in the request's vector of the default encoder, alone or with signs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from narabot.models.routing import QueryType
from narabot.routing.patterns import signs_of
from narabot.routing.verdict import Verdict

if TYPE_CHECKING:
    from narabot.embedding import Vectors

FILE = Path(__file__).with_name("probe.safetensors")
"""By `python -m training.routing`."""

EMBEDDING = "embedding"

Embed = Callable[[str], Sequence[float]]
"""Gives a request's unit vector, as it is searched by."""


@dataclass(frozen=True, slots=True)
class Linear:
    """Multinomial logistic regression, its temperature in the weights already."""

    weight: "Vectors"
    """Shape `(types, numbers)`, in the order of the types."""
    bias: "Vectors"
    """Shape `(types, 1)`."""

    def probabilities(self, numbers: Sequence[float]) -> dict[QueryType, float]:
        """Return the probability of each type."""
        odds = self.weight @ np.asarray(numbers, dtype=np.float32) + self.bias[:, 0]
        shares = np.exp(odds - odds.max())
        return dict(zip(QueryType, map(float, shares / shares.sum()), strict=True))


@dataclass(frozen=True, slots=True)
class Probe:
    """What is fitted to one encoder."""

    model: str
    """The encoder's name."""
    by_vector: Linear
    by_all: Linear
    """By the vector and `signs` behind it."""


@cache
def own_probe() -> Probe:
    """Return the probe that comes with narabot."""
    from safetensors import safe_open

    with safe_open(FILE, framework="numpy") as stored:
        vector, both = (
            Linear(stored.get_tensor(f"{name}_weight"), stored.get_tensor(f"{name}_bias"))
            for name in ("vector", "all")
        )
        return Probe(stored.metadata()["model"], vector, both)


def signs(request: str, said: QueryType | None) -> tuple[float, ...]:
    """Return what rules say of a request, and which patterns fit, as numbers 0 and 1."""
    return (*(float(one is said) for one in QueryType), *map(float, signs_of(request)))


def told_by_probe(embed: Embed, request: str) -> Verdict:
    """Return what the vector says; the encoder must be the one that the probe is fitted to."""
    return Verdict(2, EMBEDDING, own_probe().by_vector.probabilities(embed(request)))


def told_by_all(embed: Embed, request: str, by_rules: Verdict) -> Verdict:
    """Return what vector, rules and patterns say together, as the first way that says the same.

    The encoder must be the one that the probe is fitted to.
    """
    said = by_rules.query_type if by_rules.words else None
    numbers = (*embed(request), *signs(request, said))
    together = Verdict(2, EMBEDDING, own_probe().by_all.probabilities(numbers))
    if together.query_type is not said:
        return together
    return Verdict(by_rules.tier, by_rules.method, together.probabilities, by_rules.words)
