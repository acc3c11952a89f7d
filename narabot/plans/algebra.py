"""The algebra of plans, which represent what narabot computes for a question.

Plans are immutable. They describe values computed from sets of descriptions and contain no Cypher.
`sources` reads the sets with fixed statements, and `evaluation` computes values from the results.
`plan_json` converts plans to JSON and back. Each part has a tag, and unknown tags are rejected.
"""

from datetime import date, timedelta
from enum import StrEnum

from msgspec import Struct

from narabot.models import LevelOfDescription, RecordsType


class Part(Struct, frozen=True, tag=True, omit_defaults=True, forbid_unknown_fields=True):
    """A plan or part of a plan."""


class CreatorRole(StrEnum):
    """The role in which a series names a creator (`creatorType`)."""

    MOST_RECENT = "Most Recent"
    PREDECESSOR = "Predecessor"


class Timing(StrEnum):
    """How the dates of a record must relate to a period."""

    WITHIN = "within"
    """Entirely within the period."""
    OVERLAPPING = "overlapping"
    STARTING = "starting"
    """Starting within the period."""
    ENDING = "ending"
    """Ending within the period."""


class Period(Part, frozen=True):
    """A period, including its first and last day. `None` means that the period has no start or
    end."""

    first: date | None
    last: date | None
    timing: Timing = Timing.OVERLAPPING

    @property
    def is_of_years(self) -> bool:
        """Whether each specified end of the period falls on a year boundary."""
        begins = self.first is None or self.first.month == 1
        ends = self.last is None or self.last.month == 12
        return begins and ends and self.is_of_months

    @property
    def is_of_months(self) -> bool:
        """Whether each specified end of the period falls on a month boundary."""
        begins = self.first is None or self.first.day == 1
        ends = self.last is None or (self.last + timedelta(1)).day == 1
        return begins and ends


class Conditions(Part, frozen=True):
    """Conditions that descriptions must meet. An empty field or `None` sets no condition."""

    levels: tuple[LevelOfDescription, ...] = ()
    record_group: int | None = None
    words: tuple[tuple[str, ...], ...] = ()
    """Words to look for in titles. A title must contain one word from each group, in any inflected
    form."""
    kinds: tuple[str, ...] = ()
    """Names of document kinds in `vocabulary.toml`."""
    sender: str | None = None
    """Folded words from the sender's name."""
    recipient: str | None = None
    file_code: str | None = None
    boxes: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()
    records_types: tuple[RecordsType, ...] = ()
    least_documents: int | None = None
    """Minimum number of documents that a file unit must state."""
    most_documents: int | None = None
    is_online: bool | None = None
    role: CreatorRole | None = None
    """The role in which the record must name some creator, whoever it is."""

    @property
    def in_force(self) -> tuple[str, ...]:
        """The names of the fields that set a condition."""
        return tuple(
            name
            for name in self.__struct_fields__
            if getattr(self, name) != getattr(NO_CONDITIONS, name)
        )


NO_CONDITIONS = Conditions()


class Records(Part, frozen=True):
    """All descriptions that meet the conditions."""

    conditions: Conditions


class RecordsById(Part, frozen=True, tag="These"):
    """Records that a request names."""

    na_ids: tuple[int, ...]


class DescribedRecord(Part, frozen=True, tag="Sought"):
    """A record that a request only describes. A search must find the record before the plan is
    computed."""

    text: str


class Descendants(Part, frozen=True, tag="Below"):
    """The descendants of records, at all levels."""

    of: "RecordSet"
    conditions: Conditions = NO_CONDITIONS


class CreatedBy(Part, frozen=True, tag="MadeBy"):
    """The descriptions that name any of the authorities as a creator."""

    na_ids: tuple[int, ...]
    role: CreatorRole | None = None
    conditions: Conditions = NO_CONDITIONS


class Subset(Part, frozen=True, tag="Meeting"):
    """The records in a set that meet the conditions."""

    of: "RecordSet"
    conditions: Conditions


class Intersection(Part, frozen=True, tag="Both"):
    """The records that two sets have in common."""

    one: "RecordSet"
    other: "RecordSet"


class Union(Part, frozen=True, tag="Either"):
    """The records in at least one of two sets."""

    one: "RecordSet"
    other: "RecordSet"


class Difference(Part, frozen=True, tag="Without"):
    """The records in the first set that are not in the second."""

    one: "RecordSet"
    other: "RecordSet"


RecordSet = (
    Records
    | RecordsById
    | DescribedRecord
    | Descendants
    | CreatedBy
    | Subset
    | Intersection
    | Union
    | Difference
)


def with_descendants(wanted: RecordSet) -> RecordSet:
    """Return a set that contains records and all their descendants."""
    return Union(wanted, Descendants(wanted))
