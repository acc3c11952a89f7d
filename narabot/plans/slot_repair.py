"""Slots that the reader of requests has cut in two or taken for a name, made whole. Pure.

No name of the 12,171 that are marked in the requests of `training/made` begins as `GOES_ON` does,
and none is one word that is a level: what is read so is part of the name before it, or a level.
"""

import re
from dataclasses import replace

from narabot.models.intents import Intent, Slot, SlotKind
from narabot.plans.plan_request import NAMES
from narabot.plans.vocabulary import whole_name_in

NAMED = frozenset({*NAMES, SlotKind.SENDER, SlotKind.RECIPIENT})

GOES_ON = re.compile(
    r"(?:of|and|about|because of|concerning|on|at|to|for|with|by)\s", re.IGNORECASE
)
"""How the second part of a name begins that was cut in two."""

SHORT_GAP = re.compile(r"\s(?:[^\W\d_]+\s)?")
"""What may stand between the parts: a space, or one word."""


def with_whole_slots(text: str, intent: Intent) -> Intent:
    """Return an intent whose names are not cut in two, and of which none is only a level."""
    slots: list[Slot] = []
    for slot in intent.slots:
        before = slots[-1] if slots else None
        if before is not None and is_one_name(text, before, slot):
            slots[-1] = replace(before, end=slot.end)
        else:
            slots.append(leveled(text, slot))
    return replace(intent, slots=tuple(slots))


def is_one_name(text: str, one: Slot, other: Slot) -> bool:
    """Return whether two slots are parts of one name."""
    return (
        one.kind in NAMED
        and other.kind in NAMED
        and one.is_excluded == other.is_excluded
        and GOES_ON.match(text, other.start, other.end) is not None
        and SHORT_GAP.fullmatch(text, one.end, other.start) is not None
    )


def leveled(text: str, slot: Slot) -> Slot:
    """Return a slot; a container that is one word, which is a level, is no container."""
    said = text[slot.start : slot.end]
    is_level = " " not in said and whole_name_in("levels", said) is not None
    return replace(slot, kind=SlotKind.LEVEL) if slot.kind in PLACES and is_level else slot


PLACES = frozenset({SlotKind.CONTAINER, SlotKind.RECORD})
