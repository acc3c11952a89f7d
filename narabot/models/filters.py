"""What a list may be narrowed to: level, type, dates, place in the hierarchy, names, access."""

from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from narabot.models.catalog import LevelOfDescription, RecordType


class RecordsType(StrEnum):
    """NARA's general types of archival materials (`generalRecordsTypes`)."""

    ARCHITECTURAL_DRAWINGS = "Architectural and Engineering Drawings"
    ARTIFACTS = "Artifacts"
    DATA_FILES = "Data Files"
    MAPS = "Maps and Charts"
    MOVING_IMAGES = "Moving Images"
    PHOTOGRAPHS = "Photographs and other Graphic Materials"
    SOUND_RECORDINGS = "Sound Recordings"
    TEXTUAL_RECORDS = "Textual Records"
    WEB_PAGES = "Web Pages"


class AccessStatus(StrEnum):
    """NARA's words for whether materials may be seen (`accessRestriction.status`)."""

    UNRESTRICTED = "Unrestricted"
    PARTLY = "Restricted - Partly"
    POSSIBLY = "Restricted - Possibly"
    FULLY = "Restricted - Fully"
    UNDETERMINED = "Undetermined"


RESTRICTED = (AccessStatus.PARTLY, AccessStatus.POSSIBLY, AccessStatus.FULLY)
"""What a reader may not see, or not all of it."""


@dataclass(frozen=True, slots=True)
class Years:
    """Years of the Gregorian calendar, both inclusive; `None` is an open end."""

    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True)
class NamedRecord:
    """A record that a filter names, under the name that a reader knows it by."""

    na_id: int
    name: str = ""
    """Empty where only the naId was given."""
    other_na_ids: tuple[int, ...] = ()
    """Of the earlier and later names of an organization, which are records of their own."""

    @property
    def na_ids(self) -> tuple[int, ...]:
        """Its naId and those of its other names."""
        return (self.na_id, *self.other_na_ids)


@dataclass(frozen=True, slots=True)
class Filters:
    """What records must be; what is `None` or empty does not matter.

    A record inherits its dates, types, access, creators and subjects from the nearest record above
    it that states them.
    """

    levels: tuple[LevelOfDescription, ...] = ()
    record_type: RecordType | None = None
    records_types: tuple[RecordsType, ...] = ()
    years: Years | None = None
    """Records whose dates overlap with these. Without dates of its own a record is of the years in
    its title, or else of those of the nearest record above it; without any it is left out."""
    record_group: int | None = None
    """A `recordGroupNumber`."""
    collection: str | None = None
    """A `collectionIdentifier`."""
    ancestor: NamedRecord | None = None
    creator: NamedRecord | None = None
    """An authority that made, contributed or gave the records."""
    subject: NamedRecord | None = None
    authority: NamedRecord | None = None
    """An authority by or about which the records are."""
    is_online: bool | None = None
    access: tuple[AccessStatus, ...] = ()

    @property
    def in_force(self) -> tuple[str, ...]:
        """The names of the fields that narrow a list."""
        return tuple(one.name for one in fields(self) if getattr(self, one.name) not in (None, ()))

    @property
    def named(self) -> tuple[NamedRecord, ...]:
        """The records that are named."""
        named = (self.ancestor, self.creator, self.subject, self.authority)
        return tuple(one for one in named if one is not None)

    def __bool__(self) -> bool:
        """Whether anything is narrowed."""
        return bool(self.in_force)


EVERYTHING = Filters()
"""No filter."""


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """What a reader chose beside the words of a request."""

    added: Filters = EVERYTHING
    """These go before what the words say."""
    removed: frozenset[str] = frozenset()
    """Fields of which the words are not read as filters."""


WORDS_ALONE = FilterChoice()
"""Nothing chosen beside the words."""


def joined(filters: Filters, narrower: Filters) -> Filters:
    """Return filters with those of others, which win where both say something."""
    return replace(filters, **{name: getattr(narrower, name) for name in narrower.in_force})


def without(filters: Filters, removed: Collection[str]) -> Filters:
    """Return filters without those of some fields."""
    return replace(
        EVERYTHING,
        **{name: getattr(filters, name) for name in filters.in_force if name not in removed},
    )
