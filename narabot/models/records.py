"""A record whole, where it is kept, and what is around it in the hierarchy."""

from dataclasses import dataclass

from narabot.models.catalog import LevelOfDescription
from narabot.models.lines import MACHINE_READ, OF_PAGE, TRANSCRIPTION
from narabot.models.passages import OtherName, Passage, PathRecord, RecordCount
from narabot.models.relations import Relation


@dataclass(frozen=True, slots=True)
class TextLine:
    """A labelled line of a record's text; its own text may have several lines."""

    label: str
    text: str

    @property
    def is_machine_read(self) -> bool:
        """Whether a machine has read it off a page."""
        return self.label.startswith(MACHINE_READ)

    @property
    def is_of_page(self) -> bool:
        """Whether it stands on a page of the materials, and is no description of them."""
        return self.is_machine_read or self.label.startswith(TRANSCRIPTION)

    @property
    def page(self) -> int | None:
        """Which of the record's digital objects it stands on, `None` where nobody says so."""
        _, _, number = self.label.rpartition(OF_PAGE) if self.is_of_page else ("", "", "")
        return int(number) if number.isdecimal() else None


@dataclass(frozen=True, slots=True)
class InheritedLine:
    """A line that a record does not state itself, of the nearest record above that does."""

    line: TextLine
    stated_by: PathRecord


@dataclass(frozen=True, slots=True)
class Restriction:
    """NARA's word for whether materials may be seen, or used."""

    status: str
    stated_by: PathRecord
    """The record itself, or the nearest above it that says something."""


@dataclass(frozen=True, slots=True)
class OnlineCopy:
    """A digital object; what NARA does not state is ""."""

    url: str
    type: str
    description: str
    page: int = 0
    """Its place among the record's digital objects, from 1; words on it name it as their page."""


@dataclass(frozen=True, slots=True)
class Role:
    """An authority that a record names, and as what."""

    relation: Relation
    authority: PathRecord
    kind: str | None
    """Such as `Photographer` of a contributor, `Most Recent` of a creator."""
    stated_by: PathRecord
    """The record itself; for its creators, it may be the nearest record above that names some."""


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """Some of many records, by naId."""

    records: tuple[PathRecord, ...] = ()
    skipped: int = 0
    """So many come before these."""
    total: int = 0


@dataclass(frozen=True, slots=True)
class Siblings:
    """What stands before and after a record under the same parent, by naId."""

    before: PathRecord | None
    after: PathRecord | None
    place: int
    """From 1."""
    count: int
    """With the record itself."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """That a release of the catalogue had a record no more."""

    release: str
    date: str
    """On which that was found."""


@dataclass(frozen=True, slots=True)
class FullRecord:
    """All that the graph knows of a record."""

    path: tuple[PathRecord, ...]
    """The record first, the root last; an authority alone."""
    is_stub: bool
    """Whether it is only mentioned by others."""
    withdrawal: Withdrawal | None = None
    """If NARA's catalogue has it no more."""
    lines: tuple[TextLine, ...] = ()
    inherited: tuple[InheritedLine, ...] = ()
    access: Restriction | None = None
    use: Restriction | None = None
    online: tuple[OnlineCopy, ...] = ()
    roles: tuple[Role, ...] = ()
    siblings: Siblings | None = None
    """`None` without a parent."""
    children: RecordsPage = RecordsPage()
    children_counts: tuple[tuple[LevelOfDescription, int], ...] = ()
    other_names: tuple[OtherName, ...] = ()
    """Earlier and later names of an organization."""
    descriptions: RecordsPage = RecordsPage()
    """By or about an authority, under all of its names."""
    descriptions_counts: tuple[RecordCount, ...] = ()

    @property
    def record(self) -> PathRecord:
        """The record itself."""
        return self.path[0]

    @property
    def series(self) -> PathRecord | None:
        """The series that it is, or is in."""
        above = (step for step in self.path if step.type is LevelOfDescription.SERIES)
        return next(above, None)

    @property
    def creators(self) -> tuple[PathRecord, ...]:
        """Who made it, also where a record above says so."""
        return tuple(role.authority for role in self.roles if role.relation is Relation.CREATOR)


@dataclass(frozen=True, slots=True)
class ReferenceUnit:
    """A part of NARA that holds materials and shows them."""

    name: str
    address: str | None
    """With telephone and e-mail, in NARA's words; `None` where it states none."""


@dataclass(frozen=True, slots=True)
class Stated:
    """Texts that a record states, or the nearest record above it."""

    texts: tuple[str, ...]
    stated_by: PathRecord


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """A record with where it is held."""

    passage: Passage
    units: tuple[ReferenceUnit, ...] = ()
    containers: Stated | None = None
    microfilm: Stated | None = None
    """Publications, each with the roll if NARA states it."""
    handling: Stated | None = None
    """How materials are to be handled, such as with gloves, or only as a copy."""
    access: Restriction | None = None
    access_note: str | None = None
    """What the same record says beside its status."""
    use: Restriction | None = None

    @property
    def record(self) -> PathRecord:
        """The record itself."""
        return self.passage.record


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
