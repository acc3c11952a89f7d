"""Words around a date that make a period open-ended or set its timing: before, since, ended by.
Pure."""

import re
from dataclasses import dataclass, replace
from datetime import timedelta

from msgspec import structs

from narabot.plans.algebra import Period, Timing
from narabot.plans.numbers import numbers_in
from narabot.plans.vocabulary import patterns

VAGUE_WORDS = re.compile(
    r"\b(?:early|late|mid|middle|end|beginning|start|turn|winter|about|around|circa|ca?\."
    r"|начал\w|кон(?:ец|це|ца|цу)|середин\w|зим\w+|около|примерно)"
    r"[\s-]*(?:(?:of|in) )?(?:the )?(?:year )?$",
    re.IGNORECASE,
)
"""Words before a month or year that name a part of it without exact bounds."""

WORDS_BEFORE = {
    name: re.compile(rf"\b(?:{words})[\s,]*(?:the year )?$", re.IGNORECASE)
    for name, words in {
        "since": r"(?:not? (?:before|earlier than)|не (?:раньше|ранее)|since|starting (?:in|from)"
        r"|начиная с)",
        "until": r"(?:not? (?:after|later than)|не (?:позже|позднее)|until|till|up to|by the end of"
        r"|вплоть до|до конца)",
        "before": r"(?:before|prior to|older than|earlier than|predat\w+|до|раньше|старше)"
        r"(?: (?:the (?:start|beginning) of|начала))?",
        "after": "after|later than|newer than|после|позже|позднее",
    }.items()
}
"""Words before a date that turn it into an open-ended period."""

WORDS_AFTER = {
    name: re.compile(rf"[\s,]*(?:{words})\b", re.IGNORECASE)
    for name, words in {
        "since": r"or (?:later|after(?:wards?)?|since)|and (?:later|after(?:wards?)?)|onwards?"
        r"|(?:и|или) (?:позже|позднее|после)",
        "until": r"or (?:earlier|before)|and (?:earlier|before)|(?:и|или) (?:раньше|ранее)",
    }.items()
}
"""Words after a date that turn it into an open-ended period."""

FIRST_DAYS = re.compile(r"\bin the (?:first|next) (?P<count>\w+) days after\s*$", re.IGNORECASE)
"""Matches `in the first three days after …`."""


@dataclass(frozen=True, slots=True)
class PlacedPeriod:
    """A period and its position in a request."""

    start: int
    end: int
    period: Period
    is_vague: bool = False
    """Whether the request refers to a part of the period without exact bounds."""

    @property
    def is_day(self) -> bool:
        """Whether the period is a single day."""
        return self.period.first is not None and self.period.first == self.period.last


def with_modifiers(text: str, one: PlacedPeriod) -> PlacedPeriod:
    """Return a period as modified by the words around it, such as `before`, `since`, or `ended
    by`."""
    ahead = text[: one.start]
    match = FIRST_DAYS.search(ahead)
    if match and one.period.last and (numbers := numbers_in(match["count"])):
        last = one.period.last
        period = Period(last + timedelta(1), last + timedelta(numbers[0]), Timing.WITHIN)
        return replace(one, period=period, start=match.start())
    timing = timing_at(text, one.start)
    for name, words in WORDS_BEFORE.items():
        if match := words.search(ahead):
            return replace(one, period=open_period(one.period, name, timing), start=match.start())
    for name, words in WORDS_AFTER.items():
        if match := words.match(text, one.end):
            return replace(one, period=open_period(one.period, name, timing), end=match.end())
    return replace(one, period=structs.replace(one.period, timing=timing))


def open_period(period: Period, name: str, timing: Timing) -> Period:
    """Return an open-ended period: before a period, after the period, from its start, or until its
    end.

    Unless the request implies a different timing, a record from before a day must have begun before
    that day. A record from after a day must have ended after that day.
    """
    first, last = period.first, period.last
    is_plain = timing is Timing.OVERLAPPING
    match name:
        case "before":
            own = Timing.STARTING if is_plain else timing
            return Period(None, first - timedelta(1) if first else None, own)
        case "after":
            own = Timing.ENDING if is_plain else timing
            return Period(last + timedelta(1) if last else None, None, own)
        case "since":
            return Period(first, None, timing)
        case _:
            return Period(None, last, timing)


def timing_at(text: str, place: int) -> Timing:
    """Return the timing that applies to dates at a position in a request.

    The nearest timing words before the position take precedence, then the first timing words after
    the position.
    """
    timings = [
        (found.start() > place, abs(place - found.start()), Timing(name))
        for name, words in patterns("timings").items()
        for found in words.finditer(text)
    ]
    return min(timings, key=lambda one: one[:2])[2] if timings else Timing.OVERLAPPING
