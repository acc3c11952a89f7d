"""Two evaluations of the same tests: which measures differ, which tests got better or worse.

Pure; compares pairwise, over the tests that both have.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from narabot.errors import EvaluationFileError
from narabot.evaluation.evaluations import Evaluation, Outcome, Stored, What
from narabot.evaluation.measures import MEASURES, Measure, in_measure, values_of
from narabot.evaluation.resampling import Difference, paired_difference
from narabot.retrieval import DEFAULT_STRATEGY

TOLD_SCORES = ("right", "found", "listed", "ndcg", "class_right", "refused", "quotes_right")
"""Scores by which a single test got better or worse; of `refused` less is better where there is
an answer, and it stands in `right` where there is none."""

LEAST_CHANGE = 1e-9


@dataclass(frozen=True, slots=True)
class Changed:
    """A measure then and now."""

    group: str
    name: str
    count: int
    old: float
    new: float
    difference: Difference


@dataclass(frozen=True, slots=True)
class Moved:
    """A test whose score went up or down."""

    id: str
    query: str
    score: str
    old: float
    new: float
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What has changed between two evaluations."""

    notes: tuple[str, ...]
    """What else is not the same: commit, data, models."""
    shared: int
    measures: tuple[Changed, ...]
    worse: tuple[Moved, ...]
    better: tuple[Moved, ...]


Pair = tuple[Outcome, Outcome]


def compare(old: Stored | Evaluation, new: Evaluation) -> Comparison:
    """Return what has changed. Raises EvaluationFileError if nothing can be compared."""
    check_same_kind(old, new.what)
    pairs = shared_pairs(old, new)
    if not pairs:
        raise EvaluationFileError(
            "The earlier evaluation shares no question with this one. Give one of the same file."
        )
    moved = [one for pair in pairs for one in moves(*pair)]
    return Comparison(
        notes=tuple(notes(old.provenance, new.provenance)),
        shared=len(pairs),
        measures=tuple(
            changed for measure in MEASURES[new.what] if (changed := change(measure, pairs))
        ),
        worse=tuple(one for one in moved if goodness(one.score, one.new - one.old) < 0),
        better=tuple(one for one in moved if goodness(one.score, one.new - one.old) > 0),
    )


def check_same_kind(old: Stored | Evaluation, what: What) -> None:
    """Raise EvaluationFileError if an earlier evaluation is of something else."""
    if old.what != what:
        raise EvaluationFileError(
            f"The earlier evaluation is of {old.what}, this one of {what}. Give one of {what}."
        )


def shared_pairs(old: Stored | Evaluation, new: Evaluation) -> list[Pair]:
    """Return the outcomes, then and now, of the tests that are word for word the same."""
    known = {(outcome.id, outcome.query): outcome for outcome in old.outcomes}
    return [
        (known[outcome.id, outcome.query], outcome)
        for outcome in new.outcomes
        if (outcome.id, outcome.query) in known
    ]


def change(measure: Measure, pairs: list[Pair]) -> Changed | None:
    """Return how a measure has changed, `None` if no pair has what it takes."""
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
    return Changed(
        group=measure.group,
        name=measure.name,
        count=len(both),
        old=float(measure.statistic(then)),
        new=float(measure.statistic(now)),
        difference=paired_difference(measure.statistic, then, now),
    )


def moves(old: Outcome, new: Outcome) -> list[Moved]:
    """Return the scores of a test that have changed."""
    return [
        Moved(new.id, new.query, score, then, now, old.why, new.why)
        for score in TOLD_SCORES
        if (then := told_score(old, score)) is not None
        and (now := told_score(new, score)) is not None
        and abs(now - then) > LEAST_CHANGE
    ]


def told_score(outcome: Outcome, score: str) -> float | None:
    """Return a score as it is compared; of quotes the share that checks out."""
    scores = outcome.scores
    if score == "quotes_right":
        return scores[score] / scores["quotes"] if scores.get("quotes") else None
    if score == "refused" and not scores.get("answerable"):
        return None
    return scores.get(score)


def goodness(score: str, change: float) -> float:
    """Return a change with the sign of better (+) or worse (-)."""
    return -change if score == "refused" else change


def notes(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for each thing, beside the answers, that is not the same."""
    for name in ("tests", "data"):
        if old.get(name) != new.get(name):
            yield f"not the same as then: {name}"
    yield from differences(
        "strategy", old.get("strategy", DEFAULT_STRATEGY), new.get("strategy", DEFAULT_STRATEGY)
    )
    for name in ("commit", "models", "settings", "machine"):
        yield from differences(name, old.get(name), new.get(name))
    if any((facts.get("commit") or {}).get("changed") for facts in (old, new)):
        yield "files differed from the commit: the code may not be the same"


def differences(name: str, old: object, new: object) -> Iterator[str]:
    """Yield what is not the same in two facts, each with its place, what it was and what it is."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            yield from differences(f"{name}.{key}", old.get(key), new.get(key))
    elif old != new:
        yield f"{name}: {old} then, {new} now"
