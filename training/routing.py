"""Fit the request router: `python -m training.routing FOLDER [--vectors FILE]`.

A multinomial logistic regression classifies the default encoder's vectors of requests
(`routing_requests`). Its regularization and temperature are chosen by cross-validation over groups.
For each type that the rules or patterns return, the script also measures how often each type is
right. It writes the weights and these shares. Use `routing_scores` to measure the router on unseen
requests.
"""

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize_scalar
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from narabot.embedding import open_embeddings
from narabot.models.routing import QueryType
from narabot.routing import Rules, verdict
from narabot.routing.patterns import PATTERN, first_matching_type
from narabot.routing.probe import FILE as PROBE
from narabot.routing.probe import sign_features
from narabot.routing.rules import RULES
from narabot.rules.routing import query_types
from narabot.settings import Settings
from narabot.words import RUN
from training.routing_requests import WRITTEN, TypedRequest, typed_requests

HELD_OUT_WRITER = "writer-12"
"""The writer whose requests are excluded from training, as they are for the intent model."""

FOLDS = 5

STRENGTHS = (1.0, 3.0, 10.0)
"""Candidate values for the inverse regularization strength."""

SPREAD = 0.05
"""Standard deviation to which vector components are scaled. E5 components hardly vary."""

SIGN = 0.3
"""Factor by which the features from rules and patterns are scaled."""

WRITTEN_SHARE = 0.5
"""Weight share of the requests written for the router, within each type and language."""

SMOOTHING_REQUESTS = 2.0
"""Number of pseudo-requests added to each share, which smooths the shares of rare types."""

Floats = npt.NDArray[np.float64]


def main() -> None:
    """Fit the router, and write its weights and shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of the open data")
    parser.add_argument("--vectors", type=Path, help="cache file for the vectors")
    options = parser.parse_args()
    requests = [one for one in typed_requests(options.folder) if one.group != HELD_OUT_WRITER]
    model, vectors = vectors_of([one.text for one in requests], options.vectors)
    signs = [sign_features(one.text, type_by_rules(query_types, one.text)) for one in requests]
    scale = vectors.std(axis=0) / SPREAD
    both = np.hstack([vectors, signs])
    heights = np.concatenate([scale, np.full(len(signs[0]), 1 / SIGN)])
    fits = {
        "vector": fit_classifier(requests, vectors, scale),
        "all": fit_classifier(requests, both, heights),
    }
    write_probe(PROBE, model, fits)
    write_calibration(verdict.FILE, requests, query_types)


def vectors_of(texts: Sequence[str], cache_file: Path | None = None) -> tuple[str, Floats]:
    """Return the encoder's name and the vectors of the texts, with shape `(texts, dimension)`."""
    embeddings = open_embeddings(Settings.from_environment())
    cached: dict[str, list[float]] = {}
    if cache_file and cache_file.is_file():
        cached = json.loads(cache_file.read_text(encoding="utf-8"))
    for text in texts:
        if text not in cached:
            cached[text] = [round(one, 5) for one in embeddings.embed_query(text)]
    if cache_file:
        cache_file.write_text(json.dumps(cached), encoding="utf-8")
    return embeddings.identity.model, np.array([cached[text] for text in texts])


def weights_of(requests: Sequence[TypedRequest]) -> Floats:
    """Return the weight of each request.

    Each combination of type and language has the same total weight. Within each combination, the
    requests that were written for the router have the share WRITTEN_SHARE.
    """
    kinds = [(one.query_type, one.lang, one.source == WRITTEN) for one in requests]
    counts = {kind: kinds.count(kind) for kind in set(kinds)}
    shares = {True: WRITTEN_SHARE, False: 1 - WRITTEN_SHARE}
    weights = np.array([shares[kind[2]] / counts[kind] for kind in kinds])
    return np.asarray(weights * len(requests) / weights.sum())


def fit_classifier(
    requests: Sequence[TypedRequest], numbers: Floats, scale: Floats
) -> tuple[Floats, Floats]:
    """Return weights and biases, with shapes `(types, features)` and `(types, 1)`.

    The features are divided by `scale`, so the penalty treats them alike. The result includes the
    temperature that calibrates the probabilities on held-out groups.
    """
    types = np.array([list(QueryType).index(one.query_type) for one in requests])
    weights = weights_of(requests)
    mean = numbers.mean(axis=0)
    values = ((numbers - mean) / scale).astype(np.float32)
    tried = {}
    for strength in STRENGTHS:
        odds = held_out_odds(values, types, weights, [one.group for one in requests], strength)
        heat = temperature(odds, types, weights)
        loss = log_loss(odds / heat, types, weights)
        right = np.average(odds.argmax(axis=1) == types, weights=weights)
        print(f"{strength:g}: loss {loss:.3f}, right {right:.3f}, temperature {heat:.2f}")
        tried[strength] = (loss, heat)
    best = min(tried, key=lambda one: tried[one][0])
    model = LogisticRegression(C=best, max_iter=3000).fit(values, types, weights)
    weight = model.coef_ / scale / tried[best][1]
    bias = model.intercept_ / tried[best][1] - weight @ mean
    return weight, bias[:, None]


def held_out_odds(
    values: Floats,
    types: npt.NDArray[np.int_],
    weights: Floats,
    groups: Sequence[str],
    strength: float,
) -> Floats:
    """Return each request's log odds, from a model fitted on other groups."""
    odds = np.zeros((len(types), len(QueryType)))
    for fit, rest in GroupKFold(FOLDS).split(values, types, groups):
        model = LogisticRegression(C=strength, max_iter=3000)
        model.fit(values[fit], types[fit], weights[fit])
        odds[rest] = model.decision_function(values[rest])
    return odds


def temperature(odds: Floats, types: npt.NDArray[np.int_], weights: Floats) -> float:
    """Return the divisor of the log odds that calibrates the probabilities.

    See Guo et al., On Calibration of Modern Neural Networks (2017): Platt scaling for several
    classes.
    """
    found = minimize_scalar(
        lambda heat: log_loss(odds / heat, types, weights), bounds=(0.1, 10), method="bounded"
    )
    return float(found.x)


def log_loss(odds: Floats, types: npt.NDArray[np.int_], weights: Floats) -> float:
    """Return the weighted mean of the negative log probability of the right type."""
    top = odds.max(axis=1, keepdims=True)
    logs = odds - top - np.log(np.exp(odds - top).sum(axis=1, keepdims=True))
    return float(-np.average(logs[np.arange(len(types)), types], weights=weights))


def write_probe(path: Path, model: str, fits: Mapping[str, tuple[Floats, Floats]]) -> None:
    """Write the weights and biases, and the name of their encoder."""
    from safetensors.numpy import save_file

    tensors = {}
    for name, (weight, bias) in fits.items():
        # safetensors saves the raw memory, and scikit-learn returns column-major arrays
        tensors[f"{name}_weight"] = np.ascontiguousarray(weight, dtype=np.float32)
        tensors[f"{name}_bias"] = np.ascontiguousarray(bias, dtype=np.float32)
    save_file(tensors, path, metadata={"model": model})


def write_calibration(path: Path, requests: Sequence[TypedRequest], rules: Rules) -> None:
    """Write how often each type is right, for each type that the rules or patterns return."""
    by_rules = [type_by_rules(rules, one.text) for one in requests]
    by_pattern = [type_by_pattern(one.text) for one in requests]
    lines = [
        "# Written by `python -m training.routing`: how often each type is right, by classifier "
        f"and returned type.\n# The order of types is {', '.join(QueryType)}."
    ]
    for classifier, types in ((RULES, by_rules), (PATTERN, by_pattern)):
        lines.append(f"\n[{classifier}]")
        lines += shares(requests, types)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def type_by_rules(rules: Rules, text: str) -> QueryType | None:
    """Return the type that the rules infer, or `None`."""
    query_type = rules(RUN.findall(text)).query_type
    return QueryType(query_type) if query_type else None


def type_by_pattern(text: str) -> QueryType | None:
    """Return the type whose pattern matches first, or `None`."""
    return first_matching_type(text)[0]


def shares(
    requests: Sequence[TypedRequest], predicted: Sequence[QueryType | None]
) -> Iterable[str]:
    """Yield the distribution of right types for each predicted type, and for no prediction."""
    weights = weights_of(requests)
    of = np.array([list(QueryType).index(one.query_type) for one in requests])
    spread = np.bincount(of, weights, len(QueryType)) / weights.sum()
    for one in (*QueryType, None):
        own = np.array([word == one for word in predicted])
        counted = np.bincount(of[own], weights[own], len(QueryType)) + SMOOTHING_REQUESTS * spread
        numbers = ", ".join(f"{share:.4f}" for share in counted / counted.sum())
        yield f"{one or verdict.NO_RESULT} = [{numbers}]"


if __name__ == "__main__":
    main()
