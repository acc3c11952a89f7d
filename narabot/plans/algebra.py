"""The algebra of plans: what a question computes, as frozen values of a closed vocabulary.

A plan is a value over sets of descriptions. Nothing in it is Cypher: sets are read by statements of
ours (`sources`), and values are computed from what these return (`evaluating`).
"""

from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum

from narabot.models import LevelOfDescription, RecordsType


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


@dataclass(frozen=True, slots=True)
class Period:
    """Days, both inclusive; `None` is an open end."""

    first: date | None
    last: date | None
    timing: Timing = Timing.OVERLAPPING


@dataclass(frozen=True, slots=True)
class Conditions:
    """What descriptions must be; what is empty or `None` does not matter."""

    levels: tuple[LevelOfDescription, ...] = ()
    record_group: int | None = None
    words: tuple[tuple[str, ...], ...] = ()
    """Words of the title, folded: of each group one must stand in it, in any form."""
    kinds: tuple[str, ...] = ()
    """How a document's kind begins, folded."""
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
            one.name for one in fields(self) if getattr(self, one.name) not in (None, (), False)
        )


EVERYTHING = Conditions()


@dataclass(frozen=True, slots=True)
class Records:
    """All descriptions that meet conditions."""

    conditions: Conditions


@dataclass(frozen=True, slots=True)
class These:
    """Some records that a request names."""

    na_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sought:
    """The record that words describe, which a search must find before a plan is computed."""

    text: str


@dataclass(frozen=True, slots=True)
class Below:
    """What is kept in some records, on all levels below."""

    of: "RecordSet"
    conditions: Conditions = EVERYTHING


@dataclass(frozen=True, slots=True)
class MadeBy:
    """The descriptions that name some authorities as creators."""

    na_ids: tuple[int, ...]
    role: CreatorRole | None = None
    conditions: Conditions = EVERYTHING


@dataclass(frozen=True, slots=True)
class Meeting:
    """What of a set meets conditions."""

    of: "RecordSet"
    conditions: Conditions


@dataclass(frozen=True, slots=True)
class Both:
    """What is in two sets."""

    one: "RecordSet"
    other: "RecordSet"


@dataclass(frozen=True, slots=True)
class Either:
    """What is in one of two sets, or in both."""

    one: "RecordSet"
    other: "RecordSet"


@dataclass(frozen=True, slots=True)
class Without:
    """What is in a set and not in another."""

    one: "RecordSet"
    other: "RecordSet"


RecordSet = Records | These | Sought | Below | MadeBy | Meeting | Both | Either | Without
