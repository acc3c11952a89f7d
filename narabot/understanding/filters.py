"""Read filters out of a request's words, English or Russian, by rules. Pure.

"Photographs from the 1930s in record group 79" names a type, years and a record group. Words that
say nothing but a filter are cut out of what is searched for; others ("photographs") stay in it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from narabot.models import (
    EVERYTHING,
    RESTRICTED,
    AccessStatus,
    Filters,
    LevelOfDescription,
    RecordsType,
    RequestClass,
)
from narabot.understanding.periods import (
    DATE,
    PERIOD,
    YEAR,
    YEAR_ENDING,
    after,
    before,
    between,
    since,
    until,
    within,
)

ORDER = (
    r"(?:(?:and|please|now|then|can|could|would|you|i|want|to|like|need|see|show|list|display|"
    r"find|give|get|bring|name|only|just|me|us|all|the|every|any|of|what about|"
    r"покажи(?:те)?|найди(?:те)?|дай(?:те)?|выведи(?:те)?|перечисли(?:те)?|все|всю|мне|"
    r"только|пожалуйста)\b[\s,]*)"
)
"""The words before what is ordered."""

ADJECTIVES = (
    r"(?:(?!(?:of|about|on|for|in|from|with|to|and|without|not|no|except|but)\b)[\w'’-]+ ){0,2}?"
)

NAME_BEFORE = re.compile(r"\b[A-Z][\w'’.-]*, [A-Z][\w'’.() -]*, *$")
LIFE = range(25, 110)
"""Years between a birth and a death; `Lincoln, Abraham, 1809-1865` asks for a person."""

NEGATED = re.compile(r"\b(?:not|except|excluding|without|не|кроме) $", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundFilter:
    """A filter that a request names, and where."""

    field: str
    value: Any
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a request asks for within which filters."""

    request: str
    """Without the words that say nothing but a filter."""
    filters: Filters
    rest: str
    """Without all words that were read as filters."""
    found: tuple[FoundFilter, ...]
    """The filters, each where its words stand in the request."""


@dataclass(frozen=True, slots=True)
class Remainder:
    """What cutting leaves of a request, and where each of its signs stood."""

    text: str
    places: tuple[int, ...]

    def without(self, said: re.Match[str]) -> "Remainder":
        """Return what cutting these words leaves; a blank stands for them."""
        start, end = said.span()
        return Remainder(
            f"{self.text[:start]} {self.text[end:]}",
            (*self.places[: start + 1], *self.places[end:]),
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """Words that say a filter."""

    name: str
    pattern: re.Pattern[str]
    field: str
    value: Callable[[re.Match[str]], Any]
    is_cut: bool = True


def rule(
    name: str, words: str, field: str, value: Callable[[re.Match[str]], Any], *, is_cut: bool = True
) -> Rule:
    """Return a rule for words, whatever their case."""
    return Rule(name, re.compile(words, re.IGNORECASE), field, value, is_cut)


def ordered(words: str, field: str, value: Any, order: str = f"{ORDER}*") -> Rule:
    """Return a rule for what a request orders; these words are searched for too."""
    pattern = rf"^\W*{order}{ADJECTIVES}(?:{words})\b"
    return rule(f"ordered {field}", pattern, field, lambda _: value, is_cut=False)


def level(words: str, value: LevelOfDescription) -> Rule:
    """Return a rule for a level, which is meant only where it is ordered in so many words."""
    return ordered(words, "levels", (value,), f"{ORDER}+")


SCOPE_RULES = (
    rule(
        "record group",
        r"\b(?:in |from |of |within )?(?:record groups?|RG)[ -]?(?:number |no\.? ?|# ?)?(\d{1,5})\b"
        r"|(?:\b(?:в|из) )?\bгрупп[аеуы] (?:записей |документов )?(?:№ ?)?(\d{1,4})\b",
        "record_group",
        lambda said: int(said[1] or said[2]),
    ),
    rule(
        "collection",
        r"\b(?:in |from |of |within )?(?:the )?(?:collection )?\b"
        r"(?-i:((?:HH|FDR|HST|DDE|JFK|LBJ|RN|GRF|JC|RR|GB|WJC|GWB|BHO|DJT)-[A-Z0-9]{2,}))\b"
        r"|\b(?:in |from |of |within )?(?:the )?collection "
        r"(?-i:([A-Z][A-Z0-9]{1,5}(?:-[A-Z0-9]{2,})?|[A-Z0-9]+-[A-Z0-9]{2,}))\b",
        "collection",
        lambda said: said[1] or said[2],
    ),
)
"""Where to look, in a list as in a question. Collections of a president begin with his initials."""

YEAR_RULES = (
    rule(
        "years between",
        rf"\b(?:between|from) (?:the years )?({PERIOD}) (?:and|to|until|till|through) ({PERIOD})"
        rf"|(?<![-–—/\d])\b(?:in |from |for )?({YEAR}) ?[-–—] ?({YEAR}|\d\d)\b(?! ?[-–—/])"
        rf"|\b(?:с|между) ({PERIOD}) (?:по|до|и) ({PERIOD}){YEAR_ENDING}",
        "years",
        between,
    ),
    rule(
        "years before",
        rf"\b(?:before|prior to|earlier than|до) ({PERIOD}){YEAR_ENDING}",
        "years",
        before,
    ),
    rule("years until", rf"\b(?:until|till|up to|not later than) ({PERIOD})", "years", until),
    rule("years after", rf"\b(?:after|later than|после) ({PERIOD}){YEAR_ENDING}", "years", after),
    rule(
        "years since",
        rf"\bsince ({PERIOD})|\b(?:from|starting in) ({PERIOD}) (?:on|onwards?)\b"
        rf"|\bначиная с ({PERIOD}){YEAR_ENDING}",
        "years",
        since,
    ),
    rule(
        "period",
        r"(?:\b(?:in|from|of|for|during|за|с|в|от) )?\b"
        rf"(?!(?:the )?{YEAR}\b(?!-[ехм]))({PERIOD}){YEAR_ENDING}",
        "years",
        within,
    ),
    rule(
        "year of a date",
        r"(?:\b(?:in|from|for|during|dated|за|в|от)|(?-i:\b[a-z][\w'’-]*) of) "
        rf"(?:{DATE})?({YEAR})\b"
        rf"|\b({YEAR}) (?-i:(?=[a-z]+s\b))",
        "years",
        within,
        is_cut=False,  # titles have such dates
    ),
)
"""The first that fits says the years."""

ONLINE = r"(?:online|digiti[sz]ed|онлайн|оцифрован\w*|в (?:интернете|сети))"
LIST_RULES = (
    *YEAR_RULES,
    rule(
        "not online",
        r"(?:\b(?:that|which|those|ones) (?:are|have|is|were) )?"
        rf"\b(?:not (?:yet )?(?:available |been )?|не )({ONLINE})\b",
        "is_online",
        lambda _: False,
    ),
    rule(
        "online",
        rf"^\W*{ORDER}*{ONLINE}\b"
        r"|(?:\b(?:that|which|and|those|ones|i can) ){0,3}"
        rf"\b(?:are|is|available|viewable|accessible|see|view|read|доступн\w+) {ONLINE}\b"
        rf"|(?:\b(?:only |just )?(?:those|the ones|ones) )?\b{ONLINE}(?: only)?\W*$"
        rf"|(?<=\beverything ){ONLINE}\b|(?<=\banything ){ONLINE}\b",
        "is_online",
        lambda _: True,
    ),
    rule(
        "unrestricted",
        r"\b(?:that|which) are unrestricted\b|\bwithout (?:any )?restrictions?\W*$"
        r"|\bunrestricted (?=(?:records|files|documents|materials|papers|series|items)\b)"
        r"|\bбез ограничений\b",
        "access",
        lambda _: (AccessStatus.UNRESTRICTED,),
    ),
    ordered(r"restricted (?:records|files|materials|documents|series)", "access", RESTRICTED),
    level("series|сери[июй]", LevelOfDescription.SERIES),
    level("file units?|folders|папк[иу]", LevelOfDescription.FILE_UNIT),
    level("record groups", LevelOfDescription.RECORD_GROUP),
    ordered(
        "films|(?:motion|moving) pictures|newsreels|videos?|moving images|(?:кино)?фильмы|"
        "кинохроник[иу]",
        "records_types",
        (RecordsType.MOVING_IMAGES,),
    ),
    ordered(
        "photographs?|photos?|posters|pictures|slides|фотографи[ийю]|фото|снимки|плакаты",
        "records_types",
        (RecordsType.PHOTOGRAPHS,),
    ),
    ordered("maps|charts|карты", "records_types", (RecordsType.MAPS,)),
    ordered(
        "(?:sound|audio|voice) (?:recordings|tapes)|звукозаписи|аудиозаписи",
        "records_types",
        (RecordsType.SOUND_RECORDINGS,),
    ),
    ordered("data ?(?:files|sets)|databases", "records_types", (RecordsType.DATA_FILES,)),
    ordered(
        "blueprints|(?:architectural|engineering) (?:drawings|plans)|чертежи",
        "records_types",
        (RecordsType.ARCHITECTURAL_DRAWINGS,),
    ),
)
"""What a list is narrowed to; a question is not, since its words may stand in a text as well."""


def read_filters(
    request: str, request_class: RequestClass, removed: frozenset[str] = frozenset()
) -> Reading:
    """Return the filters that a request names, and what is left of it to search for.

    Words for fields that a reader has removed say nothing any more.
    """
    is_list = request_class is RequestClass.SHOW_RECORDS
    searched, rest = Remainder(request, tuple(range(len(request) + 1))), request
    read: set[str] = set()
    found: list[FoundFilter] = []
    for one in (*SCOPE_RULES, *(LIST_RULES if is_list else ())):
        said = one.pattern.search(searched.text)
        if said is None or one.field in read or is_no_filter(one, said):
            continue
        read.add(one.field)
        if one.field not in removed:
            found.append(found_filter(one, said, searched))
        rest = one.pattern.sub(" ", rest, count=1)
        if is_list and (one.is_cut or one.field in removed):
            searched = searched.without(said)
    filters = replace(EVERYTHING, **{one.field: one.value for one in found})
    return Reading(tidied(searched.text) if read else request, filters, tidied(rest), tuple(found))


def found_filter(one: Rule, said: re.Match[str], searched: Remainder) -> FoundFilter:
    """Return the filter that words say, and where they stand in the request."""
    start, last = searched.places[said.start()], searched.places[said.end() - 1]
    return FoundFilter(one.field, one.value(said), start, last + 1, one.name)


def is_no_filter(one: Rule, said: re.Match[str]) -> bool:
    """Return whether words say what is not wanted, or when a person lived."""
    before = said.string[: said.start()]
    if NEGATED.search(before):
        return True
    years = one.value(said) if one.field == "years" and NAME_BEFORE.search(before) else None
    return bool(years and years.first and years.last and years.last - years.first in LIFE)


def tidied(request: str) -> str:
    """Return a request without what cutting has left between its words."""
    return re.sub(r" (?=[,.;:?!])", "", " ".join(request.split())).rstrip(" ,;:")
