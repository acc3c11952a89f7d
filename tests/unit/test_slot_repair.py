"""Tests of repairing slots that were split or are not names."""

from dataclasses import replace

import pytest

from narabot.models.intents import Intent, Operation, Slot, SlotKind, named_intent
from narabot.plans.slot_repair import repair_slots


def intent_of(text: str, *marked: tuple[SlotKind, str]) -> Intent:
    slots = [
        Slot(kind, text.index(words), text.index(words) + len(words), is_excluded=False)
        for kind, words in marked
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
def test_split_name_becomes_one_slot(
    text: str, read: list[tuple[SlotKind, str]], wanted: list[tuple[SlotKind, str]]
) -> None:
    found = repair_slots(text, intent_of(text, *read))
    assert [(one.kind, text[one.start : one.end]) for one in found.slots] == wanted


@pytest.mark.parametrize(
    ("operation", "text", "read", "wanted"),
    [
        (
            "compare",
            "Which is later: the memo that the seizure won't stand up in court, or the draft?",
            ["the memo that the seizure won't stand", "court", "the draft"],
            ["the memo that the seizure won't stand up in court", "the draft"],
        ),
        (
            "tell",
            "Where is the plan of the camp where stores, church and graves are marked?",
            ["the plan of the camp", "stores,"],
            ["the plan of the camp where stores"],
        ),
        ("compare", "the log or the chart or the map", ["the log", "the chart", "the map"], None),
        ("tell", "the log. Then the chart", ["the log", "the chart"], None),
        ("list", "the log that the chart", ["the log", "the chart"], None),
    ],
)
def test_excess_record_slots_are_merged(
    operation: str, text: str, read: list[str], wanted: list[str] | None
) -> None:
    intent = intent_of(text, *((SlotKind.RECORD, words) for words in read))
    whole = repair_slots(text, replace(intent, operation=Operation(operation)))
    assert [text[one.start : one.end] for one in whole.slots] == (wanted or read)


@pytest.mark.parametrize(
    ("text", "read", "wanted"),
    [
        (
            "Of the Bank of America only?",
            [(SlotKind.CREATOR, "the Bank of"), (SlotKind.TOPIC, "America")],
            [(SlotKind.CREATOR, "the Bank of America")],
        ),
        (
            "in the Alaska collection",
            [(SlotKind.CONTAINER, "the"), (SlotKind.CONTAINER, "Alaska collection")],
            [(SlotKind.CONTAINER, "the Alaska collection")],
        ),
        (
            "whales RG 26",
            [(SlotKind.TOPIC, "whales"), (SlotKind.CONTAINER, "RG 26")],
            [(SlotKind.TOPIC, "whales"), (SlotKind.CONTAINER, "RG 26")],
        ),
        (
            "Oslo Washington letters",
            [(SlotKind.SENDER, "Oslo"), (SlotKind.RECIPIENT, "Washington")],
            [(SlotKind.SENDER, "Oslo"), (SlotKind.RECIPIENT, "Washington")],
        ),
        (
            "Which Navy Department box is fullest?",
            [(SlotKind.FACET, "Navy Department"), (SlotKind.FACET, "box")],
            [(SlotKind.CONTAINER, "Navy Department"), (SlotKind.FACET, "box")],
        ),
        (
            "How many memoranda of conversation?",
            [(SlotKind.KIND, "memoranda"), (SlotKind.TOPIC, "conversation")],
            [(SlotKind.KIND, "memoranda of conversation")],
        ),
        (
            "lists and rolls, which",
            [(SlotKind.RECORD, "lists and"), (SlotKind.RECORD, "rolls,")],
            [(SlotKind.RECORD, "lists"), (SlotKind.RECORD, "rolls")],
        ),
    ],
)
def test_adjacent_slots_are_repaired(
    text: str, read: list[tuple[SlotKind, str]], wanted: list[tuple[SlotKind, str]]
) -> None:
    assert repair_slots(text, intent_of(text, *read)) == intent_of(text, *wanted)


def test_period_is_excluded_only_by_words_before_it() -> None:
    text = "letters not from Rio in 1964, nor of 1966"
    rio, year = text.index("Rio"), text.index("in 1964")
    slots = (
        Slot(SlotKind.SENDER, rio, rio + 3, is_excluded=True),
        Slot(SlotKind.PERIOD, year, year + 7, is_excluded=True),
        Slot(SlotKind.PERIOD, len(text) - 7, len(text), is_excluded=True),
    )
    whole = repair_slots(text, named_intent("list", 1.0, slots))
    assert [one.is_excluded for one in whole.slots] == [True, False, True]
