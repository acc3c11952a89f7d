"""Describe in plain words how the results of two strategies differ."""

from collections.abc import Sequence

from babel.numbers import format_decimal

from narabot.models import Passage, Response
from narabot.presentation.cards import page_link
from narabot.presentation.markdown import escape
from narabot.presentation.records import dates, name, type_label
from narabot.presentation.responses import quoted_na_ids
from narabot.presentation.strategy_labels import is_computed
from narabot.presentation.strings import page_language, say, say_many


def differences(first: Response, other: Response) -> str:
    """Return a line about how the other strategy's response differs from the first response."""
    sentences = (answers_differ(first, other), records_differ(first, other))
    return " ".join(filter(None, sentences))


def answers_differ(first: Response, other: Response) -> str:
    """Return how two answers differ, or "" if either response is a list."""
    if is_computed(first):
        return say(
            "The first answer is computed from all records. The other method searches for records."
        )
    if first.answer is None or other.answer is None:
        return ""
    match first.answer.is_refused, other.answer.is_refused:
        case True, True:
            return say("Neither method finds an answer.")
        case True, False:
            return say("Only the other method finds an answer.")
        case False, True:
            return say("The other method finds no answer.")
        case _:
            return sources_differ(quoted_na_ids(first.answer), quoted_na_ids(other.answer))


def sources_differ(first: Sequence[int], other: Sequence[int]) -> str:
    """Return how the cited records of two answers differ. The records are compared by naId."""
    if set(first) == set(other):
        one = len(set(first)) == 1
        return (
            say("Both answers cite the same record.")
            if one
            else say("Both answers cite the same records.")
        )
    if set(first) & set(other):
        return say("Both answers cite some of the same records.")
    one = len(set(other)) == 1
    return (
        say("The other answer cites a different record.")
        if one
        else say("The other answer cites different records.")
    )


def records_differ(first: Response, other: Response) -> str:
    """Return how many records both strategies found, and how many only one strategy found.

    The result is "" for a computation.
    """
    if is_computed(first):
        return ""
    mine = [one.na_id for one in first.matching]
    theirs = [one.na_id for one in other.matching]
    here, there = set(mine), set(theirs)
    if here != there:
        return say(
            "Records found by both methods: {both}; only by the first method: {here}; only by "
            "the other method: {there}.",
            both=len(here & there),
            here=len(here - there),
            there=len(there - here),
        )
    if not here:
        return say("Neither method finds a record.")
    if len(here) > 1 and mine != theirs:
        return say(
            "Both methods find the same {count} records, in a different order.", count=len(here)
        )
    return say_many(
        "Both methods find the same record.",
        "Both methods find the same {count} records.",
        len(here),
    )


def exclusive_records(response: Response, other: Response) -> frozenset[int]:
    """Return the naIds of the records that are only in `response`, not in `other`.

    The result is empty if either response was computed, because a computation has no search
    results.
    """
    if is_computed(response) or is_computed(other):
        return frozenset()
    return frozenset(one.na_id for one in response.matching) - {one.na_id for one in other.matching}


def record_line(passage: Passage, *, is_only_here: bool) -> str:
    """Return a record on one line: its name as a link, its type, and its dates.

    A note marks records that only this strategy found.
    """
    record = passage.record
    facts = [type_label(record.type), dates(record), say("found only here") if is_only_here else ""]
    small = " · ".join(escape(fact) for fact in facts if fact)
    return f"{page_link(escape(name(record)), record.na_id)} :small[{small}]"


def duration_text(response: Response) -> str:
    """Return how long a response took, or "" if the time was not stored."""
    took = sum(response.trace.timings_ms.values()) / 1000
    if not took:
        return ""
    return say("{seconds} seconds", seconds=format_decimal(took, "0.0", locale=page_language()))
