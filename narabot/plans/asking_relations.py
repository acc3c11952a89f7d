"""Requests for what is about, beside, above or shared by records, read into plans. Pure."""

import re
from collections.abc import Iterator
from dataclasses import replace

from narabot.plans.algebra import Conditions, Either, Records, RecordSet, Sought
from narabot.plans.asking import asks_how_many, itself, operation
from narabot.plans.mentions import LARGE, MARK, Mention, MentionKind
from narabot.plans.sets import PLACES, read_set, set_of, untold
from narabot.plans.values import (
    Common,
    Compare,
    DaysBetween,
    Field,
    Measure,
    Neighbour,
    Overview,
    Plan,
    Tell,
)
from narabot.plans.vocabulary import patterns
from narabot.plans.words import Words
from narabot.words import content_words


def overview(words: Words) -> Plan | None:
    """Return an overview of a record with much below it, or of what somebody created."""
    marks = words.take_marks(*PLACES, MentionKind.CREATOR, MentionKind.RECORD_GROUP)
    if asks_how_many(words) or not operation(words, "overview"):
        return None
    if len(marks) > 1:
        marks = [one for one in marks if one.kind in PLACES]
    if len(marks) != 1:
        return None
    wanted = whole_of(words, marks[0])
    return Overview(wanted) if wanted else None


def whole_of(words: Words, mention: Mention) -> RecordSet | None:
    """Return all that a mention stands for: what is below a record, by somebody, of a group."""
    if words.take(patterns("levels")["recordGroup"]) and mention.kind is MentionKind.CREATOR:
        return None  # whose record group it is, titles tell
    return set_of(mention, Conditions(periods=tuple(one.period for one in words.periods)))


def neighbour(words: Words) -> Plan | None:
    """Return what comes after a folder or volume in its run, or before it."""
    is_before = operation(words, "neighbour_before")
    if not is_before and not operation(words, "neighbour_after"):
        return None
    operation(words, "count")
    marks = words.take_marks(MentionKind.RECORD)
    if len(marks) == 1:
        return None if words.rest() else Neighbour(itself(marks[0]), is_before)
    words.take(patterns("levels")["item"])
    words.level = "fileUnit"
    wanted = read_set(words)
    if not isinstance(wanted, Records) or wanted.conditions.file_code is None:
        return None
    return Neighbour(Records(replace(wanted.conditions, words=())), is_before)


def common(words: Words) -> Plan | None:
    """Return what two or more records share."""
    marks = words.marks(MentionKind.RECORD)
    is_compared = any(patterns("comparisons")[name].search(words.text) for name in ("more", "less"))
    if len(marks) < 2 or is_compared or not operation(words, "common"):
        return None
    return Common(tuple(map(itself, marks)))


def common_described(words: Words) -> Iterator[Plan]:
    """Yield what two records share of which one, or both, are only described."""
    if not operation(words, "common"):
        return
    marks = words.marks(MentionKind.RECORD)
    if len(marks) == 1:
        words.take_marks(MentionKind.RECORD)
        yield Common((itself(marks[0]), Sought(described(words))))
    if marks:
        return
    for one, other in sides(said_of(words)):
        yield Common((Sought(one), Sought(other)))


def compare_described(words: Words) -> Iterator[Plan]:
    """Yield which of two records that are only described has more, or comes first."""
    if words.marks(*PLACES):
        return
    if operation(words, "days_between"):
        for one, other in sides(said_of(words)):
            yield DaysBetween(Either(Sought(one), Sought(other)))
        return
    said = words.first_of(patterns("comparisons"))
    if said is None:
        return
    measure = Measure.FIRST_DAY if said in {"earlier", "later"} else Measure.DOCUMENTS
    for one, other in sides(said_of(words)):
        yield Compare((Sought(one), Sought(other)), measure, is_lowest=said in {"less", "earlier"})


SIDES = re.compile(
    r"\s*[,;]?\s+(?:and|or|with|to|from|than|as well as|и|или|с|со|от|до)\s+|\s*[;:]\s+",
    re.IGNORECASE,
)
"""What may stand between two records that are described."""


LEAST_SAID = 2
"""Words that describe a record."""


def sides(text: str) -> Iterator[tuple[str, str]]:
    """Yield the ways in which a text may describe two records."""
    for joint in SIDES.finditer(text):
        one, other = text[: joint.start()], text[joint.end() :]
        if min(len(content_words(one)), len(content_words(other))) >= LEAST_SAID:
            yield one.strip(), other.strip()


def said_of(words: Words) -> str:
    """Return what is left of a request, as it was written."""
    return " ".join(MARK.sub(" ", words.text).split())


def described(words: Words) -> str:
    """Return the words that are left of a request and say something."""
    return " ".join(words.rest())


def tell(words: Words) -> Iterator[Plan]:
    """Yield fields of a record that is described, or named with nothing else beside it."""
    if operation(words, "overview"):
        return
    fields = tuple(
        Field(name) for name, pattern in patterns("fields").items() if words.take_all(pattern)
    )
    if not fields or set(fields) <= {Field.DOCUMENTS, Field.DATES}:
        return
    named = words.marks(MentionKind.RECORD)
    marks = [one for one in named if one.level not in LARGE] or named
    if len(marks) == 1 and not untold(words):
        yield Tell(itself(marks[0]), fields)
    elif not marks:
        quoted = words.marks(MentionKind.QUOTED)
        text = " ".join([*(one.values[0] for one in quoted), described(words)])
        if len(content_words(text)) >= LEAST_SAID:
            yield Tell(Sought(text), fields)
