"""The set of records that a request is about, read from its words and mentions. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace

from narabot.models import LevelOfDescription
from narabot.plans.algebra import (
    EVERYTHING,
    Below,
    Both,
    Conditions,
    CreatorRole,
    Either,
    MadeBy,
    Records,
    RecordSet,
    These,
    Without,
)
from narabot.plans.conditions import same_code
from narabot.plans.conditions_said import (
    read_conditions,
    role_in,
)
from narabot.plans.facts import stems_of
from narabot.plans.mentions import MARK_END, MARK_START, Mention, MentionKind
from narabot.plans.vocabulary import patterns
from narabot.plans.words import Words, spellings

PLACES = (MentionKind.RECORD, MentionKind.FILE_CODE, MentionKind.BOX)
"""Mentions of something that holds records."""


APPOSITION = re.compile(
    rf"\b(?:folders?|files?|file units?|series|volumes?|collections?|record groups?|папк\w+|"
    rf"сери\w+|том\w*|коллекци\w+)\s+(?={MARK_START})"
    rf"|(?<={MARK_END})\s+(?:folder|file|file unit|series|volume|collection)\b",
    re.IGNORECASE,
)
"""A level that only says what a record that is named is."""


def read_set(words: Words) -> RecordSet | None:
    """Return the set that is left in a request; `None` where something of it is not understood."""
    words.text = APPOSITION.sub(lambda said: " " * len(said[0]), words.text)
    said = patterns("conditions")
    denied = words.denied(said["negation"])
    conditions = read_conditions(words)
    role = role_in(words)
    if any(one.kind is MentionKind.CREATOR for one in denied):
        role = None  # the role is that of the creator that is denied
    either = said["either"].search(words.text) is not None
    codes = words.take_marks(MentionKind.FILE_CODE)
    boxes = words.take_marks(MentionKind.BOX)
    numbers = words.take_marks(MentionKind.RECORD_GROUP)
    makers = words.take_marks(MentionKind.CREATOR)
    places = words.take_marks(MentionKind.RECORD)
    is_beginning = words.take(said["begins_with"]) is not None
    quoted = [one.values[0] for one in words.take_marks(MentionKind.QUOTED)]
    words.is_of_titles |= bool(quoted)
    beginning = quoted.pop(0) if is_beginning and quoted else None
    if len(numbers) > 1:
        return None
    conditions = replace(
        conditions,
        file_code=same_code(codes[0].values[0]) if codes else None,
        boxes=tuple(value for one in boxes for value in one.values),
        record_group=int(numbers[0].values[0]) if numbers else None,
        beginning=beginning,
        words=(*conditions.words, *sought(words, quoted)),
        other_file_codes=tuple(
            same_code(one.values[0]) for one in denied if one.kind is MentionKind.FILE_CODE
        ),
    )
    if (codes or boxes or conditions.other_file_codes) and not conditions.levels:
        conditions = replace(conditions, levels=(LevelOfDescription.FILE_UNIT,))
    if len(codes) > 1:
        each = [Records(replace(conditions, file_code=same_code(one.values[0]))) for one in codes]
        return without(chained(each, Either), denied)
    found = joined(makers, places, conditions, role, is_either=either)
    return without(found, denied) if found else None


def sought(words: Words, quoted: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Take the words that titles must have: those that nothing else has taken."""
    words.is_of_titles |= words.take_all(patterns("conditions")["in_titles"])
    words.take_all(patterns("conditions")["spelling"])
    return (*((one,) for one in quoted), *spellings(untold(words)))


def untold(words: Words) -> list[str]:
    """Return the words that say something, but for those that say again what is named."""
    names = [value for one in words.mentions for value in one.values]
    told = frozenset[str]().union(*map(stems_of, names))
    initials = {"".join(word[0] for word in re.findall(r"\b[A-Z]\w+", name)) for name in names}
    return [
        word
        for word in words.rest()
        if not stems_of(word) <= told
        and not any(
            word.removesuffix("'s") in one for one in initials if len(word) > 2 and word.isupper()
        )
    ]


def joined(
    makers: Sequence[Mention],
    places: Sequence[Mention],
    conditions: Conditions,
    role: CreatorRole | None,
    *,
    is_either: bool,
) -> RecordSet | None:
    """Return what is by all makers, or by one of them, and in all places, under conditions."""
    sets: list[RecordSet] = []
    made: list[RecordSet] = [MadeBy(one.na_ids, role, conditions) for one in makers]
    if made:
        sets.append(chained(made, Either if is_either else Both))
    held: list[RecordSet] = [Below(These(one.na_ids), conditions) for one in places]
    if held:
        sets.append(chained(held, Either))
    if not sets:
        return Records(conditions) if conditions.in_force else None
    return chained(sets, Both)


def chained(sets: Sequence[RecordSet], pair: type[Both] | type[Either]) -> RecordSet:
    """Return sets joined in pairs."""
    first, *others = sets
    for one in others:
        first = pair(first, one)
    return first


def without(wanted: RecordSet, denied: Sequence[Mention]) -> RecordSet:
    """Return a set without what some mentions stand for."""
    for one in denied:
        if one.kind is MentionKind.FILE_CODE:
            continue
        role = CreatorRole.PREDECESSOR if one.kind is MentionKind.CREATOR else None
        other = MadeBy(one.na_ids, role) if role else set_of(one, EVERYTHING)
        wanted = Without(wanted, other) if other else wanted
    return wanted


def set_of(mention: Mention, conditions: Conditions) -> RecordSet | None:
    """Return what a mention stands for: what a record holds, not the record itself."""
    match mention.kind:
        case MentionKind.RECORD:
            return Below(These(mention.na_ids), conditions)
        case MentionKind.CREATOR:
            return MadeBy(mention.na_ids, None, conditions)
        case MentionKind.BOX:
            folders = (LevelOfDescription.FILE_UNIT,)
            return Records(replace(conditions, boxes=mention.values, levels=folders))
        case MentionKind.RECORD_GROUP:
            return Records(replace(conditions, record_group=int(mention.values[0])))
        case MentionKind.FILE_CODE:
            code = same_code(mention.values[0])
            return Records(replace(conditions, file_code=code))
        case _:
            return None


def is_narrow(wanted: RecordSet, words: Words) -> bool:
    """Return whether a set is made by more than words of titles and a level.

    What words alone find is for the search, unless a request says that titles are meant.
    """
    match wanted:
        case Records(conditions=conditions):
            structural = set(conditions.in_force) - {"levels", "words"}
            return bool(structural) or (words.is_of_titles and bool(conditions.words))
        case _:
            return True
