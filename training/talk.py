"""Fit what tells small talk, broad questions and turns that lean: `python -m training.talk FOLDER`.

Logistic regression on the default encoder's vectors of messages that were written for it
(`made/talk.jsonl`), with questions about records as further ones that are neither; and of names,
which `FOLDER` has, from all of these. Prints what each tells of messages that it was not fitted
on, and writes the weights.
"""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from narabot.embedding import open_embeddings
from narabot.settings import Settings
from narabot.understanding.talk import FILE
from training.made import FOLDER, LEANING, rows_of
from training.sources import rows

QUESTIONS = 400
"""Of those about records, of each file."""

NAME = "name"
"""The kind of messages that are a name and nothing else."""

NAMES = 900
"""Of people, places, offices, events and works, which somebody types and nothing else."""

NAMES_FROM = "crossner-"
"""Sources of names that are written as in an encyclopedia, and not as in short messages."""

FOLDS = 5

SPREAD = 0.05
"""What a number of a vector spreads, as it is fitted; e5's own numbers hardly differ."""

STRENGTHS = (1.0, 10.0, 100.0)
"""Inverse strengths of the penalty that are tried."""

KINDS = (
    ("help", "help", 3.0),
    ("leans", "dependent", 3.0),
    ("broad", "broad", 3.0),
    ("seeks", "sought", 3.0),
    ("named", NAME, 0.3),
)
"""What is told, the kind of message that it is, and what one of these weighs beside the others:
of most there are few, and to take another for one of them does less harm than to miss one; but to
take small talk for a name does more."""

ALIKE = {"broad", "sought", "told"}
"""None of these need be told from the others: where no record answers, the first two get the
records in which to look, and a question with a story around it may as well."""

KIND_OF_STYLE = {LEANING: "dependent", "told": "told"}
"""Of questions about records; those of other styles are plain questions."""

Floats = npt.NDArray[np.float64]


def main() -> None:
    """Fit, print, write."""
    messages = [*written_messages(), *bare_names(Path(sys.argv[1]))]
    settings = Settings.from_environment()
    embeddings = open_embeddings(settings)
    vectors = np.array([embeddings.embed_query(text) for text, _ in messages])
    fitted: dict[str, object] = {"model": embeddings.identity.model}
    for name, kind, weight in KINDS:
        others = left_out(kind)
        own = [place for place, (_, one) in enumerate(messages) if one not in others]
        labels = np.array([messages[place][1] == kind for place in own])
        texts = [messages[place][0] for place in own]
        fitted[name] = fit(name, vectors[own], labels, texts, weight)
    FILE.write_text(json.dumps(fitted) + "\n", encoding="utf-8")


def left_out(kind: str) -> set[str]:
    """Return the kinds of messages from which one is not told."""
    alike = ALIKE - {kind} if kind in ALIKE else set()
    return alike if kind == NAME else alike | {NAME}


def written_messages() -> list[tuple[str, str]]:
    """Return the messages with their kinds."""
    messages = [(row["turns"][-1], row["kind"]) for row in rows_of(FOLDER / "talk.jsonl")]
    rng = random.Random(6)
    for path in sorted(FOLDER.glob("questions_*.jsonl")):
        messages += [
            (row["question"], KIND_OF_STYLE.get(row["style"], "question"))
            for row in rng.sample(rows_of(path), QUESTIONS)
        ]
    return messages


def bare_names(folder: Path) -> list[tuple[str, str]]:
    """Return names alone, every third in small letters, as the messages that they may be.

    Raises OSError, ChangedDataError.
    """
    read = (row for row in rows(folder, "ner.jsonl.gz") if row["source"].startswith(NAMES_FROM))
    names = sorted({name for row in read for name in names_in(row["tokens"], row["tags"])})
    chosen = random.Random(7).sample(names, NAMES)
    return [(one if place % 3 else one.lower(), NAME) for place, one in enumerate(chosen)]


def names_in(tokens: Sequence[str], tags: Sequence[str]) -> Iterator[str]:
    """Yield the names of a sentence, by tags B-, I- and O."""
    name: list[str] = []
    for token, tag in zip([*tokens, ""], [*tags, "O"], strict=True):
        if not tag.startswith("I-") and name:
            yield " ".join(name)
            name = []
        if tag != "O":
            name.append(token)


def fit(
    name: str,
    vectors: Floats,
    labels: npt.NDArray[np.bool_],
    texts: Sequence[str],
    weight: float,
) -> dict[str, object]:
    """Return weights and bias, by the strength that does best on what was left out."""
    mean, scale = vectors.mean(axis=0), vectors.std(axis=0) / SPREAD
    values = (vectors - mean) / scale
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    tried = {}
    for strength in STRENGTHS:
        model = regression(strength, weight)
        scores = cross_val_predict(model, values, labels, cv=folds, method="decision_function")
        tried[strength] = scores
        wrong = (scores > 0) != labels
        missed, mistaken = (wrong & labels).sum(), (wrong & ~labels).sum()
        print(f"{name}, {strength:g}: {missed} of {labels.sum()} missed, {mistaken} mistaken")
    best = min(STRENGTHS, key=lambda one: int(((tried[one] > 0) != labels).sum()))
    for place in np.flatnonzero((tried[best] > 0) != labels)[:12]:
        print(f"  {'missed' if labels[place] else 'mistaken'}: {texts[place][:100]}")
    model = regression(best, weight).fit(values, labels)
    weights = model.coef_[0] / scale
    bias = float(model.intercept_[0] - weights @ mean)
    return {"weights": [round(float(one), 4) for one in weights], "bias": round(bias, 4)}


def regression(strength: float, weight: float) -> LogisticRegression:
    """Return what is fitted."""
    return LogisticRegression(C=strength, max_iter=3000, class_weight={True: weight, False: 1.0})


if __name__ == "__main__":
    main()
