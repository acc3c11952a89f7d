"""A likelihood that was fitted: logistic regression over some signs, its weights in a file.

The file is TOML: a weight for each sign, a `bias`, and, where something is refused, the `least`
likelihood that is not.
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
    """Weights of signs and a bias."""

    weights: dict[str, float]
    """By the names of the signs."""
    bias: float
    least: float
    """The likelihood below which something is refused."""

    def log_odds(self, signs: "DataclassInstance") -> float:
        """Return the log odds for signs, whose fields are those that have weights."""
        values: dict[str, float] = asdict(signs)
        return self.bias + sum(self.weights[name] * value for name, value in values.items())

    def likelihood(self, signs: "DataclassInstance") -> float:
        """Return 0 to 1."""
        return likelihood(self.log_odds(signs))


def likelihood(log_odds: float) -> float:
    """Return log odds as a likelihood, 0 to 1."""
    return 1 / (1 + math.exp(-log_odds))


@cache
def read_logistic(path: Path) -> Logistic:
    """Return what was fitted; without `least` in the file it is an even chance."""
    facts: dict[str, float] = tomllib.loads(path.read_text(encoding="utf-8"))
    bias, least = facts.pop("bias"), facts.pop("least", 0.5)
    return Logistic(facts, bias, least)


def write_logistic(path: Path, fitted: Logistic, program: str, reader: str) -> None:
    """Write what a program fitted, for the module that reads it; four digits behind the point."""
    facts = {"bias": fitted.bias, "least": fitted.least, **fitted.weights}
    lines = [
        f"# Fitted by `python -m {program}`, for {reader} beside it.",
        *(f"{name} = {value:.4f}" for name, value in facts.items()),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
