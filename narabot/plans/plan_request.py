"""A request as it was read, and the conditions that its slots set on records. Pure."""

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

NAMES = (SlotKind.RECORD, SlotKind.CONTAINER, SlotKind.CREATOR, SlotKind.TOPIC)
"""Slots within which a date is part of a name."""


class NotUnderstoodError(Exception):
    """Something of a request has no meaning in a plan: these words, or "" where it is the whole."""


class UnknownNameError(NotUnderstoodError):
    """No record and no authority has the name that a request says; the text is the name."""


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A request as it was read."""

    text: str
    intent: Intent
    named: Mapping[Slot, Mention]
    """What slots refer to."""
    periods: tuple[PlacedPeriod, ...]
    """Those that are no part of a name."""
    left_out: tuple[str, ...] = ()
    """Names of containers and creators that are not known, beside others that are."""
    base: RecordSet | None = None
    """The records behind the turn before, if it is these that are asked about."""

    def said(self, slot: Slot) -> str:
        """Return the words of a slot."""
        return self.text[slot.start : slot.end]

    def without(self, slots: Sequence[Slot]) -> "PlanRequest":
        """Return a request without some slots, and the periods in them."""
        kept = tuple(one for one in self.intent.slots if one not in slots)
        periods = tuple(
            one for one in self.periods if not any(overlap(one, slot) for slot in slots)
        )
        return replace(self, intent=replace(self.intent, slots=kept), periods=periods)


def plan_request(text: str, intent: Intent, named: Mapping[Slot, Mention]) -> PlanRequest:
    """Return a request as it was read; dates within names are no conditions."""
    known = [one for one in intent.slots if one.kind in {*NAMES, SlotKind.PERIOD}]
    everywhere = periods_in(text)
    free = [one for one in everywhere if not any(overlap(one, slot) for slot in known)]
    own = [
        period
        for slot in intent.slots
        if slot.kind is SlotKind.PERIOD
        for period in periods_said(text, slot, everywhere)
    ]
    periods = tuple(sorted([*own, *free], key=lambda one: one.start))
    return known_alone(compared_alike(PlanRequest(text, with_types(text, intent), named, periods)))


def distance(one: Slot, other: Slot) -> int:
    """Return how many characters stand between two slots."""
    return max(one.start - other.end, other.start - one.end, 0)


def with_types(text: str, intent: Intent) -> Intent:
    """Return an intent in which the name of a type of materials is one, whatever it was read as.

    A kind that documents do not have is a topic.
    """
    turned = []
    for slot in intent.slots:
        said = text[slot.start : slot.end].strip('«»"“”')
        if slot.kind in {SlotKind.CONTAINER, SlotKind.TOPIC} and said in set(RecordsType):
            turned.append(replace(slot, kind=SlotKind.TYPE))
        elif slot.kind is SlotKind.KIND and name_in("kinds", said) is None:
            is_type = name_in("types", said) is not None
            turned.append(replace(slot, kind=SlotKind.TYPE if is_type else SlotKind.TOPIC))
        elif slot.kind is SlotKind.TYPE and name_in("types", said) is None:
            turned.append(replace(slot, kind=SlotKind.TOPIC))
        else:
            turned.append(slot)
    return replace(intent, slots=tuple(turned))


def compared_alike(one: PlanRequest) -> PlanRequest:
    """Return a comparison whose sides are topics where one is, and the other is no known name."""
    topics = one.intent.of(SlotKind.TOPIC)
    unknown = [
        slot for slot in one.intent.of(SlotKind.CONTAINER, SlotKind.RECORD) if slot not in one.named
    ]
    if one.intent.operation is not Operation.COMPARE or len(topics) != 1 or not unknown:
        return one
    other = min(unknown, key=lambda slot: distance(slot, topics[0]))
    turned = tuple(
        replace(slot, kind=SlotKind.TOPIC) if slot == other else slot for slot in one.intent.slots
    )
    return replace(one, intent=replace(one.intent, slots=turned))


def known_alone(one: PlanRequest) -> PlanRequest:
    """Return a request without containers and creators that nobody knows, if it names others."""
    containers = one.intent.of(SlotKind.CONTAINER, SlotKind.CREATOR)
    unknown = [slot for slot in containers if slot not in one.named]
    if not unknown or len(unknown) == len(containers):
        return one
    names = tuple(said for said in map(one.said, unknown) if content_words(said))
    return replace(one.without(unknown), left_out=names)


DAY_OR_MONTH = re.compile(rf"\d|{MONTH}", re.IGNORECASE)
WHOLE_YEAR = re.compile(rf"\b{YEAR}\b")


def periods_said(text: str, slot: Slot, everywhere: Sequence[PlacedPeriod]) -> list[PlacedPeriod]:
    """Return the periods that a slot says; a day or month has the year of the next date.

    How the days of records lie to them, the words around it say.
    """
    said = text[slot.start : slot.end]
    years = WHOLE_YEAR.findall(text[slot.end :]) + WHOLE_YEAR.findall(text[: slot.start])
    ways = [said, *(f"{said} {year}" for year in years[:1] if DAY_OR_MONTH.search(said))]
    found = next((some for way in ways if (some := periods_in(way))), [])
    if not found:
        return [one for one in everywhere if overlap(one, slot)]
    timing = timing_at(text, slot.start)
    return [
        replace(one, start=slot.start, end=slot.end, period=timed(one.period, timing))
        for one in found
    ]


def timed(period: Period, timing: Timing) -> Period:
    """Return a period to which the days of records lie as a request says."""
    is_plain = period.timing is Timing.OVERLAPPING
    return structs.replace(period, timing=timing) if is_plain else period


def kind_at(one: PlanRequest, slot: Slot) -> MentionKind | None:
    """Return what a slot refers to is, `None` where it is not known."""
    mention = one.named.get(slot)
    return mention.kind if mention else None


def alone(one: PlanRequest, slot: Slot) -> PlanRequest:
    """Return a request of nothing but an excluded slot, as if that were wanted."""
    wanted = replace(slot, is_excluded=False)
    return replace(
        one,
        intent=replace(one.intent, slots=(wanted,)),
        named={wanted: one.named[slot]} if slot in one.named else {},
        periods=tuple(period for period in one.periods if overlap(period, slot)),
    )
