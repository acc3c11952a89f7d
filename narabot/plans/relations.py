"""Relations between records: what they have in common, and which record comes next in a
sequence."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

from narabot.plans.algebra import Conditions, Descendants, RecordsById
from narabot.plans.conditions import normalized_code
from narabot.plans.facts import NamedAuthority, RecordFacts
from narabot.plans.outcomes import Outcome, SharedTraits
from narabot.plans.record_fields import lineage, nearest_boxes, nearest_creators
from narabot.plans.sources import ReadSet
from narabot.plans.values import Common, Neighbor

T = TypeVar("T")


def find_common(plan: Common, records: Sequence[RecordFacts], read: ReadSet) -> Outcome:
    """Return what all records have in common, either directly or through their ancestors."""
    if len(records) != len(plan.of) or len(records) < 2:
        return Outcome(plan, tuple(records))
    lineages = [lineage(one, read) for one in records]
    first, *others = lineages
    kept = [frozenset(one.na_id for one in line[1:]) for line in others]
    above = tuple(one for one in first[1:] if all(one.na_id in line for line in kept))
    own = [with_inherited_creators(line) for line in lineages]
    shared = SharedTraits(
        creators=in_every([one.creators for one in own]),
        contributors=in_every([one.contributors for one in own]),
        subjects=in_every([one.subjects for one in own]),
        above=above,
        paths=paths_to_shared_ancestor(lineages, above),
        boxes=in_every([nearest_boxes(line) for line in lineages]),
        media=in_every([one.media for one in own]),
    )
    return Outcome(plan, tuple(records), shared=shared)


def paths_to_shared_ancestor(
    lineages: Sequence[Sequence[RecordFacts]], above: Sequence[RecordFacts]
) -> tuple[tuple[RecordFacts, ...], ...]:
    """Return the path from each record to the nearest shared ancestor, if there is one."""
    if not above:
        return ()
    places = ([one.na_id for one in line].index(above[0].na_id) for line in lineages)
    return tuple(tuple(line[: place + 1]) for line, place in zip(lineages, places, strict=True))


def with_inherited_creators(line: Sequence[RecordFacts]) -> RecordFacts:
    """Return a record with the creators of the nearest record that names creators."""
    return replace(line[0], creators=nearest_creators(line))


def in_every(lists: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """Return the values that occur in every list, in the order of the first list.

    Authorities are equal if their naIds are equal, whatever their roles.
    """
    first, *others = lists
    return tuple(
        one
        for one in dict.fromkeys(first)
        if all(any(is_same(one, two) for two in other) for other in others)
    )


def is_same(one: object, other: object) -> bool:
    """Return whether two values are equal. Authorities are equal if their naIds are equal."""
    if isinstance(one, NamedAuthority) and isinstance(other, NamedAuthority):
        return one.na_id == other.na_id
    return one == other


def find_neighbor(plan: Neighbor, found: Sequence[RecordFacts], read: ReadSet) -> Outcome:
    """Return the next or previous record in a record's sequence.

    Records are ordered by volume number, then by day. If the record has a file code, the sequence
    contains only records with that code.
    """
    if len(found) != 1:
        return Outcome(plan, ())
    line = lineage(found[0], read)
    own = next((one for one in line if has_run_key(one)), line[0])
    if not has_run_key(own) and own.first_day is None:
        return Outcome(plan, ())
    run = [one for one in siblings(own, read) if is_in_same_run(one, own)]
    ordered = sorted({one.na_id: one for one in (*run, own)}.values(), key=run_order)
    place = [one.na_id for one in ordered].index(own.na_id)
    later = ordered[place + 1 :] if not plan.is_before else list(reversed(ordered[:place]))
    after = next((one for one in later if run_order(one)[:2] != run_order(own)[:2]), None)
    neighbors = (after,) if after else ()
    return Outcome(plan, (*neighbors, own), amount=len(neighbors))


def has_run_key(record: RecordFacts) -> bool:
    """Return whether a record has a file code or a volume number."""
    return record.file_code is not None or record.volume is not None


def siblings(record: RecordFacts, read: ReadSet) -> Sequence[RecordFacts]:
    """Return the records that have the same level and parent as a record."""
    if not record.above:
        return ()
    return read(Descendants(RecordsById(record.above[-1:]), Conditions(levels=(record.level,))))


def is_in_same_run(record: RecordFacts, own: RecordFacts) -> bool:
    """Return whether a record is in the same sequence as `own`.

    If `own` has a file code, the record must have that code. Otherwise, the record must have a
    volume number if `own` does, or else a date.
    """
    if own.file_code is not None:
        return record.file_code is not None and normalized_code(
            record.file_code
        ) == normalized_code(own.file_code)
    return record.volume is not None if own.volume is not None else record.first_day is not None


def run_order(record: RecordFacts) -> tuple[int, date, int]:
    """Return the sort key for a sequence: volume number, first day, naId."""
    return (record.volume or 0, record.first_day or date.max, record.na_id)
