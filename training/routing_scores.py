"""Score the router in each mode: `python -m training.routing_scores`.

The requests were not used for training. Some come from the held-out writer, with types inferred
from their intents. The others were written for validation. `--vectors FILE` works as in
`training.routing`.
"""

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from narabot.models.routing import QueryType
from narabot.models.traces import RouterStep
from narabot.routing import Router, RouterMode, Tiers
from narabot.rules.routing import query_types
from training.routing import HELD_OUT_WRITER, vectors_of
from training.routing_requests import TypedRequest, intent_requests
from training.written_examples import rows_of

VALIDATION = Path(__file__).parents[1] / "benchmarks" / "validation" / "router_requests.jsonl"

MODES = [one for one in RouterMode if one is not RouterMode.MODEL]
"""Modes to score: all modes except the language model mode."""

SURE, BINS = 1.96, 10


def main() -> None:
    """Print a table of scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=Path)
    options = parser.parse_args()
    sets = {
        "validation": validation(),
        HELD_OUT_WRITER: [one for one in intent_requests() if one.group == HELD_OUT_WRITER],
    }
    texts = [one.text for found in sets.values() for one in found]
    encoder, vectors = vectors_of(texts, options.vectors)
    vector_by_text = dict(zip(texts, vectors, strict=True))
    print("requests | mode | accuracy (95%) | ECE | by type")
    for mode in MODES:
        router = Router(Tiers(query_types, vector_by_text.__getitem__, encoder), mode)
        for name, found in sets.items():
            for lang in ("en", "ru"):
                own = [one for one in found if one.lang == lang]
                steps = [router.route(one.text, {"hybrid"})[0] for one in own]
                print(f"{name} {lang} | {mode} | {line(own, steps)}")


def validation() -> list[TypedRequest]:
    """Return the requests that were written for validation."""
    return [
        TypedRequest(
            row["query"], row["lang"], QueryType(row["type"]), "validation", row["persona"]
        )
        for row in rows_of(VALIDATION)
    ]


def line(requests: Sequence[TypedRequest], steps: Sequence[RouterStep]) -> str:
    """Return the accuracy, the calibration error, and the counts by type."""
    right = [one.query_type == step.query_type for one, step in zip(requests, steps, strict=True)]
    low, high = interval(sum(right), len(right))
    error = calibration_error([step.probability or 0.0 for step in steps], right)
    kinds = []
    for kind in QueryType:
        own = [yes for yes, one in zip(right, requests, strict=True) if one.query_type is kind]
        if own:
            kinds.append(f"{kind} {sum(own)}/{len(own)}")
    share = sum(right) / len(right)
    return f"{share:.3f} ({low:.2f}-{high:.2f}) | {error:.3f} | {', '.join(kinds)}"


def interval(right: int, count: int) -> tuple[float, float]:
    """Return the 95% interval for a share, using Wilson's formula."""
    share, square = right / count, SURE**2
    middle = share + square / (2 * count)
    reach = SURE * math.sqrt(share * (1 - share) / count + square / (4 * count**2))
    return (middle - reach) / (1 + square / count), (middle + reach) / (1 + square / count)


def calibration_error(probabilities: Sequence[float], right: Sequence[bool]) -> float:
    """Return the expected calibration error over ten bins of equal width."""
    likely, true = np.array(probabilities), np.array(right, dtype=float)
    bins = np.minimum((likely * BINS).astype(int), BINS - 1)
    gaps = [abs(likely[bins == one].sum() - true[bins == one].sum()) for one in range(BINS)]
    return float(sum(gaps) / len(likely))


if __name__ == "__main__":
    main()
