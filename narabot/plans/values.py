"""The plans themselves: values that narabot can compute from sets."""

from dataclasses import dataclass, field
from enum import StrEnum

from narabot.plans.algebra import Part, RecordSet


class Facet(StrEnum):
    """A property to group records by."""

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
    """The access status that the record itself states."""
    ONLINE = "online"
    HOLDING_UNIT = "holding unit"
    """The reference unit that holds the record (`name_referenceUnits`)."""
    BOX = "box"
    FILE_CODE = "file code"
    DOCUMENT_KIND = "kind of document"
    SENDER = "sender"
    RECIPIENT = "recipient"


class Measure(StrEnum):
    """A quantity by which records or groups are compared."""

    RECORDS = "records"
    """Number of records in a group."""
    DOCUMENTS = "documents"
    """Number of documents that a file unit states (`itemCount`), or the sum of these numbers for a
    group."""
    DIGITAL_OBJECTS = "digital objects"
    """Number of digital objects in a record, not counting the digital objects of its
    descendants."""
    FIRST_DAY = "first day"
    LAST_DAY = "last day"
    DAYS = "days"
    """Number of days from the first day to the last, including both."""


class ListOf(Part, frozen=True):
    """The records themselves."""

    of: RecordSet


class Count(Part, frozen=True):
    """The number of records, or of distinct facet values."""

    of: RecordSet
    facet: Facet | None = None


class Total(Part, frozen=True):
    """The sum of the numbers of documents that file units state."""

    of: RecordSet


class CountBy(Part, frozen=True):
    """The number of records for each value of a facet, largest first."""

    of: RecordSet
    facet: Facet


class Top(Part, frozen=True):
    """The records with the highest or lowest value of a measure, or the facet values with the
    highest or lowest total."""

    of: RecordSet
    measure: Measure
    facet: Facet | None = None
    is_lowest: bool = False


class DaysBetween(Part, frozen=True):
    """The number of days between the first and the last of the records."""

    of: RecordSet


class Compare(Part, frozen=True):
    """The value of a measure for several sets, and which set has the highest or lowest value."""

    sets: tuple[RecordSet, ...]
    measure: Measure
    is_lowest: bool = False


class Common(Part, frozen=True):
    """What records have in common: creators, subjects, ancestors, boxes, and media."""

    of: tuple[RecordSet, ...]


class Neighbor(Part, frozen=True, tag="Neighbour"):
    """The next or previous record in a record's sequence, which is ordered by volume number or by
    day."""

    of: RecordSet
    is_before: bool = False


class Field(StrEnum):
    """A field that a record or its nearest ancestor states."""

    FOLDER = "folder"
    SERIES = "series"
    ROOT = "root"
    """The record group or collection."""
    BOX = "box"
    DOCUMENTS = "documents"
    """Number of documents that the file unit states."""
    CREATOR = "creator"
    CONTRIBUTOR = "contributor"
    """For example, a photographer or author."""
    PREDECESSOR = "predecessor"
    SUCCESSOR = "successor"
    """The successor of a creator, which the catalog never states."""
    ESTABLISHED = "established"
    """When the creator was founded or born."""
    ABOLISHED = "abolished"
    OTHER_SERIES = "other series"
    """Other series of the same creators."""
    DATES = "dates"


class FieldsOf(Part, frozen=True, tag="Tell"):
    """Fields of one record."""

    of: RecordSet
    fields: tuple[Field, ...]


class Overview(Part, frozen=True):
    """An overview of records."""

    of: RecordSet


BasicPlan = (
    ListOf
    | Count
    | Total
    | CountBy
    | Top
    | DaysBetween
    | Compare
    | Common
    | Neighbor
    | FieldsOf
    | Overview
)
"""A plan without additional fields."""


class WithFields(Part, frozen=True, tag="Also"):
    """A plan that finds records, with fields of the first record found."""

    plan: BasicPlan
    fields: tuple[Field, ...]


Plan = BasicPlan | WithFields


@dataclass(frozen=True, slots=True)
class Group:
    """A facet value and its amount."""

    value: str
    amount: int
    na_ids: tuple[int, ...] = field(default=(), compare=False)
