"""A record and an authority in words: name, type, dates. Pure."""

from narabot.models import (
    ROOTS,
    AuthorityType,
    CatalogType,
    LevelOfDescription,
    NamedAuthority,
    PathRecord,
)
from narabot.presentation.days import span
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
"""Each type in words."""

LONGEST_NAME = 240
LONGEST_NOTE = 400
LONGEST_ROOT = 70

EXAMPLE = later("example record")
"""Said of a record that was written for `sample/`: NARA has no page for it."""


def type_label(type_: CatalogType) -> str:
    """Return a type in words, `fileUnit` as `File unit`."""
    return say(TYPE_NAMES[type_])


def levels_label(level: LevelOfDescription) -> str:
    """Return a level in words, as that of several records."""
    return {
        LevelOfDescription.RECORD_GROUP: say("Record groups"),
        LevelOfDescription.COLLECTION: say("Collections"),
        LevelOfDescription.SERIES: say_as("several", "Series"),
        LevelOfDescription.FILE_UNIT: say("File units"),
        LevelOfDescription.ITEM: say("Items"),
    }[level]


def counted(level: CatalogType, count: int) -> str:
    """Return how many records of a level there are, in words."""
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
    """Return a record's title or heading, shortened; one without is named by type and naId."""
    if record.name and record.name.strip():
        return shortened(record.name, LONGEST_NAME)
    kind = type_label(record.type).lower()
    return say("Untitled {kind} (NAID {na_id})", kind=kind, na_id=str(record.na_id))


def dates(record: PathRecord) -> str | None:
    """Return a record's dates as precise as NARA gives them, `None` without any."""
    return span(record.start_date or None, record.end_date or None)


def is_root(record: PathRecord) -> bool:
    """Return whether a record is a record group or a collection."""
    return record.type in ROOTS


def has_code_for_title(record: PathRecord) -> bool:
    """Return whether a record is a file unit with a title of capitals and figures, `POL 23-9`."""
    title = name(record)
    is_code = any(map(str.isdecimal, title)) and not any(map(str.islower, title))
    return record.type is LevelOfDescription.FILE_UNIT and is_code


def root_label(root: PathRecord) -> str:
    """Return a record group with its number, a collection by its name."""
    number = root.record_group_number
    if number is None:
        return shortened(name(root), LONGEST_ROOT)
    named = say("Record group {number}: {name}", number=str(number), name=name(root))
    return shortened(named, LONGEST_ROOT)


def named_text(authority: NamedAuthority) -> str:
    """Return an authority with its type and the number of its records.

    What is kept in them is by or about it too, and not counted.
    """
    kind = type_label(authority.authority_type).lower()
    by, about = authority.records_by, authority.records_about
    if by and about:
        made = say_many("{count} record", "{count} records", by)
        named = say_many("{count} record", "{count} records", about)
        records = say(
            "{made} by and {named} about this {kind}, and what is in them",
            made=made,
            named=named,
            kind=kind,
        )
    elif by:
        records = say_many(
            "{count} record by this {kind}, and what is in them",
            "{count} records by this {kind}, and what is in them",
            by,
            kind=kind,
        )
    elif about:
        records = say_many(
            "{count} record about this {kind}, and what is in them",
            "{count} records about this {kind}, and what is in them",
            about,
            kind=kind,
        )
    else:
        records = say("no records")
    return f"{shortened(authority.heading, LONGEST_NAME)} ({kind}): {records}"


def names_heading(alike: tuple[NamedAuthority, ...]) -> str:
    """Return the line above the authorities that one name may mean."""
    if len(alike) > 1:
        return say("“{name}” in the request may mean", name=alike[0].matched)
    return say("“{name}” in the request is", name=alike[0].matched)
