"""What a computed answer says, in English or Russian (`sentences.toml`). Pure."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from narabot.plans.algebra import Meeting
from narabot.plans.facts import RecordFacts
from narabot.plans.outcomes import Outcome
from narabot.plans.overview_text import overview
from narabot.plans.phrasing import MOST_GROUPS, MOST_SHARED, Telling
from narabot.plans.relation_sentences import common, compared, fields, neighbour, said_fields
from narabot.plans.set_phrases import described
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

TIMES = {Facet.DAY, Facet.MONTH, Facet.YEAR, Facet.DECADE}
"""Facets whose groups are told in the order of time."""

MOST_TIMES = 24
"""Groups by time that are told: those with most."""

MOST_NAMED = 5
"""Records of a list that are all named."""

DAYS_OF_A_YEAR = 365.2425
"""On average (Gregorian calendar)."""


def told(outcome: Outcome, telling: Telling) -> str | None:
    """Return what an outcome says, in lines; `None` where nothing could be computed."""
    said = TELLERS[type(outcome.plan)](outcome.plan, outcome, telling)
    return said and said[0].upper() + said[1:]


def count(plan: Count, outcome: Outcome, telling: Telling) -> str | None:
    """Return how many there are."""
    if plan.facet is None:
        return listed(plan, outcome, telling)
    if not outcome.amount:
        return None
    return telling.say(
        "values",
        amount=f"{outcome.amount:,}",
        what=described(plan.of, telling),
        facet=telling.facet(plan.facet),
    )


def listed(plan: ListOf | Count, outcome: Outcome, telling: Telling) -> str | None:
    """Return how many records a set has; none is an answer only of records that are known."""
    is_of_known = isinstance(plan, Count) and isinstance(plan.of, Meeting)
    if not outcome.records and not is_of_known:
        return None
    return telling.say(
        "count",
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
        documents=telling.counted("document", outcome.amount or 0),
        holders=telling.counted("record", len(outcome.records)),
        what=described(plan.of, telling),
    )


def groups(plan: CountBy, outcome: Outcome, telling: Telling) -> str | None:
    """Return how many records there are of each value."""
    if not outcome.groups:
        return None
    most = MOST_TIMES if plan.facet in TIMES else MOST_GROUPS
    shown = in_time(outcome, plan.facet, outcome.groups[:most])
    values = "; ".join(f"{telling.value(one.value, plan.facet)}: {one.amount:,}" for one in shown)
    what = described(plan.of, telling)
    said = telling.say("groups", what=what, facet=telling.facet(plan.facet), values=values)
    left = len(outcome.groups) - len(shown)
    none = len(outcome.records) - len({na_id for one in outcome.groups for na_id in one.na_ids})
    said += telling.say("groups_left", count=left) if left else ""
    records = telling.counted("record", none)
    return said + (telling.say("groups_none", records=records) if none else "")


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
    names = [telling.value(one.value, plan.facet) for one in outcome.groups]
    names = names or [telling.quoted(one.title) for one in outcome.records]
    if not names or outcome.amount is None:
        return None
    end = "least" if plan.is_lowest else "most"
    said = ", ".join(names[:MOST_GROUPS])
    is_days = plan.measure is Measure.DAYS
    measured = telling.counted("day", outcome.amount) if is_days else f"{outcome.amount:,}"
    if len(names) == 1:
        has = telling.say(f"has_{end}_{plan.measure}")
        return telling.say("top", name=said, has=has, measured=measured)
    have = telling.say(f"have_{end}_{plan.measure}")
    return telling.say("top_several", names=said, have=have, measured=measured)


def end_of_days(outcome: Outcome, telling: Telling, *, is_first: bool) -> str | None:
    """Return the earliest or latest record, and how many have the same day."""
    if not outcome.records or outcome.day is None:
        return None
    name, day = telling.quoted(outcome.records[0].title), telling.day(outcome.day)
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
        days=telling.counted("day", outcome.amount),
        years=telling.say("years", count=years) if years else "",
        first=f"{telling.quoted(first.title)} ({telling.day(begun)})" if begun else "",
        last=f"{telling.quoted(last.title)} ({telling.day(ended)})" if ended else "",
    )


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
