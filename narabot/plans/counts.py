"""Plans for requests that ask for the number of records, documents, or values. Pure."""

from msgspec import structs

from narabot.models.intents import Slot, SlotKind
from narabot.plans.algebra import (
    Conditions,
    CreatedBy,
    Descendants,
    Records,
    RecordsById,
    RecordSet,
    Union,
)
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest
from narabot.plans.sets import FILE_UNIT, ITEM, combine, container_slots, requested_set
from narabot.plans.slot_conditions import is_level, vocabulary_name
from narabot.plans.values import Count, CountBy, Facet, Plan, Total
from narabot.plans.vocabulary import whole_name_in


def facet_of(request: PlanRequest) -> Facet | None:
    """Return the facet to group by, or `None`. Raise NotUnderstoodError if the words for a facet
    are unknown.

    Slots that consist entirely of a facet's name take precedence.
    """
    slots = request.intent.of(SlotKind.FACET)
    full = [slot for slot in slots if whole_name_in("facets", request.text_of(slot))]
    return Facet(vocabulary_name(request, (full or slots)[0], "facets")) if slots else None


def plan_count(request: PlanRequest) -> Plan:
    """Return a plan that counts records or the distinct values of a facet."""
    facet = facet_of(request)
    wanted = requested_set(request)
    if facet is None and is_all_in_folders(wanted):
        return plan_total(request)
    return Count(wanted, facet)


def is_all_in_folders(wanted: RecordSet) -> bool:
    """Return whether a set contains all documents in the file units with a specified box or file
    code.

    File units state how many documents they contain.
    """
    match wanted:
        case Descendants(of=Records(conditions=folders), conditions=conditions):
            return has_only_levels(conditions) and bool(folders.boxes or folders.file_code)
        case _:
            return False


def plan_total(request: PlanRequest) -> Plan:
    """Return a plan that adds up the numbers of documents that file units state.

    If the request names no container or creator, the plan counts documents instead.
    """
    levels = [slot for slot in request.intent.of(SlotKind.LEVEL) if is_level(request, slot, "item")]
    if not request.intent.of(SlotKind.CONTAINER, SlotKind.RECORD, SlotKind.CREATOR):
        return Count(default_to_items(requested_set(request)))
    named = [slot for slot in container_slots(request) if is_folder(request, slot)]
    if named:
        return Total(combine([RecordsById(request.mentions[slot].na_ids) for slot in named], Union))
    return Total(as_folders(requested_set(request.without(levels))))


def as_folders(wanted: RecordSet) -> RecordSet:
    """Return the file units in a set. File units state how many documents they contain."""
    match wanted:
        case Descendants(of=Records() as folders, conditions=conditions) if has_only_levels(
            conditions
        ):
            return folders
        case (
            Descendants(conditions=conditions)
            | Records(conditions=conditions)
            | CreatedBy(conditions=conditions)
        ):
            own = structs.replace(conditions, levels=(FILE_UNIT,))
            return structs.replace(wanted, conditions=own)
        case _:
            return wanted


def is_folder(request: PlanRequest, slot: Slot) -> bool:
    """Return whether a slot names a file unit by its title."""
    mention = request.mentions.get(slot)
    return mention is not None and mention.level is FILE_UNIT


def default_to_items(wanted: RecordSet) -> RecordSet:
    """Return a set that is limited to items, unless the set already has a level of description."""
    if isinstance(wanted, Records) and not wanted.conditions.levels:
        return Records(structs.replace(wanted.conditions, levels=(ITEM,)))
    return wanted


def has_only_levels(conditions: Conditions) -> bool:
    """Return whether conditions restrict only the level, if anything."""
    return conditions.in_force in ((), ("levels",))


def plan_groups(request: PlanRequest) -> Plan:
    """Return a plan that counts records for each value of a facet."""
    facet = facet_of(request)
    if facet is None:
        raise NotUnderstoodError
    return CountBy(requested_set(request), facet)
