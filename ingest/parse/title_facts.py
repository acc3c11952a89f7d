"""Facts that a title states by its form: kind, sender and recipient of a document, file code, days.

The forms are grammars in `title_grammars.toml`. Pure. Nothing is guessed: what a grammar does not
name, and a day that no calendar has, is not stated.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from ingest.parse.days import Days, span_of
from ingest.parse.schema import Value
from narabot.dates import PartialDate, dates_at_end
from narabot.models import LevelOfDescription

GRAMMARS_FILE = Path(__file__).with_name("title_grammars.toml")

DATE = r"\d{1,2}/\d{1,2}/\d{4}"
WHOLE_NUMBERS = frozenset({"volume", "part", "parts"})

EARLIEST_YEAR = 1500
"""Earlier years in titles are slips of the pen (1064); later ones than today's are too."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """One form of titles."""

    levels: frozenset[LevelOfDescription]
    pattern: re.Pattern[str]


@cache
def grammars() -> tuple[Grammar, ...]:
    """Return the forms of titles, in their order."""
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
    """Return what a title states by its form, by the names of properties; without dates."""
    stated = stated_in(title, level)
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
"""Properties of ours, each a group of the grammars; days are told by `title_days`."""


def title_days(title: str, level: LevelOfDescription) -> Days:
    """Return the days that a title states: of a document, of a folder's opening, of a volume."""
    stated = stated_in(title, level)
    if "documentKind" in stated:
        own = day_of(stated.get("day"))
        return Days(own, own)
    if "opened" in stated:
        return Days(day_of(stated["opened"]))
    if "openedYear" in stated:
        return span_of([PartialDate(int(stated["openedYear"]), None, None)])
    return span_of([one.date for one in dates_at_end(title)])


def stated_in(title: str, level: LevelOfDescription) -> Mapping[str, str]:
    """Return the groups of the first grammar that matches a title, those that say something."""
    for grammar in grammars():
        if level in grammar.levels:
            found = grammar.pattern.fullmatch(title.strip())
            if found:
                return {name: value.strip() for name, value in found.groupdict().items() if value}
    return {}


def day_of(written: str | None) -> date | None:
    """Return the day of `2/20/1969`, `None` for what no calendar has or can be no record's."""
    if written is None:
        return None
    month, day, year = map(int, written.split("/"))
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found if year >= EARLIEST_YEAR and found <= date.today() else None
