"""Score the reply to a question: retrieved records, answer, and refusal.

Rank measures come from ir-measures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ir_measures
from ir_measures import RR, P, Success, nDCG

from narabot.evaluation.questions import Question
from narabot.models import REFUSAL, RequestClass

FOUND_WITHIN = 5
"""Number of top records to check for a question's gold record."""

LISTED_WITHIN = 20
"""Maximum number of listed records to score."""

MAX_ANSWER = 400
"""Maximum length of a correct answer, in characters."""

FOLDERS_WITHIN = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is correct, with the reason. `is_right` is `None` for lists."""

    is_right: bool | None
    why: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply. Field names match the output of `narabot ask --json`."""

    request_class: RequestClass | None
    """`None` if narabot rejected the question."""
    answer: str | None
    refused: bool
    confidence: float
    na_ids: tuple[int, ...]
    """naIds of the retrieved records, best first."""


def rank_measure(measure: Any, grades: Mapping[int, int], ranking: Sequence[int]) -> float:
    """Return the value of an ir-measures measure for one ranking of naIds, best first."""
    gold = {"q": {str(na_id): grade for na_id, grade in grades.items()}}
    run = {"q": {str(na_id): float(-place) for place, na_id in enumerate(ranking)}}
    return float(ir_measures.calc_aggregate([measure], gold, run)[measure])


def found_score(gold: Sequence[int], ranking: Sequence[int]) -> float:
    """Return 1 if a gold record is among the top five, otherwise 0."""
    return rank_measure(Success @ FOUND_WITHIN, dict.fromkeys(gold, 1), ranking)


def reciprocal_rank(gold: Sequence[int], ranking: Sequence[int]) -> float:
    """Return 1 divided by the first gold record's rank, or 0 if none was retrieved."""
    return rank_measure(RR, dict.fromkeys(gold, 1), ranking)


def list_score(gold: Sequence[int], optional: Sequence[int], ranking: Sequence[int]) -> float:
    """Return the share of gold records (at most 20) that are in the top 20.

    Optional records are ignored.
    """
    ranked = [na_id for na_id in ranking if na_id in set(gold) or na_id not in set(optional)]
    precision = rank_measure(P @ LISTED_WITHIN, dict.fromkeys(gold, 1), ranked)
    return precision * LISTED_WITHIN / min(LISTED_WITHIN, len(set(gold)))


def folder_score(grades: Mapping[int, int], ranking: Sequence[int]) -> float:
    """Return nDCG@5. The gain is the grade itself, not a power of the grade."""
    return rank_measure(nDCG @ FOLDERS_WITHIN, grades, ranking)


def gold_ranks(gold: Sequence[int], ranking: Sequence[int]) -> dict[int, int | None]:
    """Return the rank of each gold record, starting at 1, or `None` if it was not retrieved."""
    places = {na_id: place for place, na_id in enumerate(ranking, start=1)}
    return {na_id: places.get(na_id) for na_id in gold}


def missing_strings(question: Question, answer: str) -> list[str]:
    """Return the required strings that an answer lacks. An acceptable alternative is sufficient."""
    text = answer.casefold()
    return [
        wanted
        for wanted in question.answer
        if not any(
            form.casefold() in text for form in (wanted, *question.answer_alt.get(wanted, ()))
        )
    ]


def judge(question: Question, reply: Reply) -> Verdict:
    """Return the verdict on a reply. A list has no answer to judge."""
    if question.is_list:
        return Verdict(None, "a list is scored by its records")
    if reply.request_class is None:
        return Verdict(False, "rejected")
    if reply.request_class is RequestClass.SHOW_RECORDS or reply.answer is None:
        return Verdict(False, "listed instead of answered")
    if not question.answerable:
        refused = reply.answer == REFUSAL
        return Verdict(refused, "refused" if refused else "answered an unanswerable question")
    return judge_answer(question, reply.answer, reply.refused)


def judge_answer(question: Question, answer: str, refused: bool) -> Verdict:
    """Return the verdict on the answer to an answerable question."""
    if refused or answer == REFUSAL:
        return Verdict(False, "refused an answerable question")
    if len(answer) > MAX_ANSWER:
        return Verdict(False, f"longer than {MAX_ANSWER} characters")
    missing = missing_strings(question, answer)
    if missing:
        return Verdict(False, "lacks " + ", ".join(repr(one) for one in missing))
    return Verdict(True, "complete")


def question_scores(question: Question, reply: Reply, verdict: Verdict) -> dict[str, float]:
    """Return the scores that the measures use, keyed by name."""
    scores = {"class_right": float(reply.request_class is question.request_class)}
    if question.is_list:
        listed = list_score(question.gold, question.gold_optional, reply.na_ids)
        return scores | {"listed": listed, "score": listed}
    scores |= {
        "confidence": reply.confidence,
        "answerable": float(question.answerable),
        "refused": float(reply.refused),
        "right": float(bool(verdict.is_right)),
        "score": float(bool(verdict.is_right)),
    }
    if question.answerable:
        scores["found"] = found_score(question.gold, reply.na_ids)
        scores["reciprocal_rank"] = reciprocal_rank(question.gold, reply.na_ids)
    return scores
