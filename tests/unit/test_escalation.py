"""Tests of the escalation of attempts: limits, no repeats, and the best result."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from narabot.chat.attempts import (
    ESCALATION_ORDER,
    MAX_ATTEMPTS,
    MIN_RELEVANCE,
    AttemptLimits,
    AttemptResult,
    AttemptRunner,
    best_attempt,
)
from narabot.models import Attempt

RELEVANCES = st.lists(
    st.floats(0, 5, allow_nan=False),
    min_size=len(ESCALATION_ORDER) + 1,
    max_size=len(ESCALATION_ORDER) + 1,
)


def attempt(strategy: str, relevance: float, *, hits: int = 25, ms: float = 10.0) -> Attempt:
    """Return an attempt with this relevance and number of hits."""
    return Attempt(strategy, "who?", hits, relevance, ms, digest=strategy)


def looking(relevances: Sequence[float], **options: float) -> tuple[AttemptRunner[int], list[str]]:
    """Return a runner whose attempts have these relevances, and the strategies that it runs."""
    asked: list[str] = []

    def look(strategy: str, number: int, known: frozenset[str]) -> AttemptResult[int]:
        assert known == frozenset(asked)
        asked.append(strategy)
        ms = options.get("ms", 10.0)
        return AttemptResult(attempt(strategy, relevances[number], ms=ms), number)

    return look, asked


def still(deadline_s: float = 1000.0) -> AttemptLimits:
    """Return limits with a stopped clock."""
    return AttemptLimits(lambda: 0.0, deadline_s)


@given(RELEVANCES)
def test_best_attempt_is_kept(relevances: list[float]) -> None:
    look, asked = looking(relevances)
    tries = best_attempt("hybrid", ESCALATION_ORDER, look, still())
    taken = relevances[: len(asked)]
    assert tries.best.attempt.relevance == max(taken)
    assert tries.best.found == taken.index(max(taken))
    assert 1 <= len(asked) <= MAX_ATTEMPTS
    assert len(set(asked)) == len(asked)
    assert [one.is_kept for one in tries.attempts].count(True) == 1
    assert [(one.from_, one.to) for one in tries.escalations] == list(pairwise(asked))


@given(RELEVANCES)
def test_attempts_stop_once_relevance_suffices(relevances: list[float]) -> None:
    look, asked = looking(relevances)
    best_attempt("hybrid", ESCALATION_ORDER, look, still())
    enough = [place for place, one in enumerate(relevances) if one >= MIN_RELEVANCE]
    wanted = min([*[place + 1 for place in enough], MAX_ATTEMPTS])
    assert len(asked) == wanted


def test_many_results_with_low_relevance_escalate() -> None:
    """The reference implementation assigns 2.5 to unrated results, so 25 results always pass."""
    look, asked = looking([1.0, 1.0, 1.0])
    tries = best_attempt("vector_search", ESCALATION_ORDER, look, still())
    assert asked == ["vector_search", "cypher_traverse", "hybrid_search"]
    assert {one.reason for one in tries.escalations} == {"relevance 1.0 of 5 is below 2.0"}


def test_attempt_that_would_exceed_deadline_is_not_started() -> None:
    look, asked = looking([1.0, 1.0, 1.0], ms=3000.0)
    assert best_attempt("hybrid", ESCALATION_ORDER, look, still(deadline_s=2.9)).is_out_of_time
    assert asked == ["hybrid"]
    look, asked = looking([1.0, 1.0, 1.0], ms=3000.0)
    assert not best_attempt("hybrid", ESCALATION_ORDER, look, still(deadline_s=3.1)).is_out_of_time
    assert len(asked) == MAX_ATTEMPTS
    look, asked = looking([1.0], ms=3000.0)
    assert not best_attempt("hybrid", ["hybrid"], look, still(deadline_s=2.9)).is_out_of_time


def test_rephrased_query_is_reported() -> None:
    def look(strategy: str, number: int, known: frozenset[str]) -> AttemptResult[int]:
        made = Attempt(strategy, f"wording {number}", 0, 0.0, 1.0, digest="same")
        return AttemptResult(made, number)

    tries = best_attempt("hybrid", ESCALATION_ORDER, look, still())
    assert [one.rephrased for one in tries.escalations] == ["wording 1", "wording 2"]
    assert {one.reason for one in tries.escalations} == {"nothing was found"}
