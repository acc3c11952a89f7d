"""What a record, or the nearest above it that knows, says of itself; and what a creator does."""

from collections.abc import Callable, Sequence

from narabot.models import ROOTS, LevelOfDescription
from narabot.plans.algebra import Conditions, CreatorRole, MadeBy, These
from narabot.plans.facts import Named, RecordFacts
from narabot.plans.outcomes import Outcome, Told
from narabot.plans.sources import ReadSet, Sets
from narabot.plans.values import Field, Tell

Line = Sequence[RecordFacts]
"""A record and what is above it, the nearest first."""


def tell(plan: Tell, found: Sequence[RecordFacts], sets: Sets) -> Outcome:
    """Return some fields of a record; of a set that is not one record, nothing."""
    if isinstance(plan.of, MadeBy):
        return tell_maker(plan, plan.of.na_ids, found, sets)
    if len(found) != 1:
        return Outcome(plan, ())
    line = lineage(found[0], sets.read)
    own = OWN_LEVEL.get(line[0].level)
    told = tuple(told_of(one, line, sets) for one in plan.fields if one is not own)
    values = {value for one in told for value in one.values}
    holders = [one.by for one in told if one.by is not None]
    cited = [line[0], *(one for one in line[1:] if one.title in values or one in holders)]
    return Outcome(plan, tuple(cited), told=told)


def told_of(field: Field, line: Line, sets: Sets) -> Told:
    """Return a field of a record, and which record above it states it."""
    states = STATES.get(field)
    holder = (nearest(line, states) if states else None) or line[0]
    by = holder if holder is not line[0] else None
    if field is Field.CREATOR:
        named = sorted(holder.creators, key=lambda one: one.role != CreatorRole.MOST_RECENT)
        roles = tuple(CreatorRole(one.role) if one.role in ROLES else None for one in named)
        return Told(field, tuple(one.heading for one in named), roles, by)
    return Told(field, FIELDS[field](line, sets), by=by)


ROLES = frozenset(CreatorRole)

STATES: dict[Field, Callable[[RecordFacts], object]] = {
    Field.BOX: lambda one: one.boxes,
    Field.DOCUMENTS: lambda one: one.document_count is not None,
    Field.CREATOR: lambda one: one.creators,
    Field.PREDECESSOR: lambda one: one.creators,
}
"""Whether a record states a field for all that is kept in it."""


def tell_maker(
    plan: Tell, na_ids: tuple[int, ...], found: Sequence[RecordFacts], sets: Sets
) -> Outcome:
    """Return some fields of a creator: when it began and ended, and its series."""
    makers = sets.makers(na_ids)
    values = {
        Field.ESTABLISHED: tuple(one.start_date for one in makers if one.start_date),
        Field.ABOLISHED: tuple(one.end_date for one in makers if one.end_date),
        Field.OTHER_SERIES: tuple(one.title for one in found),
        Field.SERIES: tuple(one.title for one in found),
    }
    told = tuple(Told(one, values.get(one, ())) for one in plan.fields)
    return Outcome(plan, tuple(found), told=told)


OWN_LEVEL = {
    LevelOfDescription.FILE_UNIT: Field.FOLDER,
    LevelOfDescription.SERIES: Field.SERIES,
}
"""Of which a record is one itself, and need not be told."""


def titled(line: Line, *levels: LevelOfDescription) -> tuple[str, ...]:
    """Return the title of the nearest record of some levels."""
    return tuple(one.title for one in line if one.level in levels)[:1]


def documents(line: Line) -> tuple[str, ...]:
    """Return how many documents the nearest folder states."""
    holder = nearest(line, STATES[Field.DOCUMENTS])
    return (f"{holder.document_count:,}",) if holder else ()


def makers(line: Line, role: CreatorRole | None = None) -> tuple[Named, ...]:
    """Return the creators of the nearest record that names some, in a role."""
    own = nearest_creators(line)
    last = [one for one in own if one.role == (role or CreatorRole.MOST_RECENT)]
    return tuple(last) if last or role else own


def predecessors(line: Line) -> tuple[str, ...]:
    """Return the headings of the earlier creators of the nearest record that names creators."""
    return tuple(one.heading for one in makers(line, CreatorRole.PREDECESSOR))


def began(line: Line, sets: Sets, *, is_end: bool = False) -> tuple[str, ...]:
    """Return when the creators began, or ended, as NARA writes it."""
    found = sets.makers(tuple(one.na_id for one in makers(line)))
    days = (one.end_date if is_end else one.start_date for one in found)
    return tuple(day for day in days if day)


def other_series(line: Line, sets: Sets) -> tuple[str, ...]:
    """Return the other series of the same creators."""
    na_ids = tuple(one.na_id for one in makers(line))
    own = {one.na_id for one in line}
    series = Conditions(levels=(LevelOfDescription.SERIES,))
    return tuple(
        one.title for one in sets.read(MadeBy(na_ids, None, series)) if one.na_id not in own
    )


def dates(line: Line) -> tuple[str, ...]:
    """Return a record's dates, as NARA writes them, or else its days."""
    own = line[0]
    stated = (own.start_date, own.end_date)
    days = (own.first_day and own.first_day.isoformat(), own.last_day and own.last_day.isoformat())
    both = stated if any(stated) else days
    return tuple(dict.fromkeys(day for day in both if day))


FIELDS: dict[Field, Callable[[Line, Sets], tuple[str, ...]]] = {
    Field.FOLDER: lambda line, _: titled(line, LevelOfDescription.FILE_UNIT),
    Field.SERIES: lambda line, _: titled(line, LevelOfDescription.SERIES),
    Field.ROOT: lambda line, _: titled(line, *ROOTS),
    Field.BOX: lambda line, _: nearest_boxes(line),
    Field.DOCUMENTS: lambda line, _: documents(line),
    Field.CONTRIBUTOR: lambda line, _: tuple(one.heading for one in line[0].contributors),
    Field.PREDECESSOR: lambda line, _: predecessors(line),
    Field.SUCCESSOR: lambda _line, _sets: (),
    Field.ESTABLISHED: began,
    Field.ABOLISHED: lambda line, sets: began(line, sets, is_end=True),
    Field.OTHER_SERIES: other_series,
    Field.DATES: lambda line, _: dates(line),
}
"""What each field but the creators reads of a record and what is above it."""


def lineage(one: RecordFacts, read: ReadSet) -> list[RecordFacts]:
    """Return a record and what is above it, the nearest first."""
    known = {above.na_id: above for above in read(These(one.above))} if one.above else {}
    return [one, *(known[na_id] for na_id in reversed(one.above) if na_id in known)]


def nearest_boxes(line: Line) -> tuple[str, ...]:
    """Return the boxes of a record, or those of the nearest record above it that names some."""
    holder = nearest(line, STATES[Field.BOX])
    return holder.boxes if holder else ()


def nearest_creators(line: Line) -> tuple[Named, ...]:
    """Return the creators of a record, or those of the nearest record above it that names some."""
    holder = nearest(line, STATES[Field.CREATOR])
    return holder.creators if holder else ()


def nearest(line: Line, states: Callable[[RecordFacts], object]) -> RecordFacts | None:
    """Return the nearest record of a line that states something, `None` where none does."""
    return next((one for one in line if states(one)), None)
