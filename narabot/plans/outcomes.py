"""The outcomes of plans. Pure."""

from dataclasses import dataclass
from datetime import date

from narabot.plans.algebra import CreatorRole
from narabot.plans.facts import NamedAuthority, RecordFacts
from narabot.plans.overviews import Profile
from narabot.plans.values import Field, Group, Plan


@dataclass(frozen=True, slots=True)
class SharedTraits:
    """The traits that records have in common."""

    creators: tuple[NamedAuthority, ...] = ()
    """Creators, with their role in the first record."""
    contributors: tuple[NamedAuthority, ...] = ()
    """Photographers, engravers, and others."""
    subjects: tuple[NamedAuthority, ...] = ()
    above: tuple[RecordFacts, ...] = ()
    """Shared ancestors, nearest first."""
    paths: tuple[tuple[RecordFacts, ...], ...] = ()
    """For each record, the path from the record up to the nearest shared ancestor."""
    boxes: tuple[str, ...] = ()
    media: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldValues:
    """A field of a record, and its stated values."""

    field: Field
    values: tuple[str, ...]
    """Empty if nothing is stated."""
    roles: tuple[CreatorRole | None, ...] = ()
    """For creators, the role of each value."""
    source: RecordFacts | None = None
    """The ancestor that states the field, or `None` if the record itself does."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of computing a plan."""

    plan: Plan
    records: tuple[RecordFacts, ...]
    """The records that the outcome is about, in display order."""
    amount: int | None = None
    """The computed number. Dates are ordinals, and differences are in days."""
    groups: tuple[Group, ...] = ()
    compared: tuple[tuple[RecordFacts | None, int | None], ...] = ()
    """For each compared set, a record and an amount. The record is `None` unless the set is a
    single named record."""
    shared: SharedTraits | None = None
    day: date | None = None
    fields: tuple[FieldValues, ...] = ()
    profile: Profile | None = None
    """For an overview, the profile of all records."""
