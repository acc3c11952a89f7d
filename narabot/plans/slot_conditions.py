"""The conditions that the slots in a request set on records. Pure."""

import re
from collections.abc import Sequence
from datetime import date
from itertools import combinations, pairwise

from narabot.models import LevelOfDescription, RecordsType
from narabot.models.intents import Slot, SlotKind
from narabot.plans.algebra import Conditions, CreatorRole, Period
from narabot.plans.mentions import MentionKind
from narabot.plans.numbers import number_bounds, numbers_in
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, mention_kind
from narabot.plans.posts import requested_post
from narabot.plans.spans import overlap
from narabot.plans.vocabulary import name_in
from narabot.words import CYRILLIC, content_words

VOLUME = "volume"
"""A level that NARA does not use: a file unit with a title that calls it a volume."""


def requested_conditions(request: PlanRequest) -> Conditions:
    """Return the conditions on the records themselves. May raise NotUnderstoodError."""
    level = requested_level(request)
    least, most = document_bounds(request)
    return Conditions(
        levels=() if level in (None, VOLUME) else (LevelOfDescription(level),),
        words=(*(((VOLUME,),) if level == VOLUME else ()), *title_words(request)),
        kinds=requested_kinds(request),
        sender=requested_post(request, SlotKind.SENDER),
        recipient=requested_post(request, SlotKind.RECIPIENT),
        periods=requested_periods(request),
        records_types=tuple(
            dict.fromkeys(
                RecordsType(vocabulary_name(request, slot, "types"))
                for slot in request.intent.of(SlotKind.TYPE)
            )
        ),
        role=unnamed_creator_role(request),
        least_documents=least,
        most_documents=most,
        is_online=online_condition(request),
    )


def unnamed_creator_role(request: PlanRequest) -> CreatorRole | None:
    """Return the role in which a record must name some creator, if the request itself names no
    creator."""
    if request.intent.of(SlotKind.CREATOR) or request.intent.excluded(SlotKind.CREATOR):
        return None
    if request.intent.of(SlotKind.FORMER_ROLE):
        return CreatorRole.PREDECESSOR
    return CreatorRole.MOST_RECENT if request.intent.of(SlotKind.LAST_ROLE) else None


def requested_kinds(request: PlanRequest) -> tuple[str, ...]:
    """Return the requested document kinds, without the kind that matches all messages."""
    kinds = (vocabulary_name(request, slot, "kinds") for slot in request.intent.of(SlotKind.KIND))
    return tuple(dict.fromkeys(kind for kind in kinds if kind != ANY_MESSAGE))


ANY_MESSAGE = "message"
"""The document kind that matches all messages."""


def vocabulary_name(request: PlanRequest, slot: Slot, table: str) -> str:
    """Return the vocabulary name for the words in a slot. May raise NotUnderstoodError."""
    name = name_in(table, request.text_of(slot))
    if name is None:
        raise NotUnderstoodError(request.text_of(slot))
    return name


def requested_level(request: PlanRequest) -> str | None:
    """Return the requested level, or `None` for any level."""
    names = [name_in("levels", request.text_of(slot)) for slot in request.intent.of(SlotKind.LEVEL)]
    return next((name for name in names if name), None)


def is_level(request: PlanRequest, slot: Slot, level: str) -> bool:
    """Return whether a slot names a level."""
    return name_in("levels", request.text_of(slot)) == level


def title_words(request: PlanRequest) -> tuple[tuple[str, ...], ...]:
    """Return the groups of words that titles must contain.

    Topics joined by `or` become a single group that contains the words of all these topics.
    """
    slots = [
        slot
        for slot in request.intent.of(SlotKind.TOPIC)
        if mention_kind(request, slot) is not MentionKind.RECORD
    ]
    if len(slots) > 1 and is_alternative(request, slots):
        groups = [group for slot in slots for group in topic_spellings(request, slot)]
        return (tuple(dict.fromkeys(word for group in groups for word in group)),)
    return tuple(group for slot in slots for group in topic_spellings(request, slot))


def topic_spellings(request: PlanRequest, slot: Slot) -> tuple[tuple[str, ...], ...]:
    """Return the spellings of a topic's words in titles, or else in the request."""
    mention = request.mentions.get(slot)
    if mention is not None and mention.kind is MentionKind.WORDS:
        return mention.spellings
    if CYRILLIC.search(request.text_of(slot)):
        raise NotUnderstoodError(request.text_of(slot))
    return ((request.text_of(slot),),) if content_words(request.text_of(slot)) else ()


OR_WORDS = re.compile(r"\b(?:or|either|and/or|или|либо)\b", re.IGNORECASE)

LIST_SEPARATOR = re.compile(r",|\b(?:and|or|as well as|и|или|а также)\b", re.IGNORECASE)


def is_enumeration(request: PlanRequest, slots: Sequence[Slot]) -> bool:
    """Return whether the request lists containers. If so, a record may be in any listed
    container."""
    return all(
        LIST_SEPARATOR.search(request.text[before.end : after.start])
        for before, after in pairwise(slots)
    )


MAX_OR_GAP = 40
"""Maximum number of characters between two slots that an `or` joins."""


def is_alternative(request: PlanRequest, slots: Sequence[Slot]) -> bool:
    """Return whether `or` joins two adjacent slots, in which case a match for either slot is
    enough."""
    return any(
        OR_WORDS.search(request.text[before.end : after.start])
        and after.start - before.end < MAX_OR_GAP
        for before, after in pairwise(slots)
    )


def document_bounds(request: PlanRequest) -> tuple[int | None, int | None]:
    """Return the minimum and maximum number of documents that a file unit must state.

    May raise NotUnderstoodError.
    """
    slots = request.intent.of(SlotKind.SIZE)
    if not slots:
        return None, None
    window = request.text[max(0, slots[0].start - BOUND_WINDOW[0]) : slots[0].end + BOUND_WINDOW[1]]
    for words in (request.text_of(slots[0]), window):
        numbers = numbers_in(words)
        if numbers:
            return number_bounds(window, numbers)
    raise NotUnderstoodError(request.text_of(slots[0]))


BOUND_WINDOW = (25, 15)
"""Number of characters before and after a slot in which narabot looks for words that set a
bound."""


def requested_periods(request: PlanRequest) -> tuple[Period, ...]:
    """Return the periods that the dates of records must match.

    Raise NotUnderstoodError for vague periods, and for disjoint periods, as in `1941 and 1964`.
    """
    slots = request.intent.of(SlotKind.PERIOD)
    denied = request.intent.excluded(SlotKind.PERIOD)
    periods = [
        period for period in request.periods if not any(overlap(period, slot) for slot in denied)
    ]
    if slots and not periods:
        raise NotUnderstoodError(request.text_of(slots[0]))
    found = tuple(dict.fromkeys(period.period for period in periods))
    if any(period.is_vague for period in periods) or any(
        are_disjoint(*pair) for pair in combinations(found, 2)
    ):
        raise NotUnderstoodError(request.text[periods[0].start : periods[-1].end])
    return found


def are_disjoint(one: Period, other: Period) -> bool:
    """Return whether two periods with the same timing have no day in common."""
    if one.timing is not other.timing:
        return False
    earlier, later = sorted((one, other), key=lambda period: period.first or date.min)
    return (earlier.last or date.max) < (later.first or date.min)


def online_condition(request: PlanRequest) -> bool | None:
    """Return whether records must be online (`True`) or must not be online (`False`), or `None` if
    either is fine."""
    if request.intent.of(SlotKind.OFFLINE) or request.intent.excluded(SlotKind.ONLINE):
        return False
    return True if request.intent.of(SlotKind.ONLINE) else None
