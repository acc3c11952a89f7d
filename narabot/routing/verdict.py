"""The verdict of a classifier, and the calibration that turns the classifier's choice into
probabilities."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from narabot.models.routing import QueryType

FILE = Path(__file__).with_name("calibration.toml")
"""The calibration data, which `python -m training.routing` writes."""

NO_RESULT = "silent"
"""Key for requests for which a classifier has no result."""

Probabilities = Mapping[QueryType, float]
"""Probability of each type. The probabilities sum to 1."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The probabilities of the types for a request."""

    tier: int
    method: str
    probabilities: Probabilities
    words: tuple[str, ...] = ()
    """The words in the request that determined the verdict."""

    @property
    def query_type(self) -> QueryType:
        """The most likely type. Ties go to the first type in `QueryType`."""
        return max(QueryType, key=self.probabilities.__getitem__)

    @property
    def probability(self) -> float:
        """The probability of the most likely type."""
        return self.probabilities[self.query_type]


def calibrated(method: str, said: QueryType | None) -> Probabilities:
    """Among the held-out requests for which a classifier chose `said`, return the share of each
    type."""
    shares = read_calibration()[method][said or NO_RESULT]
    return dict(zip(QueryType, shares, strict=True))


@cache
def read_calibration() -> dict[str, dict[str, list[float]]]:
    """Return the share of each type, in the order of `QueryType`. The shares are keyed by
    classifier and then by the classifier's choice."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
