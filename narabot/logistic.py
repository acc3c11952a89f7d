"""Logistic regression models whose fitted weights are stored in TOML files.

A file contains a weight for each feature and a `bias`. The file for a refusal model also contains
`least`, the minimum accepted probability.
"""

import math
import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True, slots=True)
class Logistic:
    """Feature weights, a bias, and a threshold."""

    weights: dict[str, float]
    """Feature name → weight."""
    bias: float
    threshold: float
    """Minimum accepted probability."""

    def log_odds(self, features: "DataclassInstance") -> float:
        """Return the log odds for the feature values.

        The model must have a weight for each field, under the field's name.
        """
        values: dict[str, float] = asdict(features)
        return self.bias + sum(self.weights[name] * value for name, value in values.items())

    def likelihood(self, features: "DataclassInstance") -> float:
        """Return the probability, from 0 to 1, for the feature values."""
        return likelihood(self.log_odds(features))


def likelihood(log_odds: float) -> float:
    """Convert log odds to a probability, from 0 to 1."""
    return 1 / (1 + math.exp(-log_odds))


@cache
def read_logistic(path: Path) -> Logistic:
    """Load a model. The default threshold is 0.5."""
    facts: dict[str, float] = tomllib.loads(path.read_text(encoding="utf-8"))
    bias, threshold = facts.pop("bias"), facts.pop("least", 0.5)
    return Logistic(facts, bias, threshold)


def write_logistic(path: Path, model: Logistic, program: str, reader: str) -> None:
    """Save a model with four decimal places per number.

    `reader` is the module that loads the file.
    """
    facts = {"bias": model.bias, "least": model.threshold, **model.weights}
    lines = [
        f"# Fitted by `python -m {program}`, for {reader} in this folder.",
        *(f"{name} = {value:.4f}" for name, value in facts.items()),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
