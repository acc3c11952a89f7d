"""Requests for lists that the search cannot make, read into plans. Pure."""

from collections.abc import Iterator
from dataclasses import replace

from narabot.models import LevelOfDescription
from narabot.plans.algebra import (
    Below,
    Conditions,
    MadeBy,
    Period,
    Records,
    RecordSet,
    Timing,
)
from narabot.plans.conditions_said import ROOT_LEVELS, VOLUME
from narabot.plans.mentions import MentionKind
from narabot.plans.sets import is_narrow, read_set
from narabot.plans.values import (
    ListOf,
    Plan,
)
from narabot.plans.vocabulary import patterns
from narabot.plans.words import Words


def listed(words: Words) -> Iterator[Plan]:
    """Yield the records of a set that more than words of titles makes.

    Words beside a day may only say what happened on it: they are left out if nothing has them.
    """
    asked = (patterns("fields")[name] for name in ("box", "creator", "established", "abolished"))
    if any(one.search(words.text) for one in asked) and not words.marks(MentionKind.CREATOR):
        return
    if asks_above(words):
        return
    is_day = any(one.is_day for one in words.periods)
    is_volume = patterns("levels")["volume"].search(words.text) is not None
    wanted = read_set(words)
    if wanted is None or not is_narrow(wanted, words):
        return
    conditions = getattr(wanted, "conditions", None)
    if conditions and is_topical(conditions, words):
        return
    if is_filtered(wanted):
        return
    yield ListOf(wanted)
    if is_day and conditions and (is_volume or conditions.file_code or isinstance(wanted, Below)):
        kept = ((VOLUME,),) if is_volume else ()
        yield ListOf(replace(wanted, conditions=replace(conditions, words=kept)))


SAID_BY_FORM = {"sender", "recipient", "file_code", "boxes", "least_documents", "parts"}
"""Conditions that only a plan knows."""


def is_topical(conditions: Conditions, words: Words) -> bool:
    """Return whether a list is of what records are about, which the search finds better.

    Titles are searched by their words where a request says so, or with conditions of their form.
    """
    sought = [group for group in conditions.words if group != (VOLUME,)]
    is_by_form = bool(SAID_BY_FORM & set(conditions.in_force))
    return bool(sought) and not words.is_of_titles and not is_by_form


def asks_above(words: Words) -> bool:
    """Return whether a request names a record and asks for a series or group: what is above it."""
    is_low = any(
        one.level in {LevelOfDescription.FILE_UNIT, LevelOfDescription.ITEM}
        for one in words.marks(MentionKind.RECORD)
    )
    levels = patterns("levels")
    return is_low and any(levels[name].search(words.text) for name in ("series", *ROOT_LEVELS))


FILTERS = {"levels", "record_group", "records_types", "is_online", "periods"}
"""Conditions that the search has as filters, which show as chips."""


def is_filtered(wanted: RecordSet) -> bool:
    """Return whether the search makes the same list by its filters alone."""
    if not isinstance(wanted, Records | MadeBy) or getattr(wanted, "role", None):
        return False
    conditions = wanted.conditions
    return set(conditions.in_force) <= FILTERS and all(map(is_of_years, conditions.periods))


def is_of_years(period: Period) -> bool:
    """Return whether a period is of whole years, which the records need only touch."""
    begins = period.first is None or (period.first.month, period.first.day) == (1, 1)
    ends = period.last is None or (period.last.month, period.last.day) == (12, 31)
    return begins and ends and period.timing is Timing.OVERLAPPING
