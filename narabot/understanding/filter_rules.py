"""The words that say a filter, English or Russian, each with the rule that reads them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from narabot.models import (
    RESTRICTED,
    AccessStatus,
    LevelOfDescription,
    RecordsType,
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
    """Return a rule for what a request orders; these words are searched for too.

    What stands right before is no part of the filter: `Manzanar photographs`.
    """
    pattern = rf"^\W*{order}(?P<kept>{ADJECTIVES})(?:{words})\b"
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
