"""What a computed sentence stands on: a plan over the graph, and what that came to."""

from dataclasses import dataclass

from narabot.models.filters import ComputedSet, NamedRecord


@dataclass(frozen=True, slots=True)
class Amount:
    """A value of a facet, and how many of what is counted have it."""

    value: str
    amount: int


@dataclass(frozen=True, slots=True)
class Behind:
    """Records behind a number, which can be listed."""

    records: ComputedSet
    count: int


@dataclass(frozen=True, slots=True)
class Computation:
    """A plan that was computed: run again on the same records it comes to the same."""

    plan: str
    """As JSON (`narabot.plans.plan_json`)."""
    said: str
    """In words."""
    digest: str
    """The SHA-256 of what it came to."""
    behind: tuple[Behind, ...] = ()
    """The records that were counted, compared or surveyed; each set by itself."""
    others: tuple[Behind, ...] = ()
    """The records that another reading of the request means."""
    facet: str = ""
    """By what `amounts` are, in the words of the answer; "" without any."""
    amounts: tuple[Amount, ...] = ()
    """Of each value of the facet, in the order in which they are told."""
    paths: tuple[tuple[NamedRecord, ...], ...] = ()
    """From each of some records up to what they share, that itself last."""
