"""Fields that a record or its nearest ancestor states, and fields of creators."""

from collections.abc import Callable, Sequence

from narabot.models import ROOTS, LevelOfDescription
from narabot.plans.algebra import Conditions, CreatedBy, CreatorRole, RecordsById
from narabot.plans.facts import NamedAuthority, RecordFacts
from narabot.plans.outcomes import FieldValues, Outcome
from narabot.plans.sources import ReadSet, Sets
from narabot.plans.values import Field, FieldsOf

Lineage = Sequence[RecordFacts]
"""A record and its ancestors, nearest first."""


def evaluate_fields(plan: FieldsOf, found: Sequence[RecordFacts], sets: Sets) -> Outcome:
    """Return fields of a record, or an empty outcome if the set is not a single record."""
    if isinstance(plan.of, CreatedBy):
        return evaluate_creator_fields(plan, plan.of.na_ids, found, sets)
    if len(found) != 1:
        return Outcome(plan, ())
    line = lineage(found[0], sets.read)
    own = FIELD_OF_LEVEL.get(line[0].level)
    fields = tuple(field_values(one, line, sets) for one in plan.fields if one is not own)
    values = {value for one in fields for value in one.values}
    holders = [one.source for one in fields if one.source is not None]
    cited = [line[0], *(one for one in line[1:] if one.title in values or one in holders)]
    return Outcome(plan, tuple(cited), fields=fields)


def field_values(field: Field, line: Lineage, sets: Sets) -> FieldValues:
    """Return a record's field. If an ancestor states the field, include that ancestor."""
    states = STATES_FIELD.get(field)
    holder = (nearest(line, states) if states else None) or line[0]
    by = holder if holder is not line[0] else None
    if field is Field.CREATOR:
        named = sorted(holder.creators, key=lambda one: one.role != CreatorRole.MOST_RECENT)
        roles = tuple(CreatorRole(one.role) if one.role in CREATOR_ROLES else None for one in named)
        return FieldValues(field, tuple(one.heading for one in named), roles, by)
    return FieldValues(field, FIELD_READERS[field](line, sets), source=by)


CREATOR_ROLES = frozenset(CreatorRole)

STATES_FIELD: dict[Field, Callable[[RecordFacts], object]] = {
    Field.BOX: lambda one: one.boxes,
    Field.DOCUMENTS: lambda one: one.document_count is not None,
    Field.CREATOR: lambda one: one.creators,
    Field.PREDECESSOR: lambda one: one.creators,
}
"""For each field that descendants inherit, a function that returns whether a record states the
field."""


def evaluate_creator_fields(
    plan: FieldsOf, na_ids: tuple[int, ...], found: Sequence[RecordFacts], sets: Sets
) -> Outcome:
    """Return fields of a creator: its start and end dates, and its series."""
    makers = sets.creators(na_ids)
    values = {
        Field.ESTABLISHED: tuple(one.start_date for one in makers if one.start_date),
        Field.ABOLISHED: tuple(one.end_date for one in makers if one.end_date),
        Field.OTHER_SERIES: tuple(one.title for one in found),
        Field.SERIES: tuple(one.title for one in found),
    }
    fields = tuple(FieldValues(one, values.get(one, ())) for one in plan.fields)
    return Outcome(plan, tuple(found), fields=fields)


FIELD_OF_LEVEL = {
    LevelOfDescription.FILE_UNIT: Field.FOLDER,
    LevelOfDescription.SERIES: Field.SERIES,
}
"""For each level, the field whose value would be the record's own title. narabot does not report
this field."""


def title_at_level(line: Lineage, *levels: LevelOfDescription) -> tuple[str, ...]:
    """Return the title of the nearest record at any of the levels."""
    return tuple(one.title for one in line if one.level in levels)[:1]


def stated_document_count(line: Lineage) -> tuple[str, ...]:
    """Return the number of documents that the nearest file unit states."""
    holder = nearest(line, STATES_FIELD[Field.DOCUMENTS])
    return (f"{holder.document_count:,}",) if holder else ()


def creators_of(line: Lineage, role: CreatorRole | None = None) -> tuple[NamedAuthority, ...]:
    """Return the creators that have a role in the nearest record that names creators.

    Without a role, return the most recent creators, or all creators if none is marked as most
    recent.
    """
    own = nearest_creators(line)
    last = [one for one in own if one.role == (role or CreatorRole.MOST_RECENT)]
    return tuple(last) if last or role else own


def predecessors(line: Lineage) -> tuple[str, ...]:
    """Return the headings of the earlier creators in the nearest record that names creators."""
    return tuple(one.heading for one in creators_of(line, CreatorRole.PREDECESSOR))


def creator_dates(line: Lineage, sets: Sets, *, is_end: bool = False) -> tuple[str, ...]:
    """Return the start dates or end dates of the creators, as NARA writes them."""
    found = sets.creators(tuple(one.na_id for one in creators_of(line)))
    days = (one.end_date if is_end else one.start_date for one in found)
    return tuple(day for day in days if day)


def other_series(line: Lineage, sets: Sets) -> tuple[str, ...]:
    """Return the other series of the same creators."""
    na_ids = tuple(one.na_id for one in creators_of(line))
    own = {one.na_id for one in line}
    series = Conditions(levels=(LevelOfDescription.SERIES,))
    return tuple(
        one.title for one in sets.read(CreatedBy(na_ids, None, series)) if one.na_id not in own
    )


def record_dates(line: Lineage) -> tuple[str, ...]:
    """Return a record's dates as NARA writes them, or else its first and last day."""
    own = line[0]
    stated = (own.start_date, own.end_date)
    days = (own.first_day and own.first_day.isoformat(), own.last_day and own.last_day.isoformat())
    both = stated if any(stated) else days
    return tuple(dict.fromkeys(day for day in both if day))


FIELD_READERS: dict[Field, Callable[[Lineage, Sets], tuple[str, ...]]] = {
    Field.FOLDER: lambda line, _: title_at_level(line, LevelOfDescription.FILE_UNIT),
    Field.SERIES: lambda line, _: title_at_level(line, LevelOfDescription.SERIES),
    Field.ROOT: lambda line, _: title_at_level(line, *ROOTS),
    Field.BOX: lambda line, _: nearest_boxes(line),
    Field.DOCUMENTS: lambda line, _: stated_document_count(line),
    Field.CONTRIBUTOR: lambda line, _: tuple(one.heading for one in line[0].contributors),
    Field.PREDECESSOR: lambda line, _: predecessors(line),
    Field.SUCCESSOR: lambda _line, _sets: (),
    Field.ESTABLISHED: creator_dates,
    Field.ABOLISHED: lambda line, sets: creator_dates(line, sets, is_end=True),
    Field.OTHER_SERIES: other_series,
    Field.DATES: lambda line, _: record_dates(line),
}
"""For each field except the creators, the function that returns the field from a record and its
ancestors."""


def lineage(record: RecordFacts, read: ReadSet) -> list[RecordFacts]:
    """Return a record and its ancestors, nearest first."""
    known = (
        {above.na_id: above for above in read(RecordsById(record.above))} if record.above else {}
    )
    return [record, *(known[na_id] for na_id in reversed(record.above) if na_id in known)]


def nearest_boxes(line: Lineage) -> tuple[str, ...]:
    """Return the boxes of a record, or of its nearest ancestor that states boxes."""
    holder = nearest(line, STATES_FIELD[Field.BOX])
    return holder.boxes if holder else ()


def nearest_creators(line: Lineage) -> tuple[NamedAuthority, ...]:
    """Return the creators of a record, or of its nearest ancestor that names creators."""
    holder = nearest(line, STATES_FIELD[Field.CREATOR])
    return holder.creators if holder else ()


def nearest(line: Lineage, states: Callable[[RecordFacts], object]) -> RecordFacts | None:
    """Return the nearest record for which `states` is true, or `None` if there is no such
    record."""
    return next((one for one in line if states(one)), None)
