"""Filters for lists: level, type, dates, place in the hierarchy, names, and access."""

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
    """NARA's values for access restrictions (`accessRestriction.status`)."""

    UNRESTRICTED = "Unrestricted"
    PARTLY = "Restricted - Partly"
    POSSIBLY = "Restricted - Possibly"
    FULLY = "Restricted - Fully"
    UNDETERMINED = "Undetermined"


RESTRICTED = (AccessStatus.PARTLY, AccessStatus.POSSIBLY, AccessStatus.FULLY)
"""Statuses of materials to which access is at least partly restricted."""


@dataclass(frozen=True, slots=True)
class Years:
    """A range of years in the Gregorian calendar.

    Both ends are inclusive. `None` means an open end.
    """

    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True)
class NamedRecord:
    """A record that a filter names, with the name that the user sees."""

    na_id: int
    name: str = ""
    """Empty if only the naId was specified."""
    other_na_ids: tuple[int, ...] = ()
    """The naIds of the earlier and later names of an organization. Each of these names has a
    record."""

    @property
    def na_ids(self) -> tuple[int, ...]:
        """The naId of the record, followed by `other_na_ids`."""
        return (self.na_id, *self.other_na_ids)


@dataclass(frozen=True, slots=True)
class ComputedSet:
    """The set of records that a plan defines."""

    plan: str
    """A set in the plan algebra, as JSON (`narabot.plans.plan_json`)."""
    name: str = ""
    """A description of the set in words. Empty if only the plan was specified."""
    na_ids: tuple[int, ...] = field(default=(), compare=False)
    """The records that are currently in the set. Empty until the plan is computed."""


@dataclass(frozen=True, slots=True)
class NamedPhrase:
    """A phrase that texts mention. The filter keeps the records that mention the phrase."""

    phrase_id: str
    name: str = ""
    """Empty if only the ID was specified."""
    na_ids: tuple[int, ...] = field(default=(), compare=False)
    """The records that currently mention the phrase. Empty until they are looked up."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions that records must meet. A condition that is `None` or empty is not applied.

    A record inherits its dates, types, access, creators, and subjects from the nearest ancestor
    that states them.
    """

    levels: tuple[LevelOfDescription, ...] = ()
    record_type: RecordType | None = None
    records_types: tuple[RecordsType, ...] = ()
    years: Years | None = None
    """Keeps records whose dates overlap this range. An undated record uses the years in its title
    or, failing that, the years of its nearest dated ancestor. Records without any years are
    excluded."""
    record_group: int | None = None
    """A `recordGroupNumber`."""
    collection: str | None = None
    """A `collectionIdentifier`."""
    ancestor: NamedRecord | None = None
    creator: NamedRecord | None = None
    """An authority that created, contributed to, or donated the records."""
    subject: NamedRecord | None = None
    authority: NamedRecord | None = None
    """An authority that created the records or that the records are about."""
    naming: NamedPhrase | None = None
    """A phrase that the records' texts mention, even if no archivist has linked it."""
    is_online: bool | None = None
    access: tuple[AccessStatus, ...] = ()
    computed: ComputedSet | None = None
    """The result set of a computation."""

    @property
    def in_force(self) -> tuple[str, ...]:
        """The names of the fields that have a value."""
        return tuple(one.name for one in fields(self) if getattr(self, one.name) not in (None, ()))

    @property
    def named_records(self) -> tuple[NamedRecord, ...]:
        """The records that the filters name."""
        named = (getattr(self, name) for name in NAMED_FIELDS)
        return tuple(one for one in named if one is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the records, phrases, and computed sets in the filters."""
        others = (one for one in (self.naming, self.computed) if one is not None)
        return tuple(one.name for one in (*self.named_records, *others) if one.name)

    def __bool__(self) -> bool:
        """Return whether any filter is set."""
        return bool(self.in_force)


@dataclass(frozen=True, slots=True)
class FilterKind:
    """The names and the value type of a filter."""

    json_name: str
    """The name in NARA's data."""
    option: str
    """The name on the command line: `--filter <option>=…`."""
    example: str
    """An example value for the option."""
    values: type
    """The type that decides how values are parsed and displayed."""
    words: str = "{}"
    """A template for displaying the filter with its value. For a Boolean filter, the text to
    display if the value is true."""
    _: KW_ONLY
    is_list: bool = False
    """Whether the filter takes several values, one of which must match."""
    looks_above: bool = False
    """Whether the filter also checks ancestors. Years do not need this check, because each record
    stores its inherited years."""


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
    "naming": FilterKind("naming", "naming", "PHRASEID", NamedPhrase, "Mentions {}"),
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
"""How each field of `Filters` is parsed, displayed, and serialized. This is the only such table."""

NAMED_FIELDS = tuple(name for name, kind in FILTERS.items() if kind.values is NamedRecord)
"""Filters whose value is a record."""

NO_FILTERS = Filters()
"""Filters that keep every record."""


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """Filters that the user set or removed separately from the words of a request."""

    added: Filters = NO_FILTERS
    """Filters that take precedence over filters from the words of the request."""
    removed: frozenset[str] = frozenset()
    """Fields for which the words in the request set no filter."""


NO_CHOICE = FilterChoice()
"""No choice by the user: only the words of the request set filters."""


def merge_filters(filters: Filters, narrower: Filters) -> Filters:
    """Return the combined filters. Values in `narrower` take precedence."""
    return replace(filters, **{name: getattr(narrower, name) for name in narrower.in_force})


def drop_filters(filters: Filters, removed: Collection[str]) -> Filters:
    """Return filters without the removed fields."""
    return replace(
        NO_FILTERS,
        **{name: getattr(filters, name) for name in filters.in_force if name not in removed},
    )
