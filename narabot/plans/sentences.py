"""The sentences in computed answers, in English or Russian (`sentences.toml`). Pure."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from narabot.plans.algebra import Subset
from narabot.plans.facts import RecordFacts
from narabot.plans.outcomes import Outcome
from narabot.plans.overview_text import overview_sentence
from narabot.plans.phrasing import MAX_GROUPS, MAX_NAMES, Phrasing
from narabot.plans.relation_sentences import (
    common_sentence,
    comparison_sentence,
    field_sentences,
    fields_sentence,
    neighbor_sentence,
)
from narabot.plans.set_phrases import set_phrase
from narabot.plans.values import (
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

TIME_FACETS = {Facet.DAY, Facet.MONTH, Facet.YEAR, Facet.DECADE}
"""Facets whose groups appear in chronological order."""

MAX_TIME_GROUPS = 24
"""Maximum number of time-based groups in a sentence. The largest groups are kept."""

MAX_NAMED_RECORDS = 5
"""Maximum number of records for which a list names every record."""

DAYS_OF_A_YEAR = 365.2425
"""Average length of a year, in days (Gregorian calendar)."""


def outcome_sentence(outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return the text of an outcome, as one or more lines, or `None` if nothing could be
    computed."""
    sentence = SENTENCE_WRITERS[type(outcome.plan)](outcome.plan, outcome, phrasing)
    return sentence and sentence[0].upper() + sentence[1:]


def count_sentence(plan: Count, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return a sentence about how many records or values there are."""
    if plan.facet is None:
        return list_sentence(plan, outcome, phrasing)
    if not outcome.amount:
        return None
    return phrasing.say(
        "values",
        amount=f"{outcome.amount:,}",
        what=set_phrase(plan.of, phrasing),
        facet=phrasing.facet(plan.facet),
    )


def list_sentence(plan: ListOf | Count, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return a sentence about how many records are in a set.

    For an empty set, return `None` unless the plan counts a subset, for which zero is an answer.
    """
    is_of_known = isinstance(plan, Count) and isinstance(plan.of, Subset)
    if not outcome.records and not is_of_known:
        return None
    return phrasing.say(
        "count",
        amount=f"{outcome.amount:,}",
        what=set_phrase(plan.of, phrasing.with_count(len(outcome.records))),
        loaded=f"{phrasing.loaded:,}",
    )


def total_sentence(plan: Total, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return a sentence about a total number of documents."""
    if not outcome.records:
        return None
    return phrasing.say(
        "total",
        documents=phrasing.counted("document", outcome.amount or 0),
        holders=phrasing.counted("record", len(outcome.records)),
        what=set_phrase(plan.of, phrasing),
    )


def groups_sentence(plan: CountBy, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return a sentence about how many records have each value."""
    if not outcome.groups:
        return None
    most = MAX_TIME_GROUPS if plan.facet in TIME_FACETS else MAX_GROUPS
    shown = in_time_order(outcome, plan.facet, outcome.groups[:most])
    values = "; ".join(f"{phrasing.value(one.value, plan.facet)}: {one.amount:,}" for one in shown)
    what = set_phrase(plan.of, phrasing)
    sentence = phrasing.say("groups", what=what, facet=phrasing.facet(plan.facet), values=values)
    left = len(outcome.groups) - len(shown)
    none = len(outcome.records) - len({na_id for one in outcome.groups for na_id in one.na_ids})
    sentence += phrasing.say("groups_left", count=left) if left else ""
    records = phrasing.counted("record", none)
    return sentence + (phrasing.say("groups_none", records=records) if none else "")


def in_time_order(
    outcome: Outcome, facet: Facet | None, groups: Sequence[Group]
) -> Sequence[Group]:
    """Return groups in chronological order if the facet is a unit of time; otherwise, return the
    groups unchanged."""
    if facet not in TIME_FACETS:
        return groups
    first = {one.na_id: one.first_day for one in outcome.records}

    def began(group: Group) -> date:
        return min(day for na_id in group.na_ids if (day := first.get(na_id)))

    return sorted(groups, key=began)


def top_sentence(plan: Top, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return a sentence about what has the highest or lowest value, or what comes first or last."""
    if outcome.day is not None:
        return extreme_day_sentence(
            outcome, phrasing, is_first=plan.measure is Measure.FIRST_DAY and plan.is_lowest
        )
    names = [phrasing.value(one.value, plan.facet) for one in outcome.groups]
    names = names or [phrasing.quoted(one.title) for one in outcome.records]
    if not names or outcome.amount is None:
        return None
    end = "least" if plan.is_lowest else "most"
    names_text = ", ".join(names[:MAX_GROUPS])
    is_days = plan.measure is Measure.DAYS
    measured = phrasing.counted("day", outcome.amount) if is_days else f"{outcome.amount:,}"
    if len(names) == 1:
        has = phrasing.say(f"has_{end}_{plan.measure}")
        return phrasing.say("top", name=names_text, has=has, measured=measured)
    have = phrasing.say(f"have_{end}_{plan.measure}")
    return phrasing.say("top_several", names=names_text, have=have, measured=measured)


def extreme_day_sentence(outcome: Outcome, phrasing: Phrasing, *, is_first: bool) -> str | None:
    """Return a sentence about the earliest or latest record, and about how many others have the
    same date."""
    if not outcome.records or outcome.day is None:
        return None
    name, day = phrasing.quoted(outcome.records[0].title), phrasing.day(outcome.day)
    sentence = phrasing.say("first" if is_first else "last", name=name, day=day)
    others = len(outcome.records) - 1
    return sentence + (phrasing.say("alike", count=others) if others else "")


def days_between_sentence(_: DaysBetween, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return a sentence about how many days there are between two records."""
    if outcome.amount is None:
        return None
    first, last = outcome.records
    begun = first.first_day
    years = int(outcome.amount / DAYS_OF_A_YEAR)
    ended = last.last_day if first.na_id == last.na_id else last.first_day
    return phrasing.say(
        "between",
        days=phrasing.counted("day", outcome.amount),
        years=phrasing.say("years", count=years) if years else "",
        first=f"{phrasing.quoted(first.title)} ({phrasing.day(begun)})" if begun else "",
        last=f"{phrasing.quoted(last.title)} ({phrasing.day(ended)})" if ended else "",
    )


def sentence_with_fields(plan: WithFields, outcome: Outcome, phrasing: Phrasing) -> str | None:
    """Return sentences about what was found and about fields of the first record."""
    found = outcome_sentence(replace(outcome, plan=plan.plan, fields=()), phrasing)
    field_texts = field_sentences(outcome, phrasing)
    return " ".join([found, *field_texts]) if found else None


SENTENCE_WRITERS: dict[type[Plan], Callable[..., str | None]] = {
    Count: count_sentence,
    ListOf: list_sentence,
    Total: total_sentence,
    CountBy: groups_sentence,
    Top: top_sentence,
    DaysBetween: days_between_sentence,
    Compare: comparison_sentence,
    Common: common_sentence,
    Neighbor: neighbor_sentence,
    FieldsOf: fields_sentence,
    Overview: overview_sentence,
    WithFields: sentence_with_fields,
}


def cited_records(outcome: Outcome) -> tuple[RecordFacts, ...]:
    """Return the records that an answer cites.

    An answer cites the records that it names, or only the first record if there are many.
    """
    many = {Count, ListOf, Total, CountBy, Overview}
    is_short = type(outcome.plan) in {Count, ListOf} and len(outcome.records) <= MAX_NAMED_RECORDS
    if type(outcome.plan) in many and not is_short:
        return outcome.records[:1]
    return outcome.records[: MAX_NAMED_RECORDS if is_short else MAX_NAMES]
