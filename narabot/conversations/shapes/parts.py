"""What all shapes are made of; filters and traces as they are kept, under NARA's names."""

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct

from narabot.models import (
    AccessStatus,
    Filters,
    LevelOfDescription,
    NamedRecord,
    QueryRun,
    RecordsType,
    RecordType,
    Step,
    Trace,
    Years,
)


class Shape(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A part of what is kept; what has its default is left out of the JSON."""


FILTER_NAMES = {
    "levels": "levelOfDescription",
    "record_type": "recordType",
    "records_types": "generalRecordsTypes",
    "years": "years",
    "record_group": "recordGroupNumber",
    "collection": "collectionIdentifier",
    "ancestor": "ancestor",
    "creator": "creator",
    "subject": "subject",
    "authority": "authority",
    "is_online": "isOnline",
    "access": "accessRestriction",
}
"""The field of each filter, and the name under which it is kept."""

FILTER_FIELDS = {name: field for field, name in FILTER_NAMES.items()}


def known(names: Iterable[str]) -> list[str]:
    """Return those of the kept names of filters that there still are."""
    return [name for name in names if name in FILTER_FIELDS]


class KeptYears(Shape, frozen=True):
    """Years, both inclusive."""

    first: int | None = None
    last: int | None = None

    @classmethod
    def of(cls, years: Years) -> "KeptYears":
        """Return years as they are kept."""
        return cls(years.first, years.last)

    def restored(self) -> Years:
        """Return the years."""
        return Years(self.first, self.last)


class KeptNamedRecord(Shape, frozen=True):
    """A record that a filter names."""

    na_id: int
    name: str = ""
    other_na_ids: tuple[int, ...] = ()

    @classmethod
    def of(cls, record: NamedRecord) -> "KeptNamedRecord":
        """Return a record as it is kept."""
        return cls(record.na_id, record.name, record.other_na_ids)

    def restored(self) -> NamedRecord:
        """Return the record."""
        return NamedRecord(self.na_id, self.name, self.other_na_ids)


class KeptFilters(Shape, frozen=True):
    """What records must be."""

    level_of_description: tuple[LevelOfDescription, ...] = ()
    record_type: RecordType | None = None
    general_records_types: tuple[RecordsType, ...] = ()
    years: KeptYears | None = None
    record_group_number: int | None = None
    collection_identifier: str | None = None
    ancestor: KeptNamedRecord | None = None
    creator: KeptNamedRecord | None = None
    subject: KeptNamedRecord | None = None
    authority: KeptNamedRecord | None = None
    is_online: bool | None = None
    access_restriction: tuple[AccessStatus, ...] = ()

    @classmethod
    def of(cls, filters: Filters) -> "KeptFilters":
        """Return filters as they are kept."""
        return cls(
            level_of_description=filters.levels,
            record_type=filters.record_type,
            general_records_types=filters.records_types,
            years=KeptYears.of(filters.years) if filters.years else None,
            record_group_number=filters.record_group,
            collection_identifier=filters.collection,
            ancestor=KeptNamedRecord.of(filters.ancestor) if filters.ancestor else None,
            creator=KeptNamedRecord.of(filters.creator) if filters.creator else None,
            subject=KeptNamedRecord.of(filters.subject) if filters.subject else None,
            authority=KeptNamedRecord.of(filters.authority) if filters.authority else None,
            is_online=filters.is_online,
            access_restriction=filters.access,
        )

    def restored(self) -> Filters:
        """Return the filters."""
        return Filters(
            levels=self.level_of_description,
            record_type=self.record_type,
            records_types=self.general_records_types,
            years=self.years.restored() if self.years else None,
            record_group=self.record_group_number,
            collection=self.collection_identifier,
            ancestor=self.ancestor.restored() if self.ancestor else None,
            creator=self.creator.restored() if self.creator else None,
            subject=self.subject.restored() if self.subject else None,
            authority=self.authority.restored() if self.authority else None,
            is_online=self.is_online,
            access=self.access_restriction,
        )


class KeptTiming(Shape, frozen=True):
    """A part of the way, and how long it took in milliseconds."""

    name: str
    ms: float


class KeptStep(Shape, frozen=True):
    """Something that was done, in words, how much it found, and how long it took."""

    name: str
    ms: float
    found: int | None = None

    @classmethod
    def of(cls, step: Step) -> "KeptStep":
        """Return a step as it is kept."""
        return cls(step.name, step.ms, step.found)

    def restored(self) -> Step:
        """Return the step."""
        return Step(self.name, self.found, self.ms)


class KeptQueryRun(Shape, frozen=True):
    """A statement that the database ran."""

    name: str
    rows: int
    began_ms: float
    ms: float

    @classmethod
    def of(cls, run: QueryRun) -> "KeptQueryRun":
        """Return a run as it is kept."""
        return cls(run.name, run.rows, run.began_ms, run.ms)

    def restored(self) -> QueryRun:
        """Return the run."""
        return QueryRun(self.name, self.rows, self.began_ms, self.ms)


class KeptTrace(Shape, frozen=True):
    """What ran, in its order."""

    classifier: str = ""
    retrieval: str = ""
    answerer: str = ""
    timings: tuple[KeptTiming, ...] = ()
    steps: tuple[KeptStep, ...] = ()
    not_looked_at: tuple[str, ...] = ()
    trace_id: str = ""
    began: datetime | None = None
    queries: tuple[KeptQueryRun, ...] = ()
    index: str = ""
    prompt: str | None = None

    @classmethod
    def of(cls, trace: Trace) -> "KeptTrace":
        """Return a trace as it is kept."""
        return cls(
            classifier=trace.classifier,
            retrieval=trace.retrieval,
            answerer=trace.answerer,
            timings=tuple(KeptTiming(name, ms) for name, ms in trace.timings_ms.items()),
            steps=tuple(KeptStep.of(step) for step in trace.steps),
            not_looked_at=trace.unseen,
            trace_id=trace.trace_id,
            began=trace.began,
            queries=tuple(KeptQueryRun.of(run) for run in trace.queries),
            index=trace.index,
            prompt=trace.prompt,
        )

    def restored(self) -> Trace:
        """Return the trace."""
        return Trace(
            classifier=self.classifier,
            retrieval=self.retrieval,
            answerer=self.answerer,
            timings_ms={timing.name: timing.ms for timing in self.timings},
            steps=tuple(step.restored() for step in self.steps),
            unseen=self.not_looked_at,
            trace_id=self.trace_id,
            began=self.began,
            queries=tuple(run.restored() for run in self.queries),
            index=self.index,
            prompt=self.prompt,
        )
