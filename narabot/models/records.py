"""Complete records, their physical locations, and their surroundings in the hierarchy."""

from dataclasses import dataclass

from narabot.models.catalog import LevelOfDescription
from narabot.models.lines import MACHINE_READ, PAGE_MARKER, TRANSCRIPTION
from narabot.models.passages import OtherName, Passage, PathRecord, RecordCount
from narabot.models.relations import Relation


@dataclass(frozen=True, slots=True)
class TextLine:
    """A labeled line of a record's text. Its own text may contain line breaks."""

    label: str
    text: str

    @property
    def is_machine_read(self) -> bool:
        """Whether the text comes from optical character recognition (OCR)."""
        return self.label.startswith(MACHINE_READ)

    @property
    def is_of_page(self) -> bool:
        """Whether the text is from a page of the materials, not from their description."""
        return self.is_machine_read or self.label.startswith(TRANSCRIPTION)

    @property
    def page(self) -> int | None:
        """The number of the digital object with the text, or `None` if the label has no number."""
        _, _, number = self.label.rpartition(PAGE_MARKER) if self.is_of_page else ("", "", "")
        return int(number) if number.isdecimal() else None


@dataclass(frozen=True, slots=True)
class InheritedLine:
    """A line that a record inherits from the nearest ancestor that states it."""

    line: TextLine
    stated_by: PathRecord


@dataclass(frozen=True, slots=True)
class Restriction:
    """NARA's status for access to materials or for their use."""

    status: str
    stated_by: PathRecord
    """The record itself, or the nearest ancestor that states a restriction."""


@dataclass(frozen=True, slots=True)
class OnlineCopy:
    """A digital object. A value that NARA does not state is ""."""

    url: str
    type: str
    description: str
    page: int = 0
    """Position among the record's digital objects, from 1. Page texts refer to this number."""


@dataclass(frozen=True, slots=True)
class Role:
    """An authority that a record names, with its role."""

    relation: Relation
    authority: PathRecord
    kind: str | None
    """The specific role, such as `Photographer` for a contributor or `Most Recent` for a creator.
    """
    stated_by: PathRecord
    """The record that names the authority: the record itself or, for a creator, possibly the
    nearest ancestor with creators."""


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """One page of a list of records, sorted by naId."""

    records: tuple[PathRecord, ...] = ()
    skipped: int = 0
    """Number of records before this page."""
    total: int = 0


@dataclass(frozen=True, slots=True)
class Siblings:
    """The previous and the next record under the same parent, in naId order."""

    before: PathRecord | None
    after: PathRecord | None
    place: int
    """Position of the record, from 1."""
    count: int
    """Number of children of the parent, including the record itself."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The withdrawal of a record: a release of the catalog no longer contains it."""

    release: str
    date: str
    """The date on which the withdrawal was detected."""


@dataclass(frozen=True, slots=True)
class FullRecord:
    """Everything that the graph contains about a record."""

    path: tuple[PathRecord, ...]
    """The path from the record up to the root. For an authority, only the record itself."""
    is_stub: bool
    """Whether the record is known only because other records mention it."""
    withdrawal: Withdrawal | None = None
    """Set if NARA's catalog no longer contains the record."""
    lines: tuple[TextLine, ...] = ()
    inherited: tuple[InheritedLine, ...] = ()
    access: Restriction | None = None
    use: Restriction | None = None
    online: tuple[OnlineCopy, ...] = ()
    roles: tuple[Role, ...] = ()
    siblings: Siblings | None = None
    """`None` if the record has no parent."""
    children: RecordsPage = RecordsPage()
    children_counts: tuple[tuple[LevelOfDescription, int], ...] = ()
    other_names: tuple[OtherName, ...] = ()
    """Earlier and later names of an organization."""
    descriptions: RecordsPage = RecordsPage()
    """Descriptions by or about an authority, under all of its names."""
    descriptions_counts: tuple[RecordCount, ...] = ()

    @property
    def record(self) -> PathRecord:
        """The record itself."""
        return self.path[0]

    @property
    def series(self) -> PathRecord | None:
        """The series that contains the record, or the record itself if it is a series."""
        above = (step for step in self.path if step.type is LevelOfDescription.SERIES)
        return next(above, None)

    @property
    def creators(self) -> tuple[PathRecord, ...]:
        """The creators of the record, including creators that an ancestor names."""
        return tuple(role.authority for role in self.roles if role.relation is Relation.CREATOR)


@dataclass(frozen=True, slots=True)
class ReferenceUnit:
    """A NARA unit that holds materials and serves them to researchers."""

    name: str
    address: str | None
    """The unit's postal address, telephone number, and email address as NARA states them, or
    `None`."""


@dataclass(frozen=True, slots=True)
class StatedTexts:
    """A record's own texts, or else the texts of its nearest ancestor that has such texts."""

    texts: tuple[str, ...]
    stated_by: PathRecord


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """A record with its physical location."""

    passage: Passage
    units: tuple[ReferenceUnit, ...] = ()
    containers: StatedTexts | None = None
    microfilm: StatedTexts | None = None
    """Microfilm publications, with the roll number if NARA states one."""
    handling: StatedTexts | None = None
    """Handling instructions, such as wearing gloves or using a copy."""
    access: Restriction | None = None
    access_note: str | None = None
    """The note next to the access status in the same record."""
    use: Restriction | None = None

    @property
    def record(self) -> PathRecord:
        """The record itself."""
        return self.passage.record


MAX_COUNTED = 10_000
"""Maximum number of descendants to count for one record."""


@dataclass(frozen=True, slots=True)
class CountedRecord:
    """A record with the number of its descendants."""

    record: PathRecord
    below: int
    """Number of descendants. `MAX_COUNTED + 1` means more than `MAX_COUNTED`."""


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """A description with its ancestors and its largest siblings and children, largest first."""

    path: tuple[CountedRecord, ...]
    """The path from the record up to the root."""
    children: tuple[CountedRecord, ...]
    children_total: int
    siblings: tuple[CountedRecord, ...]
    siblings_total: int
    """Number of siblings, excluding the record itself."""


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A record that has a relation to another record."""

    record: PathRecord
    kind: str | None = None
    """The specific role, such as `Photographer` for a contributor."""


@dataclass(frozen=True, slots=True)
class Neighbors:
    """Records that have a particular relation to a record. The list may be incomplete."""

    relation: Relation
    is_into: bool
    """Whether the relation points to the record rather than away from it."""
    some: tuple[Neighbor, ...]
    total: int
