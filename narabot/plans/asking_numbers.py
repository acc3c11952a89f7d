"""Requests for what is counted, summed, ordered, compared or listed, read into plans. Pure."""

import re
from dataclasses import replace

from narabot.models import LevelOfDescription
from narabot.plans.algebra import (
    Conditions,
    Either,
    Period,
    Records,
    RecordSet,
    These,
    Timing,
)
from narabot.plans.asking import asks_how_many, itself, operation
from narabot.plans.conditions_said import SENT_FROM
from narabot.plans.mentions import Mention, MentionKind
from narabot.plans.sets import is_narrow, read_set, set_of
from narabot.plans.values import (
    Compare,
    Count,
    CountBy,
    DaysBetween,
    Facet,
    Measure,
    Plan,
    Top,
    Total,
)
from narabot.plans.vocabulary import patterns
from narabot.plans.words import WORD, Words


def days(words: Words) -> Plan | None:
    """Return how many days lie between two records, or the first and the last of many."""
    if not operation(words, "days_between"):
        return None
    marks = words.marks(MentionKind.RECORD)
    if len(marks) == 2:
        if any(words.take(one) for one in patterns("comparisons").values()):
            return Compare(tuple(itself(one) for one in marks), Measure.DAYS)
        first, second = (itself(one) for one in marks)
        return DaysBetween(Either(first, second))
    operation(words, "earliest")
    operation(words, "latest")
    if len(marks) == 1 and not patterns("levels")["item"].search(words.text):
        return DaysBetween(itself(marks[0]))
    wanted = read_set(words)
    return DaysBetween(wanted) if wanted and is_narrow(wanted, words) else None


def current(words: Words) -> Plan | None:
    """Return the folder of a class that was opened last on a day, or before it."""
    if not operation(words, "current") or not words.marks(MentionKind.FILE_CODE):
        return None
    days = [one.period for one in words.periods if one.is_day]
    if len(days) != 1:
        return None
    words.periods = []
    operation(words, "latest")
    wanted = read_set(words)
    if not isinstance(wanted, Records):
        return None
    until = Period(None, days[0].last, Timing.STARTING)
    opened = replace(wanted.conditions, periods=(until,), words=(), levels=())
    return Top(Records(opened), Measure.FIRST_DAY)


def compare(words: Words) -> Plan | None:
    """Return which of two records, boxes, words or years has more, or comes first."""
    counted = asks_how_many(words)
    is_by_number = MORE_RECORDS.search(words.text) is not None
    said = words.first_of(patterns("comparisons"))
    if said is None and not counted:
        return None
    sides = compared_sets(words, is_said=said is not None)
    if sides is None or (said is None and len(sides) < 2):
        return None
    is_dated = said in {"earlier", "later"}
    measure = Measure.FIRST_DAY if is_dated else measure_of(sides)
    if is_by_number and not is_dated:
        measure = Measure.RECORDS
    return Compare(sides, measure, is_lowest=said in {"less", "earlier"})


MORE_RECORDS = re.compile(
    r"\b(?:more|fewer|больше|меньше) (?:folders|file units|series|папок|серий)\b", re.IGNORECASE
)


def compared_sets(words: Words, *, is_said: bool) -> tuple[RecordSet, ...] | None:
    """Return the sets that a request compares, in its order; `None` where it names no two.

    Words of titles are compared only where it is said what of them is more.
    """
    for kinds in COMPARED:
        marks = words.marks(*kinds)
        if len(marks) == 2:
            words.take_marks(*kinds)
            return tuple(map(side_of, marks))
    senders = [one["name"] or one["post"] for one in SENT_FROM.finditer(words.text)]
    if len(senders) == 2 and is_said:
        return tuple(Records(Conditions(sender=one)) for one in senders)
    if len(words.periods) == 2:
        first, second = words.periods
        words.periods = []
        wanted = read_set(words)
        if isinstance(wanted, Records) and wanted.conditions.in_force:
            return tuple(
                Records(replace(wanted.conditions, periods=(one.period,)))
                for one in (first, second)
            )
        return None
    wanted = read_set(words) if is_said else None
    if isinstance(wanted, Records) and words.is_of_titles and len(wanted.conditions.words) == 2:
        return tuple(
            Records(replace(wanted.conditions, words=(one,))) for one in wanted.conditions.words
        )
    return None


def side_of(mention: Mention) -> RecordSet:
    """Return what is compared: a record itself, or all of a box, a class or a creator."""
    is_record = mention.kind is MentionKind.RECORD
    return (None if is_record else set_of(mention, Conditions())) or itself(mention)


COMPARED = (
    (MentionKind.RECORD,),
    (MentionKind.BOX,),
    (MentionKind.RECORD, MentionKind.BOX),
    (MentionKind.FILE_CODE,),
    (MentionKind.CREATOR,),
)
"""Kinds of mention of which two may be compared."""


def measure_of(sides: tuple[RecordSet, ...]) -> Measure:
    """Return by what sets are compared: folders and boxes by their documents, others by number."""
    is_stated = all(
        isinstance(one, These) or (isinstance(one, Records) and one.conditions.boxes)
        for one in sides
    )
    return Measure.DOCUMENTS if is_stated else Measure.RECORDS


def top(words: Words) -> Plan | None:
    """Return which record, or group of records, has most or least of something, or comes first."""
    ends = {name: patterns("operations")[name] for name in ENDS}
    is_lowest = ends["lowest"].search(words.text) is not None
    counted_level = words.first_of(patterns("most_of"))
    end = words.first_of(ends)
    if end is None and counted_level is None:
        return None
    facet = grouped_by(words)
    measure = words.first_of(patterns("measures"))
    if facet is not None:
        is_stated = counted_level in {None, "item"} and facet in {Facet.BOX, Facet.FILE_CODE}
        words.level = "fileUnit" if is_stated else counted_level
    wanted = read_set(words)
    if wanted is None:
        return None
    if end in {"earliest", "latest"}:
        is_first = end == "earliest"
        chosen = Measure.FIRST_DAY if is_first else Measure.LAST_DAY
        return Top(wanted, chosen, is_lowest=is_first) if is_narrow(wanted, words) else None
    if facet is None and not is_narrow(wanted, words):
        return None
    return Top(wanted, measure_for(facet, measure, counted_level), facet, is_lowest=is_lowest)


ENDS = ("earliest", "latest", "highest", "lowest")
"""Operations that ask for the first or last of an order."""


def measure_for(facet: Facet | None, measure: str | None, counted_level: str | None) -> Measure:
    """Return what there is most of: days, records of a level, or the documents of folders."""
    if measure == "days":
        return Measure.DAYS
    if counted_level is None or counted_level == "item":
        is_stated = facet in {None, Facet.BOX, Facet.FILE_CODE}
        return Measure.DOCUMENTS if is_stated else Measure.RECORDS
    return Measure.RECORDS


GROUPED = re.compile(
    r"(?:(?:which|what|как\w+) (?:of \w+ )?(?:the )?(?:single )?|^\W*(?:the )?)(?P<noun>[\w-]+)",
    re.IGNORECASE,
)


def grouped_by(words: Words) -> Facet | None:
    """Take the noun behind `which` if it is a facet, and return that."""
    for said in GROUPED.finditer(words.text):
        for name, pattern in patterns("facets").items():
            if pattern.fullmatch(said["noun"]):
                words.blank(*said.span("noun"))
                return Facet(name)
    return None


def counted(words: Words) -> Plan | None:
    """Return how many records there are, or the sum of what folders state."""
    of_documents = asks_for_documents(words)
    is_total = operation(words, "total")
    if not operation(words, "count") and not is_total:
        return None
    is_total |= operation(words, "total")
    different = patterns("conditions")["different"]
    facet, is_values = per_facet(words), words.take(different) is not None
    if is_values:
        facet = next(
            (Facet(name) for name, one in patterns("facets").items() if words.take(one)), None
        )
    wanted = read_set(words)
    if wanted is None or not is_narrow(wanted, words):
        return None
    if facet is not None:
        return Count(wanted, facet) if is_values else CountBy(wanted, facet)
    if isinstance(wanted, Records) and of_documents:
        folders = (LevelOfDescription.FILE_UNIT,)
        is_summed = is_total and wanted.conditions.levels == folders
        if wanted.conditions.boxes or is_summed:
            return Total(Records(replace(wanted.conditions, levels=folders)))
    return Count(wanted)


def asks_for_documents(words: Words) -> bool:
    """Return whether what is to be counted is documents, and not what holds them."""
    said = patterns("operations")["count"].search(words.text)
    behind = words.text[said.end() :] if said else ""
    noun = WORD.search(behind)
    return noun is not None and patterns("levels")["item"].fullmatch(noun[0]) is not None


PER = re.compile(r"\b(?:per|by|for each|in each|по)\s+(?P<noun>[\w-]+)", re.IGNORECASE)


def per_facet(words: Words) -> Facet | None:
    """Take `per year` and the like, and return the facet."""
    for said in PER.finditer(words.text):
        for name, pattern in patterns("facets").items():
            if pattern.fullmatch(said["noun"]):
                words.blank(*said.span())
                return Facet(name)
    return None
