"""Second classifier: a linear probe on the default encoder's embedding, with or without features
from rules and patterns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from narabot.models.routing import QueryType
from narabot.routing.patterns import matching_patterns
from narabot.routing.verdict import Verdict

if TYPE_CHECKING:
    from narabot.embedding import Vectors

FILE = Path(__file__).with_name("probe.safetensors")
"""The probe's weights, which `python -m training.routing` writes."""

EMBEDDING = "embedding"

Embed = Callable[[str], Sequence[float]]
"""Returns the embedding that the search uses for a request, as a unit vector."""


@dataclass(frozen=True, slots=True)
class Linear:
    """Multinomial logistic regression. The temperature is already part of the weights."""

    weight: "Vectors"
    """Shape `(types, features)`, in the order of `QueryType`."""
    bias: "Vectors"
    """Shape `(types, 1)`."""

    def probabilities(self, numbers: Sequence[float]) -> dict[QueryType, float]:
        """Return the probability of each type."""
        odds = self.weight @ np.asarray(numbers, dtype=np.float32) + self.bias[:, 0]
        shares = np.exp(odds - odds.max())
        return dict(zip(QueryType, map(float, shares / shares.sum()), strict=True))


@dataclass(frozen=True, slots=True)
class Probe:
    """A probe fitted to one encoder."""

    model: str
    """Name of the encoder."""
    by_vector: Linear
    """The probe that uses only the embedding."""
    by_all: Linear
    """The probe that uses the embedding followed by `sign_features`."""


@cache
def packaged_probe() -> Probe:
    """Return the probe that ships with narabot."""
    from safetensors import safe_open

    with safe_open(FILE, framework="numpy") as stored:
        vector, both = (
            Linear(stored.get_tensor(f"{name}_weight"), stored.get_tensor(f"{name}_bias"))
            for name in ("vector", "all")
        )
        return Probe(stored.metadata()["model"], vector, both)


def sign_features(request: str, said: QueryType | None) -> tuple[float, ...]:
    """Return the type that the rules chose and the matching patterns, as features with the values 0
    and 1."""
    return (*(float(one is said) for one in QueryType), *map(float, matching_patterns(request)))


def classify_by_vector(embed: Embed, request: str) -> Verdict:
    """Return the verdict of the probe on the embedding. The probe must be fitted to the encoder."""
    return Verdict(2, EMBEDDING, packaged_probe().by_vector.probabilities(embed(request)))


def classify_by_all(embed: Embed, request: str, by_rules: Verdict) -> Verdict:
    """Return the probe's verdict on the embedding, the rules' choice, and the patterns combined.

    If the rules chose the same type as the probe, the verdict names the rules as the method and
    includes their words. The probe must be fitted to the encoder.
    """
    said = by_rules.query_type if by_rules.words else None
    numbers = (*embed(request), *sign_features(request, said))
    together = Verdict(2, EMBEDDING, packaged_probe().by_all.probabilities(numbers))
    if together.query_type is not said:
        return together
    return Verdict(by_rules.tier, by_rules.method, together.probabilities, by_rules.words)
