"""Extract facts from a title's form: kind of document, sender, file code, and days.

Grammars in `title_grammars.toml` define the forms. narabot does not guess. It ignores impossible
dates and facts that the grammars do not cover.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from ingest.parse.day_ranges import DayRange, day_range
from ingest.parse.schema import Value
from narabot.dates import PartialDate, dates_at_end
from narabot.models import LevelOfDescription

GRAMMARS_FILE = Path(__file__).with_name("title_grammars.toml")

DATE = r"\d{1,2}/\d{1,2}/\d{4}"
WHOLE_NUMBERS = frozenset({"volume", "part", "parts"})

EARLIEST_YEAR = 1500
"""Earliest plausible year in a title.

Earlier years, such as 1064, and future years are typing errors.
"""


@dataclass(frozen=True, slots=True)
class Grammar:
    """A pattern for titles of one form."""

    levels: frozenset[LevelOfDescription]
    pattern: re.Pattern[str]


@cache
def grammars() -> tuple[Grammar, ...]:
    """Return the grammars, in the order in which they are tried."""
    read = tomllib.loads(GRAMMARS_FILE.read_text(encoding="utf-8"))
    kinds = "|".join(sorted(map(re.escape, read["kinds"]), key=len, reverse=True))
    return tuple(
        Grammar(
            frozenset(map(LevelOfDescription, one["levels"])),
            re.compile(
                one["pattern"].replace("KIND", f"(?:{kinds})").replace("DATE", DATE), re.VERBOSE
            ),
        )
        for one in read["grammars"]
    )


def title_facts(title: str, level: LevelOfDescription) -> dict[str, Value]:
    """Return the facts that a title states, except dates, keyed by property name."""
    stated = title_groups(title, level)
    named = ((name, stated.get(name)) for name in FACTS)
    return {name: int(value) if name in WHOLE_NUMBERS else value for name, value in named if value}


FACTS = (
    "documentKind",
    "sender",
    "recipient",
    "documentSubject",
    "documentNumber",
    "fileCode",
    "volume",
    "part",
    "parts",
)
"""Properties that narabot derives from titles. Each property is a named group in the grammars."""


def title_days(title: str, level: LevelOfDescription) -> DayRange:
    """Return the days that a title states for a document, a file's opening, or a volume."""
    stated = title_groups(title, level)
    if "documentKind" in stated:
        own = parse_day(stated.get("day"))
        return DayRange(own, own)
    if "opened" in stated:
        return DayRange(parse_day(stated["opened"]))
    if "openedYear" in stated:
        return day_range([PartialDate(int(stated["openedYear"]), None, None)])
    return day_range([one.date for one in dates_at_end(title)])


def title_groups(title: str, level: LevelOfDescription) -> Mapping[str, str]:
    """Return the nonempty groups of the first grammar that matches a title."""
    for grammar in grammars():
        if level in grammar.levels:
            found = grammar.pattern.fullmatch(title.strip())
            if found:
                return {name: value.strip() for name, value in found.groupdict().items() if value}
    return {}


def parse_day(written: str | None) -> date | None:
    """Return the day of a date such as `2/20/1969`.

    Return `None` for an impossible date and for a date that no record can have.
    """
    if written is None:
        return None
    month, day, year = map(int, written.split("/"))
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found if year >= EARLIEST_YEAR and found <= date.today() else None
