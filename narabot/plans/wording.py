"""How sets and days are said in an answer, from `telling.toml`. Pure."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from narabot.dates import plain_date, plain_span
from narabot.plans.algebra import (
    Below,
    Both,
    Conditions,
    Either,
    MadeBy,
    Period,
    Records,
    RecordSet,
    Without,
)

TEXTS = Path(__file__).with_name("telling.toml")


MOST_SHARED = 3


@dataclass(frozen=True, slots=True)
class Telling:
    """How an outcome is said: the language, how much was loaded, and the names of what is named."""

    language: str
    loaded: int
    names: dict[int, str]
    """Of records and authorities that the plan names, by naId."""

    def say(self, form: str, **values: object) -> str:
        """Return a sentence."""
        return texts()[self.language][form].format(**values)


@cache
def texts() -> dict[str, dict[str, str]]:
    """Return the sentences by language."""
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))


def quoted(title: str) -> str:
    """Return a title between quotation marks."""
    return f"“{title}”"


PAIRED = {Both: "&", Either: "/", Without: "−"}
"""What stands between the two sets of a pair."""


def described(wanted: RecordSet, telling: Telling) -> str:
    """Return a set in words: its conditions, where it is, who made it."""
    if isinstance(wanted, Both | Either | Without):
        one, other = described(wanted.one, telling), described(wanted.other, telling)
        return f"{one} {PAIRED[type(wanted)]} {other}"
    named = names_in(wanted, telling)
    if isinstance(wanted, Records):
        return said_conditions(wanted.conditions, telling)
    if isinstance(wanted, Below | MadeBy):
        role = getattr(wanted, "role", None)
        where = ", ".join([*named, *([str(role)] if role else [])])
        return f"{said_conditions(wanted.conditions, telling)} ({where})"
    return ", ".join(named) or telling.say("everything")


def names_in(wanted: RecordSet, telling: Telling) -> list[str]:
    """Return the names of the records or authorities that a set is made from."""
    na_ids: tuple[int, ...] = getattr(wanted, "na_ids", ())
    if isinstance(wanted, Below):
        na_ids = getattr(wanted.of, "na_ids", ())
    known = [telling.names[na_id] for na_id in na_ids if na_id in telling.names]
    return list(dict.fromkeys(known))[:MOST_SHARED]


def said_conditions(wanted: Conditions, telling: Telling) -> str:
    """Return conditions in words, NARA's own where there are such."""
    parts = [
        *wanted.levels,
        *wanted.records_types,
        *wanted.media,
        *wanted.kinds,
        *(" / ".join(quoted(word) for word in group) for group in wanted.words),
        *([f"{quoted(wanted.beginning)}…"] if wanted.beginning else []),
        *([wanted.file_code] if wanted.file_code else []),
        *([f"not {code}" for code in wanted.other_file_codes]),
        *span_of_boxes(wanted.boxes),
        *([f"from {wanted.sender}"] if wanted.sender else []),
        *([f"to {wanted.recipient}"] if wanted.recipient else []),
        *(said_period(one) for one in wanted.periods),
        *([f"record group {wanted.record_group}"] if wanted.record_group is not None else []),
    ]
    return ", ".join(map(str, parts)) or telling.say("everything")


def span_of_boxes(boxes: Sequence[str]) -> list[str]:
    """Return boxes in words, many as the first and the last."""
    return list(boxes) if len(boxes) <= MOST_SHARED else [f"{boxes[0]} – {boxes[-1]}"]


def said_period(one: Period) -> str:
    """Return a period in plain words, with how the records lie to it."""
    first, last = (day.isoformat() if day else None for day in (one.first, one.last))
    return f"{one.timing} {plain_span(first, last)}"


def said_day(day: date | int) -> str:
    """Return a day in plain words."""
    one = date.fromordinal(day) if isinstance(day, int) else day
    return plain_date(one.isoformat())
