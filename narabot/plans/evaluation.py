"""What plans come to, computed from the facts of their sets. Pure but for the sets it is given."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import cast

from narabot.plans.algebra import RecordSet, These
from narabot.plans.facts import RecordFacts, amount_of, values_of
from narabot.plans.outcomes import Outcome
from narabot.plans.overviews import profile
from narabot.plans.record_fields import lineage, tell, told_of
from narabot.plans.relations import common, neighbour
from narabot.plans.sources import ReadSet, Sets
from narabot.plans.values import (
    Also,
    Common,
    Compare,
    Count,
    CountBy,
    DaysBetween,
    Facet,
    Group,
    ListOf,
    Measure,
    Neighbour,
    OnePlan,
    Overview,
    Plan,
    Tell,
    Top,
    Total,
)
from narabot.words import fold


def compute(plan: OnePlan, read: ReadSet) -> Outcome:
    """Return what a plan over the facts of its sets comes to; what reading sets raises."""
    if isinstance(plan, Compare):
        return compared(plan, [read(one) for one in plan.sets])
    return COMPUTED[type(plan)](plan, read(cast("RecordSet", plan.of)))


def listed(plan: OnePlan, found: Sequence[RecordFacts]) -> Outcome:
    """Return the records, in the order of their days."""
    return Outcome(plan, tuple(sorted(found, key=day_order)), amount=len(found))


def counted(plan: Count, found: Sequence[RecordFacts]) -> Outcome:
    """Return how many records there are, or how many values of a facet."""
    if plan.facet is None:
        return listed(plan, found)
    groups = groups_of(found, plan.facet, Measure.RECORDS)
    return Outcome(plan, tuple(found), amount=len(groups), groups=groups)


def totalled(plan: Total, found: Sequence[RecordFacts]) -> Outcome:
    """Return the sum of the documents that folders state."""
    amounts = stated(found, Measure.DOCUMENTS)
    total = sum(amount for _, amount in amounts)
    return Outcome(plan, tuple(one for one, _ in amounts), amount=total)


def grouped(plan: CountBy, found: Sequence[RecordFacts]) -> Outcome:
    """Return how many records each value of a facet has."""
    groups = groups_of(found, plan.facet, Measure.RECORDS)
    return Outcome(plan, tuple(found), groups=groups)


def topmost(plan: Top, found: Sequence[RecordFacts]) -> Outcome:
    """Return what has most of a measure, or least; all that have as much."""
    ends = min if plan.is_lowest else max
    if plan.facet is not None:
        groups = groups_of(found, plan.facet, plan.measure)
        if not groups:
            return Outcome(plan, ())
        most = ends(group.amount for group in groups)
        best = tuple(group for group in groups if group.amount == most)
        kept = {na_id for group in best for na_id in group.na_ids}
        records = tuple(one for one in found if one.na_id in kept)
        return Outcome(plan, records, amount=most, groups=best)
    amounts = stated(found, plan.measure)
    if not amounts:
        return Outcome(plan, ())
    most = ends(amount for _, amount in amounts)
    records = tuple(one for one, amount in amounts if amount == most)
    is_day = plan.measure in {Measure.FIRST_DAY, Measure.LAST_DAY}
    day = date.fromordinal(most) if is_day else None
    return Outcome(plan, records, amount=most, day=day)


def days_between(plan: DaysBetween, found: Sequence[RecordFacts]) -> Outcome:
    """Return how many days lie between the first and the last of some records."""
    if len(found) == 1 and found[0].days is not None:
        return Outcome(plan, (found[0], found[0]), amount=found[0].days - 1)
    dated = sorted(stated(found, Measure.FIRST_DAY), key=lambda pair: (pair[1], pair[0].na_id))
    if len(dated) < 2:
        return Outcome(plan, ())
    (first, begun), (last, ended) = dated[0], dated[-1]
    return Outcome(plan, (first, last), amount=ended - begun)


COMPUTED: dict[type[OnePlan], Callable[..., Outcome]] = {
    ListOf: listed,
    Count: counted,
    Total: totalled,
    CountBy: grouped,
    Top: topmost,
    DaysBetween: days_between,
}


def day_order(one: RecordFacts) -> tuple[date, int]:
    """Return what records are ordered by: their first day; undated ones come last."""
    return (one.first_day or date.max, one.na_id)


def stated(found: Iterable[RecordFacts], measure: Measure) -> list[tuple[RecordFacts, int]]:
    """Return the records that state an amount, with it."""
    amounts = ((one, amount_of(one, measure)) for one in found)
    return [(one, amount) for one, amount in amounts if amount is not None]


def groups_of(found: Iterable[RecordFacts], facet: Facet, measure: Measure) -> tuple[Group, ...]:
    """Return the groups by a facet with the sum of a measure, the largest first.

    Senders and recipients that differ in diacritics alone are one, as most titles spell it.
    """
    sums: Counter[str] = Counter()
    members: dict[str, list[int]] = {}
    spelled: dict[str, Counter[str]] = {}
    for one, amount in stated(found, measure):
        for value in values_of(one, facet):
            key = fold(value) if facet in POSTS else value
            sums[key] += amount
            members.setdefault(key, []).append(one.na_id)
            spelled.setdefault(key, Counter())[value] += 1
    named = [(spelled[key].most_common(1)[0][0], key) for key in sums]
    ordered = sorted(named, key=lambda pair: (-sums[pair[1]], pair[0]))
    return tuple(Group(value, sums[key], tuple(members[key])) for value, key in ordered)


POSTS = {Facet.SENDER, Facet.RECIPIENT}


def compared(plan: Compare, found: Sequence[Sequence[RecordFacts]]) -> Outcome:
    """Return the amount of each set, and the record of each that is one."""
    pairs = []
    for wanted, records in zip(plan.sets, found, strict=True):
        alone = records[0] if len(records) == 1 and isinstance(wanted, These) else None
        pairs.append((alone, amount_in(records, plan.measure)))
    records = tuple(one for some in found for one in some)
    return Outcome(plan, records, compared=tuple(pairs))


def amount_in(records: Sequence[RecordFacts], measure: Measure) -> int | None:
    """Return the amount of a set: how many, a sum, the first or the last day."""
    amounts = [amount for _, amount in stated(records, measure)]
    if measure is Measure.RECORDS:
        return len(records)
    if not amounts:
        return None
    match measure:
        case Measure.FIRST_DAY:
            return min(amounts)
        case Measure.LAST_DAY:
            return max(amounts)
        case _:
            return sum(amounts)


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
    told = tuple(told_of(one, line, sets) for one in plan.fields)
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
