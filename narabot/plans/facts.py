"""Facts about descriptions, taken from the graph for use in plans. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from narabot.models import AuthorityType, LevelOfDescription, Row
from narabot.plans.algebra import CreatorRole
from narabot.plans.values import Facet, Measure
from narabot.retrieval.operators.by_id import distinct_values
from narabot.words import content_words, stem

COMPOUND_SEPARATORS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class NamedAuthority:
    """An authority that a description names."""

    na_id: int
    heading: str
    role: str = ""
    """For a creator, `Most Recent` or `Predecessor`. For a subject, its authority type."""


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """Facts about one description."""

    na_id: int
    title: str
    level: LevelOfDescription
    first_day: date | None = None
    last_day: date | None = None
    start_date: str | None = None
    """The date as NARA writes it."""
    end_date: str | None = None
    document_count: int | None = None
    """The number of documents that the record itself states (`itemCount`)."""
    boxes: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
    records_types: tuple[str, ...] = ()
    kind: str | None = None
    sender: str | None = None
    recipient: str | None = None
    subject: str | None = None
    """The subject of a message, taken from its title."""
    file_code: str | None = None
    volume: int | None = None
    record_group: int | None = None
    is_online: bool = False
    digital_objects: int | None = None
    """Number of digital objects, or `None` if there are none."""
    access: str | None = None
    """The access status that the record itself states (`accessRestriction.status`)."""
    is_described: bool = False
    """Whether the record has a scope and content note."""
    creators: tuple[NamedAuthority, ...] = ()
    contributors: tuple[NamedAuthority, ...] = ()
    subjects: tuple[NamedAuthority, ...] = ()
    holding_units: tuple[str, ...] = ()
    above: tuple[int, ...] = ()
    """The naIds of the record's ancestors, from the top level down."""

    @property
    def days(self) -> int | None:
        """The number of days that the record covers, including both ends."""
        if self.first_day is None or self.last_day is None:
            return None
        return (self.last_day - self.first_day).days + 1

    @property
    def title_stems(self) -> frozenset[str]:
        """The stems of the content words in the title, and of the parts of compounds."""
        return stems_of(self.title)

    def made_by(self, na_ids: Iterable[int], role: CreatorRole | None) -> bool:
        """Return whether the record names any of the creators in the specified role.

        If no role is specified, any role counts.
        """
        wanted = frozenset(na_ids)
        return any(
            one.na_id in wanted and (role is None or one.role == role) for one in self.creators
        )


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of the content words in a text, and of the parts of compounds."""
    words = content_words(text)
    parts = [part for word in words for part in split_compound(word)]
    return frozenset(stem(word) for word in [*words, *parts])


def split_compound(word: str) -> list[str]:
    """Return the parts of a compound, or an empty list for a simple word."""
    return [] if word.isalnum() else [part for part in COMPOUND_SEPARATORS.split(word) if part]


def facts_from_row(row: Row) -> RecordFacts:
    """Return the facts in a result row of the query `facts_of_records`."""
    return RecordFacts(
        na_id=row["naId"],
        title=row["title"] or "",
        level=LevelOfDescription(row["levelOfDescription"]),
        first_day=parse_day(row["firstDay"]),
        last_day=parse_day(row["lastDay"]),
        start_date=row["startDate"],
        end_date=row["endDate"],
        document_count=row["itemCount"],
        boxes=distinct_values(row["containerId"]),
        media=distinct_values(row["specificMediaType"]),
        records_types=distinct_values(row["generalRecordsTypes"]),
        kind=row["documentKind"],
        sender=row["sender"],
        recipient=row["recipient"],
        subject=row["documentSubject"],
        file_code=row["fileCode"],
        volume=row["volume"],
        record_group=row["recordGroupNumber"],
        is_online=bool(row["isOnline"]),
        digital_objects=row["digitalObjects"] or None,
        access=row["access"],
        is_described=bool(row["isDescribed"]),
        creators=named_authorities(
            row["naId_creators"], row["heading_creators"], row["creatorType_creators"]
        ),
        contributors=named_authorities(row["naId_contributors"], row["heading_contributors"], ()),
        subjects=named_authorities(
            row["naId_subjects"], row["heading_subjects"], row["authorityType_subjects"]
        ),
        holding_units=distinct_values(row["name_referenceUnits"]),
        above=tuple(row["ancestors"] or ()),
    )


def parse_day(written: str | None) -> date | None:
    """Return a date in ISO format as a `date`."""
    return date.fromisoformat(written) if written else None


def named_authorities(
    na_ids: Iterable[int] | None, headings: Iterable[str] | None, roles: Iterable[str] | None
) -> tuple[NamedAuthority, ...]:
    """Return authorities from parallel lists of naIds, headings, and roles."""
    role_list = list(roles or ())
    return tuple(
        NamedAuthority(na_id, heading, role_list[place] if place < len(role_list) else "")
        for place, (na_id, heading) in enumerate(zip(na_ids or (), headings or (), strict=False))
    )


def amount_of(record: RecordFacts, measure: Measure) -> int | None:
    """Return a description's value for a measure. Dates are returned as ordinals."""
    match measure:
        case Measure.RECORDS:
            return 1
        case Measure.DOCUMENTS:
            return record.document_count
        case Measure.DIGITAL_OBJECTS:
            return record.digital_objects
        case Measure.FIRST_DAY:
            return record.first_day.toordinal() if record.first_day else None
        case Measure.LAST_DAY:
            day = record.last_day or record.first_day
            return day.toordinal() if day else None
        case Measure.DAYS:
            return record.days


def values_of(record: RecordFacts, facet: Facet) -> tuple[str, ...]:
    """Return a description's values for a facet."""
    return tuple(dict.fromkeys(value for value in FACET_VALUES[facet](record) if value))


def first_day_as(record: RecordFacts, form: str) -> tuple[str, ...]:
    """Return a description's first day in a `strftime` format."""
    return (record.first_day.strftime(form),) if record.first_day else ()


ONLINE, NOT_ONLINE = "online", "not online"

FACET_VALUES: Mapping[Facet, Callable[[RecordFacts], Iterable[str | None]]] = {
    Facet.LEVEL: lambda one: (one.level,),
    Facet.TYPE: lambda one: one.records_types,
    Facet.DECADE: lambda one: (f"{year[:-1]}0s" for year in first_day_as(one, "%Y")),
    Facet.YEAR: lambda one: first_day_as(one, "%Y"),
    Facet.MONTH: lambda one: first_day_as(one, "%B %Y"),
    Facet.DAY: lambda one: first_day_as(one, "%Y-%m-%d"),
    Facet.RECORD_GROUP: lambda one: (str(one.record_group) if one.record_group else None,),
    Facet.CREATOR: lambda one: (maker.heading for maker in one.creators),
    Facet.SUBJECT: lambda one: (topic.heading for topic in one.subjects),
    Facet.PLACE: lambda one: (
        topic.heading for topic in one.subjects if topic.role == AuthorityType.GEOGRAPHIC_PLACE_NAME
    ),
    Facet.ACCESS: lambda one: (one.access,),
    Facet.ONLINE: lambda one: (ONLINE if one.is_online else NOT_ONLINE,),
    Facet.HOLDING_UNIT: lambda one: one.holding_units,
    Facet.BOX: lambda one: one.boxes,
    Facet.FILE_CODE: lambda one: (one.file_code,),
    Facet.DOCUMENT_KIND: lambda one: (one.kind,),
    Facet.SENDER: lambda one: (one.sender,),
    Facet.RECIPIENT: lambda one: (one.recipient,),
}
"""For each facet, the function that returns a description's values."""
