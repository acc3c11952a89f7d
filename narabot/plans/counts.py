"""Requests for numbers, as plans: how many records, documents, values. Pure."""

from msgspec import structs

from narabot.models.intents import Slot, SlotKind
from narabot.plans.algebra import Below, Conditions, Either, MadeBy, Records, RecordSet, These
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest
from narabot.plans.sets import FILE_UNIT, ITEM, joined, places_of, set_of
from narabot.plans.slot_conditions import is_level, known
from narabot.plans.values import Count, CountBy, Facet, Plan, Total
from narabot.plans.vocabulary import whole_name_in


def facet_of(one: PlanRequest) -> Facet | None:
    """Return by what records are grouped: what is said in full first. Raises NotUnderstoodError."""
    slots = one.intent.of(SlotKind.FACET)
    full = [slot for slot in slots if whole_name_in("facets", one.said(slot))]
    return Facet(known(one, (full or slots)[0], "facets")) if slots else None


def count(one: PlanRequest) -> Plan:
    """Return how many records there are, or different values of a facet."""
    facet = facet_of(one)
    wanted = set_of(one)
    if facet is None and is_stated(wanted):
        return total(one)
    return Count(wanted, facet)


def is_stated(wanted: RecordSet) -> bool:
    """Return whether a set is of all documents in folders, which state how many they hold."""
    match wanted:
        case Below(of=Records(conditions=folders), conditions=conditions):
            return is_plain(conditions) and bool(folders.boxes or folders.file_code)
        case _:
            return False


def total(one: PlanRequest) -> Plan:
    """Return the sum of the documents that folders state; where none are named, their number."""
    levels = [slot for slot in one.intent.of(SlotKind.LEVEL) if is_level(one, slot, "item")]
    if not one.intent.of(SlotKind.CONTAINER, SlotKind.RECORD, SlotKind.CREATOR):
        return Count(of_documents(set_of(one)))
    named = [slot for slot in places_of(one) if is_folder(one, slot)]
    if named:
        return Total(joined([These(one.named[slot].na_ids) for slot in named], Either))
    return Total(as_folders(set_of(one.without(levels))))


def as_folders(wanted: RecordSet) -> RecordSet:
    """Return the folders of a set, which state how many documents they hold."""
    match wanted:
        case Below(of=Records() as folders, conditions=conditions) if is_plain(conditions):
            return folders
        case (
            Below(conditions=conditions)
            | Records(conditions=conditions)
            | MadeBy(conditions=conditions)
        ):
            own = structs.replace(conditions, levels=(FILE_UNIT,))
            return structs.replace(wanted, conditions=own)
        case _:
            return wanted


def is_folder(one: PlanRequest, slot: Slot) -> bool:
    """Return whether a slot names a folder by its title."""
    mention = one.named.get(slot)
    return mention is not None and mention.level is FILE_UNIT


def of_documents(wanted: RecordSet) -> RecordSet:
    """Return a set of documents where it is not said what is meant."""
    if isinstance(wanted, Records) and not wanted.conditions.levels:
        return Records(structs.replace(wanted.conditions, levels=(ITEM,)))
    return wanted


def is_plain(conditions: Conditions) -> bool:
    """Return whether conditions narrow nothing but the level."""
    return conditions.in_force in ((), ("levels",))


def group(one: PlanRequest) -> Plan:
    """Return how many records each value of a facet has."""
    facet = facet_of(one)
    if facet is None:
        raise NotUnderstoodError
    return CountBy(set_of(one), facet)
