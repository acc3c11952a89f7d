"""The evidence for a computed answer: its plan in words and as JSON, and its result. Pure."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from narabot.models import Amount, Computation, ComputedSet, NamedRecord, UnderlyingRecords
from narabot.plans.algebra import RecordsById, RecordSet
from narabot.plans.outcomes import Outcome
from narabot.plans.phrasing import Phrasing
from narabot.plans.plan_json import to_json
from narabot.plans.sentences import in_time_order
from narabot.plans.set_phrases import set_phrase
from narabot.plans.sources import ReadSet
from narabot.plans.values import (
    BasicPlan,
    Common,
    Compare,
    Count,
    CountBy,
    DaysBetween,
    FieldsOf,
    ListOf,
    Neighbor,
    Overview,
    Plan,
    Top,
    Total,
    WithFields,
)

MAX_AMOUNTS = 100
"""Maximum number of facet values that are stored with their amounts."""


def computation_of(outcome: Outcome, phrasing: Phrasing, read: ReadSet) -> Computation:
    """Return the evidence for a computed answer. Errors raised by `read` propagate."""
    plan = outcome.plan.plan if isinstance(outcome.plan, WithFields) else outcome.plan
    facet = getattr(plan, "facet", None)
    return Computation(
        plan=to_json(outcome.plan),
        said=PLAN_DESCRIPTIONS[type(plan)](plan, outcome, phrasing),
        digest=digest_of(outcome),
        behind=tuple(counted_sets(plan, phrasing, read)),
        facet=phrasing.facet(facet) if facet else "",
        amounts=tuple(
            Amount(one.value, one.amount)
            for one in in_time_order(outcome, facet, outcome.groups[:MAX_AMOUNTS])
        ),
        paths=paths_of(outcome),
    )


def digest_of(outcome: Outcome) -> str:
    """Return the SHA-256 digest of an outcome. Only equal outcomes have equal digests.

    Stored digests depend on the field names of `Profile` and `RecordFacts`.
    """
    shared = outcome.shared
    named = [*shared.creators, *shared.contributors, *shared.subjects] if shared else []
    facts: list[Any] = [
        sorted(one.na_id for one in outcome.records),
        outcome.amount,
        [(one.value, one.amount) for one in outcome.groups],
        [amount for _, amount in outcome.compared],
        [(one.field, one.values) for one in outcome.fields],
        [one.na_id for one in named],
        [one.na_id for one in shared.above] if shared else [],
    ]
    if shared:
        paths = [[one.na_id for one in path] for path in shared.paths]
        facts += [shared.boxes, shared.media, paths]
    if outcome.profile:
        facts.append(outcome.profile)
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


def counted_sets(plan: BasicPlan, phrasing: Phrasing, read: ReadSet) -> Iterable[UnderlyingRecords]:
    """Yield each nonempty set in a plan with the set's size. Sets of named records are omitted."""
    for one in sets_of(plan):
        count = len(read(one))
        if count and not isinstance(one, RecordsById):
            name = set_phrase(one, phrasing.with_count(1 if count == 1 else None))
            yield UnderlyingRecords(ComputedSet(to_json(one), name), count)


def sets_of(plan: BasicPlan) -> tuple[RecordSet, ...]:
    """Return the sets whose records a plan counts, compares, or surveys."""
    match plan:
        case Compare(sets=sets):
            return sets
        case ListOf() | Count() | Total() | CountBy() | Top() | Overview():
            return (plan.of,)
        case _:
            return ()


def paths_of(outcome: Outcome) -> tuple[tuple[NamedRecord, ...], ...]:
    """Return the path from each record up to the nearest ancestor that all of them share."""
    paths = outcome.shared.paths if outcome.shared else ()
    return tuple(tuple(NamedRecord(one.na_id, one.title) for one in path) for path in paths)


def set_description(form: str) -> Callable[..., str]:
    """Return a function that uses a sentence form to describe a plan for one set."""

    def say(
        plan: ListOf | Count | Total | DaysBetween | Overview, _: Outcome, phrasing: Phrasing
    ) -> str:
        return phrasing.say(form, what=set_phrase(plan.of, phrasing))

    return say


def describe_count(plan: Count, outcome: Outcome, phrasing: Phrasing) -> str:
    """Return a description of a count."""
    if plan.facet is None:
        return set_description("plan_count")(plan, outcome, phrasing)
    return phrasing.say(
        "plan_values", facet=phrasing.facet(plan.facet), what=set_phrase(plan.of, phrasing)
    )


def describe_groups(plan: CountBy, _: Outcome, phrasing: Phrasing) -> str:
    """Return a description of a count for each value of a facet."""
    return phrasing.say(
        "plan_groups", facet=phrasing.facet(plan.facet), what=set_phrase(plan.of, phrasing)
    )


def describe_top(plan: Top, _: Outcome, phrasing: Phrasing) -> str:
    """Return a description of what was compared to find the highest or lowest value."""
    what = set_phrase(plan.of, phrasing)
    if plan.facet is not None:
        what = phrasing.say("by_facet", what=what, facet=phrasing.facet(plan.facet))
    return phrasing.say("plan_top", what=what, measure=phrasing.measure(plan.measure))


def describe_comparison(plan: Compare, outcome: Outcome, phrasing: Phrasing) -> str:
    """Return a description of a comparison."""
    sides = [
        phrasing.quoted(alone.title) if alone else set_phrase(one, phrasing)
        for one, (alone, _) in zip(plan.sets, outcome.compared, strict=True)
    ]
    return phrasing.say(
        "plan_compare", sides="; ".join(sides), measure=phrasing.measure(plan.measure)
    )


def describe_common(_: Common, outcome: Outcome, phrasing: Phrasing) -> str:
    """Return a description of what was compared to find common traits."""
    return phrasing.say(
        "plan_common", names=", ".join(phrasing.quoted(one.title) for one in outcome.records)
    )


def describe_neighbor(plan: Neighbor, outcome: Outcome, phrasing: Phrasing) -> str:
    """Return a description of how the next or previous record was found."""
    form = "plan_before" if plan.is_before else "plan_after"
    return phrasing.say(
        form, name=phrasing.quoted(outcome.records[-1].title) if outcome.records else ""
    )


def describe_fields(_: FieldsOf, outcome: Outcome, phrasing: Phrasing) -> str:
    """Return a description of the record whose fields were read."""
    return phrasing.say(
        "plan_tell", name=phrasing.quoted(outcome.records[0].title) if outcome.records else ""
    )


PLAN_DESCRIPTIONS: dict[type[Plan], Callable[..., str]] = {
    ListOf: set_description("plan_list"),
    Count: describe_count,
    Total: set_description("plan_total"),
    CountBy: describe_groups,
    Top: describe_top,
    DaysBetween: set_description("plan_days"),
    Compare: describe_comparison,
    Common: describe_common,
    Neighbor: describe_neighbor,
    FieldsOf: describe_fields,
    Overview: set_description("plan_overview"),
}
"""For each type of plan, the function that describes a plan of that type in words."""
