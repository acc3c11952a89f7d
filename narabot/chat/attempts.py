"""Try one way after another until what is found supports an answer, and keep the best. Pure.

Document 004's loop (escalation below 2.0 of 5), with its reference's faults left out: what is
judged is what was found, nothing is filled up; the best of all attempts is kept, not the last.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from narabot.models import Attempt, Escalation

Found = TypeVar("Found")

LEAST_RELEVANCE = 2.0
"""Of 5: below it another way is tried (document 004)."""

MOST_ATTEMPTS = 3

LADDER = (
    "vector_search",
    "cypher_traverse",
    "hybrid_search",
    "comprehensive_search",
    "full_document_read",
)
"""The ways in which one escalates to the next (document 004)."""


@dataclass(frozen=True, slots=True)
class Tried(Generic[Found]):
    """What an attempt has come to."""

    attempt: Attempt
    found: Found


@dataclass(frozen=True, slots=True)
class Tries(Generic[Found]):
    """All attempts, and why one followed another."""

    best: Tried[Found]
    attempts: tuple[Attempt, ...]
    escalations: tuple[Escalation, ...]
    is_out_of_time: bool = False
    """Whether another way was left that would likely have ended behind the deadline."""


Look = Callable[[str, int, frozenset[str]], Tried[Found]]
"""Looks a request up by a strategy, in the wording of the attempt's number (from 0). Evidence whose
digest is among those given was judged before: its relevance is told as 0, and it is not read."""


@dataclass(slots=True)
class Bounds:
    """How long attempts may go on."""

    clock: Callable[[], float]
    """Seconds."""
    deadline_s: float
    """After the first attempt began; none is begun that would likely end behind it."""
    most_attempts: int = MOST_ATTEMPTS
    began: float = field(init=False)

    def __post_init__(self) -> None:
        """Begin now."""
        self.began = self.clock()

    def leave_time(self, attempts: Sequence[Attempt]) -> bool:
        """Return whether one more attempt may begin, as long as the longest so far."""
        longest_s = max(one.ms for one in attempts) / 1000
        return bool(self.clock() - self.began + longest_s <= self.deadline_s)


def best_attempt(
    first: str, ways: Sequence[str], look: Look[Found], bounds: Bounds
) -> Tries[Found]:
    """Return the attempt whose evidence supports an answer best, of equal ones the first.

    `ways` are tried in their order behind the first, none twice, until one has enough relevance or
    the bounds forbid more.
    """
    tried = [look(first, 0, frozenset())]
    escalations: list[Escalation] = []
    is_out_of_time = False
    for way in dict.fromkeys(one for one in ways if one != first):
        last = tried[-1].attempt
        is_enough = best_of(tried).attempt.relevance >= LEAST_RELEVANCE
        if is_enough or len(tried) >= bounds.most_attempts:
            break
        if is_out_of_time := not bounds.leave_time([one.attempt for one in tried]):
            break
        known = frozenset(one.attempt.digest for one in tried)
        tried.append(look(way, len(tried), known))
        escalations.append(escalation(last, tried[-1].attempt))
    best = best_of(tried)
    kept = replace(best.attempt, is_kept=True)
    attempts = tuple(kept if one is best else one.attempt for one in tried)
    return Tries(replace(best, attempt=kept), attempts, tuple(escalations), is_out_of_time)


def best_of(tried: Sequence[Tried[Found]]) -> Tried[Found]:
    """Return the attempt of the highest relevance, of equal ones the first."""
    return max(tried, key=lambda one: one.attempt.relevance)


def escalation(last: Attempt, following: Attempt) -> Escalation:
    """Return why an attempt followed the last one."""
    reason = (
        f"relevance {last.relevance:.1f} of 5, less than {LEAST_RELEVANCE:.1f}"
        if last.hits
        else "nothing was found"
    )
    is_other = following.wording != last.wording
    return Escalation(
        last.strategy, following.strategy, reason, following.wording if is_other else ""
    )
