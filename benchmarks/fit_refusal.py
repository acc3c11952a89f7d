"""Fit when to refuse: logistic regression over the signs of answers to a set of questions.

    python -m benchmarks.fit_refusal QUESTIONS.jsonl DATA…

English questions, those in other words than the records' too, but for what only outside knowledge
resolves: a refusal must be right for all that people ask. Of so few questions any is missed, so the
given ones are joined by those of `refusal_questions.jsonl`, which were written about other records.
Each is left out once for the curves. No weight may be negative: a sign of an answer that counts
against it would be an accident of a small set. Writes the weights to the extractive answers'
`confidence.toml`, with the bias moved so that 0.5 refuses MOST_WRONGLY_REFUSED of the answerable
questions.
"""

import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from sklearn.metrics import roc_auc_score

from benchmarks.loaded import chat_over
from narabot.answering.extractive.drafts import best_draft
from narabot.answering.extractive.support import WEIGHTS_FILE
from narabot.chat import Chat, asked_lines
from narabot.evaluation.questions import Question, read_questions
from narabot.fitted import Logistic, write_logistic
from narabot.models import RequestClass
from narabot.retrieval import Budget
from narabot.retrieval.strategies import hybrid
from narabot.understanding import plain_request
from narabot.understanding.query_rewriting import wording_of
from narabot.understanding.question import read_question

OTHER_QUESTIONS = Path(__file__).with_name("refusal_questions.jsonl")

MOST_WRONGLY_REFUSED = 0.125
"""A little less than the 0.15 that may be, for questions that nobody has seen."""

PENALTY = 0.17
"""Of the squared weights: so few questions bear no large ones."""

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


def main() -> None:
    """Fit, write, print."""
    questions, *data = map(Path, sys.argv[1:])
    sets = [read_questions(file).entries for file in (questions, OTHER_QUESTIONS)]
    entries = [one for entries in sets for one in entries if is_fitted(one)]
    with chat_over(*data) as chat:
        drafted = [(one.answerable, signs(chat, one.query)) for one in entries]
    known = [(answerable, found) for answerable, found in drafted if found]
    is_given = np.array(
        [one in sets[0] for one, (_, found) in zip(entries, drafted, strict=True) if found]
    )
    names = list(known[0][1])
    values = np.array([[found[name] for name in names] for _, found in known])
    labels = np.array([answerable for answerable, _ in known])
    fitted = fit(values, labels)
    left_out = np.array([left_out_score(values, labels, place) for place in range(len(labels))])
    threshold = float(np.quantile((values @ fitted[:-1])[labels], MOST_WRONGLY_REFUSED))
    weights = dict(zip(names, fitted[:-1], strict=True))
    found = Logistic(weights, bias=-threshold, least=0.5)
    write_logistic(WEIGHTS_FILE, found, "benchmarks.fit_refusal", "support.py")
    for some, what in ((is_given, "given"), (~is_given, "other"), (is_given | True, "all")):
        print_curve(labels[some], left_out[some], what)


def is_fitted(question: Question) -> bool:
    """Return whether a question is English, asks, and needs no knowledge from outside."""
    is_question = question.request_class is RequestClass.QUESTION
    return question.lang == "en" and is_question and not question.world_knowledge


def signs(chat: Chat, question: str) -> dict[str, float]:
    """Return the signs of the best draft for a question; none where nothing is found."""
    wording = wording_of(question)
    wanted = Budget(chat.settings.retrieval_passages, is_varied=True)
    passages = hybrid.find(chat.retriever, plain_request(wording), wanted).passages
    asked = read_question(wording.text)
    lines = asked_lines(chat, asked, passages)
    best = best_draft(asked, passages, chat.models.embeddings, lines)
    return {} if best is None else asdict(best.signs)


def fit(values: Floats, labels: Bools) -> Floats:
    """Return the weights of the signs, none negative, and the bias; both classes count alike."""
    count = values.shape[1]
    weights = np.where(labels, 0.5 / labels.sum(), 0.5 / (~labels).sum()) * len(labels)

    def loss(found: Floats) -> tuple[float, Floats]:
        scores = values @ found[:count] + found[count]
        lost = np.logaddexp(0, np.where(labels, -scores, scores)) * weights
        slope = (1 / (1 + np.exp(-scores)) - labels) * weights
        gradient = np.append(values.T @ slope + 2 * PENALTY * found[:count], slope.sum())
        return float(lost.sum() + PENALTY * found[:count] @ found[:count]), gradient

    bounds = [(0, None)] * count + [(None, None)]
    best: Floats = minimize(loss, np.zeros(count + 1), jac=True, bounds=bounds).x
    return best


def left_out_score(values: Floats, labels: Bools, place: int) -> float:
    """Return the score of one question by a fit of all others."""
    others = np.arange(len(labels)) != place
    fitted = fit(values[others], labels[others])
    return float(values[place] @ fitted[:-1] + fitted[-1])


def print_curve(labels: Bools, scores: Floats, what: str) -> None:
    """Print how many unanswerable questions are refused at what price."""
    area = roc_auc_score(labels, scores)
    print(f"AUROC of the {what} questions, each left out: {area:.2f} of {len(labels)}")
    print("| answerable refused | unanswerable refused |\n| --- | --- |")
    for share in (0.05, 0.10, 0.15, 0.20, 0.30, 0.40):
        limit = np.quantile(scores[labels], share)
        print(f"| {share:.2f} | {np.mean(scores[~labels] < limit):.2f} |")


if __name__ == "__main__":
    main()
