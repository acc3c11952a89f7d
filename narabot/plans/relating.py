"""How records are related: what they share, what comes next, what is above them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

from narabot.models import ROOTS, LevelOfDescription
from narabot.plans.algebra import Below, Conditions, CreatorRole, MadeBy, These
from narabot.plans.conditions import same_code
from narabot.plans.evaluating import compute
from narabot.plans.facts import Named, RecordFacts
from narabot.plans.outcomes import Outcome, Shared, Told
from narabot.plans.overviews import profile
from narabot.plans.sources import ReadSet, Sets
from narabot.plans.values import Also, Common, Field, Neighbour, Overview, Plan, Tell

T = TypeVar("T")


def common(plan: Common, records: Sequence[RecordFacts], read: ReadSet) -> Outcome:
    """Return what all of some records share, of their own or from what is above them."""
    if len(records) != len(plan.of) or len(records) < 2:
        return Outcome(plan, tuple(records))
    lineages = [lineage(one, read) for one in records]
    first, *others = lineages
    kept = [frozenset(one.na_id for one in line[1:]) for line in others]
    above = tuple(one for one in first[1:] if all(one.na_id in line for line in kept))
    own = [with_makers(line) for line in lineages]
    shared = Shared(
        creators=in_all([one.creators for one in own]),
        contributors=in_all([one.contributors for one in own]),
        subjects=in_all([one.subjects for one in own]),
        above=above,
        ways=ways_up(lineages, above),
        boxes=in_all([nearest_boxes(line) for line in lineages]),
        media=in_all([one.media for one in own]),
    )
    return Outcome(plan, tuple(records), shared=shared)


def ways_up(
    lineages: Sequence[Sequence[RecordFacts]], above: Sequence[RecordFacts]
) -> tuple[tuple[RecordFacts, ...], ...]:
    """Return the way from each record up to the nearest that all share, none without that."""
    if not above:
        return ()
    places = ([one.na_id for one in line].index(above[0].na_id) for line in lineages)
    return tuple(tuple(line[: place + 1]) for line, place in zip(lineages, places, strict=True))


def lineage(one: RecordFacts, read: ReadSet) -> list[RecordFacts]:
    """Return a record and what is above it, the nearest first."""
    known = {above.na_id: above for above in read(These(one.above))} if one.above else {}
    return [one, *(known[na_id] for na_id in reversed(one.above) if na_id in known)]


def with_makers(line: Sequence[RecordFacts]) -> RecordFacts:
    """Return a record with the creators of the nearest record above it that names some."""
    makers = next((one.creators for one in line if one.creators), ())
    return replace(line[0], creators=makers)


def nearest_boxes(line: Sequence[RecordFacts]) -> tuple[str, ...]:
    """Return the boxes of a record, or those of the nearest record above it that names some."""
    return next((one.boxes for one in line if one.boxes), ())


def in_all(lists: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """Return what stands in each of some lists, in the order of the first.

    Of authorities the naId counts, not the role.
    """
    first, *others = lists
    return tuple(
        one
        for one in dict.fromkeys(first)
        if all(any(same(one, two) for two in other) for other in others)
    )


def same(one: object, other: object) -> bool:
    """Return whether two values are the same thing."""
    if isinstance(one, Named) and isinstance(other, Named):
        return one.na_id == other.na_id
    return one == other


def neighbour(plan: Neighbour, found: Sequence[RecordFacts], read: ReadSet) -> Outcome:
    """Return what comes next in the run of a record, or before it: by volume, by
    code and day, or by day alone."""
    if len(found) != 1:
        return Outcome(plan, ())
    line = lineage(found[0], read)
    own = next((one for one in line if is_in_run(one)), line[0])
    if not is_in_run(own) and own.first_day is None:
        return Outcome(plan, ())
    run = [one for one in siblings(own, read) if in_run(one, own)]
    ordered = sorted({one.na_id: one for one in (*run, own)}.values(), key=run_order)
    place = [one.na_id for one in ordered].index(own.na_id)
    later = ordered[place + 1 :] if not plan.is_before else list(reversed(ordered[:place]))
    after = next((one for one in later if run_order(one)[:2] != run_order(own)[:2]), None)
    beside = (after,) if after else ()
    return Outcome(plan, (*beside, own), amount=len(beside))


def is_in_run(one: RecordFacts) -> bool:
    """Return whether a record is a folder of a class, or a volume."""
    return one.file_code is not None or one.volume is not None


def siblings(one: RecordFacts, read: ReadSet) -> Sequence[RecordFacts]:
    """Return what is kept in the same record as another."""
    if not one.above:
        return ()
    return read(Below(These(one.above[-1:]), Conditions(levels=(one.level,))))


def in_run(one: RecordFacts, own: RecordFacts) -> bool:
    """Return whether a record is of the run of another: of its class, a volume, or dated."""
    if own.file_code is not None:
        return one.file_code is not None and same_code(one.file_code) == same_code(own.file_code)
    return one.volume is not None if own.volume is not None else one.first_day is not None


def run_order(one: RecordFacts) -> tuple[int, date, int]:
    """Return what a run is ordered by: the number of the volume, the first day."""
    return (one.volume or 0, one.first_day or date.max, one.na_id)


def tell(plan: Tell, found: Sequence[RecordFacts], sets: Sets) -> Outcome:
    """Return some fields of a record; of a set that is not one record, nothing."""
    if isinstance(plan.of, MadeBy):
        return tell_maker(plan, plan.of.na_ids, found, sets)
    if len(found) != 1:
        return Outcome(plan, ())
    line = lineage(found[0], sets.read)
    own = OWN_LEVEL.get(line[0].level)
    told = tuple(Told(one, FIELDS[one](line, sets)) for one in plan.fields if one is not own)
    cited = [line[0], *(one for one in line[1:] if one.title in values_told(told))]
    return Outcome(plan, tuple(cited), told=told)


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


def values_told(told: Sequence[Told]) -> set[str]:
    """Return all values that are told."""
    return {value for one in told for value in one.values}


Line = Sequence[RecordFacts]
"""A record and what is above it, the nearest first."""


def titled(line: Line, *levels: LevelOfDescription) -> tuple[str, ...]:
    """Return the title of the nearest record of some levels."""
    return tuple(one.title for one in line if one.level in levels)[:1]


def documents(line: Line) -> tuple[str, ...]:
    """Return how many documents the nearest folder states."""
    counts = [one.document_count for one in line if one.document_count is not None]
    return (f"{counts[0]:,}",) if counts else ()


def makers(line: Line, role: CreatorRole | None = None) -> tuple[Named, ...]:
    """Return the creators of the nearest record that names some, in a role."""
    own = next((one.creators for one in line if one.creators), ())
    last = [one for one in own if one.role == (role or CreatorRole.MOST_RECENT)]
    return tuple(last) if last or role else own


def headings(line: Line, role: CreatorRole | None = None) -> tuple[str, ...]:
    """Return the same by their headings."""
    return tuple(one.heading for one in makers(line, role))


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
    Field.CREATOR: lambda line, _: headings(line),
    Field.PREDECESSOR: lambda line, _: headings(line, CreatorRole.PREDECESSOR),
    Field.SUCCESSOR: lambda _line, _sets: (),
    Field.ESTABLISHED: began,
    Field.ABOLISHED: lambda line, sets: began(line, sets, is_end=True),
    Field.OTHER_SERIES: other_series,
    Field.DATES: lambda line, _: dates(line),
}
"""What each field reads of a record and what is above it."""


def related(plan: Common | Neighbour | Tell, sets: Sets) -> Outcome:
    """Return what a plan about relations comes to. Raises what reading sets raises."""
    match plan:
        case Common(of=of):
            found = [sets.read(one) for one in of]
            return common(plan, [one[0] for one in found if len(one) == 1], sets.read)
        case Neighbour(of=of):
            return neighbour(plan, sets.read(of), sets.read)
        case Tell(of=of):
            return tell(plan, sets.read(of), sets)


def with_fields(plan: Also, found: Outcome, sets: Sets) -> Outcome:
    """Return an outcome with fields of the first record that it names."""
    if not found.records:
        return replace(found, plan=plan)
    line = lineage(found.records[0], sets.read)
    told = tuple(Told(one, FIELDS[one](line, sets)) for one in plan.fields)
    return replace(found, plan=plan, told=tuple(one for one in told if one.values))


def evaluate(plan: Plan, sets: Sets) -> Outcome:
    """Return what any plan comes to. Raises what reading sets raises."""
    if isinstance(plan, Also):
        return with_fields(plan, evaluate(plan.plan, sets), sets)
    if isinstance(plan, Common | Neighbour | Tell):
        return related(plan, sets)
    if isinstance(plan, Overview):
        found = sets.read(plan.of)
        return Outcome(plan, found, whole=profile(found, sets.spread))
    return compute(plan, sets.read)
