"""How what two ways to look have found differs, in a reader's words. Pure."""

from collections.abc import Sequence

from babel.numbers import format_decimal

from narabot.models import Passage, Response
from narabot.presentation.cards import page_link
from narabot.presentation.markdown import escape
from narabot.presentation.records import dates, name, type_label
from narabot.presentation.responses import quoted_na_ids
from narabot.presentation.strings import say, say_many, spoken
from narabot.presentation.ways import is_computed


def differences(first: Response, other: Response) -> str:
    """Return in a line how what another way has found differs from the first response."""
    said = (answers_differ(first, other), records_differ(first, other))
    return " ".join(filter(None, said))


def answers_differ(first: Response, other: Response) -> str:
    """Return how two answers differ, "" where one is a list."""
    if is_computed(first):
        return say("The first answer is computed from all records; the other way looks records up.")
    if first.answer is None or other.answer is None:
        return ""
    match first.answer.is_refused, other.answer.is_refused:
        case True, True:
            return say("Neither way finds an answer.")
        case True, False:
            return say("Only the other way finds an answer.")
        case False, True:
            return say("The other way finds no answer.")
        case _:
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
    """Return how many records both ways have found, and how many only one; "" for a computation."""
    if is_computed(first):
        return ""
    mine = [one.na_id for one in first.matching]
    theirs = [one.na_id for one in other.matching]
    here, there = set(mine), set(theirs)
    if here != there:
        return say(
            "Records found both ways: {both}; only as answered: {here}; only the other way: "
            "{there}.",
            both=len(here & there),
            here=len(here - there),
            there=len(there - here),
        )
    if not here:
        return say("No record is found either way.")
    if len(here) > 1 and mine != theirs:
        return say("Both find the same {count} records, in another order.", count=len(here))
    return say_many("Both find the same record.", "Both find the same {count} records.", len(here))


def only_in(response: Response, other: Response) -> frozenset[int]:
    """Return the records, by naId, that only the first of two ways has found.

    None where one was computed: its records were not looked up.
    """
    if is_computed(response) or is_computed(other):
        return frozenset()
    return frozenset(one.na_id for one in response.matching) - {one.na_id for one in other.matching}


def record_line(passage: Passage, *, is_only_here: bool) -> str:
    """Return a record on a line: its name, which leads to its page, what it is and from when.

    Says where only this way has found it.
    """
    record = passage.record
    facts = [type_label(record.type), dates(record), say("only here") if is_only_here else ""]
    small = " · ".join(escape(fact) for fact in facts if fact)
    return f"{page_link(escape(name(record)), record.na_id)} :small[{small}]"


def seconds_said(response: Response) -> str:
    """Return how long a response took, "" where that was not kept."""
    took = sum(response.trace.timings_ms.values()) / 1000
    if not took:
        return ""
    return say("{seconds} seconds", seconds=format_decimal(took, "0.0", locale=spoken()))
