"""How likely an answer stands in the records: a logistic regression over signs that can be read.

The weights in `confidence.toml` were fitted on the development set and on questions of our own by
`python -m benchmarks.fit_refusal`; its curve is in `docs/quality.md`.
"""

import math
import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

LEAST_CONFIDENCE = 0.5
"""Below it the answer is the refusal. The fit moves the curve, so that this stays."""

WEIGHTS_FILE = Path(__file__).with_name("confidence.toml")


@dataclass(frozen=True, slots=True)
class Signs:
    """What tells whether a record answers a question; each 0 to 1."""

    meaning: float
    """Cosine of the question and the record's nearest chunk."""
    plain: float
    """Of the question's ordinary words, the share in record and path."""
    is_counted: float
    """Whether a number stands before what is to be counted; 1 where nothing is."""
    is_said: float
    """Whether the words are said that an answer must have; 1 where there are none."""
    has_kind: float
    """Whether a name of the kind asked for is said; 1 where none is asked for."""
    has_field: float
    """Whether a field is asked for and there."""


@cache
def fitted() -> dict[str, float]:
    """Return the weight of each sign, and the `bias`."""
    return tomllib.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))


def confidence(signs: Signs) -> float:
    """Return 0 to 1."""
    weights = fitted()
    total = weights["bias"] + sum(weights[name] * sign for name, sign in asdict(signs).items())
    return 1 / (1 + math.exp(-total))
