"""Fit when a record answers: `python -m training.decide QUESTIONS.jsonl DATA…`.

The questions trained nothing: their records are of the part that `training.catalogue` keeps for
validation. Each is looked up as the chat does, all records that were read are drafts, and a draft
is right if its record is one that answers and says all of the answer. Logistic regression over the
signs of all drafts puts them in order and says how likely each is; one more, over the best drafts
alone, makes of that a likelihood that can be believed (Platt 1999), since the best of many looks
better than it is. Groups of questions on one record are left out together for what is printed.
Writes the weights to the answerer's `decision.toml`.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from benchmarks.loaded import chat_over
from narabot.answering import reranked_drafts, read_records
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

WRONGLY_REFUSED = 0.10
"""The share of the answerable questions in English, in the records' own words, that `least`
refuses. Of others many are refused because nothing was found, which no threshold mends."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tried:
    """A question with the signs of its drafts, and which of them are right."""

    question: Question
    signs: Floats
    """Shape `(drafts, signs)`."""
    right: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Fit:
    """Weights of the signs and a bias, made a likelihood."""

    weights: Floats
    bias: float

    def log_odds(self, signs: Floats) -> Floats:
        """Return the log odds of drafts, shape `(drafts,)`."""
        found: Floats = signs @ self.weights + self.bias
        return found


def main() -> None:
    """Ask, fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("data", type=Path, nargs="+")
    chosen = parser.parse_args()
    asked = [one for one in read_questions(chosen.questions).entries if not one.is_list]
    with chat_over(*chosen.data) as chat:
        names, tried = tried_questions(chat, asked)
    left_out = list(left_out_drafts(tried))
    least = threshold(left_out)
    print_scores(left_out, least)
    found = fit(tried)
    weights = dict(zip(names, found.weights.tolist(), strict=True))
    fitted = Logistic(weights, found.bias, least)
    write_logistic(WEIGHTS_FILE, fitted, "training.decide", "reranking.py")


def tried_questions(chat: Chat, asked: Sequence[Question]) -> tuple[list[str], list[Tried]]:
    """Return the names of the signs, and the questions that found anything."""
    names: list[str] = []
    tried = []
    for question in asked:
        made = drafts_for(chat, question.query)
        if made:
            names = list(asdict(made[0].features))
            signs = np.array([list(asdict(one.features).values()) for one in made])
            right = np.array([is_right(question, one) for one in made])
            tried.append(Tried(question, signs, right))
    return names, tried


def drafts_for(chat: Chat, query: str) -> list[RerankedDraft]:
    """Return what the records say that the chat would look at."""
    assert chat.models.reader is not None
    request, _ = understand_request(chat, query, None, NO_CHOICE, Recorder())
    passages = chat.look_up(request, Budget(RECORDS_TO_READ, is_varied=True)).passages
    lines = lines_for_question(chat, request.question, passages)
    read = read_records(chat.models.reader, request.asked, request.question, passages, lines)
    return reranked_drafts(request.question, passages, lines, read)


def is_right(question: Question, draft: RerankedDraft) -> bool:
    """Return whether a draft is of a record that answers, and says the answer."""
    text = " ".join(quote.quote for quote in draft.quotes)
    is_gold = draft.passage.na_id in question.gold
    return question.answerable and is_gold and not missing_strings(question, text)


def fit(tried: Sequence[Tried]) -> Fit:
    """Return what tells right drafts from wrong ones, as a likelihood of the best of a question."""
    signs = np.concatenate([one.signs for one in tried])
    right = np.concatenate([one.right for one in tried])
    mean, spread = signs.mean(axis=0), signs.std(axis=0) + 1e-9
    found = LogisticRegression(max_iter=1000).fit((signs - mean) / spread, right)
    weights: Floats = found.coef_[0] / spread
    first = Fit(weights, float(found.intercept_[0] - weights @ mean))
    best = [one.log_odds_of_best(first) for one in map(Scored, tried)]
    scores, labels = np.array([[score] for score, _ in best]), [label for _, label in best]
    platt = LogisticRegression(C=10.0).fit(scores, labels)
    slope, shift = float(platt.coef_[0, 0]), float(platt.intercept_[0])
    return Fit(first.weights * slope, first.bias * slope + shift)


@dataclass(frozen=True, slots=True)
class Scored:
    """A question whose drafts are put in order."""

    tried: Tried

    def log_odds_of_best(self, fitted: Fit) -> tuple[float, bool]:
        """Return the log odds of the best draft, and whether it is right."""
        found = fitted.log_odds(self.tried.signs)
        best = int(found.argmax())
        return float(found[best]), bool(self.tried.right[best])


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A question with its best draft by a fit of others."""

    question: Question
    likelihood: float
    is_right: bool


def left_out_drafts(tried: Sequence[Tried]) -> Iterator[LeftOut]:
    """Yield each question with its best draft, by a fit without those on the same record."""
    records = sorted({one.question.gold[:1] for one in tried})
    folds = {gold: place % FOLDS for place, gold in enumerate(records)}
    for fold in range(FOLDS):
        fitted = fit(
            [one for place, one in enumerate(tried) if own_fold(one, place, folds) != fold]
        )
        for place, one in enumerate(tried):
            if own_fold(one, place, folds) == fold:
                score, is_right = Scored(one).log_odds_of_best(fitted)
                yield LeftOut(one.question, 1 / (1 + float(np.exp(-score))), is_right)


def own_fold(one: Tried, place: int, folds: dict[tuple[int, ...], int]) -> int:
    """Return the fold of a question: that of its record, if it has one."""
    return folds[one.question.gold[:1]] if one.question.gold else place % FOLDS


def threshold(left_out: Sequence[LeftOut]) -> float:
    """Return the likelihood below which a question is refused; see WRONGLY_REFUSED."""
    plain = [
        one.likelihood
        for one in left_out
        if (one.question.kind, one.question.lang, one.question.answerable) == ("own", "en", True)
    ]
    return float(np.quantile(plain, WRONGLY_REFUSED))


def print_scores(left_out: Sequence[LeftOut], least: float) -> None:
    """Print how well it decides, and whether its likelihoods can be believed."""
    labels = [one.question.answerable for one in left_out]
    area = roc_auc_score(labels, [one.likelihood for one in left_out])
    print(f"AUROC of answerable or not: {area:.3f} of {len(labels)}; refused below {least:.3f}")
    print("| | questions | right | refused |\n| --- | --- | --- | --- |")
    for name, some in parts(left_out):
        right = np.mean([one.is_right and one.likelihood >= least for one in some])
        refused = np.mean([one.likelihood < least for one in some])
        print(f"| {name} | {len(some)} | {right:.2f} | {refused:.2f} |")
    print("\n| likelihood | answers | mean | right |\n| --- | --- | --- | --- |")
    for low in np.arange(0, 1, 0.1):
        some = [one for one in left_out if low <= one.likelihood < low + 0.1]
        if some:
            mean = np.mean([one.likelihood for one in some])
            right = np.mean([one.is_right for one in some])
            print(f"| {low:.1f}–{low + 0.1:.1f} | {len(some)} | {mean:.2f} | {right:.2f} |")
    print(f"expected calibration error {calibration_error(left_out):.3f}")


def parts(left_out: Sequence[LeftOut]) -> Iterator[tuple[str, list[LeftOut]]]:
    """Yield the questions by kind and language."""
    keys = sorted({(one.question.kind, one.question.lang) for one in left_out})
    for kind, lang in keys:
        yield (
            f"{kind}, {lang}",
            [one for one in left_out if (one.question.kind, one.question.lang) == (kind, lang)],
        )


def calibration_error(left_out: Sequence[LeftOut]) -> float:
    """Return the mean difference of likelihood and share of right ones, over ten bins."""
    bins: dict[int, list[LeftOut]] = {}
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
