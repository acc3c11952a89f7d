"""Compare two evaluations: measures that changed, and tests that got better or worse.

The comparison is pairwise and covers the tests that are in both evaluations.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from narabot.deprecations import with_new_names
from narabot.errors import EvaluationFileError
from narabot.evaluation.evaluations import Evaluation, EvaluationKind, Outcome, StoredEvaluation
from narabot.evaluation.measures import MEASURES, Measure, in_measure, values_of
from narabot.evaluation.resampling import Difference, paired_difference
from narabot.retrieval import DEFAULT_STRATEGY, canonical_name

COMPARED_SCORES = ("right", "found", "listed", "ndcg", "class_right", "refused", "quotes_right")
"""Scores that show whether a test got better or worse. For an answerable question, a lower
`refused` is better. For other questions, `right` already reflects the refusal."""

MIN_CHANGE = 1e-9


@dataclass(frozen=True, slots=True)
class MeasureChange:
    """A measure's values in the old evaluation and in the new evaluation."""

    group: str
    name: str
    count: int
    old: float
    new: float
    difference: Difference


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """A test whose score has changed."""

    id: str
    query: str
    score: str
    old: float
    new: float
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences between two evaluations."""

    notes: tuple[str, ...]
    """Other differences, such as a different commit, data set, or model."""
    shared: int
    measures: tuple[MeasureChange, ...]
    worse: tuple[ScoreChange, ...]
    better: tuple[ScoreChange, ...]


Pair = tuple[Outcome, Outcome]


def compare(old: StoredEvaluation | Evaluation, new: Evaluation) -> Comparison:
    """Return the differences. Raise EvaluationFileError if no test is in both evaluations."""
    check_same_kind(old, new.what)
    pairs = shared_pairs(old, new)
    if not pairs:
        raise EvaluationFileError(
            "The earlier evaluation has no question in common with this one. Choose an "
            "evaluation of the same file."
        )
    moved = [one for pair in pairs for one in test_changes(*pair)]
    return Comparison(
        notes=tuple(provenance_notes(old.provenance, new.provenance)),
        shared=len(pairs),
        measures=tuple(
            changed for measure in MEASURES[new.what] if (changed := measure_change(measure, pairs))
        ),
        worse=tuple(one for one in moved if improvement(one.score, one.new - one.old) < 0),
        better=tuple(one for one in moved if improvement(one.score, one.new - one.old) > 0),
    )


def check_same_kind(old: StoredEvaluation | Evaluation, what: EvaluationKind) -> None:
    """Raise EvaluationFileError if an earlier evaluation is of a different kind."""
    if old.what != what:
        raise EvaluationFileError(
            f"The earlier evaluation is of type {old.what}, but this one is of type {what}. "
            f"Choose an evaluation of type {what}."
        )


def shared_pairs(old: StoredEvaluation | Evaluation, new: Evaluation) -> list[Pair]:
    """Return the old and new outcomes of tests with the same ID and query."""
    known = {(outcome.id, outcome.query): outcome for outcome in old.outcomes}
    return [
        (known[outcome.id, outcome.query], outcome)
        for outcome in new.outcomes
        if (outcome.id, outcome.query) in known
    ]


def measure_change(measure: Measure, pairs: list[Pair]) -> MeasureChange | None:
    """Return the change in a measure, or `None` if no pair has scores for the measure."""
    taken = {outcome.id for outcome in in_measure(measure, [new for _, new in pairs])}
    both = [
        (old, new)
        for old, new in pairs
        if new.id in taken and old.scores.keys() >= set(measure.keys)
    ]
    if not both:
        return None
    then = values_of(measure, [old for old, _ in both])
    now = values_of(measure, [new for _, new in both])
    return MeasureChange(
        group=measure.group,
        name=measure.name,
        count=len(both),
        old=float(measure.statistic(then)),
        new=float(measure.statistic(now)),
        difference=paired_difference(measure.statistic, then, now),
    )


def test_changes(old: Outcome, new: Outcome) -> list[ScoreChange]:
    """Return a test's changed scores."""
    return [
        ScoreChange(new.id, new.query, score, then, now, old.why, new.why)
        for score in COMPARED_SCORES
        if (then := comparable_score(old, score)) is not None
        and (now := comparable_score(new, score)) is not None
        and abs(now - then) > MIN_CHANGE
    ]


def comparable_score(outcome: Outcome, score: str) -> float | None:
    """Return a comparable score, or `None`. For quotations, return the share that was verified."""
    scores = outcome.scores
    if score == "quotes_right":
        return scores[score] / scores["quotes"] if scores.get("quotes") else None
    if score == "refused" and not scores.get("answerable"):
        return None
    return scores.get(score)


def improvement(score: str, change: float) -> float:
    """Return a score's change as an improvement: positive if the test got better."""
    return -change if score == "refused" else change


def provenance_notes(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """Yield a note for each difference in provenance."""
    for name in ("tests", "data"):
        if old.get(name) != new.get(name):
            yield f"different from the earlier run: {name}"
    yield from differences(
        "strategy", *(canonical_name(one.get("strategy", DEFAULT_STRATEGY)) for one in (old, new))
    )
    for name in ("commit", "models"):
        yield from differences(name, old.get(name), new.get(name))
    settings = (with_new_names(facts.get("settings") or {}) for facts in (old, new))
    yield from differences("settings", *settings)
    yield from differences("machine", old.get("machine"), new.get("machine"))
    if any((facts.get("commit") or {}).get("changed") for facts in (old, new)):
        yield "some files had uncommitted changes, so the code may differ"


def differences(name: str, old: object, new: object) -> Iterator[str]:
    """Yield a line for each difference between two facts, with the path and both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            yield from differences(f"{name}.{key}", old.get(key), new.get(key))
    elif old != new:
        yield f"{name}: {old} earlier, {new} now"
