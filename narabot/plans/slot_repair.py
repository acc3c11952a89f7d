"""Repair of slots that the intent model split in two or mistook for a name. Pure.

With these rules, all slots are correct in 52% of 2,868 requests by writers who wrote no training
data. Without the rules, all slots are correct in 50%. Among the 26,000 slots marked in
`training/made`, 47 names directly follow another name. None of the marked names begins with a match
for `CONTINUATION`, and none is a single word that names a level.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from narabot.models.intents import Intent, Operation, Slot, SlotKind
from narabot.plans.plan_request import NAME_SLOTS
from narabot.plans.vocabulary import whole_name_in

NAME_KINDS = frozenset({*NAME_SLOTS, SlotKind.SENDER, SlotKind.RECIPIENT})

CONTINUATION = re.compile(
    r"(?:of|and|about|because of|concerning|on|at|to|for|with|by)\s", re.IGNORECASE
)
"""Matches the beginning of the second part of a split name."""

SHORT_GAP = re.compile(r"\s(?:[^\W\d_]+\s)?")
"""Text that may separate the parts of a name: a space, or one word."""


def repair_slots(text: str, intent: Intent) -> Intent:
    """Return an intent without split names and without names that consist only of a level."""
    slots: list[Slot] = []
    for slot in (trim_slot(text, one) for one in confirm_exclusions(text, intent.slots)):
        before = slots[-1] if slots else None
        if before is not None and (
            are_parts_of_name(text, before, slot)
            or are_adjacent_names(text, before, slot)
            or are_one_kind(text, before, slot)
        ):
            slots[-1] = replace(before, end=slot.end)
        else:
            slots.append(correct_kind(text, slot))
    return replace(intent, slots=tuple(merge_extra_records(text, slots, intent.operation)))


NEGATION = re.compile(
    r"\b(?:not|no|nor|except|excluding|excludes?|outside|without|but|other than|apart from"
    r"|не|кроме|без|вне|исключая|помимо|за исключением|за вычетом)\b|n['’]t\b",
    re.IGNORECASE,
)


def confirm_exclusions(text: str, slots: Sequence[Slot]) -> Iterator[Slot]:
    """Yield the slots. A period remains excluded only if a negation precedes it."""
    end = 0
    for slot in slots:
        is_period = slot.kind is SlotKind.PERIOD and slot.is_excluded
        is_said = not is_period or NEGATION.search(text, end, slot.end) is not None
        yield slot if is_said else replace(slot, is_excluded=False)
        end = slot.end


def trim_slot(text: str, slot: Slot) -> Slot:
    """Return a slot without a trailing comma, space, or conjunction."""
    words = TRAILING_JOINERS.sub("", text[slot.start : slot.end])
    return replace(slot, end=slot.start + len(words)) if words else slot


TRAILING_JOINERS = re.compile(r"(?:[,;:\s]|\s(?:and|or|и|или))+$", re.IGNORECASE)


RECORDS_PER_OPERATION = {
    Operation.LOOKUP: 1,
    Operation.NEXT: 1,
    Operation.COMPARE: 2,
    Operation.COMMON: 2,
    Operation.DAYS: 2,
}
"""Number of records that an operation is about."""

DESCRIPTION_GAP = re.compile(
    r"(?!.*\b(?:and|or|vs|versus|against|than|и|или|либо|против|чем|а)\b)[^\w.?!;:,]*(?:\w+[^\w.?!;:,]*){0,3}",
    re.IGNORECASE,
)
"""Text between parts of one description: up to three words, none of which is a conjunction or a
word such as `against`."""


def merge_extra_records(text: str, slots: list[Slot], operation: Operation) -> list[Slot]:
    """Return slots in which parts of one description are merged, closest first.

    Merging stops when the number of records fits the operation.
    """
    most = RECORDS_PER_OPERATION.get(operation, len(slots))
    while sum(slot.kind is SlotKind.RECORD for slot in slots) > most:
        gaps = [
            (other.start - one.end, place)
            for place, (one, other) in enumerate(pairwise(slots))
            if one.kind is other.kind is SlotKind.RECORD
            and one.is_excluded == other.is_excluded
            and DESCRIPTION_GAP.fullmatch(text, one.end, other.start)
        ]
        if not gaps:
            break
        _, place = min(gaps)
        slots = [
            *slots[:place],
            replace(slots[place], end=slots[place + 1].end),
            *slots[place + 2 :],
        ]
    return slots


def are_parts_of_name(text: str, slot: Slot, other: Slot) -> bool:
    """Return whether two slots are parts of one name."""
    return (
        slot.kind in NAME_KINDS
        and other.kind in NAME_KINDS
        and slot.is_excluded == other.is_excluded
        and CONTINUATION.match(text, other.start, other.end) is not None
        and SHORT_GAP.fullmatch(text, slot.end, other.start) is not None
    )


def are_one_kind(text: str, slot: Slot, other: Slot) -> bool:
    """Return whether a document kind and a topic together name a document kind, as in `memoranda of
    conversation`."""
    return (slot.kind, other.kind) == (SlotKind.KIND, SlotKind.TOPIC) and whole_name_in(
        "kinds", text[slot.start : other.end]
    ) is not None


def are_adjacent_names(text: str, slot: Slot, other: Slot) -> bool:
    """Return whether two adjacent names belong together: nothing separates them, and neither
    contains a number or code."""
    kinds = {slot.kind, other.kind}
    return (
        kinds <= NAME_KINDS
        and kinds != {SlotKind.SENDER, SlotKind.RECIPIENT}
        and slot.is_excluded == other.is_excluded
        and not text[slot.end : other.start].strip()
        and not re.search(r"\d", text[slot.start : other.end])
    )


def correct_kind(text: str, slot: Slot) -> Slot:
    """Return a slot with its kind corrected.

    A container that is a single word for a level becomes a level. A facet that is capitalized like
    a name becomes a container.
    """
    words = text[slot.start : slot.end]
    if slot.kind is SlotKind.FACET and slot.start > 0 and CAPITALIZED_WORDS.fullmatch(words):
        return replace(slot, kind=SlotKind.CONTAINER)
    is_level = " " not in words and whole_name_in("levels", words) is not None
    return replace(slot, kind=SlotKind.LEVEL) if slot.kind in RECORD_SLOTS and is_level else slot


CAPITALIZED_WORDS = re.compile(r"(?:[A-ZА-ЯЁ][\w.'’-]+\s?)+")

RECORD_SLOTS = frozenset({SlotKind.CONTAINER, SlotKind.RECORD})
