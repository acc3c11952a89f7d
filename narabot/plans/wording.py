"""How sets and days are said in an answer, from `telling.toml`. Pure."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path

from narabot.dates import plain_date, plain_span
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
from narabot.plans.asked import VOLUME
from narabot.plans.values import Facet, Measure

TEXTS = Path(__file__).with_name("telling.toml")


MOST_SHARED, MANY = 3, 2


@dataclass(frozen=True, slots=True)
class Telling:
    """How an outcome is said: the language, how much was loaded, and the names of what is named."""

    language: str
    loaded: int
    names: dict[int, str]
    """Of records and authorities that the plan names, by naId."""
    request: str = ""
    count: int = 2
    """How many records are told of: one is said otherwise than many."""

    def say(self, form: str, **values: object) -> str:
        """Return a sentence."""
        return sentence(self.language, form, **values)

    def of(self, count: int) -> "Telling":
        """Return how so many records are told of."""
        return replace(self, count=count)

    def facet(self, facet: Facet) -> str:
        """Return a facet in words."""
        return texts()[f"{self.language}_facets"].get(facet, facet)

    def measure(self, measure: Measure) -> str:
        """Return in words by what records are compared."""
        return texts()[f"{self.language}_measures"][measure]

    def noun(self, name: str, count: int | None = None) -> str:
        """Return what records of a level or kind are called, one or many."""
        forms = texts()[f"{self.language}_nouns"]
        one, many = forms.get(name, f"{name}, {name}s").split(", ")
        return one if (self.count if count is None else count) == 1 else many


def sentence(language: str, form: str, **values: object) -> str:
    """Return a sentence in a language."""
    return texts()[language][form].format(**values)


@cache
def texts() -> dict[str, dict[str, str]]:
    """Return the sentences by language."""
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))


def quoted(title: str) -> str:
    """Return a title between quotation marks."""
    return f"“{title}”"


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
            form = PAIRED[type(wanted)]
            whole = conditions_in(one) != conditions_in(other)
            return telling.say(
                form, one=described(one, telling), other=where(other, telling, whole=whole)
            )
        case These() if named := names_in(wanted, telling):
            return ", ".join(map(quoted, named))
        case Meeting(of=of, conditions=conditions):
            kept = said_conditions(conditions, telling)
            return telling.say("of_these", kept=kept, whole=described(of, telling.of(MANY)))
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
    named = ", ".join(map(quoted, names_in(wanted, telling)))
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
    words = [group for group in wanted.words if group != (VOLUME,)]
    parts = [
        nouns(wanted, telling),
        *(
            [telling.say("of_type", names=", ".join(wanted.records_types))]
            * bool(wanted.records_types)
        ),
        *(
            telling.say("titled", words=" / ".join(map(quoted, group[:MOST_SHARED])))
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
    return " ".join(parts)


def said_sizes(wanted: Conditions, telling: Telling) -> list[str]:
    """Return in words how many documents folders must state."""
    least, most = wanted.least_documents, wanted.most_documents
    if least is not None and least == most:
        return [telling.say("exactly", number=least)]
    return [
        *([telling.say("at_least", number=least)] if least is not None else []),
        *([telling.say("at_most", number=most)] if most is not None else []),
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
    if one.first and one.last and (one.first.month, one.first.day) == (1, 1):
        is_years = (one.last.month, one.last.day) == (12, 31)
        first, last = (first[:4], last[:4]) if is_years and first and last else (first, last)
    form = TIMED[one.timing] if first and last else OPEN[one.timing]
    return telling.say(form, span=plain_span(first, last))


TIMED = {
    Timing.WITHIN: "dated_within",
    Timing.OVERLAPPING: "dated",
    Timing.STARTING: "dated_starting",
    Timing.ENDING: "dated_ending",
}


OPEN = {
    Timing.WITHIN: "open",
    Timing.OVERLAPPING: "open",
    Timing.STARTING: "open_starting",
    Timing.ENDING: "open_ending",
}


def said_day(day: date | int) -> str:
    """Return a day in plain words."""
    one = date.fromordinal(day) if isinstance(day, int) else day
    return plain_date(one.isoformat())
