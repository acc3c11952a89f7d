"""Try strategies in order until the evidence supports an answer, and keep the best attempt.

This is the loop of document 004, which escalates below a relevance of 2.0 out of 5. Unlike document
004's reference implementation, the loop judges only the retrieved evidence, without padding. The
loop keeps the best attempt instead of the last attempt. This module is pure.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from narabot.models import Attempt, Escalation

Result = TypeVar("Result")

MIN_RELEVANCE = 2.0
"""The relevance, out of 5, below which the loop tries another strategy (document 004)."""

MAX_ATTEMPTS = 3

ESCALATION_ORDER = (
    "vector_search",
    "cypher_traverse",
    "hybrid_search",
    "comprehensive_search",
    "full_document_read",
)
"""The strategies, in the order of escalation (document 004)."""


@dataclass(frozen=True, slots=True)
class AttemptResult(Generic[Result]):
    """An attempt with its result."""

    attempt: Attempt
    found: Result


@dataclass(frozen=True, slots=True)
class AttemptHistory(Generic[Result]):
    """All attempts, the best of them, and the escalations between them."""

    best: AttemptResult[Result]
    attempts: tuple[Attempt, ...]
    escalations: tuple[Escalation, ...]
    is_out_of_time: bool = False
    """Whether another attempt was possible but would likely have missed the deadline."""


AttemptRunner = Callable[[str, int, frozenset[str]], AttemptResult[Result]]
"""Searches with a strategy, using the wording for the attempt's number (counted from 0).

The third argument contains the digests of evidence that has already been judged. Such evidence is
not judged again and has relevance 0."""


@dataclass(slots=True)
class AttemptLimits:
    """Limits on the number and the duration of attempts."""

    clock: Callable[[], float]
    """Returns the time in seconds."""
    deadline_s: float
    """Deadline, in seconds after the start of the first attempt.

    An attempt that would likely end later is not started."""
    max_attempts: int = MAX_ATTEMPTS
    began: float = field(init=False)

    def __post_init__(self) -> None:
        """Start the clock."""
        self.began = self.clock()

    def has_time(self, attempts: Sequence[Attempt]) -> bool:
        """Return whether enough time remains for another attempt.

        The next attempt is assumed to take as long as the longest attempt so far.
        """
        longest_s = max(one.ms for one in attempts) / 1000
        return bool(self.clock() - self.began + longest_s <= self.deadline_s)


def best_attempt(
    first: str, strategies: Sequence[str], run: AttemptRunner[Result], limits: AttemptLimits
) -> AttemptHistory[Result]:
    """Return all attempts, and the attempt whose evidence best supports an answer.

    The first attempt wins a tie. After the first attempt, the other strategies are tried in order,
    each only once. The loop stops when the relevance suffices or the limits allow no further
    attempt.
    """
    results = [run(first, 0, frozenset())]
    escalations: list[Escalation] = []
    is_out_of_time = False
    for strategy in dict.fromkeys(one for one in strategies if one != first):
        last = results[-1].attempt
        is_enough = best_of(results).attempt.relevance >= MIN_RELEVANCE
        if is_enough or len(results) >= limits.max_attempts:
            break
        if is_out_of_time := not limits.has_time([one.attempt for one in results]):
            break
        judged = frozenset(one.attempt.digest for one in results)
        results.append(run(strategy, len(results), judged))
        escalations.append(escalation(last, results[-1].attempt))
    best = best_of(results)
    kept = replace(best.attempt, is_kept=True)
    attempts = tuple(kept if one is best else one.attempt for one in results)
    return AttemptHistory(replace(best, attempt=kept), attempts, tuple(escalations), is_out_of_time)


def best_of(results: Sequence[AttemptResult[Result]]) -> AttemptResult[Result]:
    """Return the attempt with the highest relevance. The first attempt wins a tie."""
    return max(results, key=lambda one: one.attempt.relevance)


def escalation(last: Attempt, following: Attempt) -> Escalation:
    """Return the escalation from one attempt to the next, with its reason."""
    reason = (
        f"relevance {last.relevance:.1f} of 5 is below {MIN_RELEVANCE:.1f}"
        if last.hits
        else "nothing was found"
    )
    is_other = following.wording != last.wording
    return Escalation(
        last.strategy, following.strategy, reason, following.wording if is_other else ""
    )
