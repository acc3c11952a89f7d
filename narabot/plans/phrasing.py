"""How answers are phrased, in English and Russian: sentences, nouns, days. Pure."""

import tomllib
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache
from pathlib import Path

from babel import Locale

from narabot.dates import plain_date
from narabot.plans.facts import ONLINE
from narabot.plans.values import Facet, Measure

TEXTS = Path(__file__).with_name("sentences.toml")


MOST_SHARED = 3
"""Names that are told of one thing."""

MOST_GROUPS = 12
"""Groups and values that are told."""


@dataclass(frozen=True, slots=True)
class Telling:
    """How an outcome is said: the language, how much was loaded, and the names of what is named."""

    language: str
    loaded: int
    names: dict[int, str]
    """Of records and authorities that the plan names, by naId."""
    request: str = ""
    count: int | None = None
    """The number that stands before the records, if one does: nouns have its form."""

    def say(self, form: str, **values: object) -> str:
        """Return a sentence."""
        return texts()[self.language][form].format(**values)

    def of(self, count: int | None) -> "Telling":
        """Return how records are told of behind their number, or without one."""
        return replace(self, count=count)

    def facet(self, facet: Facet) -> str:
        """Return a facet in words."""
        return texts()[f"{self.language}_facets"].get(facet, facet)

    def value(self, value: str, facet: Facet | None) -> str:
        """Return a value of a facet in words: what a level is called, a month, online or not."""
        if facet is Facet.ONLINE:
            return self.say("online" if value == ONLINE else "not_online")
        if facet is Facet.LEVEL:
            return self.forms(value)[1]
        if facet is not Facet.MONTH:
            return value
        return self.plain_day(datetime.strptime(value, "%B %Y").strftime("%Y-%m"))

    def measure(self, measure: Measure) -> str:
        """Return in words by what records are compared."""
        return texts()[f"{self.language}_measures"][measure]

    def noun(self, name: str) -> str:
        """Return what records of a level or kind are called, with their number or without."""
        one, many, *others = self.forms(name)
        if self.count is None:
            return many
        few, most = others or (many, many)
        forms = {"one": one, "few": few}
        return forms.get(Locale(self.language).plural_form(self.count), most)

    def counted(self, name: str, count: int) -> str:
        """Return so many of something: `2 file units`, `5 единиц хранения`."""
        return f"{count:,} {self.of(count).noun(name)}"

    def forms(self, name: str) -> list[str]:
        """Return the forms of a noun: one, many, and in Russian those behind 2 and behind 5."""
        known = texts()[f"{self.language}_nouns"]
        return known.get(name, f"{name}, {name}s").split(", ")

    def plain_day(self, written: str) -> str:
        """Return a date as NARA writes it, in plain words."""
        return plain_date(written, self.language)

    def day(self, day: date | int) -> str:
        """Return a day, or the number of one in the calendar, in plain words."""
        one = date.fromordinal(day) if isinstance(day, int) else day
        return self.plain_day(one.isoformat())

    def quoted(self, title: str) -> str:
        """Return a title between quotation marks."""
        return f"{self.say('open_quote')}{title}{self.say('close_quote')}"


@cache
def texts() -> dict[str, dict[str, str]]:
    """Return the sentences by language."""
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))
