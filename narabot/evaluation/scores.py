"""Score what came of one question: records found, words answered, refusals, quotes.

Pure; knows nothing of the database. Rank measures are those of ir-measures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ir_measures
from ir_measures import RR, P, Success, nDCG

from narabot.evaluation.questions import Question
from narabot.models import REFUSAL, RequestClass

FOUND_WITHIN = 5
"""Records among which a question's gold must be."""

LISTED_WITHIN = 20
"""Records of a list that are looked at."""

LONGEST_ANSWER = 400
"""Characters; a longer answer is not right, whatever it holds."""

FOLDERS_WITHIN = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right, and why not; `None` where there is nothing to judge."""

    is_right: bool | None
    why: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What the product said to a question, in the words of `narabot ask --json`."""

    request_class: RequestClass | None
    """`None` for a question that it would not take."""
    answer: str | None
    refused: bool
    confidence: float
    na_ids: tuple[int, ...]
    """Of the records found, best first."""


def rank_measure(measure: Any, grades: Mapping[int, int], ranking: Sequence[int]) -> float:
    """Return a measure of ir-measures for one ranking of naIds, best first."""
    gold = {"q": {str(na_id): grade for na_id, grade in grades.items()}}
    run = {"q": {str(na_id): float(-place) for place, na_id in enumerate(ranking)}}
    return float(ir_measures.calc_aggregate([measure], gold, run)[measure])


def found_score(gold: Sequence[int], ranking: Sequence[int]) -> float:
    """Return 1 if one of the gold records is among the first five, else 0."""
    return rank_measure(Success @ FOUND_WITHIN, dict.fromkeys(gold, 1), ranking)


def reciprocal_rank(gold: Sequence[int], ranking: Sequence[int]) -> float:
    """Return 1 divided by the rank of the first gold record, 0 if there is none."""
    return rank_measure(RR, dict.fromkeys(gold, 1), ranking)


def list_score(gold: Sequence[int], optional: Sequence[int], ranking: Sequence[int]) -> float:
    """Return the gold among the first 20, of min(20, gold); optional records take no place."""
    ranked = [na_id for na_id in ranking if na_id in set(gold) or na_id not in set(optional)]
    precision = rank_measure(P @ LISTED_WITHIN, dict.fromkeys(gold, 1), ranked)
    return precision * LISTED_WITHIN / min(LISTED_WITHIN, len(set(gold)))


def folder_score(grades: Mapping[int, int], ranking: Sequence[int]) -> float:
    """Return nDCG@5; the gain is the grade, not a power of it."""
    return rank_measure(nDCG @ FOLDERS_WITHIN, grades, ranking)


def gold_ranks(gold: Sequence[int], ranking: Sequence[int]) -> dict[int, int | None]:
    """Return the rank, from 1, of each gold record, `None` if it was not found."""
    places = {na_id: place for place, na_id in enumerate(ranking, start=1)}
    return {na_id: places.get(na_id) for na_id in gold}


def missing_strings(question: Question, answer: str) -> list[str]:
    """Return the strings that an answer lacks, with all that would do for them."""
    said = answer.casefold()
    return [
        wanted
        for wanted in question.answer
        if not any(
            form.casefold() in said for form in (wanted, *question.answer_alt.get(wanted, ()))
        )
    ]


def judged(question: Question, reply: Reply) -> Verdict:
    """Return whether a question's answer is right; a list has none to judge."""
    if question.is_list:
        return Verdict(None, "a list is scored by its records")
    if reply.request_class is None:
        return Verdict(False, "not taken")
    if reply.request_class is RequestClass.SHOW_RECORDS or reply.answer is None:
        return Verdict(False, "listed instead of answered")
    if not question.answerable:
        refused = reply.answer == REFUSAL
        return Verdict(refused, "refused" if refused else "answered, but nothing is to be said")
    return judged_words(question, reply.answer, reply.refused)


def judged_words(question: Question, answer: str, refused: bool) -> Verdict:
    """Return whether the answer to an answerable question holds all it must."""
    if refused or answer == REFUSAL:
        return Verdict(False, "refused, but it can be answered")
    if len(answer) > LONGEST_ANSWER:
        return Verdict(False, f"longer than {LONGEST_ANSWER} characters")
    missing = missing_strings(question, answer)
    if missing:
        return Verdict(False, "lacks " + ", ".join(repr(one) for one in missing))
    return Verdict(True, "says it all")


def question_scores(question: Question, reply: Reply, verdict: Verdict) -> dict[str, float]:
    """Return the numbers that the measures are made of, by name."""
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
