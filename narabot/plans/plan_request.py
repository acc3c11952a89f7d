"""A request parsed for planning: its intent, the referents of its slots, and its periods. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from narabot.dates import MONTH
from narabot.models import RecordsType
from narabot.models.intents import Intent, Operation, Slot, SlotKind
from narabot.plans.algebra import Period, RecordSet, Timing
from narabot.plans.mentions import Mention, MentionKind
from narabot.plans.period_words import PlacedPeriod, timing_at
from narabot.plans.periods import periods_in
from narabot.plans.spans import overlap
from narabot.plans.vocabulary import name_in
from narabot.understanding.periods import YEAR
from narabot.words import content_words

NAME_SLOTS = (SlotKind.RECORD, SlotKind.CONTAINER, SlotKind.CREATOR, SlotKind.TOPIC)
"""Slot kinds in which a date is part of a name."""


class NotUnderstoodError(Exception):
    """A plan cannot express part of a request. The message is that part, or "" for the whole
    request."""


class UnknownNameError(NotUnderstoodError):
    """No record or authority has a name that a request uses. The message is the name."""


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A request parsed for planning."""

    text: str
    intent: Intent
    mentions: Mapping[Slot, Mention]
    """The referents of the slots."""
    periods: tuple[PlacedPeriod, ...]
    """The periods that are not part of a name."""
    ignored_names: tuple[str, ...] = ()
    """Names of containers and creators that were not found, if other such names were found."""
    base: RecordSet | None = None
    """The records of the previous turn, if the request is about them."""

    def text_of(self, slot: Slot) -> str:
        """Return the words that a slot covers."""
        return self.text[slot.start : slot.end]

    def without(self, slots: Sequence[Slot]) -> "PlanRequest":
        """Return the request without the specified slots and without the periods in those slots."""
        kept = tuple(one for one in self.intent.slots if one not in slots)
        periods = tuple(
            one for one in self.periods if not any(overlap(one, slot) for slot in slots)
        )
        return replace(self, intent=replace(self.intent, slots=kept), periods=periods)


def build_plan_request(text: str, intent: Intent, mentions: Mapping[Slot, Mention]) -> PlanRequest:
    """Return the parsed request. Dates within names do not become conditions."""
    known = [one for one in intent.slots if one.kind in {*NAME_SLOTS, SlotKind.PERIOD}]
    everywhere = periods_in(text)
    free = [one for one in everywhere if not any(overlap(one, slot) for slot in known)]
    own = [
        period
        for slot in intent.slots
        if slot.kind is SlotKind.PERIOD
        for period in slot_periods(text, slot, everywhere)
    ]
    periods = tuple(sorted([*own, *free], key=lambda one: one.start))
    return drop_unknown_containers(
        align_compared_slots(PlanRequest(text, correct_slot_kinds(text, intent), mentions, periods))
    )


def distance(slot: Slot, other: Slot) -> int:
    """Return the number of characters between two slots."""
    return max(slot.start - other.end, other.start - slot.end, 0)


def correct_slot_kinds(text: str, intent: Intent) -> Intent:
    """Return an intent in which names of record types always have the slot kind TYPE.

    A document kind or record type that does not exist becomes a topic.
    """
    corrected = []
    for slot in intent.slots:
        words = text[slot.start : slot.end].strip('«»"“”')
        if slot.kind in {SlotKind.CONTAINER, SlotKind.TOPIC} and words in set(RecordsType):
            corrected.append(replace(slot, kind=SlotKind.TYPE))
        elif slot.kind is SlotKind.KIND and name_in("kinds", words) is None:
            is_type = name_in("types", words) is not None
            corrected.append(replace(slot, kind=SlotKind.TYPE if is_type else SlotKind.TOPIC))
        elif slot.kind is SlotKind.TYPE and name_in("types", words) is None:
            corrected.append(replace(slot, kind=SlotKind.TOPIC))
        else:
            corrected.append(slot)
    return replace(intent, slots=tuple(corrected))


def align_compared_slots(request: PlanRequest) -> PlanRequest:
    """Return a request in which both sides of a comparison are topics, if one side is a topic and
    the other side is unknown."""
    topics = request.intent.of(SlotKind.TOPIC)
    unknown = [
        slot
        for slot in request.intent.of(SlotKind.CONTAINER, SlotKind.RECORD)
        if slot not in request.mentions
    ]
    if request.intent.operation is not Operation.COMPARE or len(topics) != 1 or not unknown:
        return request
    other = min(unknown, key=lambda slot: distance(slot, topics[0]))
    aligned = tuple(
        replace(slot, kind=SlotKind.TOPIC) if slot == other else slot
        for slot in request.intent.slots
    )
    return replace(request, intent=replace(request.intent, slots=aligned))


def drop_unknown_containers(request: PlanRequest) -> PlanRequest:
    """Return a request without unknown containers and creators if the request also names known
    containers or creators."""
    containers = request.intent.of(SlotKind.CONTAINER, SlotKind.CREATOR)
    unknown = [slot for slot in containers if slot not in request.mentions]
    if not unknown or len(unknown) == len(containers):
        return request
    names = tuple(name for name in map(request.text_of, unknown) if content_words(name))
    return replace(request.without(unknown), ignored_names=names)


DAY_OR_MONTH = re.compile(rf"\d|{MONTH}", re.IGNORECASE)
WHOLE_YEAR = re.compile(rf"\b{YEAR}\b")


def slot_periods(text: str, slot: Slot, everywhere: Sequence[PlacedPeriod]) -> list[PlacedPeriod]:
    """Return the periods that a slot names. The words around the slot determine the timing.

    A day or month without a year takes the first year after the slot, or else the first year in the
    request.
    """
    words = text[slot.start : slot.end]
    years = WHOLE_YEAR.findall(text[slot.end :]) + WHOLE_YEAR.findall(text[: slot.start])
    readings = [words, *(f"{words} {year}" for year in years[:1] if DAY_OR_MONTH.search(words))]
    found = next((some for reading in readings if (some := periods_in(reading))), [])
    if not found:
        return [one for one in everywhere if overlap(one, slot)]
    timing = timing_at(text, slot.start)
    return [
        replace(one, start=slot.start, end=slot.end, period=with_timing(one.period, timing))
        for one in found
    ]


def with_timing(period: Period, timing: Timing) -> Period:
    """Return a period with a timing, unless the period already has a timing."""
    is_plain = period.timing is Timing.OVERLAPPING
    return structs.replace(period, timing=timing) if is_plain else period


def mention_kind(request: PlanRequest, slot: Slot) -> MentionKind | None:
    """Return the kind of a slot's referent, or `None` if the referent is unknown."""
    mention = request.mentions.get(slot)
    return mention.kind if mention else None


def only_slot(request: PlanRequest, slot: Slot) -> PlanRequest:
    """Return a request that consists of one excluded slot, as if that slot were wanted."""
    wanted = replace(slot, is_excluded=False)
    return replace(
        request,
        intent=replace(request.intent, slots=(wanted,)),
        mentions={wanted: request.mentions[slot]} if slot in request.mentions else {},
        periods=tuple(period for period in request.periods if overlap(period, slot)),
    )
