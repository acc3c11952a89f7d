"""Planning, which turns the intent of a request, its slots, and their referents into a plan.
Pure."""

import re
from collections.abc import Callable

from msgspec import structs

from narabot.models.intents import Operation, Slot, SlotKind
from narabot.plans.algebra import (
    Conditions,
    CreatedBy,
    Descendants,
    Period,
    Records,
    RecordsById,
    RecordSet,
    Timing,
    Union,
    with_descendants,
)
from narabot.plans.comparisons import plan_common, plan_comparison, plan_days
from narabot.plans.counts import plan_count, plan_groups, plan_total
from narabot.plans.field_requests import (
    best_identified_slot,
    plan_fields,
    requested_fields,
    with_requested_fields,
)
from narabot.plans.mentions import MentionKind
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, mention_kind
from narabot.plans.sets import (
    FILE_UNIT,
    combine,
    contents_of,
    folder_conditions,
    requested_set,
    slot_record,
)
from narabot.plans.slot_conditions import VOLUME, requested_conditions
from narabot.plans.spans import MatchSpan, Span, overlap
from narabot.plans.superlatives import plan_top
from narabot.plans.values import ListOf, Measure, Neighbor, Overview, Plan, Top
from narabot.plans.vocabulary import patterns


def build_plan(request: PlanRequest) -> Plan:
    """Return the plan for a request. May raise NotUnderstoodError.

    If no other plan is possible, narabot plans the fields that the request asks for. This fallback
    does not apply to requests that ask what records have in common.
    """
    if unread := unsupported_words(request) or unread_name(request):
        raise NotUnderstoodError(unread[0])
    if is_yes_no_question(request):
        raise NotUnderstoodError
    try:
        return PLANNERS[request.intent.operation](request)
    except NotUnderstoodError as error:
        if request.intent.operation is Operation.COMMON or not requested_fields(request):
            raise
        try:
            return plan_fields(request)
        except NotUnderstoodError:
            raise error from None


def unsupported_words(request: PlanRequest) -> re.Match[str] | None:
    """Return words that no plan supports. Overviews, however, support words for missing data, such
    as `undated`."""
    words = patterns("beyond")
    is_surveyed = request.intent.operation is Operation.OVERVIEW
    gap = None if is_surveyed else words["gaps"].search(request.text)
    return words["what"].search(request.text) or gap


YES_NO_OPENING = re.compile(r"\W*(?:is|was|does|did|has)\b", re.IGNORECASE)


def is_yes_no_question(request: PlanRequest) -> bool:
    """Return whether a supposed request for a count or list is a yes-or-no question."""
    is_many = request.intent.operation in {Operation.COUNT, Operation.LIST}
    return is_many and YES_NO_OPENING.match(request.text) is not None


MAX_SHORT_REQUEST_WORDS = 16
"""Maximum length, in words, of a request in which every name must be understood."""

NAMES_AND_NUMBERS = re.compile(r"(?<=[\w,;:] )(?:[A-ZА-ЯЁ][^\W_]{2,}|\d+)\b")
"""Matches capitalized words that do not begin a sentence, and numbers."""


def unread_name(request: PlanRequest) -> re.Match[str] | None:
    """Return a name or number in a short request that no slot or period covers."""
    if len(request.text.split()) > MAX_SHORT_REQUEST_WORDS:
        return None
    left_out = (
        MatchSpan.of(match)
        for text in request.ignored_names
        for match in re.finditer(re.escape(text), request.text)
    )
    read: list[Span] = [*request.intent.slots, *request.periods, *left_out]
    found = NAMES_AND_NUMBERS.finditer(request.text)
    return next(
        (
            match
            for match in found
            if not any(overlap(MatchSpan.of(match), other) for other in read)
        ),
        None,
    )


def plan_list(request: PlanRequest) -> Plan:
    """Return a plan that lists the records in a set."""
    return ListOf(requested_set(request))


TITLE_CONDITIONS = {
    "sender",
    "recipient",
    "file_code",
    "boxes",
    "least_documents",
    "most_documents",
}
"""Conditions that plans support but search filters do not."""

FILTER_CONDITIONS = {"levels", "record_group", "records_types", "is_online", "periods"}
"""Conditions that the search supports as filters, which appear as chips."""


def is_for_search(wanted: RecordSet) -> bool:
    """Return whether the search handles a list better than a plan does.

    This is true if the list has only filters or is about a topic. A list that combines title words
    with conditions that only plans support requires a plan.
    """
    if not isinstance(wanted, Records | CreatedBy) or getattr(wanted, "role", None):
        return False
    conditions = wanted.conditions
    if conditions.is_online is False:
        return False
    if [one for one in conditions.words if one != (VOLUME,)]:
        return not TITLE_CONDITIONS & set(conditions.in_force)
    return set(conditions.in_force) <= FILTER_CONDITIONS and all(
        map(is_filter_period, conditions.periods)
    )


def is_filter_period(period: Period) -> bool:
    """Return whether a period consists of whole years and records need only overlap it."""
    return period.is_of_years and period.timing is Timing.OVERLAPPING


def plan_neighbor(request: PlanRequest) -> Plan:
    """Return a plan for the record before or after a specified record in that record's sequence.
    May raise NotUnderstoodError."""
    records = request.intent.of(SlotKind.RECORD) or request.intent.of(SlotKind.CONTAINER)
    if not records:
        raise NotUnderstoodError
    is_before = request.intent.measure == "before"
    return with_requested_fields(
        request, Neighbor(slot_record(request, best_identified_slot(request, records)), is_before)
    )


def plan_folder_in_use(request: PlanRequest) -> Plan:
    """Return a plan for the records that were in use on a day. May raise NotUnderstoodError.

    For a file code, the plan finds the file unit that was opened most recently on or before that
    day. For a series, the plan finds the file units that cover the day.
    """
    days = [period.period for period in request.periods if period.is_day]
    slots = request.intent.of(SlotKind.CONTAINER, SlotKind.RECORD)
    if len(days) != 1 or len(slots) != 1 or slots[0] not in request.mentions:
        raise NotUnderstoodError
    if mention_kind(request, slots[0]) is MentionKind.RECORD:
        covering = Conditions(
            levels=(FILE_UNIT,), periods=(structs.replace(days[0], timing=Timing.OVERLAPPING),)
        )
        return with_requested_fields(
            request, ListOf(Descendants(RecordsById(request.mentions[slots[0]].na_ids), covering))
        )
    until = Period(None, days[0].last, Timing.STARTING)
    opened = Conditions(periods=(until,), levels=(FILE_UNIT,))
    return with_requested_fields(
        request, Top(contents_of(request.mentions[slots[0]], opened), Measure.FIRST_DAY)
    )


def plan_overview(request: PlanRequest) -> Plan:
    """Return a plan for an overview of records."""
    records = request.intent.of(SlotKind.RECORD, SlotKind.CONTAINER)
    levels = request.intent.of(SlotKind.LEVEL)
    bare = request.without(levels)
    folders = [
        folder_conditions(request.mentions[slot])
        for slot in records
        if names_folders(request, slot)
    ]
    conditions = requested_conditions(bare)
    is_alone = len(folders) == len(records) and not bare.intent.of(SlotKind.CREATOR)
    if folders and is_alone and set(conditions.in_force) <= {"periods"}:
        sets: list[RecordSet] = []
        for own in folders:
            kept = Records(structs.replace(own, periods=conditions.periods))
            sets.append(with_descendants(kept))
        return Overview(combine(sets, Union))
    wanted = requested_set(bare)
    return Overview(with_descendants(wanted) if isinstance(wanted, CreatedBy) else wanted)


def names_folders(request: PlanRequest, slot: Slot) -> bool:
    """Return whether a slot names file units by file code or box."""
    return mention_kind(request, slot) in {MentionKind.FILE_CODE, MentionKind.BOX}


PLANNERS: dict[Operation, Callable[[PlanRequest], Plan]] = {
    Operation.COUNT: plan_count,
    Operation.TOTAL: plan_total,
    Operation.GROUP: plan_groups,
    Operation.TOP: plan_top,
    Operation.COMPARE: plan_comparison,
    Operation.DAYS: plan_days,
    Operation.LIST: plan_list,
    Operation.LOOKUP: plan_fields,
    Operation.NEXT: plan_neighbor,
    Operation.OPEN: plan_folder_in_use,
    Operation.COMMON: plan_common,
    Operation.OVERVIEW: plan_overview,
}
"""For each operation, the function that builds the plan."""
