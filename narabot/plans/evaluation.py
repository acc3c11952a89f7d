"""Computes plans from facts about the records in the plans' sets. Pure, except for the functions
that read sets."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import cast

from narabot.plans.algebra import RecordsById, RecordSet
from narabot.plans.facts import RecordFacts, amount_of, values_of
from narabot.plans.outcomes import Outcome
from narabot.plans.overviews import build_profile
from narabot.plans.record_fields import evaluate_fields, field_values, lineage
from narabot.plans.relations import find_common, find_neighbor
from narabot.plans.sources import ReadSet, Sets
from narabot.plans.values import (
    BasicPlan,
    Common,
    Compare,
    Count,
    CountBy,
    DaysBetween,
    Facet,
    FieldsOf,
    Group,
    ListOf,
    Measure,
    Neighbor,
    Overview,
    Plan,
    Top,
    Total,
    WithFields,
)
from narabot.words import fold


def compute(plan: BasicPlan, read: ReadSet) -> Outcome:
    """Return the outcome of a plan. Errors raised by `read` propagate."""
    if isinstance(plan, Compare):
        return compare_sets(plan, [read(one) for one in plan.sets])
    return EVALUATORS[type(plan)](plan, read(cast("RecordSet", plan.of)))


def list_records(plan: BasicPlan, found: Sequence[RecordFacts]) -> Outcome:
    """Return the records in date order."""
    return Outcome(plan, tuple(sorted(found, key=day_order)), amount=len(found))


def count_records(plan: Count, found: Sequence[RecordFacts]) -> Outcome:
    """Return the number of records, or the number of distinct values of a facet."""
    if plan.facet is None:
        return list_records(plan, found)
    groups = groups_of(found, plan.facet, Measure.RECORDS)
    return Outcome(plan, tuple(found), amount=len(groups), groups=groups)


def sum_documents(plan: Total, found: Sequence[RecordFacts]) -> Outcome:
    """Return the sum of the numbers of documents that file units state."""
    amounts = with_amounts(found, Measure.DOCUMENTS)
    total = sum(amount for _, amount in amounts)
    return Outcome(plan, tuple(one for one, _ in amounts), amount=total)


def group_records(plan: CountBy, found: Sequence[RecordFacts]) -> Outcome:
    """Return the number of records for each facet value."""
    groups = groups_of(found, plan.facet, Measure.RECORDS)
    return Outcome(plan, tuple(found), groups=groups)


def top_records(plan: Top, found: Sequence[RecordFacts]) -> Outcome:
    """Return the records or groups with the highest or lowest value of a measure, including
    ties."""
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
    amounts = with_amounts(found, plan.measure)
    if not amounts:
        return Outcome(plan, ())
    most = ends(amount for _, amount in amounts)
    records = tuple(one for one, amount in amounts if amount == most)
    is_day = plan.measure in {Measure.FIRST_DAY, Measure.LAST_DAY}
    day = date.fromordinal(most) if is_day else None
    return Outcome(plan, records, amount=most, day=day)


def count_days_between(plan: DaysBetween, found: Sequence[RecordFacts]) -> Outcome:
    """Return the number of days between the first and the last of the records."""
    if len(found) == 1 and found[0].days is not None:
        return Outcome(plan, (found[0], found[0]), amount=found[0].days - 1)
    dated = sorted(
        with_amounts(found, Measure.FIRST_DAY), key=lambda pair: (pair[1], pair[0].na_id)
    )
    if len(dated) < 2:
        return Outcome(plan, ())
    (first, begun), (last, ended) = dated[0], dated[-1]
    return Outcome(plan, (first, last), amount=ended - begun)


EVALUATORS: dict[type[BasicPlan], Callable[..., Outcome]] = {
    ListOf: list_records,
    Count: count_records,
    Total: sum_documents,
    CountBy: group_records,
    Top: top_records,
    DaysBetween: count_days_between,
}


def day_order(record: RecordFacts) -> tuple[date, int]:
    """Return the sort key for date order. Undated records come last."""
    return (record.first_day or date.max, record.na_id)


def with_amounts(found: Iterable[RecordFacts], measure: Measure) -> list[tuple[RecordFacts, int]]:
    """Return the records that state an amount, each with its amount."""
    amounts = ((one, amount_of(one, measure)) for one in found)
    return [(one, amount) for one, amount in amounts if amount is not None]


def groups_of(found: Iterable[RecordFacts], facet: Facet, measure: Measure) -> tuple[Group, ...]:
    """Group records by a facet and return the sum of a measure for each group, largest first.

    Senders and recipients that differ only in diacritics form one group, under the spelling that
    most records use.
    """
    sums: Counter[str] = Counter()
    members: dict[str, list[int]] = {}
    spelled: dict[str, Counter[str]] = {}
    for one, amount in with_amounts(found, measure):
        for value in values_of(one, facet):
            key = fold(value) if facet in POST_FACETS else value
            sums[key] += amount
            members.setdefault(key, []).append(one.na_id)
            spelled.setdefault(key, Counter())[value] += 1
    named = [(spelled[key].most_common(1)[0][0], key) for key in sums]
    ordered = sorted(named, key=lambda pair: (-sums[pair[1]], pair[0]))
    return tuple(Group(value, sums[key], tuple(members[key])) for value, key in ordered)


POST_FACETS = {Facet.SENDER, Facet.RECIPIENT}


def compare_sets(plan: Compare, found: Sequence[Sequence[RecordFacts]]) -> Outcome:
    """Return the amount for each set. If the set is a single named record, include that record."""
    pairs = []
    for wanted, records in zip(plan.sets, found, strict=True):
        alone = records[0] if len(records) == 1 and isinstance(wanted, RecordsById) else None
        pairs.append((alone, set_amount(records, plan.measure)))
    records = tuple(one for some in found for one in some)
    return Outcome(plan, records, compared=tuple(pairs))


def set_amount(records: Sequence[RecordFacts], measure: Measure) -> int | None:
    """Return the amount for a set: the number of records, a sum, or the first or last day."""
    amounts = [amount for _, amount in with_amounts(records, measure)]
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


def evaluate_relation(plan: Common | Neighbor | FieldsOf, sets: Sets) -> Outcome:
    """Return the outcome of a plan about relations. Errors raised while reading sets propagate."""
    match plan:
        case Common(of=of):
            found = [sets.read(one) for one in of]
            return find_common(plan, [one[0] for one in found if len(one) == 1], sets.read)
        case Neighbor(of=of):
            return find_neighbor(plan, sets.read(of), sets.read)
        case FieldsOf(of=of):
            return evaluate_fields(plan, sets.read(of), sets)


def add_fields(plan: WithFields, found: Outcome, sets: Sets) -> Outcome:
    """Return an outcome, extended by fields of its first record."""
    if not found.records:
        return replace(found, plan=plan)
    line = lineage(found.records[0], sets.read)
    fields = tuple(field_values(one, line, sets) for one in plan.fields)
    return replace(found, plan=plan, fields=tuple(one for one in fields if one.values))


def evaluate(plan: Plan, sets: Sets) -> Outcome:
    """Return the outcome of any plan. Errors raised while reading sets propagate."""
    if isinstance(plan, WithFields):
        return add_fields(plan, evaluate(plan.plan, sets), sets)
    if isinstance(plan, Common | Neighbor | FieldsOf):
        return evaluate_relation(plan, sets)
    if isinstance(plan, Overview):
        found = sets.read(plan.of)
        return Outcome(plan, found, profile=build_profile(found, sets.title_counts))
    return compute(plan, sets.read)
