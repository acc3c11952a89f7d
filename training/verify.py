"""Fit when a written sentence stands: `python -m training.verify SENTENCES --tested MORE DATA…`.

True and false sentences about records of the part that `training.catalogue` keeps for validation,
as a language model could write them, and statements about invented records of that part. Each is
compared with windows of its record as `answering/verification/support.py` does, the window that
supports it best counts, and logistic regression over the signs of all sentences says how likely one
stands. Sentences on one record are left out together for what is printed and for `least`, below
which nothing stands. Writes the weights to the verification's `features.toml`.
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

from narabot.answering.verification.features import WEIGHTS_FILE, SupportFeatures, may_be_supported, support_features
from narabot.answering.verification.reader_support import WINDOWS_BY_RELEVANCE, WINDOWS_BY_WORDS
from narabot.logistic import Logistic, write_logistic
from narabot.reading import open_reader
from narabot.reading.reader import Reader
from narabot.settings import Settings
from narabot.words import coverage, stems, weighted_stems
from training.catalogue import CatalogueText, catalogue_texts
from training.made import FOLDER, invented_records, rows_of
from training.near import nearest_by_words

FALSELY_STANDING = 0.02
"""The share of the false sentences of either file that `least` lets stand, at most: those of the
second, which are nearer to their records, pass more often by the threshold of the first."""

FOLDS, ROUNDS = 10, 4
"""Parts that are left out in turn; times that the window of each sentence is chosen anew."""

STRENGTH = 0.3
"""Inverse strength of the penalty."""

MOST_WINDOWS = 24
"""Windows of a record that are looked at."""

NAMES = [one.name for one in fields(SupportFeatures)]

AGAINST = {"contradiction", "added", "qualified"}
"""Signs that speak against a sentence; the others speak for it."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tried:
    """A sentence with its signs beside each window that it was compared with."""

    na_id: int
    kind: str
    is_true: bool
    signs: Floats
    """Shape `(windows, signs)`; no window where something forbids the sentence."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Weights of the signs and a bias."""

    weights: Floats
    bias: float

    def log_odds(self, one: Tried) -> Floats:
        """Return the log odds beside each window, shape `(windows,)`."""
        found: Floats = one.signs @ self.weights + self.bias
        return found

    def best(self, one: Tried) -> float:
        """Return the log odds that a sentence stands."""
        return float(self.log_odds(one).max()) if len(one.signs) else -np.inf


def main() -> None:
    """Read, fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sentences", type=Path)
    parser.add_argument(
        "--tested", type=Path, required=True, help="sentences for scores and `least` alone"
    )
    parser.add_argument("data", type=Path, nargs="+")
    chosen = parser.parse_args()
    reader = open_reader(Settings.from_environment())
    invented = invented_records()
    records = catalogue_texts(*chosen.data) | invented
    fitted, tested = (
        [tried(reader, records, row) for row in some if row["lang"] == "en"]
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
    write_logistic(WEIGHTS_FILE, fitted_best, "training.verify", "features.py")


def rows_of_invented(records: Mapping[int, CatalogueText]) -> Iterator[dict[str, Any]]:
    """Yield the statements about invented records that trained nothing, as sentences.

    They answer a question for the record as a whole.
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


def tried(reader: Reader, records: Mapping[int, CatalogueText], row: Mapping[str, Any]) -> Tried:
    """Return a sentence with its signs."""
    record, sentence = records[row["naId"]], row["sentence"]
    texts = compared(reader, record, row["question"], sentence)
    whole = "\n".join([record.text, record.name, *record.above])
    if not may_be_supported(sentence, whole):
        texts = []
    read = reader.supports([(text, sentence) for text in texts])
    signs = [
        list(asdict(support_features(sentence, text, one)).values())
        for text, one in zip(texts, read, strict=True)
    ]
    matrix = np.array(signs, dtype=np.float64).reshape(-1, len(NAMES))
    return Tried(row["naId"], row["class"], row["true"], matrix)


def compared(reader: Reader, record: CatalogueText, asked: str, sentence: str) -> list[str]:
    """Return the texts with which the chat would compare a sentence."""
    texts = answering(reader, record, asked)
    words = weighted_stems(sentence)
    covered = sorted(texts, key=lambda text: -coverage(words, stems(text)))
    both = nearest_by_words(record, sentence)
    return list(dict.fromkeys([*covered[:WINDOWS_BY_WORDS], *texts[:WINDOWS_BY_RELEVANCE], both]))


@cache
def answering(reader: Reader, record: CatalogueText, asked: str) -> list[str]:
    """Return the windows of a record, those that answer a question best first."""
    texts = [one.text for one in record.windows][:MOST_WINDOWS]
    relevance = [one.relevance for one in reader.read(asked, texts)]
    return [texts[place] for place in np.argsort(-np.array(relevance))]


def fit(some: Sequence[Tried]) -> Fit:
    """Return what tells true sentences from false ones, beside the window that supports them best.

    At first that is the one that the reader puts first.
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
    """Return weights and bias of a logistic regression in which no sign counts the wrong way.

    Ridge penalty, STRENGTH as in scikit-learn; bounds by L-BFGS-B (Byrd and others, 1995). Without
    bounds, of some hundred sentences, words that the text has counted against a sentence.
    """
    sides = np.where(labels, 1.0, -1.0)

    def loss(flat: Floats) -> tuple[float, Floats]:
        margins = sides * (values @ flat[:-1] + flat[-1])
        wrong = -sides / (1 + np.exp(margins))
        gradient = np.append(STRENGTH * values.T @ wrong + flat[:-1], STRENGTH * wrong.sum())
        total = STRENGTH * np.logaddexp(0, -margins).sum() + flat[:-1] @ flat[:-1] / 2
        return float(total), gradient

    bounds = [(None, 0.0) if name in AGAINST else (0.0, None) for name in NAMES]
    start = np.zeros(len(NAMES) + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[*bounds, (None, None)])
    return found.x[:-1], float(found.x[-1])


def left_out_scores(some: Sequence[Tried]) -> Floats:
    """Return the log odds of each sentence, by a fit without those on the same record."""
    na_ids = sorted({one.na_id for one in some})
    folds = {na_id: place % FOLDS for place, na_id in enumerate(na_ids)}
    scores = np.full(len(some), -np.inf)
    for fold in range(FOLDS):
        found = fit([one for one in some if folds[one.na_id] != fold])
        for place, one in enumerate(some):
            if folds[one.na_id] == fold:
                scores[place] = found.best(one)
    return scores


def threshold(some: Sequence[Tried], scores: Floats) -> float:
    """Return the likelihood below which nothing stands; see FALSELY_STANDING."""
    false = np.sort(scores[[not one.is_true for one in some]])[::-1]
    log_odds = false[int(len(false) * FALSELY_STANDING)]
    return float(1 / (1 + np.exp(-log_odds)))


def print_scores(name: str, some: Sequence[Tried], scores: Floats, least: float) -> None:
    """Print how many true and false sentences stand, and with which faults."""
    stands = 1 / (1 + np.exp(-scores)) > least
    labels = np.array([one.is_true for one in some])
    area = roc_auc_score(labels, np.maximum(scores, -50))
    print(f"{name}: {len(some)} sentences, AUROC {area:.3f}, stand above {least:.3f}")
    print(f"  {stands[labels].mean():.2f} of {labels.sum()} true ones stand, ", end="")
    print(f"{stands[~labels].mean():.3f} of {(~labels).sum()} false ones")
    faults = sorted({one.kind for one in some if not one.is_true})
    passed = {
        fault: int(sum(stands[place] for place, one in enumerate(some) if one.kind == fault))
        for fault in faults
    }
    print("  false ones that stand:", {fault: count for fault, count in passed.items() if count})


if __name__ == "__main__":
    main()
