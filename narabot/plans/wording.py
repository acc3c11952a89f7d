"""How sets and days are said in an answer, from `telling.toml`. Pure."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache
from pathlib import Path

from babel import Locale

from narabot.dates import plain_date
from narabot.plans.algebra import (
    EVERYTHING,
    Below,
    Both,
    Conditions,
    CreatorRole,
    Either,
    MadeBy,
    Meeting,
    Period,
    Records,
    RecordSet,
    These,
    Timing,
    Without,
)
from narabot.plans.slot_conditions import VOLUME
from narabot.plans.values import Facet, Measure

TEXTS = Path(__file__).with_name("telling.toml")


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
        return sentence(self.language, form, **values)

    def of(self, count: int | None) -> "Telling":
        """Return how records are told of behind their number, or without one."""
        return replace(self, count=count)

    def facet(self, facet: Facet) -> str:
        """Return a facet in words."""
        return texts()[f"{self.language}_facets"].get(facet, facet)

    def value(self, value: str, facet: Facet | None) -> str:
        """Return a value of a facet in words: a month in the language."""
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


def sentence(language: str, form: str, **values: object) -> str:
    """Return a sentence in a language."""
    return texts()[language][form].format(**values)


@cache
def texts() -> dict[str, dict[str, str]]:
    """Return the sentences by language."""
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))


PAIRED = {Both: "both", Either: "either", Without: "without"}
"""How the two sets of a pair are said."""


def described(wanted: RecordSet, telling: Telling) -> str:
    """Return a set in words: what the records are, where they are kept, who made them."""
    match wanted:
        case (
            Both(one=one, other=other)
            | Either(one=one, other=other)
            | Without(one=one, other=other)
        ):
            form, said = PAIRED[type(wanted)], described(one, telling)
            if isinstance(other, Meeting) and is_of_any_kind(other.conditions):
                kept = " ".join(restrictions(other.conditions, telling))
                return telling.say("not_those", one=said, other=kept)
            whole = conditions_in(one) != conditions_in(other)
            return telling.say(form, one=said, other=where(other, telling, whole=whole))
        case These() if named := names_in(wanted, telling):
            return ", ".join(map(telling.quoted, named))
        case Meeting(of=of, conditions=conditions):
            kept = said_conditions(conditions, telling)
            return telling.say("of_these", kept=kept, whole=described(of, telling.of(None)))
        case Records(conditions=conditions):
            return said_conditions(conditions, telling)
        case _:
            said = said_conditions(conditions_in(wanted), telling)
            return f"{said}{where(wanted, telling, whole=False)}"


def conditions_in(wanted: RecordSet) -> Conditions:
    """Return the conditions that a set is under."""
    if isinstance(wanted, Both | Either | Without):
        return conditions_in(wanted.one)
    return getattr(wanted, "conditions", EVERYTHING)


def where(wanted: RecordSet, telling: Telling, *, whole: bool) -> str:
    """Return in words what a set is made from; of all other sets, or of a whole one, all of it."""
    if whole or isinstance(wanted, Both | Either | Without | Records):
        return f" {described(wanted, telling)}"
    named = ", ".join(map(telling.quoted, names_in(wanted, telling)))
    if not named:
        return ""
    if isinstance(wanted, MadeBy):
        role = telling.say(ROLES[wanted.role]) if wanted.role else ""
        return telling.say("made_by", names=named) + role
    return telling.say("kept_in", names=named)


ROLES = {CreatorRole.MOST_RECENT: "most_recent", CreatorRole.PREDECESSOR: "earlier"}


def names_in(wanted: RecordSet, telling: Telling) -> list[str]:
    """Return the names of the records or authorities that a set is made from."""
    na_ids: tuple[int, ...] = getattr(wanted, "na_ids", ())
    if isinstance(wanted, Below):
        if isinstance(wanted.of, Records):
            return [said_conditions(wanted.of.conditions, telling)]
        na_ids = getattr(wanted.of, "na_ids", ())
    known = [telling.names[na_id] for na_id in na_ids if na_id in telling.names]
    return list(dict.fromkeys(known))[:MOST_SHARED]


def said_conditions(wanted: Conditions, telling: Telling) -> str:
    """Return conditions in words: what the records are, then what they must be."""
    return " ".join([nouns(wanted, telling), *restrictions(wanted, telling)])


def is_of_any_kind(wanted: Conditions) -> bool:
    """Return whether conditions are none of a level, or of a kind of document."""
    return not (wanted.levels or wanted.kinds or (VOLUME,) in wanted.words)


def restrictions(wanted: Conditions, telling: Telling) -> list[str]:
    """Return in words what records must be, whatever they are."""
    words = [group for group in wanted.words if group != (VOLUME,)]
    return [
        *(
            [telling.say("of_type", names=", ".join(wanted.records_types))]
            * bool(wanted.records_types)
        ),
        *(
            telling.say("titled", words=" / ".join(map(telling.quoted, group[:MOST_SHARED])))
            for group in words
        ),
        *([telling.say("in_class", code=wanted.file_code)] if wanted.file_code else []),
        *([telling.say("in_box", box=span_of_boxes(wanted.boxes))] if wanted.boxes else []),
        *([telling.say("sent_from", name=wanted.sender)] if wanted.sender else []),
        *([telling.say("sent_to", name=wanted.recipient)] if wanted.recipient else []),
        *(said_period(one, telling) for one in wanted.periods),
        *([telling.say("in_group", number=wanted.record_group)] if wanted.record_group else []),
        *said_sizes(wanted, telling),
        *([telling.say("with_role") + telling.say(ROLES[wanted.role])] if wanted.role else []),
        *(
            [telling.say("online" if wanted.is_online else "not_online")]
            if wanted.is_online is not None
            else []
        ),
    ]


def said_sizes(wanted: Conditions, telling: Telling) -> list[str]:
    """Return in words how many documents folders must state."""
    least, most = wanted.least_documents, wanted.most_documents
    if least is not None and least == most:
        return [telling.say("exactly", documents=telling.counted("document", least))]
    return [
        telling.say(form, documents=telling.counted("document", number))
        for form, number in (("at_least", least), ("at_most", most))
        if number is not None
    ]


def nouns(wanted: Conditions, telling: Telling) -> str:
    """Return what the records are: kinds of documents, a level, volumes, or records."""
    if wanted.kinds:
        return " / ".join(telling.noun(kind) for kind in wanted.kinds)
    if (VOLUME,) in wanted.words:
        return telling.noun(VOLUME)
    return " / ".join(telling.noun(level) for level in wanted.levels) or telling.noun("record")


def span_of_boxes(boxes: Sequence[str]) -> str:
    """Return boxes in words, many as the first and the last."""
    return ", ".join(boxes) if len(boxes) <= MOST_SHARED else f"{boxes[0]} – {boxes[-1]}"


def said_period(one: Period, telling: Telling) -> str:
    """Return a period in plain words, with how the records lie to it."""
    first, last = (day.isoformat() if day else None for day in (one.first, one.last))
    if first and last:
        both = (first[:4], last[:4]) if one.is_of_years else (first, last)
        span = " – ".join(map(telling.plain_day, dict.fromkeys(both)))
        return telling.say(TIMED[one.timing], span=span)
    form = f"{OPEN[one.timing]}_{'from' if first else 'until'}"
    return telling.say(
        form, first=telling.plain_day(first or ""), last=telling.plain_day(last or "")
    )


TIMED = {
    Timing.WITHIN: "dated_within",
    Timing.OVERLAPPING: "dated",
    Timing.STARTING: "dated_starting",
    Timing.ENDING: "dated_ending",
}

OPEN = {
    Timing.WITHIN: "dated",
    Timing.OVERLAPPING: "dated",
    Timing.STARTING: "starting",
    Timing.ENDING: "ending",
}
"""How periods with both ends are said, and those with one."""
