"""How what two ways to look have found differs, in a reader's words. Pure."""

from collections.abc import Sequence

from babel.numbers import format_decimal

from narabot.models import Passage, Response
from narabot.presentation.cards import page_link
from narabot.presentation.markdown import escape
from narabot.presentation.records import dates, name, type_label
from narabot.presentation.responses import quoted_na_ids
from narabot.presentation.strings import say, say_many, spoken


def differences(first: Response, other: Response) -> str:
    """Return in a line how what another way has found differs from the first response."""
    return " ".join(filter(None, (answers_differ(first, other), records_differ(first, other))))


def answers_differ(first: Response, other: Response) -> str:
    """Return how two answers differ, "" where one is a list."""
    if first.answer is None or other.answer is None:
        return ""
    match first.answer.is_refused, other.answer.is_refused:
        case True, True:
            return say("Neither way finds an answer.")
        case True, False:
            return say("Only the other way finds an answer.")
        case False, True:
            return say("The other way finds no answer.")
    if first.answer.is_computed:
        return say("The first answer is computed; the other is looked up.")
    return bases_differ(quoted_na_ids(first.answer), quoted_na_ids(other.answer))


def bases_differ(first: Sequence[int], other: Sequence[int]) -> str:
    """Return how the records differ on which two answers rest, by their naIds."""
    if set(first) == set(other):
        one = len(set(first)) == 1
        return (
            say("Both rest on the same record.") if one else say("Both rest on the same records.")
        )
    if set(first) & set(other):
        return say("Both rest in part on the same records.")
    one = len(set(other)) == 1
    return (
        say("The other way rests on another record.")
        if one
        else say("The other way rests on other records.")
    )


def records_differ(first: Response, other: Response) -> str:
    """Return how many records both ways have found, and how many only one."""
    here = {one.na_id for one in first.matching}
    there = {one.na_id for one in other.matching}
    if not here and not there:
        return say("No records were found either way.")
    if here == there:
        return say_many(
            "Both found the same record.", "Both found the same {count} records.", len(here)
        )
    return say(
        "Records found both ways: {both}; only as answered: {here}; only the other way: {there}.",
        both=len(here & there),
        here=len(here - there),
        there=len(there - here),
    )


def record_line(passage: Passage, *, is_elsewhere: bool) -> str:
    """Return a record on a line: its name, which leads to its page, what it is and from when.

    Says where only this way has found it.
    """
    record = passage.record
    facts = [type_label(record.type), dates(record), "" if is_elsewhere else say("only here")]
    small = " · ".join(escape(fact) for fact in facts if fact)
    return f"{page_link(escape(name(record)), record.na_id)} :small[{small}]"


def seconds_said(response: Response) -> str:
    """Return how long a response took, "" where that was not kept."""
    took = sum(response.trace.timings_ms.values()) / 1000
    if not took:
        return ""
    return say("{seconds} seconds", seconds=format_decimal(took, "0.0", locale=spoken()))
