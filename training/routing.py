"""Fit what tells the types of requests: `python -m training.routing FOLDER [--vectors FILE]`.

Multinomial logistic regression on the default encoder's vectors of requests (`routing_requests`),
its strength and temperature by groups that it was not fitted on; and how often each type is right
where rules or patterns say something. Writes the weights and the shares; `routing_scores` tells how
good they are on requests that none of this has seen.
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

HELD = "writer-12"
"""Whose requests train nothing, as of the reader of requests."""

FOLDS = 5

STRENGTHS = (1.0, 3.0, 10.0)
"""Inverse strengths of the penalty that are tried."""

SPREAD = 0.05
"""What a number of a vector spreads, as it is fitted; e5's own numbers hardly differ."""

SIGN = 0.3
"""What a sign counts for, as it is fitted."""

WRITTEN_SHARE = 0.5
"""What the requests written for the router weigh, of each type and language."""

MORE = 2.0
"""Requests that are added to each share, spread as the types are: few were seen of some."""

Floats = npt.NDArray[np.float64]


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the open data")
    parser.add_argument("--vectors", type=Path, help="where the vectors are kept between runs")
    options = parser.parse_args()
    requests = [one for one in typed_requests(options.folder) if one.group != HELD]
    model, vectors = vectors_of([one.text for one in requests], options.vectors)
    said = [sign_features(one.text, said_by_rules(query_types, one.text)) for one in requests]
    scale = vectors.std(axis=0) / SPREAD
    both = np.hstack([vectors, said])
    heights = np.concatenate([scale, np.full(len(said[0]), 1 / SIGN)])
    fits = {"vector": fitted(requests, vectors, scale), "all": fitted(requests, both, heights)}
    write_probe(PROBE, model, fits)
    write_calibration(verdict.FILE, requests, query_types)


def vectors_of(texts: Sequence[str], kept: Path | None = None) -> tuple[str, Floats]:
    """Return the encoder's name, and the vectors of texts, shape `(texts, dimension)`."""
    embeddings = open_embeddings(Settings.from_environment())
    known: dict[str, list[float]] = {}
    if kept and kept.is_file():
        known = json.loads(kept.read_text(encoding="utf-8"))
    for text in texts:
        if text not in known:
            known[text] = [round(one, 5) for one in embeddings.embed_query(text)]
    if kept:
        kept.write_text(json.dumps(known), encoding="utf-8")
    return embeddings.identity.model, np.array([known[text] for text in texts])


def weights_of(requests: Sequence[TypedRequest]) -> Floats:
    """Return what each request weighs: types and languages alike, and half of each ours."""
    kinds = [(one.query_type, one.lang, one.source == WRITTEN) for one in requests]
    counts = {kind: kinds.count(kind) for kind in set(kinds)}
    shares = {True: WRITTEN_SHARE, False: 1 - WRITTEN_SHARE}
    weights = np.array([shares[kind[2]] / counts[kind] for kind in kinds])
    return np.asarray(weights * len(requests) / weights.sum())


def fitted(
    requests: Sequence[TypedRequest], numbers: Floats, scale: Floats
) -> tuple[Floats, Floats]:
    """Return weights and biases, shapes `(types, numbers)` and `(types, 1)`.

    Numbers are divided by their scale, so that the penalty treats them alike. The temperature that
    makes the probabilities true on held-out groups is in what is returned.
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
    """Return each request's log odds by a model that was fitted on other groups."""
    odds = np.zeros((len(types), len(QueryType)))
    for fit, rest in GroupKFold(FOLDS).split(values, types, groups):
        model = LogisticRegression(C=strength, max_iter=3000)
        model.fit(values[fit], types[fit], weights[fit])
        odds[rest] = model.decision_function(values[rest])
    return odds


def temperature(odds: Floats, types: npt.NDArray[np.int_], weights: Floats) -> float:
    """Return what log odds are divided by to be truest: Platt's scaling for several classes.

    Guo et al., On Calibration of Modern Neural Networks (2017).
    """
    found = minimize_scalar(
        lambda heat: log_loss(odds / heat, types, weights), bounds=(0.1, 10), method="bounded"
    )
    return float(found.x)


def log_loss(odds: Floats, types: npt.NDArray[np.int_], weights: Floats) -> float:
    """Return the mean of minus the logarithm of the right type's probability."""
    top = odds.max(axis=1, keepdims=True)
    logs = odds - top - np.log(np.exp(odds - top).sum(axis=1, keepdims=True))
    return float(-np.average(logs[np.arange(len(types)), types], weights=weights))


def write_probe(path: Path, model: str, fits: Mapping[str, tuple[Floats, Floats]]) -> None:
    """Write weights and biases, and the encoder that they are for."""
    from safetensors.numpy import save_file

    tensors = {}
    for name, (weight, bias) in fits.items():
        # safetensors takes the rows as they lie in memory, and scikit-learn's lie by columns
        tensors[f"{name}_weight"] = np.ascontiguousarray(weight, dtype=np.float32)
        tensors[f"{name}_bias"] = np.ascontiguousarray(bias, dtype=np.float32)
    save_file(tensors, path, metadata={"model": model})


def write_calibration(path: Path, requests: Sequence[TypedRequest], rules: Rules) -> None:
    """Write how often each type is right where rules, or patterns, say something."""
    by_rules = [said_by_rules(rules, one.text) for one in requests]
    by_pattern = [said_by_pattern(one.text) for one in requests]
    lines = [
        "# Written by `python -m training.routing`: how often each type is right, by classifier "
        f"and by its choice.\n# The types are in the order {', '.join(QueryType)}."
    ]
    for way, said in ((RULES, by_rules), (PATTERN, by_pattern)):
        lines.append(f"\n[{way}]")
        lines += shares(requests, said)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def said_by_rules(rules: Rules, text: str) -> QueryType | None:
    """Return the type that rules say."""
    said = rules(RUN.findall(text)).query_type
    return QueryType(said) if said else None


def said_by_pattern(text: str) -> QueryType | None:
    """Return the type whose pattern fits first."""
    return first_matching_type(text)[0]


def shares(requests: Sequence[TypedRequest], said: Sequence[QueryType | None]) -> Iterable[str]:
    """Yield, for each type that may be said and for silence, the shares of the right types."""
    weights = weights_of(requests)
    of = np.array([list(QueryType).index(one.query_type) for one in requests])
    spread = np.bincount(of, weights, len(QueryType)) / weights.sum()
    for one in (*QueryType, None):
        own = np.array([word == one for word in said])
        counted = np.bincount(of[own], weights[own], len(QueryType)) + MORE * spread
        told = ", ".join(f"{share:.4f}" for share in counted / counted.sum())
        yield f"{one or verdict.NO_RESULT} = [{told}]"


if __name__ == "__main__":
    main()
