"""What a list may be narrowed to: level, type, dates, place in the hierarchy, names, access."""

from collections.abc import Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, replace
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
class ComputedSet:
    """Records that a plan gives."""

    plan: str
    """A set of the algebra of plans, as JSON (`narabot.plans.plan_json`)."""
    name: str = ""
    """What they are, in words; empty where only the plan was given."""
    na_ids: tuple[int, ...] = field(default=(), compare=False)
    """Those that it gives now, once it was computed."""


@dataclass(frozen=True, slots=True)
class NamedPhrase:
    """A name that texts say: records that name it."""

    phrase_id: str
    name: str = ""
    """Empty where only the id was given."""
    na_ids: tuple[int, ...] = field(default=(), compare=False)
    """Those that name it now, once they were looked up."""


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
    naming: NamedPhrase | None = None
    """A name that the records' texts say, whether or not an archivist has linked it."""
    is_online: bool | None = None
    access: tuple[AccessStatus, ...] = ()
    computed: ComputedSet | None = None
    """Records that were counted, or otherwise computed with."""

    @property
    def in_force(self) -> tuple[str, ...]:
        """The names of the fields that narrow a list."""
        return tuple(one.name for one in fields(self) if getattr(self, one.name) not in (None, ()))

    @property
    def named_records(self) -> tuple[NamedRecord, ...]:
        """The records that are named."""
        named = (getattr(self, name) for name in NAMED_FIELDS)
        return tuple(one for one in named if one is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the records and phrases that are named, and of computed ones."""
        others = (one for one in (self.naming, self.computed) if one is not None)
        return tuple(one.name for one in (*self.named_records, *others) if one.name)

    def __bool__(self) -> bool:
        """Whether anything is narrowed."""
        return bool(self.in_force)


@dataclass(frozen=True, slots=True)
class FilterKind:
    """What a filter is called, and what its values are."""

    json_name: str
    """As NARA's data have it."""
    option: str
    """On the command line: `--filter <option>=…`."""
    example: str
    """A value of the option."""
    values: type
    """Which decides how a value is read and said."""
    words: str = "{}"
    """How it is said, with its value; of one that is on or off, when it is on."""
    _: KW_ONLY
    is_list: bool = False
    """Whether one of several values is enough."""
    looks_above: bool = False
    """Whether it looks at the records above a record too; its years a record has from them."""


FILTERS: Mapping[str, FilterKind] = {
    "levels": FilterKind("levelOfDescription", "level", "series", LevelOfDescription, is_list=True),
    "record_type": FilterKind("recordType", "record-type", "authority", RecordType),
    "records_types": FilterKind(
        "generalRecordsTypes", "type", "photographs", RecordsType, is_list=True, looks_above=True
    ),
    "years": FilterKind("years", "years", "1941-1943", Years),
    "record_group": FilterKind("recordGroupNumber", "record-group", "79", int, "Record group {}"),
    "collection": FilterKind(
        "collectionIdentifier", "collection", "FDR-MORGEN", str, "Collection {}"
    ),
    "ancestor": FilterKind("ancestor", "in", "NAID", NamedRecord, "In {}", looks_above=True),
    "creator": FilterKind("creator", "creator", "NAID", NamedRecord, "By {}", looks_above=True),
    "subject": FilterKind("subject", "subject", "NAID", NamedRecord, "About {}", looks_above=True),
    "authority": FilterKind(
        "authority", "by-or-about", "NAID", NamedRecord, "By or about {}", looks_above=True
    ),
    "naming": FilterKind("naming", "naming", "PHRASEID", NamedPhrase, "Naming {}"),
    "is_online": FilterKind("isOnline", "online", "yes", bool, "Online"),
    "access": FilterKind(
        "accessRestriction",
        "access",
        "unrestricted",
        AccessStatus,
        "Access: {}",
        is_list=True,
        looks_above=True,
    ),
    "computed": FilterKind("computed", "computed", "PLAN", ComputedSet),
}
"""Each field of `Filters`: the one table of what is read, said and sent of it."""

NAMED_FIELDS = tuple(name for name, kind in FILTERS.items() if kind.values is NamedRecord)
"""Filters that name a record."""

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
