"""How answers are phrased in English and Russian: sentences, nouns, and dates. Pure."""

import tomllib
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache
from pathlib import Path

from babel import Locale

from narabot.dates import plain_date
from narabot.plans.facts import ONLINE
from narabot.plans.values import Facet, Measure

SENTENCES_FILE = Path(__file__).with_name("sentences.toml")


MAX_NAMES = 3
"""Maximum number of names in a list within a sentence."""

MAX_GROUPS = 12
"""Maximum number of groups, values, or names in a sentence."""


@dataclass(frozen=True, slots=True)
class Phrasing:
    """The data on which sentences about an outcome depend, such as the language and names."""

    language: str
    loaded: int
    names: dict[int, str]
    """Names of the records and authorities in the plan, keyed by naId."""
    request: str = ""
    count: int | None = None
    """The number with which nouns agree, or `None` if no number precedes the nouns."""

    def say(self, form: str, **values: object) -> str:
        """Return the sentence for a form, with the values filled in."""
        return load_sentences()[self.language][form].format(**values)

    def with_count(self, count: int | None) -> "Phrasing":
        """Return a copy of this phrasing in which nouns agree with a number, or with no number."""
        return replace(self, count=count)

    def facet(self, facet: Facet) -> str:
        """Return the name of a facet."""
        return load_sentences()[f"{self.language}_facets"].get(facet, facet)

    def value(self, value: str, facet: Facet | None) -> str:
        """Return a facet value in words."""
        if facet is Facet.ONLINE:
            return self.say("online" if value == ONLINE else "not_online")
        if facet is Facet.LEVEL:
            return self.forms(value)[1]
        if facet is not Facet.MONTH:
            return value
        return self.plain_day(datetime.strptime(value, "%B %Y").strftime("%Y-%m"))

    def measure(self, measure: Measure) -> str:
        """Return the name of a measure."""
        return load_sentences()[f"{self.language}_measures"][measure]

    def noun(self, name: str) -> str:
        """Return the noun for a level or document kind, in the form that the count requires."""
        one, many, *others = self.forms(name)
        if self.count is None:
            return many
        few, most = others or (many, many)
        forms = {"one": one, "few": few}
        return forms.get(Locale(self.language).plural_form(self.count), most)

    def counted(self, name: str, count: int) -> str:
        """Return a number with its noun: `2 file units`, `5 единиц хранения`."""
        return f"{count:,} {self.with_count(count).noun(name)}"

    def forms(self, name: str) -> list[str]:
        """Return the forms of a noun: the singular and plural, and for Russian also the plurals
        used after 2 and 5."""
        known = load_sentences()[f"{self.language}_nouns"]
        return known.get(name, f"{name}, {name}s").split(", ")

    def plain_day(self, written: str) -> str:
        """Return a date in NARA's format in plain words."""
        return plain_date(written, self.language)

    def day(self, day: date | int) -> str:
        """Return a date in plain words. The date may be passed as an ordinal."""
        one = date.fromordinal(day) if isinstance(day, int) else day
        return self.plain_day(one.isoformat())

    def quoted(self, title: str) -> str:
        """Return a title in quotation marks."""
        return f"{self.say('open_quote')}{title}{self.say('close_quote')}"


@cache
def load_sentences() -> dict[str, dict[str, str]]:
    """Return the sentences for each language."""
    return tomllib.loads(SENTENCES_FILE.read_text(encoding="utf-8"))
