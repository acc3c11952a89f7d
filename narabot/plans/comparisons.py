"""Plans for requests that compare two records or sets or ask what records have in common. Pure."""

import re
from collections.abc import Sequence
from itertools import pairwise

from narabot.models.intents import Slot, SlotKind
from narabot.plans.algebra import DescribedRecord, Records, RecordsById, RecordSet, Timing, Union
from narabot.plans.mentions import MentionKind
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, distance, mention_kind
from narabot.plans.sets import FILE_UNIT, requested_folders, requested_set, slot_record
from narabot.plans.values import Common, Compare, DaysBetween, Measure, Plan
from narabot.plans.vocabulary import patterns
from narabot.words import content_words

COMPARABLE_SLOTS = (
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
"""Slot kinds that can be compared. The first kind that occurs twice in a request is used."""


END_WORDS = re.compile(r"\b(?:last(?:s|ed)?|run(?:s|ning)?)\b", re.IGNORECASE)
"""Words that ask for a comparison of end dates, in addition to the words for `ending`."""


def plan_comparison(request: PlanRequest) -> Plan:
    """Return a plan that determines which of two sides is larger or comes first. May raise
    NotUnderstoodError."""
    sides = sides_of(request)
    measure = request.intent.measure
    if measure in {"earlier", "later"}:
        is_by_end = patterns("timings")[Timing.ENDING].search(request.text) or END_WORDS.search(
            request.text
        )
        chosen = Measure.LAST_DAY if is_by_end else Measure.FIRST_DAY
    elif measure == "days":
        chosen = Measure.DAYS
    else:
        chosen = Measure.DOCUMENTS if measure == "documents" else Measure.RECORDS
    kinds = {slot.kind for slot in sides}
    sets = tuple(side_set(request, slot, sides, chosen) for slot in sides)
    if chosen is Measure.DOCUMENTS and not (
        kinds <= {SlotKind.RECORD, SlotKind.CONTAINER} and all(map(states_documents, sets))
    ):
        chosen = Measure.RECORDS
    is_lowest = measure == "earlier" or request.intent.is_least
    return Compare(sets, chosen, is_lowest=is_lowest)


def sides_of(request: PlanRequest) -> list[Slot]:
    """Return the two slots to compare. Raise NotUnderstoodError if there are not exactly two."""
    mixed = request.intent.of(SlotKind.RECORD, SlotKind.CONTAINER)
    for form in (MentionKind.BOX, MentionKind.FILE_CODE, MentionKind.RECORD_GROUP):
        alike = [slot for slot in mixed if mention_kind(request, slot) is form]
        if len(alike) == 2 and len(mixed) > 2:
            return alike
    for kind in COMPARABLE_SLOTS:
        slots = request.intent.of(kind)
        if len(slots) == 2:
            return slots
        if len(slots) > 2 and kind is SlotKind.TOPIC:
            return closest_pair(slots)
    if len(mixed) == 2:
        return mixed
    raise NotUnderstoodError


def closest_pair(slots: Sequence[Slot]) -> list[Slot]:
    """Return the two adjacent slots with the shortest gap between them."""
    return list(min(pairwise(slots), key=lambda pair: distance(*pair)))


def side_set(
    request: PlanRequest, slot: Slot, sides: Sequence[Slot], measure: Measure
) -> RecordSet:
    """Return the set for one side of a comparison, limited by the conditions that all sides
    share."""
    own = request.without([other for other in sides if other != slot])
    if slot.kind is SlotKind.RECORD and measure is not Measure.RECORDS:
        return slot_record(own, slot)
    if slot.kind is SlotKind.TOPIC:
        own = own.without([other for other in own.intent.of(SlotKind.TOPIC) if other != slot])
    is_whole = slot.kind is SlotKind.CONTAINER and mention_kind(request, slot) is MentionKind.RECORD
    if is_whole and measure is not Measure.RECORDS:
        return RecordsById(request.mentions[slot].na_ids)
    if measure is Measure.DOCUMENTS and slot.kind is SlotKind.CONTAINER:
        return requested_folders(own)
    return requested_set(own)


def states_documents(wanted: RecordSet) -> bool:
    """Return whether a set consists of records that may state how many documents they contain:
    named or described records, or file units."""
    match wanted:
        case RecordsById() | DescribedRecord():
            return True
        case Records(conditions=conditions):
            return conditions.levels == (FILE_UNIT,)
        case _:
            return False


def plan_days(request: PlanRequest) -> Plan:
    """Return a plan that counts the days between two records, or between the first and last record
    in a set."""
    records = request.intent.of(SlotKind.RECORD)
    if len(records) == 2:
        first, second = (slot_record(request, slot) for slot in records)
        return DaysBetween(Union(first, second))
    if len(records) == 1:
        return DaysBetween(slot_record(request, records[0]))
    return DaysBetween(requested_set(request))


def plan_common(request: PlanRequest) -> Plan:
    """Return a plan that determines what records have in common. May raise NotUnderstoodError."""
    slots = request.intent.of(SlotKind.RECORD, SlotKind.CONTAINER)
    sure = [slot for slot in slots if slot in request.mentions]
    described = [
        slot for slot in slots if slot in sure or len(content_words(request.text_of(slot))) > 1
    ]
    slots = next((some for some in (sure, described) if len(some) > 1), slots)
    if len(slots) < 2:
        raise NotUnderstoodError
    return Common(tuple(slot_record(request, slot) for slot in slots))
