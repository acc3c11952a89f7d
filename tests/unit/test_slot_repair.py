"""Slots that were cut in two, or are no names."""

import pytest

from narabot.models.intents import Intent, Slot, SlotKind, named_intent
from narabot.plans.slot_repair import with_whole_slots


def intent_of(text: str, *marked: tuple[SlotKind, str]) -> Intent:
    slots = [
        Slot(kind, text.index(said), text.index(said) + len(said), is_excluded=False)
        for kind, said in marked
    ]
    return named_intent("list", 1.0, tuple(slots))


@pytest.mark.parametrize(
    ("text", "read", "wanted"),
    [
        (
            "more from Bank of America?",
            [(SlotKind.TOPIC, "Bank"), (SlotKind.CREATOR, "of America")],
            [(SlotKind.TOPIC, "Bank of America")],
        ),
        (
            "the telegram about a deadline not met because of the floods, please",
            [
                (SlotKind.RECORD, "the telegram about a deadline not"),
                (SlotKind.RECORD, "because of the floods"),
            ],
            [(SlotKind.RECORD, "the telegram about a deadline not met because of the floods")],
        ),
        (
            "letters from Lima, of Quito",
            [(SlotKind.SENDER, "Lima"), (SlotKind.SENDER, "of Quito")],
            [(SlotKind.SENDER, "Lima"), (SlotKind.SENDER, "of Quito")],
        ),
        (
            "Lima cables of May 1964",
            [(SlotKind.SENDER, "Lima"), (SlotKind.PERIOD, "of May 1964")],
            [(SlotKind.SENDER, "Lima"), (SlotKind.PERIOD, "of May 1964")],
        ),
        (
            "which of the volumes is thickest",
            [(SlotKind.CONTAINER, "volumes")],
            [(SlotKind.LEVEL, "volumes")],
        ),
        (
            "what is in Drummond papers",
            [(SlotKind.CONTAINER, "Drummond papers")],
            [(SlotKind.CONTAINER, "Drummond papers")],
        ),
        (
            "series of the Mint in RG 104",
            [(SlotKind.CREATOR, "the Mint"), (SlotKind.CONTAINER, "in RG 104")],
            [(SlotKind.CREATOR, "the Mint"), (SlotKind.CONTAINER, "in RG 104")],
        ),
        (
            "in the volumes of Hale",
            [(SlotKind.CONTAINER, "the volumes of Hale")],
            [(SlotKind.CONTAINER, "the volumes of Hale")],
        ),
    ],
)
def test_a_name_is_one_slot(
    text: str, read: list[tuple[SlotKind, str]], wanted: list[tuple[SlotKind, str]]
) -> None:
    found = with_whole_slots(text, intent_of(text, *read))
    assert [(one.kind, text[one.start : one.end]) for one in found.slots] == wanted
