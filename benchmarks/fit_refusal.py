"""Fit the refusal threshold: a logistic regression over the features of answers.

    python -m benchmarks.fit_refusal QUESTIONS.jsonl DATA…

The fit uses the English questions, including questions whose words differ from the records' words,
but not questions that need outside knowledge. Because the set is small, the script adds the
questions in `refusal_questions.jsonl`, which are about other records. For the curves, each question
is scored by a fit without that question. No weight may be negative, because a feature that counts
against an answer would be an artifact of the small set. The weights are written to the extractive
answers' `confidence.toml`. The bias is shifted so that the threshold 0.5 refuses
MAX_WRONG_REFUSAL_RATE of the answerable questions.
"""

import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from sklearn.metrics import roc_auc_score

from benchmarks.catalog_chat import chat_over
from narabot.answering.extractive.confidence import WEIGHTS_FILE
from narabot.answering.extractive.lexical_answers import best_lexical_draft
from narabot.chat import Chat, lines_for_question
from narabot.evaluation.questions import Question, read_questions
from narabot.logistic import Logistic, write_logistic
from narabot.models import RequestClass
from narabot.retrieval import Budget
from narabot.retrieval.strategies import hybrid
from narabot.understanding import plain_request
from narabot.understanding.query_rewriting import rewrite_query
from narabot.understanding.question import parse_question

OTHER_QUESTIONS = Path(__file__).with_name("refusal_questions.jsonl")

MAX_WRONG_REFUSAL_RATE = 0.125
"""Slightly below the required 0.15, as a margin for unseen questions."""

PENALTY = 0.17
"""Strength of the ridge penalty. The set is too small for large weights."""

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


def main() -> None:
    """Fit the weights, write them, and print the curves."""
    questions, *data = map(Path, sys.argv[1:])
    sets = [read_questions(file).entries for file in (questions, OTHER_QUESTIONS)]
    entries = [one for entries in sets for one in entries if is_fitted(one)]
    with chat_over(*data) as chat:
        drafted = [(one.answerable, answer_features(chat, one.query)) for one in entries]
    drafted_questions = [(answerable, found) for answerable, found in drafted if found]
    is_supplied = np.array(
        [one in sets[0] for one, (_, found) in zip(entries, drafted, strict=True) if found]
    )
    names = list(drafted_questions[0][1])
    values = np.array([[found[name] for name in names] for _, found in drafted_questions])
    labels = np.array([answerable for answerable, _ in drafted_questions])
    fitted = fit(values, labels)
    left_out = np.array([left_out_score(values, labels, place) for place in range(len(labels))])
    threshold = float(np.quantile((values @ fitted[:-1])[labels], MAX_WRONG_REFUSAL_RATE))
    weights = dict(zip(names, fitted[:-1], strict=True))
    found = Logistic(weights, bias=-threshold, threshold=0.5)
    write_logistic(WEIGHTS_FILE, found, "benchmarks.fit_refusal", "confidence.py")
    for some, what in (
        (is_supplied, "supplied"),
        (~is_supplied, "additional"),
        (is_supplied | True, "all"),
    ):
        print_curve(labels[some], left_out[some], what)


def is_fitted(question: Question) -> bool:
    """Return whether a request is an English question that needs no outside knowledge."""
    is_question = question.request_class is RequestClass.QUESTION
    return question.lang == "en" and is_question and not question.world_knowledge


def answer_features(chat: Chat, question: str) -> dict[str, float]:
    """Return the features of the best draft for a question, or `{}` if there is no draft."""
    wording = rewrite_query(question)
    wanted = Budget(chat.settings.retrieval_passages, is_varied=True)
    passages = hybrid.search_hybrid(chat.retriever, plain_request(wording), wanted).passages
    asked = parse_question(wording.text)
    lines = lines_for_question(chat, asked, passages)
    best = best_lexical_draft(asked, passages, chat.models.embeddings, lines)
    return {} if best is None else asdict(best.features)


def fit(values: Floats, labels: Bools) -> Floats:
    """Return the non-negative weights of the features, and the bias.

    Both classes have the same total weight.
    """
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
    """Return the score of one question, from a fit on all other questions."""
    others = np.arange(len(labels)) != place
    fitted = fit(values[others], labels[others])
    return float(values[place] @ fitted[:-1] + fitted[-1])


def print_curve(labels: Bools, scores: Floats, what: str) -> None:
    """Print the share of refused unanswerable questions for several shares of wrong refusals."""
    area = roc_auc_score(labels, scores)
    print(f"Leave-one-out AUROC of the {what} questions: {area:.2f} ({len(labels)} questions)")
    print("| refused answerable | refused unanswerable |\n| --- | --- |")
    for share in (0.05, 0.10, 0.15, 0.20, 0.30, 0.40):
        limit = np.quantile(scores[labels], share)
        print(f"| {share:.2f} | {np.mean(scores[~labels] < limit):.2f} |")


if __name__ == "__main__":
    main()
