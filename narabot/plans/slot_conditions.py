"""The conditions that the slots of a request set on records. Pure."""

import re
from collections.abc import Sequence
from datetime import date
from itertools import combinations, pairwise

from narabot.models import LevelOfDescription, RecordsType
from narabot.models.intents import Slot, SlotKind
from narabot.plans.algebra import Conditions, CreatorRole, Period
from narabot.plans.mentions import MentionKind
from narabot.plans.numbers import bounded, numbers_in
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, kind_at
from narabot.plans.posts import post_of
from narabot.plans.spans import overlap
from narabot.plans.vocabulary import name_in
from narabot.words import CYRILLIC, content_words

VOLUME = "volume"
"""A level that NARA does not have: a file unit whose title says that it is a volume."""


def conditions_of(one: PlanRequest) -> Conditions:
    """Return what records must be by themselves. Raises NotUnderstoodError."""
    level = level_of(one)
    least, most = bounds_of(one)
    return Conditions(
        levels=() if level in (None, VOLUME) else (LevelOfDescription(level),),
        words=(*(((VOLUME,),) if level == VOLUME else ()), *topics_of(one)),
        kinds=kinds_of(one),
        sender=post_of(one, SlotKind.SENDER),
        recipient=post_of(one, SlotKind.RECIPIENT),
        periods=periods_of(one),
        records_types=tuple(
            dict.fromkeys(
                RecordsType(known(one, slot, "types")) for slot in one.intent.of(SlotKind.TYPE)
            )
        ),
        role=role_alone(one),
        least_documents=least,
        most_documents=most,
        is_online=online_of(one),
    )


def role_alone(one: PlanRequest) -> CreatorRole | None:
    """Return the role that any creator must have, where none is named."""
    if one.intent.of(SlotKind.CREATOR) or one.intent.excluded(SlotKind.CREATOR):
        return None
    if one.intent.of(SlotKind.FORMER_ROLE):
        return CreatorRole.PREDECESSOR
    return CreatorRole.MOST_RECENT if one.intent.of(SlotKind.LAST_ROLE) else None


def kinds_of(one: PlanRequest) -> tuple[str, ...]:
    """Return the kinds of documents that are asked for; none for messages of any."""
    kinds = (known(one, slot, "kinds") for slot in one.intent.of(SlotKind.KIND))
    return tuple(dict.fromkeys(kind for kind in kinds if kind != MESSAGE))


MESSAGE = "message"
"""A kind of document that is any."""


def known(one: PlanRequest, slot: Slot, table: str) -> str:
    """Return what the words of a slot mean in a table. Raises NotUnderstoodError."""
    name = name_in(table, one.said(slot))
    if name is None:
        raise NotUnderstoodError(one.said(slot))
    return name


def level_of(one: PlanRequest) -> str | None:
    """Return the level that is asked for, `None` for any."""
    names = [name_in("levels", one.said(slot)) for slot in one.intent.of(SlotKind.LEVEL)]
    return next((name for name in names if name), None)


def is_level(one: PlanRequest, slot: Slot, level: str) -> bool:
    """Return whether a slot names a level."""
    return name_in("levels", one.said(slot)) == level


def topics_of(one: PlanRequest) -> tuple[tuple[str, ...], ...]:
    """Return the words that titles must have: all of them, or those of one of several slots."""
    slots = [
        slot
        for slot in one.intent.of(SlotKind.TOPIC)
        if kind_at(one, slot) is not MentionKind.RECORD
    ]
    if len(slots) > 1 and is_either(one, slots):
        groups = [group for slot in slots for group in spellings_of(one, slot)]
        return (tuple(dict.fromkeys(word for group in groups for word in group)),)
    return tuple(group for slot in slots for group in spellings_of(one, slot))


def spellings_of(one: PlanRequest, slot: Slot) -> tuple[tuple[str, ...], ...]:
    """Return the words of a topic as titles spell them, or as they are written."""
    mention = one.named.get(slot)
    if mention is not None and mention.kind is MentionKind.WORDS:
        return mention.spellings
    if CYRILLIC.search(one.said(slot)):
        raise NotUnderstoodError(one.said(slot))
    return ((one.said(slot),),) if content_words(one.said(slot)) else ()


OR = re.compile(r"\b(?:or|either|and/or|или|либо)\b", re.IGNORECASE)

AND = re.compile(r",|\b(?:and|or|as well as|и|или|а также)\b", re.IGNORECASE)


def is_any_meant(one: PlanRequest, slots: Sequence[Slot]) -> bool:
    """Return whether what any of several containers holds is meant, not what all do."""
    return all(AND.search(one.text[before.end : after.start]) for before, after in pairwise(slots))


NEAR = 40
"""Characters between two slots that an `or` joins."""


def is_either(one: PlanRequest, slots: Sequence[Slot]) -> bool:
    """Return whether one of some slots is enough: `or` stands between two of them."""
    return any(
        OR.search(one.text[before.end : after.start]) and after.start - before.end < NEAR
        for before, after in pairwise(slots)
    )


def bounds_of(one: PlanRequest) -> tuple[int | None, int | None]:
    """Return how many documents a folder must state, at least and at most.

    Raises NotUnderstoodError.
    """
    slots = one.intent.of(SlotKind.SIZE)
    if not slots:
        return None, None
    window = one.text[max(0, slots[0].start - WINDOW[0]) : slots[0].end + WINDOW[1]]
    for said in (one.said(slots[0]), window):
        numbers = numbers_in(said)
        if numbers:
            return bounded(window, numbers)
    raise NotUnderstoodError(one.said(slots[0]))


WINDOW = (25, 15)
"""Characters before and behind a number that may bound it."""


def periods_of(one: PlanRequest) -> tuple[Period, ...]:
    """Return the periods in which the days of records must lie.

    Raises NotUnderstoodError for days that nobody could name, and for `1941 and 1964`.
    """
    slots = one.intent.of(SlotKind.PERIOD)
    denied = one.intent.excluded(SlotKind.PERIOD)
    periods = [
        period for period in one.periods if not any(overlap(period, slot) for slot in denied)
    ]
    if slots and not periods:
        raise NotUnderstoodError(one.said(slots[0]))
    found = tuple(dict.fromkeys(period.period for period in periods))
    if any(period.is_vague for period in periods) or any(
        are_apart(*pair) for pair in combinations(found, 2)
    ):
        raise NotUnderstoodError(one.text[periods[0].start : periods[-1].end])
    return found


def are_apart(one: Period, other: Period) -> bool:
    """Return whether no day of one period is one of another, to which records lie as to that."""
    if one.timing is not other.timing:
        return False
    earlier, later = sorted((one, other), key=lambda period: period.first or date.min)
    return (earlier.last or date.max) < (later.first or date.min)


def online_of(one: PlanRequest) -> bool | None:
    """Return whether records must be online, or must not."""
    if one.intent.of(SlotKind.OFFLINE) or one.intent.excluded(SlotKind.ONLINE):
        return False
    return True if one.intent.of(SlotKind.ONLINE) else None
