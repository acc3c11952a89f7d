"""Patterns for the English and Russian words that name filters, with the value of each filter."""

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
    years_after,
    years_before,
    years_between,
    years_since,
    years_until,
    years_within,
)

ORDER_WORDS = (
    r"(?:(?:and|please|now|then|can|could|would|you|i|want|to|like|need|see|show|list|display|"
    r"find|give|get|bring|name|only|just|me|us|all|the|every|any|of|what about|"
    r"покажи(?:те)?|найди(?:те)?|дай(?:те)?|выведи(?:те)?|перечисли(?:те)?|все|всю|мне|"
    r"только|пожалуйста)\b[\s,]*)"
)
"""Words that may precede the object of an instruction, such as "show me all the"."""

ADJECTIVES = (
    r"(?:(?!(?:of|about|on|for|in|from|with|to|and|without|not|no|except|but)\b)[\w'’-]+ ){0,2}?"
)


@dataclass(frozen=True, slots=True)
class FilterRule:
    """A pattern for words that name a filter."""

    name: str
    pattern: re.Pattern[str]
    field: str
    value: Callable[[re.Match[str]], Any]
    is_cut: bool = True


def filter_rule(
    name: str, words: str, field: str, value: Callable[[re.Match[str]], Any], *, is_cut: bool = True
) -> FilterRule:
    """Return a rule that matches words in any letter case."""
    return FilterRule(name, re.compile(words, re.IGNORECASE), field, value, is_cut)


def ordered_rule(words: str, field: str, value: Any, order: str = f"{ORDER_WORDS}*") -> FilterRule:
    """Return a rule for words that name what a request asks to see. The search keeps these words.

    Words that directly precede the match are not part of the filter: `Manzanar photographs`.
    """
    pattern = rf"^\W*{order}(?P<kept>{ADJECTIVES})(?:{words})\b"
    return filter_rule(f"ordered {field}", pattern, field, lambda _: value, is_cut=False)


def level_rule(words: str, value: LevelOfDescription) -> FilterRule:
    """Return a rule for a level, which applies only if a request asks to see that level."""
    return ordered_rule(words, "levels", (value,), f"{ORDER_WORDS}+")


SCOPE_RULES = (
    filter_rule(
        "record group",
        r"\b(?:in |from |of |within )?(?:record groups?|RG)[ -]?(?:number |no\.? ?|# ?)?(\d{1,5})\b"
        r"|(?:\b(?:в|из) )?\bгрупп[аеуы] (?:записей |документов )?(?:№ ?)?(\d{1,4})\b",
        "record_group",
        lambda match: int(match[1] or match[2]),
    ),
    filter_rule(
        "collection",
        r"\b(?:in |from |of |within )?(?:the )?(?:collection )?\b"
        r"(?-i:((?:HH|FDR|HST|DDE|JFK|LBJ|RN|GRF|JC|RR|GB|WJC|GWB|BHO|DJT)-[A-Z0-9]{2,}))\b"
        r"|\b(?:in |from |of |within )?(?:the )?collection "
        r"(?-i:([A-Z][A-Z0-9]{1,5}(?:-[A-Z0-9]{2,})?|[A-Z0-9]+-[A-Z0-9]{2,}))\b",
        "collection",
        lambda match: match[1] or match[2],
    ),
)
"""Rules for filters on where to search. They apply to list requests and questions.

The names of presidential collections start with the president's initials.
"""

YEAR_RULES = (
    filter_rule(
        "years between",
        rf"\b(?:between|from) (?:the years )?({PERIOD}) (?:and|to|until|till|through) ({PERIOD})"
        rf"|(?<![-–—/\d])\b(?:in |from |for )?({YEAR}) ?[-–—] ?({YEAR}|\d\d)\b(?! ?[-–—/])"
        rf"|\b(?:с|между) ({PERIOD}) (?:по|до|и) ({PERIOD}){YEAR_ENDING}",
        "years",
        years_between,
    ),
    filter_rule(
        "years before",
        rf"\b(?:before|prior to|earlier than|до) ({PERIOD}){YEAR_ENDING}",
        "years",
        years_before,
    ),
    filter_rule(
        "years until", rf"\b(?:until|till|up to|not later than) ({PERIOD})", "years", years_until
    ),
    filter_rule(
        "years after",
        rf"\b(?:after|later than|после) ({PERIOD}){YEAR_ENDING}",
        "years",
        years_after,
    ),
    filter_rule(
        "years since",
        rf"\bsince ({PERIOD})|\b(?:from|starting in) ({PERIOD}) (?:on|onwards?)\b"
        rf"|\bначиная с ({PERIOD}){YEAR_ENDING}",
        "years",
        years_since,
    ),
    filter_rule(
        "period",
        r"(?:\b(?:in|from|of|for|during|за|с|в|от) )?\b"
        rf"(?!(?:the )?{YEAR}\b(?!-[ехм]))({PERIOD}){YEAR_ENDING}",
        "years",
        years_within,
    ),
    filter_rule(
        "year of a date",
        r"(?:\b(?:in|from|for|during|dated|за|в|от)|(?-i:\b[a-z][\w'’-]*) of) "
        rf"(?:{DATE})?({YEAR})\b"
        rf"|\b({YEAR}) (?-i:(?=[a-z]+s\b))",
        "years",
        years_within,
        is_cut=False,  # titles contain such dates
    ),
)
"""Rules for years. The first rule that matches determines the years."""

ONLINE = r"(?:online|digiti[sz]ed|онлайн|оцифрован\w*|в (?:интернете|сети))"
LIST_RULES = (
    *YEAR_RULES,
    filter_rule(
        "not online",
        r"(?:\b(?:that|which|those|ones) (?:are|have|is|were) )?"
        rf"\b(?:not (?:yet )?(?:available |been )?|не )({ONLINE})\b",
        "is_online",
        lambda _: False,
    ),
    filter_rule(
        "online",
        rf"^\W*{ORDER_WORDS}*{ONLINE}\b"
        r"|(?:\b(?:that|which|and|those|ones|i can) ){0,3}"
        rf"\b(?:are|is|available|viewable|accessible|see|view|read|доступн\w+) {ONLINE}\b"
        rf"|(?:\b(?:only |just )?(?:those|the ones|ones) )?\b{ONLINE}(?: only)?\W*$"
        rf"|(?<=\beverything ){ONLINE}\b|(?<=\banything ){ONLINE}\b",
        "is_online",
        lambda _: True,
    ),
    filter_rule(
        "unrestricted",
        r"\b(?:that|which) are unrestricted\b|\bwithout (?:any )?restrictions?\W*$"
        r"|\bunrestricted (?=(?:records|files|documents|materials|papers|series|items)\b)"
        r"|\bбез ограничений\b",
        "access",
        lambda _: (AccessStatus.UNRESTRICTED,),
    ),
    ordered_rule(r"restricted (?:records|files|materials|documents|series)", "access", RESTRICTED),
    level_rule("series|сери[июй]", LevelOfDescription.SERIES),
    level_rule("file units?|folders|папк[иу]", LevelOfDescription.FILE_UNIT),
    level_rule("record groups", LevelOfDescription.RECORD_GROUP),
    ordered_rule(
        "films|(?:motion|moving) pictures|newsreels|videos?|moving images|(?:кино)?фильмы|"
        "кинохроник[иу]",
        "records_types",
        (RecordsType.MOVING_IMAGES,),
    ),
    ordered_rule(
        "photographs?|photos?|posters|pictures|slides|фотографи[ийю]|фото|снимки|плакаты",
        "records_types",
        (RecordsType.PHOTOGRAPHS,),
    ),
    ordered_rule("maps|charts|карты", "records_types", (RecordsType.MAPS,)),
    ordered_rule(
        "(?:sound|audio|voice) (?:recordings|tapes)|звукозаписи|аудиозаписи",
        "records_types",
        (RecordsType.SOUND_RECORDINGS,),
    ),
    ordered_rule("data ?(?:files|sets)|databases", "records_types", (RecordsType.DATA_FILES,)),
    ordered_rule(
        "blueprints|(?:architectural|engineering) (?:drawings|plans)|чертежи",
        "records_types",
        (RecordsType.ARCHITECTURAL_DRAWINGS,),
    ),
)
"""Rules for filters that apply only to list requests. In a question, the same words may refer to
the content of texts."""
