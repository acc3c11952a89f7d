"""What the graph states of a description, as far as plans compute with it. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from narabot.models import AuthorityType, LevelOfDescription, Row
from narabot.plans.algebra import CreatorRole
from narabot.plans.values import Facet, Measure
from narabot.words import content_words, stem

COMPOUND_SIGNS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Named:
    """An authority that a description names."""

    na_id: int
    heading: str
    role: str = ""
    """Of a creator: `Most Recent` or `Predecessor`; of a subject the type of authority."""


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """One description."""

    na_id: int
    title: str
    level: LevelOfDescription
    first_day: date | None = None
    last_day: date | None = None
    start_date: str | None = None
    """As NARA writes it."""
    end_date: str | None = None
    document_count: int | None = None
    """That it states itself (`itemCount`)."""
    boxes: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
    records_types: tuple[str, ...] = ()
    kind: str | None = None
    sender: str | None = None
    recipient: str | None = None
    subject: str | None = None
    """Of a message, as its title says it."""
    file_code: str | None = None
    volume: int | None = None
    record_group: int | None = None
    is_online: bool = False
    digital_objects: int | None = None
    """How many it has, `None` where it has none."""
    access: str | None = None
    """As it states itself (`accessRestriction.status`)."""
    is_described: bool = False
    """Whether it has a scope and content note."""
    creators: tuple[Named, ...] = ()
    contributors: tuple[Named, ...] = ()
    subjects: tuple[Named, ...] = ()
    holding_units: tuple[str, ...] = ()
    above: tuple[int, ...] = ()
    """The naIds above it, the farthest first."""

    @property
    def days(self) -> int | None:
        """Return how many days it covers, both ends counted."""
        if self.first_day is None or self.last_day is None:
            return None
        return (self.last_day - self.first_day).days + 1

    @property
    def title_stems(self) -> frozenset[str]:
        """The stems of its title's content words, those of compounds by themselves too."""
        return stems_of(self.title)

    def made_by(self, na_ids: Iterable[int], role: CreatorRole | None) -> bool:
        """Return whether it names one of some creators, in a role."""
        wanted = frozenset(na_ids)
        return any(
            one.na_id in wanted and (role is None or one.role == role) for one in self.creators
        )


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of the content words of a text, and of the parts of compounds."""
    words = content_words(text)
    parts = [part for word in words for part in split_compound(word)]
    return frozenset(stem(word) for word in [*words, *parts])


def split_compound(word: str) -> list[str]:
    """Return the parts of a compound; none of a plain word."""
    return [] if word.isalnum() else [part for part in COMPOUND_SIGNS.split(word) if part]


def read_facts(row: Row) -> RecordFacts:
    """Return a row of `facts_of_records` as facts."""
    return RecordFacts(
        na_id=row["naId"],
        title=row["title"] or "",
        level=LevelOfDescription(row["levelOfDescription"]),
        first_day=read_day(row["firstDay"]),
        last_day=read_day(row["lastDay"]),
        start_date=row["startDate"],
        end_date=row["endDate"],
        document_count=row["itemCount"],
        boxes=texts(row["containerId"]),
        media=texts(row["specificMediaType"]),
        records_types=texts(row["generalRecordsTypes"]),
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
        creators=named(row["naId_creators"], row["heading_creators"], row["creatorType_creators"]),
        contributors=named(row["naId_contributors"], row["heading_contributors"], ()),
        subjects=named(
            row["naId_subjects"], row["heading_subjects"], row["authorityType_subjects"]
        ),
        holding_units=texts(row["name_referenceUnits"]),
        above=tuple(row["ancestors"] or ()),
    )


def read_day(written: str | None) -> date | None:
    """Return an ISO date as a day."""
    return date.fromisoformat(written) if written else None


def texts(values: Iterable[str] | None) -> tuple[str, ...]:
    """Return the texts of a list that say something, each once."""
    return tuple(dict.fromkeys(value for value in values or () if value))


def named(
    na_ids: Iterable[int] | None, headings: Iterable[str] | None, roles: Iterable[str] | None
) -> tuple[Named, ...]:
    """Return parallel lists as the authorities that they name."""
    told = list(roles or ())
    return tuple(
        Named(na_id, heading, told[place] if place < len(told) else "")
        for place, (na_id, heading) in enumerate(zip(na_ids or (), headings or (), strict=False))
    )


def amount_of(one: RecordFacts, measure: Measure) -> int | None:
    """Return how much of something a description has; a day as its number in the calendar."""
    match measure:
        case Measure.RECORDS:
            return 1
        case Measure.DOCUMENTS:
            return one.document_count
        case Measure.DIGITAL_OBJECTS:
            return one.digital_objects
        case Measure.FIRST_DAY:
            return one.first_day.toordinal() if one.first_day else None
        case Measure.LAST_DAY:
            day = one.last_day or one.first_day
            return day.toordinal() if day else None
        case Measure.DAYS:
            return one.days


def values_of(one: RecordFacts, facet: Facet) -> tuple[str, ...]:
    """Return the values of a facet that a description has."""
    return tuple(dict.fromkeys(value for value in VALUES[facet](one) if value))


def periods_of(one: RecordFacts, form: str) -> tuple[str, ...]:
    """Return the period of a description's first day, in a form of `strftime`."""
    return (one.first_day.strftime(form),) if one.first_day else ()


ONLINE, NOT_ONLINE = "online", "not online"

VALUES: Mapping[Facet, Callable[[RecordFacts], Iterable[str | None]]] = {
    Facet.LEVEL: lambda one: (one.level,),
    Facet.TYPE: lambda one: one.records_types,
    Facet.DECADE: lambda one: (f"{year[:-1]}0s" for year in periods_of(one, "%Y")),
    Facet.YEAR: lambda one: periods_of(one, "%Y"),
    Facet.MONTH: lambda one: periods_of(one, "%B %Y"),
    Facet.DAY: lambda one: periods_of(one, "%Y-%m-%d"),
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
"""What each facet reads of a description."""
