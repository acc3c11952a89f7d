"""The stored form of a computation: its plan, its result, and the source records."""

from narabot.conversations.shapes.parts import Shape, StoredComputedSet, StoredNamedRecord
from narabot.models import Amount, Computation, UnderlyingRecords


class StoredUnderlyingRecords(Shape[UnderlyingRecords], frozen=True):
    """The records that a number counts."""

    PART = UnderlyingRecords

    records: StoredComputedSet
    count: int


class StoredAmount(Shape[Amount], frozen=True):
    """A facet value with its amount."""

    PART = Amount

    value: str
    amount: int


class StoredComputation(Shape[Computation], frozen=True):
    """A computed plan with its result."""

    PART = Computation

    plan: str
    said: str
    digest: str
    behind: tuple[StoredUnderlyingRecords, ...] = ()
    others: tuple[StoredUnderlyingRecords, ...] = ()
    facet: str = ""
    amounts: tuple[StoredAmount, ...] = ()
    paths: tuple[tuple[StoredNamedRecord, ...], ...] = ()
