"""A computation as it is kept: its plan, what that came to, and the sets behind it."""

from narabot.conversations.shapes.parts import KeptComputedSet, KeptNamedRecord, Shape
from narabot.models import Amount, Behind, Computation


class KeptBehind(Shape[Behind], frozen=True):
    """Records behind a number."""

    PART = Behind

    records: KeptComputedSet
    count: int


class KeptAmount(Shape[Amount], frozen=True):
    """A value of a facet, and how many have it."""

    PART = Amount

    value: str
    amount: int


class KeptComputation(Shape[Computation], frozen=True):
    """A plan that was computed, and what it came to."""

    PART = Computation

    plan: str
    said: str
    digest: str
    behind: tuple[KeptBehind, ...] = ()
    others: tuple[KeptBehind, ...] = ()
    facet: str = ""
    amounts: tuple[KeptAmount, ...] = ()
    paths: tuple[tuple[KeptNamedRecord, ...], ...] = ()
