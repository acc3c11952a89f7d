"""The algebra of plans: what a question computes, as frozen values of a closed vocabulary.

A plan is a value over sets of descriptions. Nothing in it is Cypher: sets are read by statements of
ours (`sources`), and values are computed from what these return (`evaluating`). Each value can be
written as JSON, and read again (`written`): its parts have tags, and no others are known.
"""

from datetime import date, timedelta
from enum import StrEnum

from msgspec import Struct

from narabot.models import LevelOfDescription, RecordsType


class Part(Struct, frozen=True, tag=True, omit_defaults=True, forbid_unknown_fields=True):
    """A plan or a part of one."""


class CreatorRole(StrEnum):
    """As what a series names a creator (`creatorType`)."""

    MOST_RECENT = "Most Recent"
    PREDECESSOR = "Predecessor"


class Timing(StrEnum):
    """How the days of a record lie to the days that are asked for."""

    WITHIN = "within"
    """Wholly within them."""
    OVERLAPPING = "overlapping"
    STARTING = "starting"
    """Beginning within them."""
    ENDING = "ending"
    """Ending within them."""


class Period(Part, frozen=True):
    """Days, both inclusive; `None` is an open end."""

    first: date | None
    last: date | None
    timing: Timing = Timing.OVERLAPPING

    @property
    def is_of_years(self) -> bool:
        """Whether its ends, those that it has, are those of years."""
        begins = self.first is None or self.first.month == 1
        ends = self.last is None or self.last.month == 12
        return begins and ends and self.is_of_months

    @property
    def is_of_months(self) -> bool:
        """Whether its ends, those that it has, are those of months."""
        begins = self.first is None or self.first.day == 1
        ends = self.last is None or (self.last + timedelta(1)).day == 1
        return begins and ends


class Conditions(Part, frozen=True):
    """What descriptions must be; what is empty or `None` does not matter."""

    levels: tuple[LevelOfDescription, ...] = ()
    record_group: int | None = None
    words: tuple[tuple[str, ...], ...] = ()
    """Words of the title, folded: of each group one must stand in it, in any form."""
    kinds: tuple[str, ...] = ()
    """What a document's kind is called in `vocabulary.toml`."""
    sender: str | None = None
    """Folded words of who sent it."""
    recipient: str | None = None
    file_code: str | None = None
    boxes: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()
    records_types: tuple[RecordsType, ...] = ()
    least_documents: int | None = None
    """That a folder states."""
    most_documents: int | None = None
    is_online: bool | None = None
    role: CreatorRole | None = None
    """As what a creator must be named, whichever."""

    @property
    def in_force(self) -> tuple[str, ...]:
        """The names of the fields that narrow a set."""
        return tuple(
            name
            for name in self.__struct_fields__
            if getattr(self, name) != getattr(EVERYTHING, name)
        )


EVERYTHING = Conditions()


class Records(Part, frozen=True):
    """All descriptions that meet conditions."""

    conditions: Conditions


class These(Part, frozen=True):
    """Some records that a request names."""

    na_ids: tuple[int, ...]


class Sought(Part, frozen=True):
    """The record that words describe, which a search must find before a plan is computed."""

    text: str


class Below(Part, frozen=True):
    """What is kept in some records, on all levels below."""

    of: "RecordSet"
    conditions: Conditions = EVERYTHING


class MadeBy(Part, frozen=True):
    """The descriptions that name some authorities as creators."""

    na_ids: tuple[int, ...]
    role: CreatorRole | None = None
    conditions: Conditions = EVERYTHING


class Meeting(Part, frozen=True):
    """What of a set meets conditions."""

    of: "RecordSet"
    conditions: Conditions


class Both(Part, frozen=True):
    """What is in two sets."""

    one: "RecordSet"
    other: "RecordSet"


class Either(Part, frozen=True):
    """What is in one of two sets, or in both."""

    one: "RecordSet"
    other: "RecordSet"


class Without(Part, frozen=True):
    """What is in a set and not in another."""

    one: "RecordSet"
    other: "RecordSet"


RecordSet = Records | These | Sought | Below | MadeBy | Meeting | Both | Either | Without


def with_below(wanted: RecordSet) -> RecordSet:
    """Return records with all that is kept in them."""
    return Either(wanted, Below(wanted))
