"""Intent, slots and what these refer to, put together into a plan. Pure."""

import re
from collections.abc import Callable

from msgspec import structs

from narabot.models.intents import Operation, Slot, SlotKind
from narabot.plans.algebra import (
    Below,
    Conditions,
    Either,
    MadeBy,
    Period,
    Records,
    RecordSet,
    These,
    Timing,
    with_below,
)
from narabot.plans.comparisons import common, compare, days
from narabot.plans.counts import count, group, total
from narabot.plans.field_requests import also, best_known, fields_of, tell
from narabot.plans.mentions import MentionKind
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, kind_at
from narabot.plans.sets import FILE_UNIT, folders_of, held, itself, joined, set_of
from narabot.plans.slot_conditions import VOLUME, conditions_of
from narabot.plans.spans import Span, Stretch, overlap
from narabot.plans.superlatives import top
from narabot.plans.values import ListOf, Measure, Neighbour, Overview, Plan, Top
from narabot.plans.vocabulary import patterns


def assembled(one: PlanRequest) -> Plan:
    """Return the plan of a request. Raises NotUnderstoodError.

    What asks for fields of a record, and makes no sense otherwise, asks for these alone; but not of
    one of two records that are compared.
    """
    if unread := beyond(one) or name_left(one):
        raise NotUnderstoodError(unread[0])
    if is_of_one(one):
        raise NotUnderstoodError
    try:
        return ASSEMBLERS[one.intent.operation](one)
    except NotUnderstoodError as error:
        if one.intent.operation is Operation.COMMON or not fields_of(one):
            raise
        try:
            return tell(one)
        except NotUnderstoodError:
            raise error from None


def beyond(one: PlanRequest) -> re.Match[str] | None:
    """Return words that no plan can do justice to; what is missing is told by an overview."""
    words = patterns("beyond")
    is_surveyed = one.intent.operation is Operation.OVERVIEW
    gap = None if is_surveyed else words["gaps"].search(one.text)
    return words["what"].search(one.text) or gap


OF_ONE = re.compile(r"\W*(?:is|was|does|did|has)\b", re.IGNORECASE)


def is_of_one(one: PlanRequest) -> bool:
    """Return whether a request asks whether something is so of one thing: no list."""
    is_many = one.intent.operation in {Operation.COUNT, Operation.LIST}
    return is_many and OF_ONE.match(one.text) is not None


SHORT = 16
"""Words of a request all of whose names must have been read; longer ones tell a story."""

NAMES_AND_NUMBERS = re.compile(r"(?<=[\w,;:] )(?:[A-ZА-ЯЁ][^\W_]{2,}|\d+)\b")
"""Words with a capital that begin no sentence, and numbers."""


def name_left(one: PlanRequest) -> re.Match[str] | None:
    """Return a name or number of a short request that nothing has read: a condition was missed."""
    if len(one.text.split()) > SHORT:
        return None
    left_out = (
        Stretch.of(said) for text in one.left_out for said in re.finditer(re.escape(text), one.text)
    )
    read: list[Span] = [*one.intent.slots, *one.periods, *left_out]
    found = NAMES_AND_NUMBERS.finditer(one.text)
    return next(
        (said for said in found if not any(overlap(Stretch.of(said), other) for other in read)),
        None,
    )


def listed(one: PlanRequest) -> Plan:
    """Return the records of a set."""
    return ListOf(set_of(one))


BY_FORM = {"sender", "recipient", "file_code", "boxes", "least_documents", "most_documents"}
"""Conditions that only a plan knows."""

FILTERS = {"levels", "record_group", "records_types", "is_online", "periods"}
"""Conditions that the search has as filters, which show as chips."""


def is_for_search(wanted: RecordSet) -> bool:
    """Return whether the search makes a list better: by its filters alone, or of a topic.

    Titles are searched by their words with conditions of their form.
    """
    if not isinstance(wanted, Records | MadeBy) or getattr(wanted, "role", None):
        return False
    conditions = wanted.conditions
    if conditions.is_online is False:
        return False
    if [one for one in conditions.words if one != (VOLUME,)]:
        return not BY_FORM & set(conditions.in_force)
    return set(conditions.in_force) <= FILTERS and all(map(is_filter, conditions.periods))


def is_filter(period: Period) -> bool:
    """Return whether a period is of whole years, which the records need only touch."""
    return period.is_of_years and period.timing is Timing.OVERLAPPING


def following(one: PlanRequest) -> Plan:
    """Return what stands next to a record in its run. Raises NotUnderstoodError."""
    records = one.intent.of(SlotKind.RECORD) or one.intent.of(SlotKind.CONTAINER)
    if not records:
        raise NotUnderstoodError
    is_before = one.intent.measure == "before"
    return also(one, Neighbour(itself(one, best_known(one, records)), is_before))


def in_use(one: PlanRequest) -> Plan:
    """Return the folder of a class that was opened last on a day, or before it; the volumes of a
    series that cover it."""
    days = [period.period for period in one.periods if period.is_day]
    slots = one.intent.of(SlotKind.CONTAINER, SlotKind.RECORD)
    if len(days) != 1 or len(slots) != 1 or slots[0] not in one.named:
        raise NotUnderstoodError
    if kind_at(one, slots[0]) is MentionKind.RECORD:
        covering = Conditions(
            levels=(FILE_UNIT,), periods=(structs.replace(days[0], timing=Timing.OVERLAPPING),)
        )
        return also(one, ListOf(Below(These(one.named[slots[0]].na_ids), covering)))
    until = Period(None, days[0].last, Timing.STARTING)
    opened = Conditions(periods=(until,), levels=(FILE_UNIT,))
    return also(one, Top(held(one.named[slots[0]], opened), Measure.FIRST_DAY))


def overview(one: PlanRequest) -> Plan:
    """Return what records are as a whole."""
    records = one.intent.of(SlotKind.RECORD, SlotKind.CONTAINER)
    levels = one.intent.of(SlotKind.LEVEL)
    bare = one.without(levels)
    folders = [folders_of(one.named[slot]) for slot in records if is_by_folder(one, slot)]
    conditions = conditions_of(bare)
    is_alone = len(folders) == len(records) and not bare.intent.of(SlotKind.CREATOR)
    if folders and is_alone and set(conditions.in_force) <= {"periods"}:
        sets: list[RecordSet] = []
        for own in folders:
            kept = Records(structs.replace(own, periods=conditions.periods))
            sets.append(with_below(kept))
        return Overview(joined(sets, Either))
    wanted = set_of(bare)
    return Overview(with_below(wanted) if isinstance(wanted, MadeBy) else wanted)


def is_by_folder(one: PlanRequest, slot: Slot) -> bool:
    """Return whether a slot names a class of folders or a box."""
    return kind_at(one, slot) in {MentionKind.FILE_CODE, MentionKind.BOX}


ASSEMBLERS: dict[Operation, Callable[[PlanRequest], Plan]] = {
    Operation.COUNT: count,
    Operation.TOTAL: total,
    Operation.GROUP: group,
    Operation.TOP: top,
    Operation.COMPARE: compare,
    Operation.DAYS: days,
    Operation.LIST: listed,
    Operation.TELL: tell,
    Operation.NEXT: following,
    Operation.OPEN: in_use,
    Operation.COMMON: common,
    Operation.OVERVIEW: overview,
}
"""What each operation is put together by."""
