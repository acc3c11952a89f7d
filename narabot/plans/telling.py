"""What a computed answer says, in English or Russian (`telling.toml`). Pure."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from narabot.dates import plain_date
from narabot.plans.facts import RecordFacts
from narabot.plans.outcomes import Outcome
from narabot.plans.surveying import overview
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
    Overview,
    Plan,
    Tell,
    Top,
    Total,
)
from narabot.plans.vocabulary import patterns
from narabot.plans.wording import MOST_SHARED, Telling, described, quoted, said_day

TIMES = {Facet.DAY, Facet.MONTH, Facet.YEAR, Facet.DECADE}
"""Facets whose groups are told in the order of time."""

MOST_TIMES = 24
"""Groups by time that are told: those with most."""

MOST_GROUPS = 12
"""Groups that are told."""

MOST_NAMED = 5
"""Records of a list that are all named."""

DAYS_OF_A_YEAR = 365.2425
"""On average (Gregorian calendar)."""

LONGEST_COMMON = 420
"""Characters of what records share, as far as it is told; what matters most comes first."""


def told(outcome: Outcome, telling: Telling) -> str | None:
    """Return what an outcome says, in lines; `None` where nothing could be computed."""
    said = TELLERS[type(outcome.plan)](outcome.plan, outcome, telling)
    return said and said[0].upper() + said[1:]


def count(plan: Count, outcome: Outcome, telling: Telling) -> str | None:
    """Return how many there are."""
    if not outcome.amount:
        return None
    form = "values" if plan.facet else "count"
    what = described(plan.of, telling if plan.facet else telling.of(outcome.amount))
    return telling.say(
        form,
        amount=f"{outcome.amount:,}",
        what=what,
        loaded=f"{telling.loaded:,}",
        facet=telling.facet(plan.facet) if plan.facet else "",
    )


def listed(plan: ListOf, outcome: Outcome, telling: Telling) -> str | None:
    """Return how many records a list has."""
    if not outcome.records:
        return None
    return telling.say(
        "listed",
        amount=f"{outcome.amount:,}",
        what=described(plan.of, telling.of(len(outcome.records))),
        loaded=f"{telling.loaded:,}",
    )


def total(plan: Total, outcome: Outcome, telling: Telling) -> str | None:
    """Return a sum."""
    if not outcome.records:
        return None
    return telling.say(
        "total",
        amount=f"{outcome.amount:,}",
        records=len(outcome.records),
        what=described(plan.of, telling),
    )


def groups(plan: CountBy, outcome: Outcome, telling: Telling) -> str | None:
    """Return how many records there are of each value."""
    if not outcome.groups:
        return None
    most = MOST_TIMES if plan.facet in TIMES else MOST_GROUPS
    shown = in_time(outcome, plan.facet, outcome.groups[:most])
    values = "; ".join(f"{one.value}: {one.amount:,}" for one in shown)
    what = described(plan.of, telling)
    return telling.say("groups", what=what, facet=telling.facet(plan.facet), values=values)


def in_time(outcome: Outcome, facet: Facet | None, groups: Sequence[Group]) -> Sequence[Group]:
    """Return groups in the order of time, if they are by time; else as they are."""
    if facet not in TIMES:
        return groups
    first = {one.na_id: one.first_day for one in outcome.records}

    def began(one: Group) -> date:
        return min(day for na_id in one.na_ids if (day := first.get(na_id)))

    return sorted(groups, key=began)


def top(plan: Top, outcome: Outcome, telling: Telling) -> str | None:
    """Return what has most or least, or comes first or last."""
    if outcome.day is not None:
        return end_of_days(
            outcome, telling, is_first=plan.measure is Measure.FIRST_DAY and plan.is_lowest
        )
    names = [one.value for one in outcome.groups] or [one.title for one in outcome.records]
    if not names or outcome.amount is None:
        return None
    values = {
        "end": telling.say("lowest" if plan.is_lowest else "highest"),
        "amount": f"{outcome.amount:,}",
        "measure": telling.say(str(plan.measure)),
    }
    if len(names) == 1:
        return telling.say("top", name=quoted(names[0]), **values)
    return telling.say("top_several", names=", ".join(map(quoted, names[:MOST_GROUPS])), **values)


def end_of_days(outcome: Outcome, telling: Telling, *, is_first: bool) -> str | None:
    """Return the earliest or latest record, and how many have the same day."""
    if not outcome.records or outcome.day is None:
        return None
    name, day = quoted(outcome.records[0].title), said_day(outcome.day)
    said = telling.say("first" if is_first else "last", name=name, day=day)
    others = len(outcome.records) - 1
    return said + (telling.say("alike", count=others) if others else "")


def between(_: DaysBetween, outcome: Outcome, telling: Telling) -> str | None:
    """Return how many days lie between two records."""
    if outcome.amount is None:
        return None
    first, last = outcome.records
    begun = first.first_day
    years = int(outcome.amount / DAYS_OF_A_YEAR)
    ended = last.last_day if first.na_id == last.na_id else last.first_day
    return telling.say(
        "between",
        amount=f"{outcome.amount:,}",
        years=telling.say("years", count=years) if years else "",
        first=f"{quoted(first.title)} ({said_day(begun)})" if begun else "",
        last=f"{quoted(last.title)} ({said_day(ended)})" if ended else "",
    )


def compared(plan: Compare, outcome: Outcome, telling: Telling) -> str | None:
    """Return which of two sets has more, or comes first, the winner first."""
    pairs = [
        (quoted(alone.title) if alone else described(wanted, telling), amount)
        for wanted, (alone, amount) in zip(plan.sets, outcome.compared, strict=True)
        if amount is not None
    ]
    if len(pairs) != len(plan.sets) or not any(amount for _, amount in pairs):
        return None
    if plan.measure is Measure.DAYS:
        return compared_spans(plan, outcome, telling)
    ordered = sorted(pairs, key=lambda pair: pair[1] or 0, reverse=not plan.is_lowest)
    (winner, most), (other, least) = ordered[0], ordered[1]
    difference = f"{abs(most - least):,}"
    is_dated = plan.measure in {Measure.FIRST_DAY, Measure.LAST_DAY}
    form = "same" if most == least else "compared_days" if is_dated else "compared"
    say = said_day if is_dated else lambda amount: f"{amount:,}"
    return telling.say(
        form,
        winner=winner,
        other=other,
        most=say(most),
        least=say(least),
        unit=telling.say("of_documents") if plan.measure is Measure.DOCUMENTS else "",
        difference=difference,
    )


def compared_spans(plan: Compare, outcome: Outcome, telling: Telling) -> str | None:
    """Return how many days records cover, with the first and the last, the winner first."""
    records = [one for one, _ in outcome.compared if one and one.first_day and one.last_day]
    if len(records) != len(plan.sets):
        return None
    ordered = sorted(records, key=lambda one: one.days or 0, reverse=not plan.is_lowest)
    said = [
        telling.say(
            "measured",
            name=one.title,
            days=f"{one.days:,}",
            first=said_day(one.first_day),
            last=said_day(one.last_day),
        )
        for one in ordered
        if one.first_day and one.last_day
    ]
    return "; ".join(said) + "."


def common(_: Common, outcome: Outcome, telling: Telling) -> str | None:
    """Return what records share."""
    shared = outcome.shared
    if shared is None:
        return None
    parts = {
        "common_creators": [one.heading for one in shared.creators],
        "common_contributors": [one.heading for one in shared.contributors],
        "common_subjects": [one.heading for one in shared.subjects],
        "common_above": [one.title for one in shared.above],
        "common_boxes": list(shared.boxes),
        "common_media": list(shared.media),
        "common_ways": nearest_own(shared.ways),
    }
    parts = dict(sorted(parts.items(), key=lambda part: not is_asked_for(part[0], telling)))
    said = [
        telling.say(form, names=", ".join(map(quoted, names[:MOST_SHARED])))
        for form, names in parts.items()
        if names
    ]
    while len("; ".join(said)) > LONGEST_COMMON and len(said) > 1:
        said.pop()
    return telling.say("common", parts="; ".join(said)) if said else None


def nearest_own(ways: Sequence[Sequence[RecordFacts]]) -> list[str]:
    """Return what is right below what all share on the way from each record, if each has that."""
    between = [way[1:-1] for way in ways]
    return [own[-1].title for own in between] if all(between) else []


def is_asked_for(form: str, telling: Telling) -> bool:
    """Return whether a request names what a part of an answer tells of."""
    name = SHARED.get(form)
    return name is not None and patterns("shared")[name].search(telling.request) is not None


SHARED = {
    "common_creators": "creator",
    "common_contributors": "contributor",
    "common_subjects": "subject",
    "common_above": "above",
    "common_ways": "above",
    "common_boxes": "box",
}
"""The names in the vocabulary of what records share."""


def neighbour(plan: Neighbour, outcome: Outcome, telling: Telling) -> str | None:
    """Return what comes next."""
    if not outcome.amount:
        return None
    beside, own = outcome.records
    form = "before" if plan.is_before else "after"
    facts = (
        [f"{beside.document_count:,} {telling.say('documents')}"] if beside.document_count else []
    )
    beside_said = f"{quoted(beside.title)} ({', '.join([*facts, *beside.boxes])})"
    return telling.say(form, own=quoted(own.title), next=beside_said.replace(" ()", ""))


def fields(_: Tell, outcome: Outcome, telling: Telling) -> str | None:
    """Return the fields of a record, those that are not stated too; nothing where none is."""
    if not any(one.values for one in outcome.told):
        return None
    return " ".join(said_fields(outcome, telling))


def said_fields(outcome: Outcome, telling: Telling) -> list[str]:
    """Return each field that is told."""
    return [
        telling.say(
            "told",
            field=telling.say(str(one.field)),
            values="; ".join(plain_date(value) for value in one.values[:MOST_GROUPS])
            or telling.say("not_stated"),
        )
        for one in outcome.told
    ]


def also(plan: Also, outcome: Outcome, telling: Telling) -> str | None:
    """Return what was found, and fields of it."""
    found = told(replace(outcome, plan=plan.plan, told=()), telling)
    said = said_fields(outcome, telling)
    return " ".join([found, *said]) if found else None


TELLERS: dict[type[Plan], Callable[..., str | None]] = {
    Count: count,
    ListOf: listed,
    Total: total,
    CountBy: groups,
    Top: top,
    DaysBetween: between,
    Compare: compared,
    Common: common,
    Neighbour: neighbour,
    Tell: fields,
    Overview: overview,
    Also: also,
}


def cited(outcome: Outcome) -> tuple[RecordFacts, ...]:
    """Return the records that an answer quotes: those that it names."""
    many = {Count, ListOf, Total, CountBy, Overview}
    is_short = type(outcome.plan) in {Count, ListOf} and len(outcome.records) <= MOST_NAMED
    if type(outcome.plan) in many and not is_short:
        return outcome.records[:1]
    return outcome.records[: MOST_NAMED if is_short else MOST_SHARED]
