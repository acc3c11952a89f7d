"""The measures for each kind of evaluation, and the groups of questions.

A measure is a statistic of the scores in one group. Outcomes without these scores are skipped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from narabot.evaluation.evaluations import Measured, Outcome
from narabot.evaluation.graph_questions import KINDS, GraphQuestion
from narabot.evaluation.multi_hop import HopQuestion
from narabot.evaluation.questions import LabeledRequest, Language, Question
from narabot.evaluation.resampling import (
    Statistic,
    Values,
    area_under_curve,
    bootstrap,
    mean,
    mean_of_kinds,
    median,
    percentile_95,
    ratio,
)


class Group(StrEnum):
    """Groups of questions to measure."""

    ALL = "all"
    ENGLISH = "English"
    RUSSIAN = "Russian"
    OWN_WORDS = "English, own words"
    MISMATCHED = "English, mismatched"
    OUTSIDE = "world knowledge"
    ANY_MISMATCHED = "English, mismatched, with world knowledge"
    RUSSIAN_ANSWERABLE = "Russian, answerable"
    ENGLISH_ANSWERABLE = "English, answerable"
    ANY_ENGLISH_ANSWERABLE = "English, answerable, with world knowledge"
    ANSWERABLE = "answerable"
    UNANSWERABLE = "unanswerable"
    ENGLISH_UNANSWERABLE = "English, unanswerable"
    RUSSIAN_UNANSWERABLE = "Russian, unanswerable"
    JUDGED = "with or without an answer"
    ENGLISH_JUDGED = "English, with or without an answer"
    TUNING_HALF = "tuning half"
    REPORTING_HALF = "reporting half"


@dataclass(frozen=True, slots=True)
class Measure:
    """A statistic of the scores in a group."""

    name: str
    group: str
    """A group of questions, or a kind of question."""
    statistic: Statistic
    keys: tuple[str, ...]


def question_measures() -> tuple[Measure, ...]:
    """Return the measures for answers, lists, and refusals."""
    answerable = (
        Group.OWN_WORDS,
        Group.MISMATCHED,
        Group.OUTSIDE,
        Group.ANY_MISMATCHED,
        Group.RUSSIAN_ANSWERABLE,
    )
    kinds = (("gold in top 5", "found"), ("answer correct", "right"))
    refusals = (
        (Group.UNANSWERABLE, "correctly refused", "right"),
        (Group.ENGLISH_UNANSWERABLE, "correctly refused", "right"),
        (Group.RUSSIAN_UNANSWERABLE, "correctly refused", "right"),
        (Group.ENGLISH_ANSWERABLE, "wrongly refused", "refused"),
        (Group.ANY_ENGLISH_ANSWERABLE, "wrongly refused", "refused"),
    )
    lists = (Group.ALL, Group.ENGLISH, Group.RUSSIAN)
    ranking = ("confidence", "answerable")
    return (
        *(Measure(name, group, mean, (key,)) for group in answerable for name, key in kinds),
        Measure("reciprocal rank of gold", Group.ANSWERABLE, mean, ("reciprocal_rank",)),
        *(Measure("list: gold in top 20", group, mean, ("listed",)) for group in lists),
        *(Measure(name, group, mean, (key,)) for group, name, key in refusals),
        Measure("refusal AUROC", Group.ENGLISH_JUDGED, area_under_curve, ranking),
        Measure("refusal AUROC", Group.JUDGED, area_under_curve, ranking),
        Measure("verified quotations", Group.ALL, ratio, ("quotes_right", "quotes")),
        Measure("sentences with quotations", Group.ALL, ratio, ("sentences_quoted", "sentences")),
        *class_measures(),
        *time_measures(),
    )


def class_measures() -> tuple[Measure, ...]:
    """Return the measures for the classifier."""
    groups = (Group.ALL, Group.ENGLISH, Group.RUSSIAN)
    return tuple(Measure("class correct", group, mean, ("class_right",)) for group in groups)


def time_measures() -> tuple[Measure, ...]:
    """Return the measures of time, in seconds."""
    return (
        Measure("seconds, median", Group.ALL, median, ("seconds",)),
        Measure("seconds, 95th percentile", Group.ALL, percentile_95, ("seconds",)),
    )


def folder_measures() -> tuple[Measure, ...]:
    """Return the measures for file unit rankings."""
    return (Measure("nDCG@5", Group.ALL, mean, ("ndcg",)), *time_measures())


def graph_measures() -> tuple[Measure, ...]:
    """Return the measures for questions about the whole graph."""
    languages = (Group.ALL, Group.ENGLISH, Group.RUSSIAN)
    return (
        *(Measure("correct", kind, mean, ("right",)) for kind in KINDS),
        *(
            Measure("correct, mean of kinds", one, mean_of_kinds, ("right", "kind"))
            for one in languages
        ),
        *(Measure("wrong but not refused", one, mean, ("said_wrong",)) for one in languages),
        Measure("reproducible computations", Group.ALL, ratio, ("recomputed", "computed")),
        Measure("verified quotations", Group.ALL, ratio, ("quotes_right", "quotes")),
        *class_measures(),
        *time_measures(),
    )


def chat_measures() -> tuple[Measure, ...]:
    """Return the measures for conversations."""
    kinds = Measure("correct, mean of kinds", Group.ALL, mean_of_kinds, ("right", "kind"))
    quotes = Measure("verified quotations", Group.ALL, ratio, ("quotes_right", "quotes"))
    return (kinds, Measure("correct", Group.ALL, mean, ("right",)), quotes, *time_measures())


def hop_measures() -> tuple[Measure, ...]:
    """Return the measures for multi-hop questions."""
    names = {"perfect": "all gold in top 8", "recall": "Recall@5", "gain": "nDCG@10"}
    groups = (Group.ALL, Group.TUNING_HALF, Group.REPORTING_HALF)
    return (
        *(Measure(name, one, mean, (key,)) for one in groups for key, name in names.items()),
        *time_measures(),
    )


MEASURES = {
    "questions": question_measures(),
    "graph-questions": graph_measures(),
    "chat": chat_measures(),
    "multi-hop": hop_measures(),
    "classifier": (*class_measures(), *time_measures()),
    "where-to-look": folder_measures(),
}
"""Kind of evaluation → measures."""


def request_groups(request: Question | GraphQuestion | LabeledRequest) -> tuple[Group, ...]:
    """Return the groups that a request belongs to, based on its language."""
    return (Group.ALL, language_group(request.lang))


def language_group(language: Language) -> Group:
    """Return the group for a language."""
    return Group.ENGLISH if language == "en" else Group.RUSSIAN


def graph_groups(question: GraphQuestion) -> tuple[str, ...]:
    """Return the groups that a question about the whole graph belongs to."""
    return (*request_groups(question), question.kind)


def hop_groups(question: HopQuestion) -> tuple[Group, ...]:
    """Return the groups that a multi-hop question belongs to."""
    half = Group.TUNING_HALF if question.half == "choose" else Group.REPORTING_HALF
    return (Group.ALL, half)


def question_groups(question: Question) -> tuple[Group, ...]:
    """Return the groups that a question belongs to."""
    groups = request_groups(question)
    if question.is_list:
        return groups
    if question.answerable:
        return (*groups, *answerable_groups(question))
    if question.lang == "en":
        groups += (Group.ENGLISH_UNANSWERABLE, Group.ENGLISH_JUDGED)
    else:
        groups += (Group.RUSSIAN_UNANSWERABLE,)
    return (*groups, Group.UNANSWERABLE, Group.JUDGED)


def answerable_groups(question: Question) -> tuple[Group, ...]:
    """Return the groups that an answerable question belongs to.

    Questions that need outside knowledge form a separate group, because the results for such
    questions reveal little about narabot.
    """
    is_mismatched = question.lexmis and question.lang == "en"
    groups: tuple[Group, ...] = ()
    groups += (Group.ANY_ENGLISH_ANSWERABLE,) if question.lang == "en" else ()
    groups += (Group.ANY_MISMATCHED,) if is_mismatched else ()
    if question.world_knowledge:
        return (*groups, Group.OUTSIDE)
    groups += (Group.ANSWERABLE, Group.JUDGED)
    if question.lang == "ru":
        return (*groups, Group.RUSSIAN_ANSWERABLE)
    wording = Group.MISMATCHED if is_mismatched else Group.OWN_WORDS
    return (*groups, Group.ENGLISH_ANSWERABLE, Group.ENGLISH_JUDGED, wording)


def in_measure(measure: Measure, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcomes that a measure covers."""
    return [
        outcome
        for outcome in outcomes
        if measure.group in outcome.groups and outcome.scores.keys() >= set(measure.keys)
    ]


def values_of(measure: Measure, outcomes: Sequence[Outcome]) -> Values:
    """Return the scores for a measure, with shape `(outcomes, keys)`."""
    rows = [[outcome.scores[key] for key in measure.keys] for outcome in outcomes]
    return np.array(rows, dtype=np.float64)


def measured(what: str, outcomes: Sequence[Outcome]) -> tuple[Measured, ...]:
    """Return every measure for which at least one outcome has scores."""
    rows = []
    for measure in MEASURES[what]:
        taken = in_measure(measure, outcomes)
        if taken:
            found = bootstrap(measure.statistic, values_of(measure, taken))
            rows.append(
                Measured(
                    group=measure.group,
                    name=measure.name,
                    count=len(taken),
                    value=found.value,
                    low=found.low,
                    high=found.high,
                )
            )
    return tuple(rows)
