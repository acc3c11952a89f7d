"""Functions that check whether a description meets the conditions of a set. Pure."""

from collections.abc import Iterable
from datetime import date
from functools import cache

from narabot.plans.algebra import Conditions, Period, Timing
from narabot.plans.facts import RecordFacts, stems_of
from narabot.plans.vocabulary import name_in
from narabot.words import fold


def meets(record: RecordFacts, wanted: Conditions) -> bool:
    """Return whether a description meets all conditions."""
    return (
        (not wanted.levels or record.level in wanted.levels)
        and wanted.record_group in (None, record.record_group)
        and (
            not wanted.kinds
            or (record.kind is not None and document_kind(record.kind) in wanted.kinds)
        )
        and has_name_words(record.sender, wanted.sender)
        and has_name_words(record.recipient, wanted.recipient)
        and matches_code(record.file_code, wanted.file_code)
        and (not wanted.boxes or bool(set(wanted.boxes) & set(record.boxes)))
        and all(matches_period(record, period) for period in wanted.periods)
        and (
            not wanted.records_types or bool(set(wanted.records_types) & set(record.records_types))
        )
        and is_between(record.document_count, wanted.least_documents, wanted.most_documents)
        and wanted.is_online in (None, record.is_online)
        and (wanted.role is None or any(maker.role == wanted.role for maker in record.creators))
        and has_words(record, wanted.words)
    )


def is_between(amount: int | None, least: int | None, most: int | None) -> bool:
    """Return whether an amount is stated and within inclusive bounds."""
    if least is None and most is None:
        return True
    return amount is not None and (least or 0) <= amount and (most is None or amount <= most)


@cache
def document_kind(stated: str) -> str | None:
    """Return the name that plans use for a document kind: `telegram` for `Outgoing Telegram`."""
    return name_in("kinds", stated)


def has_name_words(stated: str | None, wanted: str | None) -> bool:
    """Return whether a stated name contains all words of the wanted name."""
    if wanted is None:
        return True
    if stated is None:
        return False
    words = stems_of(wanted)
    return words <= stems_of(stated) if words else fold(wanted) == fold(stated)


def matches_code(code: str | None, wanted: str | None) -> bool:
    """Return whether a file code matches the wanted code."""
    return wanted is None or (code is not None and normalized_code(code) == normalized_code(wanted))


def normalized_code(code: str) -> str:
    """Return a file code in uppercase without spaces, for comparisons."""
    return "".join(code.split()).upper()


def has_words(record: RecordFacts, groups: Iterable[tuple[str, ...]]) -> bool:
    """Return whether a title contains at least one spelling from each group."""
    there = record.title_stems
    return all(any(stems_of(word) <= there for word in group) for group in groups)


def matches_period(record: RecordFacts, period: Period) -> bool:
    """Return whether a description's dates relate to a period as the period's timing requires.

    Undated descriptions never match.
    """
    first, last = record.first_day, record.last_day or record.first_day
    if first is None or last is None:
        return False
    match period.timing:
        case Timing.WITHIN:
            return is_in_period(first, period) and is_in_period(last, period)
        case Timing.STARTING:
            return is_in_period(first, period)
        case Timing.ENDING:
            return record.last_day is not None and is_in_period(last, period)
        case Timing.OVERLAPPING:
            begun = period.last is None or first <= period.last
            return begun and (period.first is None or last >= period.first)


def is_in_period(day: date, period: Period) -> bool:
    """Return whether a day falls within a period."""
    return (period.first is None or day >= period.first) and (
        period.last is None or day <= period.last
    )
