"""What a computed answer stands on: its plan in words and as JSON, what it came to. Pure."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from narabot.models import Amount, Behind, Computation, ComputedSet, NamedRecord
from narabot.plans.algebra import RecordSet, These
from narabot.plans.outcomes import Outcome
from narabot.plans.phrasing import Telling
from narabot.plans.plan_json import written
from narabot.plans.sentences import in_time
from narabot.plans.set_phrases import described
from narabot.plans.sources import ReadSet
from narabot.plans.values import (
    Also,
    Common,
    Compare,
    Count,
    CountBy,
    DaysBetween,
    ListOf,
    Neighbour,
    OnePlan,
    Overview,
    Plan,
    Tell,
    Top,
    Total,
)

MOST_AMOUNTS = 100
"""Values of a facet that are kept with their amounts."""


def computation_of(outcome: Outcome, telling: Telling, read: ReadSet) -> Computation:
    """Return what an answer stands on; what reading its sets raises."""
    plan = outcome.plan.plan if isinstance(outcome.plan, Also) else outcome.plan
    facet = getattr(plan, "facet", None)
    return Computation(
        plan=written(outcome.plan),
        said=PLANS[type(plan)](plan, outcome, telling),
        digest=digest_of(outcome),
        behind=tuple(behind(plan, telling, read)),
        facet=telling.facet(facet) if facet else "",
        amounts=tuple(
            Amount(one.value, one.amount)
            for one in in_time(outcome, facet, outcome.groups[:MOST_AMOUNTS])
        ),
        paths=paths_of(outcome),
    )


def digest_of(outcome: Outcome) -> str:
    """Return the SHA-256 of what a plan came to: equal if and only if that is."""
    shared = outcome.shared
    named = [*shared.creators, *shared.contributors, *shared.subjects] if shared else []
    facts: list[Any] = [
        sorted(one.na_id for one in outcome.records),
        outcome.amount,
        [(one.value, one.amount) for one in outcome.groups],
        [amount for _, amount in outcome.compared],
        [(one.field, one.values) for one in outcome.told],
        [one.na_id for one in named],
        [one.na_id for one in shared.above] if shared else [],
    ]
    if shared:
        ways = [[one.na_id for one in way] for way in shared.ways]
        facts += [shared.boxes, shared.media, ways]
    if outcome.whole:
        facts.append(outcome.whole)
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


def behind(plan: OnePlan, telling: Telling, read: ReadSet) -> Iterable[Behind]:
    """Yield the sets of a plan that are more than one record, each with what it has."""
    for one in sets_of(plan):
        count = len(read(one))
        if count and not isinstance(one, These):
            name = described(one, telling.of(1 if count == 1 else None))
            yield Behind(ComputedSet(written(one), name), count)


def sets_of(plan: OnePlan) -> tuple[RecordSet, ...]:
    """Return the sets whose records a plan counts, compares or surveys."""
    match plan:
        case Compare(sets=sets):
            return sets
        case ListOf() | Count() | Total() | CountBy() | Top() | Overview():
            return (plan.of,)
        case _:
            return ()


def paths_of(outcome: Outcome) -> tuple[tuple[NamedRecord, ...], ...]:
    """Return the way from each of some records up to what they share."""
    ways = outcome.shared.ways if outcome.shared else ()
    return tuple(tuple(NamedRecord(one.na_id, one.title) for one in way) for way in ways)


def one_set(form: str) -> Callable[..., str]:
    """Return what says a plan over one set by a form."""

    def say(plan: ListOf | Count | Total | DaysBetween | Overview, _: Outcome, how: Telling) -> str:
        return how.say(form, what=described(plan.of, how))

    return say


def counted(plan: Count, outcome: Outcome, how: Telling) -> str:
    """Return a count in words."""
    if plan.facet is None:
        return one_set("plan_count")(plan, outcome, how)
    return how.say("plan_values", facet=how.facet(plan.facet), what=described(plan.of, how))


def grouped(plan: CountBy, _: Outcome, how: Telling) -> str:
    """Return a count by a facet in words."""
    return how.say("plan_groups", facet=how.facet(plan.facet), what=described(plan.of, how))


def top(plan: Top, _: Outcome, how: Telling) -> str:
    """Return in words what was compared for a superlative."""
    what = described(plan.of, how)
    if plan.facet is not None:
        what = how.say("by_facet", what=what, facet=how.facet(plan.facet))
    return how.say("plan_top", what=what, measure=how.measure(plan.measure))


def compared(plan: Compare, outcome: Outcome, how: Telling) -> str:
    """Return a comparison in words."""
    sides = [
        how.quoted(alone.title) if alone else described(one, how)
        for one, (alone, _) in zip(plan.sets, outcome.compared, strict=True)
    ]
    return how.say("plan_compare", sides="; ".join(sides), measure=how.measure(plan.measure))


def common(_: Common, outcome: Outcome, how: Telling) -> str:
    """Return in words what was looked for in some records."""
    return how.say("plan_common", names=", ".join(how.quoted(one.title) for one in outcome.records))


def following(plan: Neighbour, outcome: Outcome, how: Telling) -> str:
    """Return in words in what a neighbour was looked for."""
    form = "plan_before" if plan.is_before else "plan_after"
    return how.say(form, name=how.quoted(outcome.records[-1].title) if outcome.records else "")


def told(_: Tell, outcome: Outcome, how: Telling) -> str:
    """Return in words of what fields were read."""
    return how.say(
        "plan_tell", name=how.quoted(outcome.records[0].title) if outcome.records else ""
    )


PLANS: dict[type[Plan], Callable[..., str]] = {
    ListOf: one_set("plan_list"),
    Count: counted,
    Total: one_set("plan_total"),
    CountBy: grouped,
    Top: top,
    DaysBetween: one_set("plan_days"),
    Compare: compared,
    Common: common,
    Neighbour: following,
    Tell: told,
    Overview: one_set("plan_overview"),
}
"""What says each plan in words."""
