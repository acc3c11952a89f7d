"""Fit the verification of generated sentences.

    python -m training.sentence_support SENTENCES --tested MORE DATA…

The data are true and false sentences in the style of a language model, and statements about
invented records. All of these texts are about records that `training.catalog_records` reserves for
validation. Each sentence is compared with windows of its record, as in
`answering/verification/reader_support.py`, and the window that best supports the sentence is used.
A logistic regression over the features of all sentences estimates the probability of support. The
printed scores and `least`, the acceptance threshold, are cross-validated, and all sentences about
one record share a fold. The weights are written to the verification's `features.toml`.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from sklearn.metrics import roc_auc_score

from narabot.answering.verification.features import (
    WEIGHTS_FILE,
    SupportFeatures,
    may_be_supported,
    support_features,
)
from narabot.answering.verification.reader_support import WINDOWS_BY_RELEVANCE, WINDOWS_BY_WORDS
from narabot.logistic import Logistic, write_logistic
from narabot.reading import open_reader
from narabot.reading.reader import Reader
from narabot.settings import Settings
from narabot.words import coverage, stems, weighted_stems
from training.catalog_records import CatalogText, read_catalog_texts
from training.similarity import nearest_by_words
from training.written_examples import FOLDER, invented_records, rows_of

MAX_FALSE_ACCEPTANCE_RATE = 0.02
"""Maximum share of the false sentences in either file that `least` accepts.

The false sentences in the second file are closer to their records, so the first file's threshold
would accept too many false sentences from the second file.
"""

FOLDS, ROUNDS = 10, 4
"""Number of cross-validation folds, and number of rounds in which windows are chosen."""

STRENGTH = 0.3
"""Inverse regularization strength."""

MOST_WINDOWS = 24
"""Maximum number of windows per record."""

NAMES = [one.name for one in fields(SupportFeatures)]

NEGATIVE_FEATURES = {"contradiction", "added", "qualified"}
"""Features that count against a sentence. All other features count in its favor."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TestedSentence:
    """A sentence with its features for each window that it was compared with."""

    na_id: int
    kind: str
    is_true: bool
    signs: Floats
    """Shape `(windows, features)`. There are no windows if a hard rule rejects the sentence."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Weights for the features, and a bias."""

    weights: Floats
    bias: float

    def log_odds(self, one: TestedSentence) -> Floats:
        """Return the log odds for each window, with shape `(windows,)`."""
        found: Floats = one.signs @ self.weights + self.bias
        return found

    def best(self, one: TestedSentence) -> float:
        """Return the log odds that the record supports the sentence."""
        return float(self.log_odds(one).max()) if len(one.signs) else -np.inf


def main() -> None:
    """Read the sentences, fit the weights, print the scores, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sentences", type=Path)
    parser.add_argument(
        "--tested", type=Path, required=True, help="sentences for scores and the threshold only"
    )
    parser.add_argument("data", type=Path, nargs="+")
    chosen = parser.parse_args()
    reader = open_reader(Settings.from_environment())
    invented = invented_records()
    records = read_catalog_texts(*chosen.data) | invented
    fitted, tested = (
        [test_sentence(reader, records, row) for row in some if row["lang"] == "en"]
        for some in (
            [*rows_of(chosen.sentences), *rows_of_invented(invented)],
            rows_of(chosen.tested),
        )
    )
    left_out = left_out_scores(fitted)
    found = fit(fitted)
    scores = np.array([found.best(one) for one in tested])
    least = max(threshold(fitted, left_out), threshold(tested, scores))
    print_scores("left out", fitted, left_out, least)
    print_scores("tested", tested, scores, least)
    weights = dict(zip(NAMES, found.weights.tolist(), strict=True))
    fitted_best = Logistic(weights, found.bias, least)
    write_logistic(WEIGHTS_FILE, fitted_best, "training.sentence_support", "features.py")


def rows_of_invented(records: Mapping[int, CatalogText]) -> Iterator[dict[str, Any]]:
    """Yield the statements about invented validation records, as sentences.

    Each row's question is the name of the record.
    """
    for row in rows_of(FOLDER / "statements_invented.jsonl"):
        record = records[row["naId"]]
        if record.is_for_validation:
            yield {
                "naId": row["naId"],
                "question": record.name,
                "sentence": row["statement"],
                "true": row["label"] == "supported",
                "class": row["label"],
                "lang": row["lang"],
            }


def test_sentence(
    reader: Reader, records: Mapping[int, CatalogText], row: Mapping[str, Any]
) -> TestedSentence:
    """Return a sentence with its features."""
    record, sentence = records[row["naId"]], row["sentence"]
    texts = compared_texts(reader, record, row["question"], sentence)
    whole = "\n".join([record.text, record.name, *record.above])
    if not may_be_supported(sentence, whole):
        texts = []
    read = reader.supports([(text, sentence) for text in texts])
    signs = [
        list(asdict(support_features(sentence, text, one)).values())
        for text, one in zip(texts, read, strict=True)
    ]
    matrix = np.array(signs, dtype=np.float64).reshape(-1, len(NAMES))
    return TestedSentence(row["naId"], row["class"], row["true"], matrix)


def compared_texts(reader: Reader, record: CatalogText, question: str, sentence: str) -> list[str]:
    """Return the texts with which the chat would compare a sentence."""
    texts = windows_by_relevance(reader, record, question)
    words = weighted_stems(sentence)
    covered = sorted(texts, key=lambda text: -coverage(words, stems(text)))
    both = nearest_by_words(record, sentence)
    return list(dict.fromkeys([*covered[:WINDOWS_BY_WORDS], *texts[:WINDOWS_BY_RELEVANCE], both]))


@cache
def windows_by_relevance(reader: Reader, record: CatalogText, question: str) -> list[str]:
    """Return the windows of a record, in order of relevance to a question."""
    texts = [one.text for one in record.windows][:MOST_WINDOWS]
    relevance = [one.relevance for one in reader.read(question, texts)]
    return [texts[place] for place in np.argsort(-np.array(relevance))]


def fit(some: Sequence[TestedSentence]) -> Fit:
    """Return a fit that separates true from false sentences by their best windows.

    In the first round, the best window is the window with the highest value of the first feature.
    """
    some = [one for one in some if len(one.signs)]
    labels = np.array([one.is_true for one in some])
    places = [int(one.signs[:, 0].argmax()) for one in some]
    found = Fit(np.zeros(len(NAMES)), 0.0)
    for _ in range(ROUNDS):
        signs = np.array([one.signs[place] for one, place in zip(some, places, strict=True)])
        mean, spread = signs.mean(axis=0), signs.std(axis=0) + 1e-9
        fitted, bias = regression((signs - mean) / spread, labels)
        weights: Floats = fitted / spread
        found = Fit(weights, float(bias - weights @ mean))
        places = [int(found.log_odds(one).argmax()) for one in some]
    return found


def regression(values: Floats, labels: npt.NDArray[np.bool_]) -> tuple[Floats, float]:
    """Return the weights and bias of a logistic regression with sign constraints.

    The ridge penalty is STRENGTH, as in scikit-learn. L-BFGS-B handles the bounds (Byrd et al.,
    1995). Without bounds, a fit to a few hundred sentences would assign a negative weight to the
    feature for words that occur in the text.
    """
    sides = np.where(labels, 1.0, -1.0)

    def loss(flat: Floats) -> tuple[float, Floats]:
        margins = sides * (values @ flat[:-1] + flat[-1])
        wrong = -sides / (1 + np.exp(margins))
        gradient = np.append(STRENGTH * values.T @ wrong + flat[:-1], STRENGTH * wrong.sum())
        total = STRENGTH * np.logaddexp(0, -margins).sum() + flat[:-1] @ flat[:-1] / 2
        return float(total), gradient

    bounds = [(None, 0.0) if name in NEGATIVE_FEATURES else (0.0, None) for name in NAMES]
    start = np.zeros(len(NAMES) + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[*bounds, (None, None)])
    return found.x[:-1], float(found.x[-1])


def left_out_scores(some: Sequence[TestedSentence]) -> Floats:
    """Return the log odds of each sentence, from a fit without sentences about its record."""
    na_ids = sorted({one.na_id for one in some})
    folds = {na_id: place % FOLDS for place, na_id in enumerate(na_ids)}
    scores = np.full(len(some), -np.inf)
    for fold in range(FOLDS):
        found = fit([one for one in some if folds[one.na_id] != fold])
        for place, one in enumerate(some):
            if folds[one.na_id] == fold:
                scores[place] = found.best(one)
    return scores


def threshold(some: Sequence[TestedSentence], scores: Floats) -> float:
    """Return the probability below which sentences are rejected (see MAX_FALSE_ACCEPTANCE_RATE)."""
    false = np.sort(scores[[not one.is_true for one in some]])[::-1]
    log_odds = false[int(len(false) * MAX_FALSE_ACCEPTANCE_RATE)]
    return float(1 / (1 + np.exp(-log_odds)))


def print_scores(name: str, some: Sequence[TestedSentence], scores: Floats, least: float) -> None:
    """Print how many sentences are accepted, and the faults in the accepted false sentences."""
    is_accepted = 1 / (1 + np.exp(-scores)) > least
    labels = np.array([one.is_true for one in some])
    area = roc_auc_score(labels, np.maximum(scores, -50))
    print(f"{name}: {len(some)} sentences, AUROC {area:.3f}, accepted above {least:.3f}")
    print(f"  {is_accepted[labels].mean():.2f} of {labels.sum()} true sentences accepted, ", end="")
    print(f"{is_accepted[~labels].mean():.3f} of {(~labels).sum()} false sentences accepted")
    faults = sorted({one.kind for one in some if not one.is_true})
    passed = {
        fault: int(sum(is_accepted[place] for place, one in enumerate(some) if one.kind == fault))
        for fault in faults
    }
    print("  accepted false sentences:", {fault: count for fault, count in passed.items() if count})


if __name__ == "__main__":
    main()
