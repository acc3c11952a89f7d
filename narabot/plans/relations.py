"""How records are related: what they share, and what comes next in a run."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

from narabot.plans.algebra import Below, Conditions, These
from narabot.plans.conditions import same_code
from narabot.plans.facts import Named, RecordFacts
from narabot.plans.outcomes import Outcome, Shared
from narabot.plans.record_fields import lineage, nearest_boxes, nearest_creators
from narabot.plans.sources import ReadSet
from narabot.plans.values import Common, Neighbour

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


def with_makers(line: Sequence[RecordFacts]) -> RecordFacts:
    """Return a record with the creators of the nearest record above it that names some."""
    return replace(line[0], creators=nearest_creators(line))


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
