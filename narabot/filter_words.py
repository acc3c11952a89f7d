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
    Years,
)

CENTURY = r"(?:1[5-9]|20)"
YEAR = CENTURY + r"\d\d"
ABOUT = 2
"""Years on each side that "about 1943" may mean."""

ORDER = (
    r"(?:(?:and|please|now|then|can|could|would|you|i|want|to|like|need|see|show|list|display|"
    r"find|give|get|bring|name|only|just|me|us|all|the|every|any|of|what about|"
    r"покажи(?:те)?|найди(?:те)?|дай(?:те)?|выведи(?:те)?|перечисли(?:те)?|все|всю|мне|"
    r"только|пожалуйста)\b[\s,]*)"
)
"""The words before what is ordered."""

ADJECTIVES = r"(?:(?!(?:of|about|on|for|in|from|with|to|and)\b)[\w'’-]+ ){0,2}?"

OF_TIME = r"(?:\b(?:in|from|of|for|during|dated|since)\b(?: the)? +|\b(?:за|с|в|от)\b +)?"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a request asks for within which filters."""

    request: str
    """Without the words that say nothing but a filter."""
    filters: Filters
    rest: str
    """Without all words that were read as filters."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Words that say a filter."""

    pattern: re.Pattern[str]
    field: str
    value: Callable[[re.Match[str]], Any]
    is_cut: bool = True


def rule(
    words: str, field: str, value: Callable[[re.Match[str]], Any], *, is_cut: bool = True
) -> Rule:
    """Return a rule for words, whatever their case."""
    return Rule(re.compile(words, re.IGNORECASE), field, value, is_cut)


def ordered(words: str, field: str, value: Any, order: str = f"{ORDER}*") -> Rule:
    """Return a rule for what a request orders; these words are searched for too."""
    return rule(rf"^\W*{order}{ADJECTIVES}(?:{words})\b", field, lambda _: value, is_cut=False)


def level(words: str, value: LevelOfDescription) -> Rule:
    """Return a rule for a level, which is meant only where it is ordered in so many words."""
    return ordered(words, "levels", (value,), f"{ORDER}+")


def span(first: int | None, last: int | None) -> Years:
    """Return years in their order."""
    if first is not None and last is not None and first > last:
        return Years(last, first)
    return Years(first, last)


def decade(said: re.Match[str]) -> Years:
    """Return the years of `1930s` or `early 1930s`."""
    first = int(said["decade"])
    part = (said["part"] or "").lower()
    starts, ends = {"early": (0, 4), "mid": (3, 6), "late": (5, 9)}.get(
        part[:5].rstrip("-"), (0, 9)
    )
    return Years(first + starts, first + ends)


def century(said: re.Match[str]) -> Years:
    """Return the years of `19th century`."""
    first = (int(said["century"]) - 1) * 100
    return Years(first + 1, first + 100)


SCOPE_RULES = (
    rule(
        r"\b(?:in |from |of |within )?(?:record groups?|RG)[ -]?(?:number |no\.? ?|# ?)?(\d{1,4})\b"
        r"|(?:\b(?:в|из) )?\bгрупп[аеуы] (?:записей |документов )?(?:№ ?)?(\d{1,4})\b",
        "record_group",
        lambda said: int(said[1] or said[2]),
    ),
    rule(
        r"\b(?:in |from |of |within )?(?:the )?(?:collection )?\b"
        r"(?-i:((?:HH|FDR|HST|DDE|JFK|LBJ|RN|GRF|JC|RR|GB|WJC|GWB|BHO|DJT)-[A-Z0-9]{2,}))\b"
        r"|\b(?:in |from |of |within )?(?:the )?collection (?-i:([A-Z0-9]{1,6}-[A-Z0-9]{2,}))\b",
        "collection",
        lambda said: said[1] or said[2],
    ),
)
"""Where to look, in a list as in a question. Collections of a president begin with his initials."""

YEAR_RULES = (
    rule(
        rf"\b(?:between|from) (?:the years )?({YEAR}) (?:and|to|until|till|through) ({YEAR})\b"
        rf"|(?<![-–—/\d])\b(?:in |from |for )?({YEAR}) ?[-–—] ?({YEAR})\b(?! ?[-–—/])"
        rf"|\b(?:с|между) ({YEAR}) (?:по|до|и) ({YEAR})\b(?: год\w*| гг?\.?)?",
        "years",
        lambda said: span(int(said[1] or said[3] or said[5]), int(said[2] or said[4] or said[6])),
    ),
    rule(
        rf"{OF_TIME}(?:(?P<part>early|mid|late)[ -])?\b(?P<decade>{CENTURY}\d0)(?:'|’)?s\b"
        rf"|{OF_TIME}(?P<part_ru>)\b(?P<decade_ru>{CENTURY}\d0)-[ехм]\w*(?: год\w*| гг?\.?)?",
        "years",
        lambda said: (
            decade(said)
            if said["decade"]
            else Years(int(said["decade_ru"]), int(said["decade_ru"]) + 9)
        ),
    ),
    rule(
        rf"{OF_TIME}\b(?P<century>1[6-9]|2[01])(?:th|st)[ -]century\b",
        "years",
        century,
    ),
    rule(
        rf"\b(?:before|prior to|earlier than|до) ({YEAR})\b(?: год\w*| г\.)?",
        "years",
        lambda said: Years(None, int(said[1]) - 1),
    ),
    rule(
        rf"\b(?:until|till|up to|not later than) ({YEAR})\b",
        "years",
        lambda said: Years(None, int(said[1])),
    ),
    rule(
        rf"\b(?:after|later than|после) ({YEAR})\b(?: год\w*| г\.)?",
        "years",
        lambda said: Years(int(said[1]) + 1, None),
    ),
    rule(
        rf"\b(?:since ({YEAR})\b|(?:from|starting in) ({YEAR}) (?:on|onwards?)\b)"
        rf"|\bначиная с ({YEAR})\b(?: год\w*| г\.)?",
        "years",
        lambda said: Years(int(said[1] or said[2] or said[3]), None),
    ),
    rule(
        rf"\b(?:circa|ca?\.|about|around|около) ({YEAR})\b(?: год\w*| г\.)?",
        "years",
        lambda said: Years(int(said[1]) - ABOUT, int(said[1]) + ABOUT),
    ),
    rule(
        rf"\b(?:in|from|of|for|during|dated|за|в|от) (?:\w+ (?:\d{{1,2}}, ?)?)?({YEAR})\b"
        rf"|\b({YEAR}) (?=[a-z]+s\b)",
        "years",
        lambda said: Years(int(said[1] or said[2]), int(said[1] or said[2])),
        is_cut=False,  # titles have such dates
    ),
)
"""The first that fits says the years."""

ONLINE = r"(?:online|digiti[sz]ed|онлайн|оцифрован\w*|в (?:интернете|сети))"
LIST_RULES = (
    *YEAR_RULES,
    rule(
        r"[ ,]*\b(?:(?:that|which|those) (?:are|have|is|were) )?"
        rf"(?:not (?:yet )?(?:available |been )?|не )({ONLINE})\b",
        "is_online",
        lambda _: False,
    ),
    rule(
        r"[ ,]*\b(?:(?:only |just )?(?:those |ones |that |which |and )*(?:are |is |i can )?"
        rf"(?:available |viewable |accessible |see |view |read |доступн\w+ )?){ONLINE}\b(?: only)?",
        "is_online",
        lambda _: True,
    ),
    rule(
        r"[ ,]*\b(?:that are |which are )?(?:unrestricted|without (?:any )?restrictions?)\b"
        r"|\bбез ограничений\b",
        "access",
        lambda _: (AccessStatus.UNRESTRICTED,),
    ),
    ordered(r"restricted (?:records|files|materials|documents|series)", "access", RESTRICTED),
    level("series|сери[июй]", LevelOfDescription.SERIES),
    level("file units?|folders|папк[иу]", LevelOfDescription.FILE_UNIT),
    level("record groups", LevelOfDescription.RECORD_GROUP),
    ordered(
        "films|motion pictures|newsreels|videos?|moving images|(?:кино)?фильмы|кинохроник[иу]",
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

    Words for fields that a reader has removed are words like others.
    """
    is_list = request_class is RequestClass.SHOW_RECORDS
    filters, searched, rest = EVERYTHING, request, request
    for one in (*SCOPE_RULES, *(LIST_RULES if is_list else ())):
        said = one.pattern.search(searched)
        if said is None or one.field in removed.union(filters.in_force):
            continue
        filters = replace(filters, **{one.field: one.value(said)})
        rest = one.pattern.sub(" ", rest, count=1)
        if one.is_cut and is_list:
            searched = one.pattern.sub(" ", searched, count=1)
    return Reading(tidied(searched) if filters else request, filters, tidied(rest))


def tidied(request: str) -> str:
    """Return a request without what cutting has left between its words."""
    return re.sub(r"\s+(?=[,.;:?!])|[\s,;:]+$", "", " ".join(request.split())).strip()
