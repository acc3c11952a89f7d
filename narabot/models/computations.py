"""The basis of a computed sentence: a plan over the graph and the plan's result."""

from dataclasses import dataclass

from narabot.models.filters import ComputedSet, NamedRecord


@dataclass(frozen=True, slots=True)
class Amount:
    """A facet value with its count."""

    value: str
    amount: int


@dataclass(frozen=True, slots=True)
class UnderlyingRecords:
    """A set of records that was counted. The user can list these records."""

    records: ComputedSet
    count: int


@dataclass(frozen=True, slots=True)
class Computation:
    """A computed plan. The same plan on the same records yields the same result."""

    plan: str
    """The plan as JSON (`narabot.plans.plan_json`)."""
    said: str
    """The plan in words."""
    digest: str
    """SHA-256 of the result."""
    behind: tuple[UnderlyingRecords, ...] = ()
    """The sets of records that were counted, compared, or summarized."""
    others: tuple[UnderlyingRecords, ...] = ()
    """The sets of records that other interpretations of the request cover."""
    facet: str = ""
    """The facet of `amounts`, as the answer names it, or "" if there are no amounts."""
    amounts: tuple[Amount, ...] = ()
    """The count for each facet value, in the order in which the answer names the values."""
    paths: tuple[tuple[NamedRecord, ...], ...] = ()
    """Paths from records up to their common ancestor, which comes last."""
