"""What answers about relations say: comparisons, what records share, neighbours, fields. Pure."""

from collections.abc import Sequence

from narabot.plans.algebra import CreatorRole
from narabot.plans.facts import RecordFacts
from narabot.plans.outcomes import Outcome, Told
from narabot.plans.phrasing import MOST_GROUPS, Telling
from narabot.plans.set_phrases import described
from narabot.plans.values import Common, Compare, Measure, Neighbour, Tell
from narabot.plans.vocabulary import patterns

LONGEST_COMMON = 420
"""Characters of what records share, as far as it is told; what matters most comes first."""


def compared(plan: Compare, outcome: Outcome, telling: Telling) -> str | None:
    """Return which of two sets has more, or comes first, the winner first."""
    pairs = [
        (telling.quoted(alone.title) if alone else described(wanted, telling), amount)
        for wanted, (alone, amount) in zip(plan.sets, outcome.compared, strict=True)
        if amount is not None
    ]
    if len(pairs) != len(plan.sets) or not any(amount for _, amount in pairs):
        return None
    if plan.measure is Measure.DAYS:
        return compared_spans(plan, outcome, telling)
    ordered = sorted(pairs, key=lambda pair: pair[1] or 0, reverse=not plan.is_lowest)
    (winner, most), (other, least) = ordered[0], ordered[1]
    difference = abs(most - least)
    is_dated = plan.measure in {Measure.FIRST_DAY, Measure.LAST_DAY}
    form = "same" if not difference else "compared_days" if is_dated else "compared"
    return telling.say(
        form,
        winner=winner,
        other=other,
        most=said_amount(most, plan.measure, telling),
        least=said_amount(least, plan.measure, telling),
        difference=f"{difference:,}",
        days=telling.counted("day", difference),
    )


def said_amount(amount: int, measure: Measure, telling: Telling) -> str:
    """Return an amount in words: a day, a number of documents, or a number."""
    if measure in {Measure.FIRST_DAY, Measure.LAST_DAY}:
        return telling.day(amount)
    return telling.counted("document", amount) if measure is Measure.DOCUMENTS else f"{amount:,}"


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
            days=telling.counted("day", one.days or 0),
            first=telling.day(one.first_day),
            last=telling.day(one.last_day),
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
        telling.say(form, names=", ".join(map(telling.quoted, names[:MOST_GROUPS])))
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
    count = beside.document_count
    facts = [*([telling.counted("document", count)] if count else []), *beside.boxes]
    said = f" ({', '.join(facts)})" if facts else ""
    return telling.say(
        form, own=telling.quoted(own.title), next=telling.quoted(beside.title) + said
    )


def fields(_: Tell, outcome: Outcome, telling: Telling) -> str | None:
    """Return the fields of a record, those that are not stated too; nothing where none is."""
    if not any(one.values for one in outcome.told):
        return None
    return " ".join(said_fields(outcome, telling))


def said_fields(outcome: Outcome, telling: Telling) -> list[str]:
    """Return each field that is told."""
    return [said_field(one, telling) for one in outcome.told]


def said_field(one: Told, telling: Telling) -> str:
    """Return a field, with the record that states it where that is one above."""
    field = telling.say(str(one.field))
    if not one.values:
        return telling.say("told", field=field, values=telling.say("not_stated"))
    roles = one.roles or (None,) * len(one.values)
    said = [
        telling.plain_day(value) + (telling.say(ROLES[role]) if role else "")
        for value, role in zip(one.values, roles, strict=True)
    ]
    values = "; ".join(said[:MOST_GROUPS])
    if one.by is None:
        return telling.say("told", field=field, values=values)
    level, title = telling.of(1).noun(one.by.level), telling.quoted(one.by.title)
    return telling.say("told_by", field=field, values=values, level=level, title=title)


ROLES = {CreatorRole.MOST_RECENT: "as_last", CreatorRole.PREDECESSOR: "as_earlier"}
"""How the role of a creator is said behind it."""
