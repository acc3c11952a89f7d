"""Requests about two records or sets, as plans: which has more, what they share. Pure."""

import re
from collections.abc import Sequence
from itertools import pairwise

from narabot.models.intents import Slot, SlotKind
from narabot.plans.algebra import Either, Records, RecordSet, Sought, These, Timing
from narabot.plans.mentions import MentionKind
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, distance, kind_at
from narabot.plans.sets import FILE_UNIT, folders_in, itself, set_of
from narabot.plans.values import Common, Compare, DaysBetween, Measure, Plan
from narabot.plans.vocabulary import patterns
from narabot.words import content_words

SIDES = (
    SlotKind.RECORD,
    SlotKind.CONTAINER,
    SlotKind.CREATOR,
    SlotKind.TOPIC,
    SlotKind.SENDER,
    SlotKind.RECIPIENT,
    SlotKind.KIND,
    SlotKind.PERIOD,
    SlotKind.TYPE,
)
"""Kinds of slots of which two may be compared, the first that a request has two of."""


LASTS = re.compile(r"\b(?:last(?:s|ed)?|run(?:s|ning)?)\b", re.IGNORECASE)
"""What compares the last days of records, besides what says that they end."""


def compare(one: PlanRequest) -> Plan:
    """Return which of two sides has more, or comes first. Raises NotUnderstoodError."""
    sides = sides_of(one)
    measure = one.intent.measure
    if measure in {"earlier", "later"}:
        is_by_end = patterns("timings")[Timing.ENDING].search(one.text) or LASTS.search(one.text)
        chosen = Measure.LAST_DAY if is_by_end else Measure.FIRST_DAY
    elif measure == "days":
        chosen = Measure.DAYS
    else:
        chosen = Measure.DOCUMENTS if measure == "documents" else Measure.RECORDS
    kinds = {slot.kind for slot in sides}
    sets = tuple(side(one, slot, sides, chosen) for slot in sides)
    if chosen is Measure.DOCUMENTS and not (
        kinds <= {SlotKind.RECORD, SlotKind.CONTAINER} and all(map(has_folders, sets))
    ):
        chosen = Measure.RECORDS
    is_lowest = measure == "earlier" or one.intent.is_least
    return Compare(sets, chosen, is_lowest=is_lowest)


def sides_of(one: PlanRequest) -> list[Slot]:
    """Return the slots that are compared. Raises NotUnderstoodError where there are no two."""
    mixed = one.intent.of(SlotKind.RECORD, SlotKind.CONTAINER)
    for form in (MentionKind.BOX, MentionKind.FILE_CODE, MentionKind.RECORD_GROUP):
        alike = [slot for slot in mixed if kind_at(one, slot) is form]
        if len(alike) == 2 and len(mixed) > 2:
            return alike
    for kind in SIDES:
        slots = one.intent.of(kind)
        if len(slots) == 2:
            return slots
        if len(slots) > 2 and kind is SlotKind.TOPIC:
            return nearest_two(slots)
    if len(mixed) == 2:
        return mixed
    raise NotUnderstoodError


def nearest_two(slots: Sequence[Slot]) -> list[Slot]:
    """Return the two neighbours among slots with the least between them."""
    return list(min(pairwise(slots), key=lambda pair: distance(*pair)))


def side(one: PlanRequest, slot: Slot, sides: Sequence[Slot], measure: Measure) -> RecordSet:
    """Return one of the sides that are compared, under the conditions that all share."""
    own = one.without([other for other in sides if other != slot])
    if slot.kind is SlotKind.RECORD and measure is not Measure.RECORDS:
        return itself(own, slot)
    if slot.kind is SlotKind.TOPIC:
        own = own.without([other for other in own.intent.of(SlotKind.TOPIC) if other != slot])
    is_whole = slot.kind is SlotKind.CONTAINER and kind_at(one, slot) is MentionKind.RECORD
    if is_whole and measure is not Measure.RECORDS:
        return These(one.named[slot].na_ids)
    if measure is Measure.DOCUMENTS and slot.kind is SlotKind.CONTAINER:
        return folders_in(own)
    return set_of(own)


def has_folders(wanted: RecordSet) -> bool:
    """Return whether a side states its documents: a record itself, or folders."""
    match wanted:
        case These() | Sought():
            return True
        case Records(conditions=conditions):
            return conditions.levels == (FILE_UNIT,)
        case _:
            return False


def days(one: PlanRequest) -> Plan:
    """Return how many days lie between two records, or the first and the last of a set."""
    records = one.intent.of(SlotKind.RECORD)
    if len(records) == 2:
        first, second = (itself(one, slot) for slot in records)
        return DaysBetween(Either(first, second))
    if len(records) == 1:
        return DaysBetween(itself(one, records[0]))
    return DaysBetween(set_of(one))


def common(one: PlanRequest) -> Plan:
    """Return what records share. Raises NotUnderstoodError."""
    slots = one.intent.of(SlotKind.RECORD, SlotKind.CONTAINER)
    sure = [slot for slot in slots if slot in one.named]
    said = [slot for slot in slots if slot in sure or len(content_words(one.said(slot))) > 1]
    slots = next((some for some in (sure, said) if len(some) > 1), slots)
    if len(slots) < 2:
        raise NotUnderstoodError
    return Common(tuple(itself(one, slot) for slot in slots))
