"""Describe a record or an authority in words: its name, type, and dates."""

from narabot.models import (
    ROOTS,
    AuthorityType,
    CatalogType,
    LevelOfDescription,
    NamedAuthority,
    PathRecord,
)
from narabot.presentation.display_dates import date_range
from narabot.presentation.markdown import shortened
from narabot.presentation.strings import later, say, say_as, say_many

TYPE_NAMES: dict[CatalogType, str] = {
    LevelOfDescription.RECORD_GROUP: later("Record group"),
    LevelOfDescription.COLLECTION: later("Collection"),
    LevelOfDescription.SERIES: later("Series"),
    LevelOfDescription.FILE_UNIT: later("File unit"),
    LevelOfDescription.ITEM: later("Item"),
    AuthorityType.PERSON: later("Person"),
    AuthorityType.ORGANIZATION: later("Organization"),
    AuthorityType.GEOGRAPHIC_PLACE_NAME: later("Place"),
    AuthorityType.TOPICAL_SUBJECT: later("Subject"),
    AuthorityType.SPECIFIC_RECORDS_TYPE: later("Type of records"),
}
"""Label for each type."""

MAX_NAME_LENGTH = 240
MAX_NOTE_LENGTH = 400
MAX_ROOT_LENGTH = 70

EXAMPLE_LABEL = later("example record")
"""Label for a record from `sample/`, which NARA's catalog does not contain."""


def type_label(type_: CatalogType) -> str:
    """Return the label of a type, such as `File unit` for `fileUnit`."""
    return say(TYPE_NAMES[type_])


def levels_label(level: LevelOfDescription) -> str:
    """Return the plural label of a level."""
    return {
        LevelOfDescription.RECORD_GROUP: say("Record groups"),
        LevelOfDescription.COLLECTION: say("Collections"),
        LevelOfDescription.SERIES: say_as("several", "Series"),
        LevelOfDescription.FILE_UNIT: say("File units"),
        LevelOfDescription.ITEM: say("Items"),
    }[level]


def level_count(level: CatalogType, count: int) -> str:
    """Return the number of records at a level, in words."""
    match level:
        case LevelOfDescription.RECORD_GROUP:
            return say_many("{count} record group", "{count} record groups", count)
        case LevelOfDescription.COLLECTION:
            return say_many("{count} collection", "{count} collections", count)
        case LevelOfDescription.SERIES:
            return say_many("{count} series", "{count} series", count)
        case LevelOfDescription.FILE_UNIT:
            return say_many("{count} file unit", "{count} file units", count)
        case LevelOfDescription.ITEM:
            return say_many("{count} item", "{count} items", count)
        case _:
            return say_many("{count} record", "{count} records", count)


def name(record: PathRecord) -> str:
    """Return a record's title or heading, shortened.

    An untitled record is identified by its type and naId.
    """
    if record.name and record.name.strip():
        return shortened(record.name, MAX_NAME_LENGTH)
    kind = type_label(record.type).lower()
    return say("Untitled {kind} (NAID {na_id})", kind=kind, na_id=str(record.na_id))


def dates(record: PathRecord) -> str | None:
    """Return a record's dates, as precise as NARA's data, or `None` if the record has no dates."""
    return date_range(record.start_date or None, record.end_date or None)


def is_root(record: PathRecord) -> bool:
    """Return whether a record is a record group or a collection."""
    return record.type in ROOTS


def has_code_for_title(record: PathRecord) -> bool:
    """Return whether a file unit's title is a code, such as `POL 23-9`.

    A code consists of capital letters and digits.
    """
    title = name(record)
    is_code = any(map(str.isdecimal, title)) and not any(map(str.islower, title))
    return record.type is LevelOfDescription.FILE_UNIT and is_code


def root_label(root: PathRecord) -> str:
    """Return a record group with its number, or a collection's name."""
    number = root.record_group_number
    if number is None:
        return shortened(name(root), MAX_ROOT_LENGTH)
    named = say("Record group {number}: {name}", number=str(number), name=name(root))
    return shortened(named, MAX_ROOT_LENGTH)


def authority_text(authority: NamedAuthority) -> str:
    """Return an authority with its type and the number of its records.

    The number excludes descendants of those records, although they are also by or about the
    authority.
    """
    kind = type_label(authority.authority_type).lower()
    by, about = authority.records_by, authority.records_about
    if by and about:
        made = say_many("{count} record", "{count} records", by)
        named = say_many("{count} record", "{count} records", about)
        records = say(
            "{made} by and {named} about this {kind}, plus their contents",
            made=made,
            named=named,
            kind=kind,
        )
    elif by:
        records = say_many(
            "{count} record by this {kind}, plus its contents",
            "{count} records by this {kind}, plus their contents",
            by,
            kind=kind,
        )
    elif about:
        records = say_many(
            "{count} record about this {kind}, plus its contents",
            "{count} records about this {kind}, plus their contents",
            about,
            kind=kind,
        )
    else:
        records = say("no records")
    return f"{shortened(authority.heading, MAX_NAME_LENGTH)} ({kind}): {records}"


def names_heading(alike: tuple[NamedAuthority, ...]) -> str:
    """Return the heading for a list of authorities that a name may refer to."""
    if len(alike) > 1:
        return say("Authority records that match “{name}”", name=alike[0].matched)
    return say("Authority record that matches “{name}”", name=alike[0].matched)
