"""Fit the message probes: `python -m training.message_probes FOLDER`.

The probes detect small talk, broad questions, follow-ups, and bare names. Each is a logistic
regression on the default encoder's vectors of messages that were written for this purpose
(`made/talk.jsonl`). Questions about records are additional negative examples. The names come from
the data in `FOLDER`. The script prints the cross-validated errors of each probe and writes the
weights.
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
from narabot.understanding.message_probes import PROBES_FILE
from training.sources import rows
from training.written_examples import FOLDER, FOLLOW_UP, rows_of

QUESTIONS = 400
"""Number of questions about records to use from each file."""

NAME = "name"
"""The kind of a message that consists of a name."""

NAMES = 900
"""Number of bare names of people, places, offices, events, and works."""

NAMES_FROM = "crossner-"
"""Prefix of the sources whose names are spelled as in an encyclopedia, not as in messages."""

FOLDS = 5

SPREAD = 0.05
"""Standard deviation to which vector components are scaled. E5 components hardly vary."""

STRENGTHS = (1.0, 10.0, 100.0)
"""Candidate values for the inverse regularization strength."""

KINDS = (
    ("help", "help", 3.0),
    ("leans", "dependent", 3.0),
    ("broad", "broad", 3.0),
    ("seeks", "sought", 3.0),
    ("named", NAME, 0.3),
)
"""Each probe's name, its kind of message, and that kind's weight relative to all other kinds.

Most kinds have few messages, and a false positive does less harm than a miss. For bare names, the
reverse is true: small talk must not be mistaken for a name.
"""

UNSEPARATED_KINDS = {"broad", "sought", "told"}
"""Kinds that need not be distinguished from one another.

If no record answers the message, the response to the first two kinds lists records to search. The
same response is also suitable for a question with a story.
"""

KIND_OF_STYLE = {FOLLOW_UP: "dependent", "told": "told"}
"""Kinds of questions about records, keyed by style. All other styles are plain questions."""

Floats = npt.NDArray[np.float64]


def main() -> None:
    """Fit the probes, print their errors, and write the weights."""
    messages = [*written_messages(), *bare_names(Path(sys.argv[1]))]
    settings = Settings.from_environment()
    embeddings = open_embeddings(settings)
    vectors = np.array([embeddings.embed_query(text) for text, _ in messages])
    fitted: dict[str, object] = {"model": embeddings.identity.model}
    for name, kind, weight in KINDS:
        others = excluded_kinds(kind)
        rows = [place for place, (_, one) in enumerate(messages) if one not in others]
        labels = np.array([messages[place][1] == kind for place in rows])
        texts = [messages[place][0] for place in rows]
        fitted[name] = fit(name, vectors[rows], labels, texts, weight)
    PROBES_FILE.write_text(json.dumps(fitted) + "\n", encoding="utf-8")


def excluded_kinds(kind: str) -> set[str]:
    """Return the kinds of messages that are not used as negative examples for a kind."""
    alike = UNSEPARATED_KINDS - {kind} if kind in UNSEPARATED_KINDS else set()
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
    """Return names as messages, with every third name in lowercase.

    Raise OSError or ChangedDataError.
    """
    read = (row for row in rows(folder, "ner.jsonl.gz") if row["source"].startswith(NAMES_FROM))
    names = sorted({name for row in read for name in names_in(row["tokens"], row["tags"])})
    chosen = random.Random(7).sample(names, NAMES)
    return [(one if place % 3 else one.lower(), NAME) for place, one in enumerate(chosen)]


def names_in(tokens: Sequence[str], tags: Sequence[str]) -> Iterator[str]:
    """Yield the names in a sentence, based on its IOB tags."""
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
    """Return weights and a bias.

    The regularization is chosen to minimize the cross-validated errors.
    """
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
    """Return an unfitted logistic regression."""
    return LogisticRegression(C=strength, max_iter=3000, class_weight={True: weight, False: 1.0})


if __name__ == "__main__":
    main()
