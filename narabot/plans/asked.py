"""A request as it was read, and the conditions that its slots set on records. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from msgspec import structs

from narabot.dates import MONTH
from narabot.models import LevelOfDescription, RecordsType
from narabot.models.intents import Intent, Operation, Slot, SlotKind
from narabot.plans.algebra import Conditions, CreatorRole, Period, RecordSet, Timing
from narabot.plans.mentions import Mention, MentionKind
from narabot.plans.periods import PlacedPeriod, periods_in, timing_of
from narabot.plans.vocabulary import name_in, patterns
from narabot.understanding.periods import YEAR
from narabot.words import CYRILLIC, content_words

VOLUME = "volume"
"""A level that NARA does not have: a file unit whose title says that it is a volume."""

NAMES = (SlotKind.RECORD, SlotKind.CONTAINER, SlotKind.CREATOR, SlotKind.TOPIC)
"""Slots within which a date is part of a name."""


class NotUnderstoodError(Exception):
    """Something of a request has no meaning in a plan; its text says what."""


class UnknownNameError(NotUnderstoodError):
    """No record and no authority has the name that a request says; the text is the name."""


@dataclass(frozen=True, slots=True)
class Asked:
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

    def without(self, slots: Sequence[Slot]) -> "Asked":
        """Return a request without some slots, and the periods in them."""
        kept = tuple(one for one in self.intent.slots if one not in slots)
        periods = tuple(
            one for one in self.periods if not any(is_within(one, slot) for slot in slots)
        )
        return replace(self, intent=replace(self.intent, slots=kept), periods=periods)


def is_within(one: PlacedPeriod, slot: Slot) -> bool:
    """Return whether a period and a slot share words."""
    return one.start < slot.end and one.end > slot.start


def asked(text: str, intent: Intent, named: Mapping[Slot, Mention]) -> Asked:
    """Return a request as it was read; dates within names are no conditions."""
    known = [one for one in intent.slots if one.kind in {*NAMES, SlotKind.PERIOD}]
    everywhere = periods_in(text)
    free = [one for one in everywhere if not any(is_within(one, slot) for slot in known)]
    own = [
        period
        for slot in intent.slots
        if slot.kind is SlotKind.PERIOD
        for period in periods_said(text, slot, everywhere)
    ]
    periods = tuple(sorted([*own, *free], key=lambda one: one.start))
    return known_alone(compared_alike(Asked(text, with_types(text, intent), named, periods)))


def distance(one: Slot, other: Slot) -> int:
    """Return how many signs stand between two slots."""
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


def compared_alike(one: Asked) -> Asked:
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


def known_alone(one: Asked) -> Asked:
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

    How the days of records lie to them, the whole request says.
    """
    said = text[slot.start : slot.end]
    years = WHOLE_YEAR.findall(text[slot.end :]) + WHOLE_YEAR.findall(text[: slot.start])
    ways = [said, *(f"{said} {year}" for year in years[:1] if DAY_OR_MONTH.search(said))]
    found = next((some for way in ways if (some := periods_in(way))), [])
    if not found:
        return [one for one in everywhere if is_within(one, slot)]
    timing = timing_of(text)
    return [
        replace(one, start=slot.start, end=slot.end, period=timed(one.period, timing))
        for one in found
    ]


def timed(period: Period, timing: Timing) -> Period:
    """Return a period to which the days of records lie as a request says."""
    is_plain = period.timing is Timing.OVERLAPPING
    return structs.replace(period, timing=timing) if is_plain else period


def kind_at(one: Asked, slot: Slot) -> MentionKind | None:
    """Return what a slot refers to is, `None` where it is not known."""
    mention = one.named.get(slot)
    return mention.kind if mention else None


def conditions_of(one: Asked) -> Conditions:
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


def role_alone(one: Asked) -> CreatorRole | None:
    """Return as what some creator must stand, where none is named."""
    if one.intent.of(SlotKind.CREATOR) or one.intent.excluded(SlotKind.CREATOR):
        return None
    if one.intent.of(SlotKind.FORMER_ROLE):
        return CreatorRole.PREDECESSOR
    return CreatorRole.MOST_RECENT if one.intent.of(SlotKind.LAST_ROLE) else None


def kinds_of(one: Asked) -> tuple[str, ...]:
    """Return how the kinds of documents begin that are asked for; none for messages of any."""
    kinds = (known(one, slot, "kinds") for slot in one.intent.of(SlotKind.KIND))
    return tuple(dict.fromkeys(kind for kind in kinds if kind != MESSAGE))


MESSAGE = "message"
"""A kind of document that is any."""


def known(one: Asked, slot: Slot, table: str) -> str:
    """Return what the words of a slot mean in a table. Raises NotUnderstoodError."""
    name = name_in(table, one.said(slot))
    if name is None:
        raise NotUnderstoodError(one.said(slot))
    return name


def alone(one: Asked, slot: Slot) -> Asked:
    """Return a request of nothing but an excluded slot, as if that were wanted."""
    wanted = replace(slot, is_excluded=False)
    return replace(
        one,
        intent=replace(one.intent, slots=(wanted,)),
        named={wanted: one.named[slot]} if slot in one.named else {},
        periods=tuple(period for period in one.periods if is_within(period, slot)),
    )


def level_of(one: Asked) -> str | None:
    """Return the level that is asked for, `None` for any."""
    names = [name_in("levels", one.said(slot)) for slot in one.intent.of(SlotKind.LEVEL)]
    return next((name for name in names if name), None)


def is_level(one: Asked, slot: Slot, level: str) -> bool:
    """Return whether a slot names a level."""
    return name_in("levels", one.said(slot)) == level


def topics_of(one: Asked) -> tuple[tuple[str, ...], ...]:
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


def spellings_of(one: Asked, slot: Slot) -> tuple[tuple[str, ...], ...]:
    """Return the words of a topic as titles spell them, or as they are written."""
    mention = one.named.get(slot)
    if mention is not None and mention.kind is MentionKind.WORDS:
        return mention.spellings
    if CYRILLIC.search(one.said(slot)):
        raise NotUnderstoodError(one.said(slot))
    return ((one.said(slot),),) if content_words(one.said(slot)) else ()


OR = re.compile(r"\b(?:or|either|and/or|или|либо)\b", re.IGNORECASE)

AND = re.compile(r",|\b(?:and|or|as well as|и|или|а также)\b", re.IGNORECASE)


def is_both_meant(one: Asked, slots: Sequence[Slot]) -> bool:
    """Return whether what several containers hold is meant, and not what lies in all of them."""
    return all(AND.search(one.text[before.end : after.start]) for before, after in pairwise(slots))


NEAR = 40
"""Signs between two slots that an `or` joins."""


def is_either(one: Asked, slots: Sequence[Slot]) -> bool:
    """Return whether one of some slots is enough: `or` stands between two of them."""
    return any(
        OR.search(one.text[before.end : after.start]) and after.start - before.end < NEAR
        for before, after in pairwise(slots)
    )


POST = re.compile(
    r"^(?:(?:the|our|us|u\.s\.|american|из|от|в|посольств\w*|консульств\w*|генконсульств\w*|"
    r"embassy|consulate(?: general)?|legation|mission|post|ambassador|consul(?: general)?|at|in|of|"
    r"from|to|department)\b\s*)+|\s+(?:embassy|consulate(?: general)?|legation|post)$",
    re.IGNORECASE,
)
"""What says in front of a place, or behind it, that a post is meant."""

HOME = re.compile(
    r"state(?: department)?|department of state|washington|the department|госдеп\w*|"
    r"государственн\w+ департамент\w*|вашингтон\w*",
    re.IGNORECASE,
)
"""The State Department, which titles call `State`."""


def post_of(one: Asked, kind: SlotKind) -> str | None:
    """Return the sender or recipient that is asked for, as titles name it."""
    slots = [slot for slot in one.intent.of(kind) if kind_at(one, slot) is not MentionKind.RECORD]
    if not slots:
        return None
    places = [slot for slot in slots if POST.sub("", one.said(slot)).strip()]
    if len(places) > 1:
        raise NotUnderstoodError(one.said(places[1]))
    mention = one.named.get(slots[0])
    if mention is not None and mention.kind is MentionKind.WORDS:
        return " ".join(group[0] for group in mention.spellings)
    said = one.said(max(slots, key=lambda slot: len(POST.sub("", one.said(slot)).strip()))).strip()
    place = POST.sub("", said).strip() or said
    if HOME.fullmatch(place) or HOME.fullmatch(said):
        return "State"
    if CYRILLIC.search(place):
        raise NotUnderstoodError(place)
    return place


def bounds_of(one: Asked) -> tuple[int | None, int | None]:
    """Return how many documents a folder must state, at least and at most.

    Raises NotUnderstoodError.
    """
    slots = one.intent.of(SlotKind.SIZE)
    if not slots:
        return None, None
    window = one.text[max(0, slots[0].start - AHEAD) : slots[0].end + BEHIND]
    for said in (one.said(slots[0]), window):
        numbers = numbers_in(said)
        if numbers:
            return bounded(window, numbers)
    raise NotUnderstoodError(one.said(slots[0]))


AHEAD, BEHIND = 25, 15
"""Signs before and behind a number that may bound it."""

BOUNDS = {
    name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for name, words in {
        "at most": r"no(?:t)? more than|at most|up to|or (?:fewer|less|under)"
        r"|не (?:более|больше)|(?:или|и) (?:меньше|менее)",
        "at least": r"at least|no(?:t)? (?:fewer|less) than|or (?:more|over|above)|from"
        r"|не (?:менее|меньше)|(?:или|и) (?:больше|более)|от",
        "more": r"more than|over|above|exceed\w*|больше|более|свыше",
        "fewer": r"fewer than|less than|under|below|меньше|менее",
    }.items()
}
"""What bounds a number, in the order in which it is looked for."""


def bounded(said: str, numbers: Sequence[int]) -> tuple[int | None, int | None]:
    """Return the bounds that words set by a number, or by two."""
    if len(numbers) > 1:
        return min(numbers[:2]), max(numbers[:2])
    [number] = numbers
    bound = next((name for name, words in BOUNDS.items() if words.search(said)), None)
    match bound:
        case "at most":
            return None, number
        case "at least":
            return number, None
        case "more":
            return number + 1, None
        case "fewer":
            return None, number - 1
        case _:
            return number, number


NUMBER = re.compile(r"\d+(?:,\d{3})*|[^\W\d_]+(?:-[^\W\d_]+)?")
TIMES = re.compile(
    r"(?P<hundred>hundred|сто|ста|сотн\w+)|(?P<thousand>thousand|тысяч\w*)", re.IGNORECASE
)


def numbers_in(said: str) -> list[int]:
    """Return the numbers of some words, in figures or in words: `a hundred and twenty`."""
    found: list[int] = []
    own: int | None = None
    for word in NUMBER.findall(said):
        times = TIMES.fullmatch(word)
        unit = name_in("numbers", word) if not word[0].isdigit() else None
        if word[0].isdigit():
            found.append(int(word.replace(",", "")))
        elif times:
            own = max(own or 0, 1) * (100 if times["hundred"] else 1000)
        elif unit and patterns("numbers")[unit].fullmatch(word):
            own = (own or 0) + int(unit)
        elif own is not None and word.lower() != "and":
            found.append(own)
            own = None
    return found if own is None else [*found, own]


def periods_of(one: Asked) -> tuple[Period, ...]:
    """Return the periods in which the days of records must lie. Raises NotUnderstoodError."""
    slots = one.intent.of(SlotKind.PERIOD)
    denied = one.intent.excluded(SlotKind.PERIOD)
    periods = [
        period for period in one.periods if not any(is_within(period, slot) for slot in denied)
    ]
    if slots and not periods:
        raise NotUnderstoodError(one.said(slots[0]))
    return tuple(dict.fromkeys(period.period for period in periods))


def online_of(one: Asked) -> bool | None:
    """Return whether records must be online, or must not."""
    if one.intent.of(SlotKind.OFFLINE) or one.intent.excluded(SlotKind.ONLINE):
        return False
    return True if one.intent.of(SlotKind.ONLINE) else None
