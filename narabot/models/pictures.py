"""What stands around a record, for a picture of it."""

from dataclasses import dataclass

from narabot.models.passages import PathRecord
from narabot.models.relations import Relation

MOST_COUNTED = 10_000
"""Descriptions below a record; of one with more, no more are counted."""


@dataclass(frozen=True, slots=True)
class CountedRecord:
    """A record, and how many descriptions there are below it on all levels."""

    record: PathRecord
    below: int
    """One more than `MOST_COUNTED` stands for any number above it."""


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """A description among those above, beside and below it, the largest first."""

    path: tuple[CountedRecord, ...]
    """The record first, the root last."""
    children: tuple[CountedRecord, ...]
    children_total: int
    siblings: tuple[CountedRecord, ...]
    siblings_total: int
    """Without the record itself."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A record that has to do with another one."""

    record: PathRecord
    kind: str | None = None
    """Such as `Photographer` of a contributor."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The records that have one relation to a record, or some of them."""

    relation: Relation
    is_into: bool
    """Whether the relation goes from them to the record, and not from the record to them."""
    some: tuple[Neighbour, ...]
    total: int
