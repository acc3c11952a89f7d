"""What plans compute of their sets: the values of the algebra, which are the plans themselves."""

from dataclasses import dataclass, field
from enum import StrEnum

from narabot.plans.algebra import Part, RecordSet


class Facet(StrEnum):
    """By what records are grouped."""

    LEVEL = "level"
    TYPE = "type"
    DECADE = "decade"
    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    RECORD_GROUP = "record group"
    CREATOR = "creator"
    SUBJECT = "subject"
    PLACE = "place"
    """Subjects that are geographic names."""
    ACCESS = "access"
    """As a record states it itself."""
    ONLINE = "online"
    HOLDING_UNIT = "holding unit"
    """Where it is held (`name_referenceUnits`)."""
    BOX = "box"
    FILE_CODE = "file code"
    DOCUMENT_KIND = "kind of document"
    SENDER = "sender"
    RECIPIENT = "recipient"


class Measure(StrEnum):
    """By what records, or groups of them, are compared."""

    RECORDS = "records"
    """How many there are of a group."""
    DOCUMENTS = "documents"
    """The number of documents that a folder states (`itemCount`); of a group their sum."""
    DIGITAL_OBJECTS = "digital objects"
    """How many a record has; those of what is kept in it are not its own."""
    FIRST_DAY = "first day"
    LAST_DAY = "last day"
    DAYS = "days"
    """From the first day to the last, both counted."""


class ListOf(Part, frozen=True):
    """The records themselves."""

    of: RecordSet


class Count(Part, frozen=True):
    """How many records there are, or how many different values of a facet they have."""

    of: RecordSet
    facet: Facet | None = None


class Total(Part, frozen=True):
    """The sum of the documents that folders state."""

    of: RecordSet


class CountBy(Part, frozen=True):
    """How many records there are of each value of a facet, the most first."""

    of: RecordSet
    facet: Facet


class Top(Part, frozen=True):
    """The records, or the groups by a facet, that have most of something, or least."""

    of: RecordSet
    measure: Measure
    facet: Facet | None = None
    is_lowest: bool = False


class DaysBetween(Part, frozen=True):
    """How many days lie between the first and the last of some records."""

    of: RecordSet


class Compare(Part, frozen=True):
    """A measure of several sets, and which has most of it, or least."""

    sets: tuple[RecordSet, ...]
    measure: Measure
    is_lowest: bool = False


class Common(Part, frozen=True):
    """What some records share: creators, subjects, what is above them, boxes, media."""

    of: tuple[RecordSet, ...]


class Neighbour(Part, frozen=True):
    """What comes next to a record, or before it, in its run: by file code and day, or volume."""

    of: RecordSet
    is_before: bool = False


class Field(StrEnum):
    """What a record, or the nearest above it that knows, says of itself."""

    FOLDER = "folder"
    SERIES = "series"
    ROOT = "root"
    """The record group or collection."""
    BOX = "box"
    DOCUMENTS = "documents"
    """How many the folder states."""
    CREATOR = "creator"
    CONTRIBUTOR = "contributor"
    """A photographer, an author."""
    PREDECESSOR = "predecessor"
    SUCCESSOR = "successor"
    """Of a creator; the catalogue states none."""
    ESTABLISHED = "established"
    """When the creator began: founded, or born."""
    ABOLISHED = "abolished"
    OTHER_SERIES = "other series"
    """Of the same creators."""
    DATES = "dates"


class Tell(Part, frozen=True):
    """Some fields of one record."""

    of: RecordSet
    fields: tuple[Field, ...]


class Overview(Part, frozen=True):
    """What some records are, as a whole."""

    of: RecordSet


OnePlan = (
    ListOf
    | Count
    | Total
    | CountBy
    | Top
    | DaysBetween
    | Compare
    | Common
    | Neighbour
    | Tell
    | Overview
)
"""A plan by itself."""


class Also(Part, frozen=True):
    """A plan that finds a record, and some fields of the first that it finds."""

    plan: OnePlan
    fields: tuple[Field, ...]


Plan = OnePlan | Also


@dataclass(frozen=True, slots=True)
class Group:
    """A value of a facet and what was found of it."""

    value: str
    amount: int
    na_ids: tuple[int, ...] = field(default=(), compare=False)
