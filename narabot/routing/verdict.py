"""What one way says of a request's type, and how its bare answer becomes probabilities."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from narabot.models.routing import QueryType

FILE = Path(__file__).with_name("calibration.toml")
"""By `python -m training.routing`."""

SILENT = "silent"
"""What a way says that finds nothing."""

Probabilities = Mapping[QueryType, float]
"""Of each type; together 1."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The types that a request may be of."""

    tier: int
    method: str
    probabilities: Probabilities
    words: tuple[str, ...] = ()
    """Those of the request by which it was told."""

    @property
    def query_type(self) -> QueryType:
        """The likeliest; of equals the first in the order of the types."""
        return max(QueryType, key=self.probabilities.__getitem__)

    @property
    def probability(self) -> float:
        """That of the likeliest."""
        return self.probabilities[self.query_type]


def calibrated(method: str, said: QueryType | None) -> Probabilities:
    """Return how often each type was right where a way said this; counted on held-out requests."""
    shares = read_calibration()[method][said or SILENT]
    return dict(zip(QueryType, shares, strict=True))


@cache
def read_calibration() -> dict[str, dict[str, list[float]]]:
    """Return by way and by what it says the share of each type, in the order of the types."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
