"""Sentences about relations: comparisons, common traits, neighbors, and fields. Pure."""

from collections.abc import Sequence

from narabot.plans.algebra import CreatorRole
from narabot.plans.facts import RecordFacts
from narabot.plans.outcomes import FieldValues, Outcome
from narabot.plans.phrasing import MAX_GROUPS, Phrasing
from narabot.plans.set_phrases import set_phrase
from narabot.plans.values import Common, Compare, FieldsOf, Measure, Neighbor
from narabot.plans.vocabulary import patterns

MAX_COMMON_LENGTH = 420
"""Maximum length of the list of common traits, in characters. The most important traits come
first."""


def comparison_sentence(plan: Compare, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return a sentence about which of two sides is larger or comes first. The sentence names the
    winner first."""
    pairs = [
        (phrasing.quoted(alone.title) if alone else set_phrase(wanted, phrasing), amount)
        for wanted, (alone, amount) in zip(plan.sets, outcome.compared, strict=True)
        if amount is not None
    ]
    if len(pairs) != len(plan.sets) or not any(amount for _, amount in pairs):
        return None
    if plan.measure is Measure.DAYS:
        return day_spans_sentence(plan, outcome, phrasing)
    ordered = sorted(pairs, key=lambda pair: pair[1] or 0, reverse=not plan.is_lowest)
    (winner, most), (other, least) = ordered[0], ordered[1]
    difference = abs(most - least)
    is_dated = plan.measure in {Measure.FIRST_DAY, Measure.LAST_DAY}
    form = "same" if not difference else "compared_days" if is_dated else "compared"
    return phrasing.say(
        form,
        winner=winner,
        other=other,
        most=amount_text(most, plan.measure, phrasing),
        least=amount_text(least, plan.measure, phrasing),
        difference=f"{difference:,}",
        days=phrasing.counted("day", difference),
    )


def amount_text(amount: int, measure: Measure, phrasing: Phrasing) -> str:
    """Return an amount in words: a date, a number of documents, or a number."""
    if measure in {Measure.FIRST_DAY, Measure.LAST_DAY}:
        return phrasing.day(amount)
    return phrasing.counted("document", amount) if measure is Measure.DOCUMENTS else f"{amount:,}"


def day_spans_sentence(plan: Compare, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return a sentence about how many days records cover, with the first and last days. The
    sentence names the winner first."""
    records = [one for one, _ in outcome.compared if one and one.first_day and one.last_day]
    if len(records) != len(plan.sets):
        return None
    ordered = sorted(records, key=lambda one: one.days or 0, reverse=not plan.is_lowest)
    parts_text = [
        phrasing.say(
            "measured",
            name=one.title,
            days=phrasing.counted("day", one.days or 0),
            first=phrasing.day(one.first_day),
            last=phrasing.day(one.last_day),
        )
        for one in ordered
        if one.first_day and one.last_day
    ]
    return "; ".join(parts_text) + "."


def common_sentence(_: Common, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return a sentence that lists what records have in common."""
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
        "common_ways": separate_containers(shared.paths),
    }
    parts = dict(sorted(parts.items(), key=lambda part: not is_asked_for(part[0], phrasing)))
    phrases = [
        phrasing.say(form, names=", ".join(map(phrasing.quoted, names[:MAX_GROUPS])))
        for form, names in parts.items()
        if names
    ]
    while len("; ".join(phrases)) > MAX_COMMON_LENGTH and len(phrases) > 1:
        phrases.pop()
    return phrasing.say("common", parts="; ".join(phrases)) if phrases else None


def separate_containers(paths: Sequence[Sequence[RecordFacts]]) -> list[str]:
    """Return the title directly below the shared ancestor on each path. If any path has no such
    record, return an empty list."""
    between = [path[1:-1] for path in paths]
    return [own[-1].title for own in between] if all(between) else []


def is_asked_for(form: str, phrasing: Phrasing) -> bool:
    """Return whether a request asks about the trait that a sentence form describes."""
    name = SHARED_TERMS.get(form)
    return name is not None and patterns("shared")[name].search(phrasing.request) is not None


SHARED_TERMS = {
    "common_creators": "creator",
    "common_contributors": "contributor",
    "common_subjects": "subject",
    "common_above": "above",
    "common_ways": "above",
    "common_boxes": "box",
}
"""For each sentence form about a common trait, the name of the trait's pattern in the
vocabulary."""


def neighbor_sentence(plan: Neighbor, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return a sentence about the next or previous record."""
    if not outcome.amount:
        return None
    neighbor, own = outcome.records
    form = "before" if plan.is_before else "after"
    count = neighbor.document_count
    facts = [*([phrasing.counted("document", count)] if count else []), *neighbor.boxes]
    details = f" ({', '.join(facts)})" if facts else ""
    return phrasing.say(
        form, own=phrasing.quoted(own.title), next=phrasing.quoted(neighbor.title) + details
    )


def fields_sentence(_: FieldsOf, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return sentences about all requested fields of a record, including unstated fields. Return
    `None` if no field is stated."""
    if not any(one.values for one in outcome.fields):
        return None
    return " ".join(field_sentences(outcome, phrasing))


def field_sentences(outcome: Outcome, phrasing: Phrasing) -> list[str]:
    """Return a sentence for each field."""
    return [field_sentence(one, phrasing) for one in outcome.fields]


def field_sentence(field_values: FieldValues, phrasing: Phrasing) -> str:
    """Return a sentence for a field. If an ancestor states the field, the sentence names that
    ancestor."""
    field = phrasing.say(str(field_values.field))
    if not field_values.values:
        return phrasing.say("told", field=field, values=phrasing.say("not_stated"))
    roles = field_values.roles or (None,) * len(field_values.values)
    value_texts = [
        phrasing.plain_day(value) + (phrasing.say(ROLE_SUFFIXES[role]) if role else "")
        for value, role in zip(field_values.values, roles, strict=True)
    ]
    values = "; ".join(value_texts[:MAX_GROUPS])
    if field_values.source is None:
        return phrasing.say("told", field=field, values=values)
    level, title = (
        phrasing.with_count(1).noun(field_values.source.level),
        phrasing.quoted(field_values.source.title),
    )
    return phrasing.say("told_by", field=field, values=values, level=level, title=title)


ROLE_SUFFIXES = {CreatorRole.MOST_RECENT: "as_last", CreatorRole.PREDECESSOR: "as_earlier"}
"""For each role, the sentence form for the text that follows a creator's name."""
