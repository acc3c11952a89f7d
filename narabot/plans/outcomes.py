"""What plans come to. Pure."""

from dataclasses import dataclass
from datetime import date

from narabot.plans.algebra import CreatorRole
from narabot.plans.facts import Named, RecordFacts
from narabot.plans.overviews import Profile
from narabot.plans.values import Field, Group, Plan


@dataclass(frozen=True, slots=True)
class Shared:
    """What some records have in common."""

    creators: tuple[Named, ...] = ()
    """With their role in the first record."""
    contributors: tuple[Named, ...] = ()
    """Photographers, engravers and others."""
    subjects: tuple[Named, ...] = ()
    above: tuple[RecordFacts, ...] = ()
    """The nearest first."""
    ways: tuple[tuple[RecordFacts, ...], ...] = ()
    """Of each record itself and what is above it up to the nearest that all share, that last."""
    boxes: tuple[str, ...] = ()
    media: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A field of a record, and what is stated of it."""

    field: Field
    values: tuple[str, ...]
    """None where nothing is stated."""
    roles: tuple[CreatorRole | None, ...] = ()
    """Of creators, one for each value."""
    by: RecordFacts | None = None
    """The record that states it, where that is another one above."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a plan comes to."""

    plan: Plan
    records: tuple[RecordFacts, ...]
    """The records that it is about, in the order in which they are told."""
    amount: int | None = None
    """The number that was computed; of days and dates, days."""
    groups: tuple[Group, ...] = ()
    compared: tuple[tuple[RecordFacts | None, int | None], ...] = ()
    """For each set that is compared its one record, if it is one, and its amount."""
    shared: Shared | None = None
    day: date | None = None
    told: tuple[Told, ...] = ()
    whole: Profile | None = None
    """Of an overview, what the records are as a whole."""
