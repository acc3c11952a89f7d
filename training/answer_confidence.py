"""Fit the confidence of extractive answers.

    python -m training.answer_confidence QUESTIONS.jsonl DATA…

The questions are about records that `training.catalog_records` reserves for validation, so no model
was trained on them. The script searches for each question as the chat does. Each record that the
reader reads yields one draft. A draft is right if it comes from a gold record and contains the
whole answer.

A logistic regression over the features of all drafts ranks them. The best of many drafts looks
better than it is, so a second regression over the best drafts alone calibrates their scores (Platt
1999). The printed scores are cross-validated, and all questions about one record share a fold. The
weights are written to the answerer's `decision.toml`.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from benchmarks.catalog_chat import chat_over
from narabot.answering import read_records, reranked_drafts
from narabot.answering.extractive.reranking import WEIGHTS_FILE, RerankedDraft
from narabot.chat import Chat, lines_for_question
from narabot.chat.lookup import RECORDS_TO_READ
from narabot.chat.responding import understand_request
from narabot.chat.tracing import Recorder
from narabot.evaluation.questions import Question, read_questions
from narabot.evaluation.scores import missing_strings
from narabot.logistic import Logistic, write_logistic
from narabot.models import NO_CHOICE
from narabot.retrieval import Budget

FOLDS = 5

MAX_WRONG_REFUSAL_RATE = 0.10
"""Share of answerable English questions that the threshold refuses.

Only questions in the records' own words count. Other questions are often refused because the search
finds nothing, which no threshold can fix.
"""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class QuestionDrafts:
    """A question with the features of its drafts, and whether each draft is right."""

    question: Question
    signs: Floats
    """Feature matrix, with shape `(drafts, features)`."""
    right: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Fit:
    """Calibrated weights for the features, and a bias."""

    weights: Floats
    bias: float

    def log_odds(self, signs: Floats) -> Floats:
        """Return the log odds of the drafts, with shape `(drafts,)`."""
        found: Floats = signs @ self.weights + self.bias
        return found


def main() -> None:
    """Ask the questions, fit the weights, print the scores, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("data", type=Path, nargs="+")
    arguments = parser.parse_args()
    questions = [one for one in read_questions(arguments.questions).entries if not one.is_list]
    with chat_over(*arguments.data) as chat:
        names, tried = collect_drafts(chat, questions)
    left_out = list(cross_validate(tried))
    least = threshold(left_out)
    print_scores(left_out, least)
    found = fit(tried)
    weights = dict(zip(names, found.weights.tolist(), strict=True))
    fitted = Logistic(weights, found.bias, least)
    write_logistic(WEIGHTS_FILE, fitted, "training.answer_confidence", "reranking.py")


def collect_drafts(chat: Chat, asked: Sequence[Question]) -> tuple[list[str], list[QuestionDrafts]]:
    """Return the feature names, and the drafts for each question with search results."""
    names: list[str] = []
    tried = []
    for question in asked:
        drafts = drafts_for(chat, question.query)
        if drafts:
            names = list(asdict(drafts[0].features))
            signs = np.array([list(asdict(one.features).values()) for one in drafts])
            right = np.array([is_right(question, one) for one in drafts])
            tried.append(QuestionDrafts(question, signs, right))
    return names, tried


def drafts_for(chat: Chat, query: str) -> list[RerankedDraft]:
    """Return the drafts that the chat would consider for a query."""
    assert chat.models.reader is not None
    request, _ = understand_request(chat, query, None, NO_CHOICE, Recorder())
    passages = chat.look_up(request, Budget(RECORDS_TO_READ, is_varied=True)).passages
    lines = lines_for_question(chat, request.question, passages)
    read = read_records(chat.models.reader, request.asked, request.question, passages, lines)
    return reranked_drafts(request.question, passages, lines, read)


def is_right(question: Question, draft: RerankedDraft) -> bool:
    """Return whether a draft comes from a gold record and contains the answer."""
    text = " ".join(quote.quote for quote in draft.quotes)
    is_gold = draft.passage.na_id in question.gold
    return question.answerable and is_gold and not missing_strings(question, text)


def fit(tried: Sequence[QuestionDrafts]) -> Fit:
    """Return a fit that ranks drafts, calibrated for the best draft for each question."""
    signs = np.concatenate([one.signs for one in tried])
    right = np.concatenate([one.right for one in tried])
    mean, spread = signs.mean(axis=0), signs.std(axis=0) + 1e-9
    found = LogisticRegression(max_iter=1000).fit((signs - mean) / spread, right)
    weights: Floats = found.coef_[0] / spread
    first = Fit(weights, float(found.intercept_[0] - weights @ mean))
    best = [one.log_odds_of_best(first) for one in map(RankedDrafts, tried)]
    scores, labels = np.array([[score] for score, _ in best]), [label for _, label in best]
    platt = LogisticRegression(C=10.0).fit(scores, labels)
    slope, shift = float(platt.coef_[0, 0]), float(platt.intercept_[0])
    return Fit(first.weights * slope, first.bias * slope + shift)


@dataclass(frozen=True, slots=True)
class RankedDrafts:
    """A question whose drafts can be ranked."""

    tried: QuestionDrafts

    def log_odds_of_best(self, fitted: Fit) -> tuple[float, bool]:
        """Return the log odds of the best draft, and whether it is right."""
        found = fitted.log_odds(self.tried.signs)
        best = int(found.argmax())
        return float(found[best]), bool(self.tried.right[best])


@dataclass(frozen=True, slots=True)
class HeldOutResult:
    """A question and the confidence of its best draft, from a fit on other questions."""

    question: Question
    likelihood: float
    is_right: bool


def cross_validate(tried: Sequence[QuestionDrafts]) -> Iterator[HeldOutResult]:
    """Yield the result for each question, from a fit without questions about the same record."""
    records = sorted({one.question.gold[:1] for one in tried})
    folds = {gold: place % FOLDS for place, gold in enumerate(records)}
    for fold in range(FOLDS):
        fitted = fit([one for place, one in enumerate(tried) if fold_of(one, place, folds) != fold])
        for place, one in enumerate(tried):
            if fold_of(one, place, folds) == fold:
                score, is_right = RankedDrafts(one).log_odds_of_best(fitted)
                yield HeldOutResult(one.question, 1 / (1 + float(np.exp(-score))), is_right)


def fold_of(one: QuestionDrafts, place: int, folds: dict[tuple[int, ...], int]) -> int:
    """Return the fold for a question. Questions with the same first gold record share a fold."""
    return folds[one.question.gold[:1]] if one.question.gold else place % FOLDS


def threshold(left_out: Sequence[HeldOutResult]) -> float:
    """Return the confidence below which a question is refused (see MAX_WRONG_REFUSAL_RATE)."""
    plain = [
        one.likelihood
        for one in left_out
        if (one.question.kind, one.question.lang, one.question.answerable) == ("own", "en", True)
    ]
    return float(np.quantile(plain, MAX_WRONG_REFUSAL_RATE))


def print_scores(left_out: Sequence[HeldOutResult], least: float) -> None:
    """Print how well the fit separates questions, and how well its confidence is calibrated."""
    labels = [one.question.answerable for one in left_out]
    area = roc_auc_score(labels, [one.likelihood for one in left_out])
    print(f"AUROC of answerability: {area:.3f} ({len(labels)} questions); threshold {least:.3f}")
    print("| | questions | right | refused |\n| --- | --- | --- | --- |")
    for name, some in parts(left_out):
        right = np.mean([one.is_right and one.likelihood >= least for one in some])
        refused = np.mean([one.likelihood < least for one in some])
        print(f"| {name} | {len(some)} | {right:.2f} | {refused:.2f} |")
    print("\n| confidence | answers | mean | right |\n| --- | --- | --- | --- |")
    for low in np.arange(0, 1, 0.1):
        some = [one for one in left_out if low <= one.likelihood < low + 0.1]
        if some:
            mean = np.mean([one.likelihood for one in some])
            right = np.mean([one.is_right for one in some])
            print(f"| {low:.1f}–{low + 0.1:.1f} | {len(some)} | {mean:.2f} | {right:.2f} |")
    print(f"expected calibration error: {calibration_error(left_out):.3f}")


def parts(left_out: Sequence[HeldOutResult]) -> Iterator[tuple[str, list[HeldOutResult]]]:
    """Yield the results for each combination of question kind and language."""
    keys = sorted({(one.question.kind, one.question.lang) for one in left_out})
    for kind, lang in keys:
        yield (
            f"{kind}, {lang}",
            [one for one in left_out if (one.question.kind, one.question.lang) == (kind, lang)],
        )


def calibration_error(left_out: Sequence[HeldOutResult]) -> float:
    """Return the expected calibration error over ten bins of equal width."""
    bins: dict[int, list[HeldOutResult]] = {}
    for one in left_out:
        bins.setdefault(min(int(one.likelihood * 10), 9), []).append(one)
    return float(
        sum(
            abs(sum(one.likelihood - one.is_right for one in some)) / len(left_out)
            for some in bins.values()
        )
    )


if __name__ == "__main__":
    main()
