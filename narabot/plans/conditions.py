"""Whether a description meets the conditions of a set. Pure."""

from collections.abc import Iterable
from datetime import date
from functools import cache

from narabot.plans.algebra import Conditions, Period, Timing
from narabot.plans.facts import RecordFacts, stems_of
from narabot.plans.vocabulary import name_in
from narabot.words import fold


def meets(one: RecordFacts, wanted: Conditions) -> bool:
    """Return whether a description meets all conditions."""
    return (
        (not wanted.levels or one.level in wanted.levels)
        and wanted.record_group in (None, one.record_group)
        and (not wanted.kinds or (one.kind is not None and kind_of(one.kind) in wanted.kinds))
        and says(one.sender, wanted.sender)
        and says(one.recipient, wanted.recipient)
        and has_code(one.file_code, wanted.file_code)
        and (not wanted.boxes or bool(set(wanted.boxes) & set(one.boxes)))
        and all(lies(one, period) for period in wanted.periods)
        and (not wanted.records_types or bool(set(wanted.records_types) & set(one.records_types)))
        and is_between(one.document_count, wanted.least_documents, wanted.most_documents)
        and wanted.is_online in (None, one.is_online)
        and (wanted.role is None or any(maker.role == wanted.role for maker in one.creators))
        and has_words(one, wanted.words)
    )


def is_between(amount: int | None, least: int | None, most: int | None) -> bool:
    """Return whether an amount is stated and lies between two, both inclusive."""
    if least is None and most is None:
        return True
    return amount is not None and (least or 0) <= amount and (most is None or amount <= most)


@cache
def kind_of(stated: str) -> str | None:
    """Return what a document's kind is called in plans: `telegram` of an `Outgoing Telegram`."""
    return name_in("kinds", stated)


def says(stated: str | None, wanted: str | None) -> bool:
    """Return whether all words that are wanted of a name stand in it."""
    if wanted is None:
        return True
    if stated is None:
        return False
    words = stems_of(wanted)
    return words <= stems_of(stated) if words else fold(wanted) == fold(stated)


def has_code(code: str | None, wanted: str | None) -> bool:
    """Return whether a file code is the one that is wanted."""
    return wanted is None or (code is not None and same_code(code) == same_code(wanted))


def same_code(code: str) -> str:
    """Return a file code as it is compared: without blanks, in capitals."""
    return "".join(code.split()).upper()


def has_words(one: RecordFacts, groups: Iterable[tuple[str, ...]]) -> bool:
    """Return whether of each group one spelling stands in the title."""
    there = one.title_stems
    return all(any(stems_of(word) <= there for word in group) for group in groups)


def lies(one: RecordFacts, period: Period) -> bool:
    """Return whether a description's days lie to a period as they should; undated ones do not."""
    first, last = one.first_day, one.last_day or one.first_day
    if first is None or last is None:
        return False
    match period.timing:
        case Timing.WITHIN:
            return is_in(first, period) and is_in(last, period)
        case Timing.STARTING:
            return is_in(first, period)
        case Timing.ENDING:
            return one.last_day is not None and is_in(last, period)
        case Timing.OVERLAPPING:
            begun = period.last is None or first <= period.last
            return begun and (period.first is None or last >= period.first)


def is_in(day: date, period: Period) -> bool:
    """Return whether a day is one of a period."""
    return (period.first is None or day >= period.first) and (
        period.last is None or day <= period.last
    )
