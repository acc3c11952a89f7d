"""The set of records that a request is about, from its slots and their referents. Pure."""

from collections.abc import Sequence

from msgspec import structs

from narabot.models import LevelOfDescription
from narabot.models.intents import Slot, SlotKind
from narabot.plans.algebra import (
    NO_CONDITIONS,
    Conditions,
    CreatedBy,
    CreatorRole,
    Descendants,
    DescribedRecord,
    Difference,
    Intersection,
    Records,
    RecordsById,
    RecordSet,
    Subset,
    Union,
)
from narabot.plans.mentions import Mention, MentionKind
from narabot.plans.plan_request import (
    NotUnderstoodError,
    PlanRequest,
    UnknownNameError,
    distance,
    mention_kind,
    only_slot,
)
from narabot.plans.slot_conditions import (
    MAX_OR_GAP,
    is_alternative,
    is_enumeration,
    is_level,
    requested_conditions,
    requested_periods,
)

ITEM, FILE_UNIT = LevelOfDescription.ITEM, LevelOfDescription.FILE_UNIT


def requested_set(request: PlanRequest) -> RecordSet:
    """Return the set of records that a request is about. May raise NotUnderstoodError."""
    conditions = requested_conditions(request)
    places = container_slots(request)
    makers = request.intent.of(SlotKind.CREATOR)
    sets: list[RecordSet] = []
    if makers:
        made = [created_set(request, slot, conditions) for slot in makers]
        sets.append(combine(made, Union if is_alternative(request, makers) else Intersection))
    for kind in (MentionKind.RECORD_GROUP, MentionKind.BOX, MentionKind.FILE_CODE, None):
        alike = [
            slot
            for slot in places
            if (
                mention_kind(request, slot)
                if mention_kind(request, slot) in NUMBERED_KINDS
                else None
            )
            is kind
        ]
        some = [slot_contents(request, slot, conditions) for slot in alike]
        if some:
            is_any = kind is not None or is_enumeration(request, alike)
            sets.append(combine(some, Union if is_any else Intersection))
    if request.base is not None:
        return exclude_slots(request, within_base(request.base, sets, conditions))
    if not sets:
        sets.append(Records(conditions))
    if not any(is_narrowed(inner) for inner in sets):
        raise NotUnderstoodError
    return exclude_slots(request, combine(sets, Intersection))


def within_base(base: RecordSet, sets: Sequence[RecordSet], conditions: Conditions) -> RecordSet:
    """Return the records from the previous turn that are in all of the sets. If there are no sets,
    return the records from that turn that meet the conditions."""
    if sets:
        return Intersection(base, combine(sets, Intersection))
    return Subset(base, conditions) if conditions.in_force else base


def container_slots(request: PlanRequest) -> list[Slot]:
    """Return the slots that name the containers of the records.

    Slots for topics and senders are included if they name records.
    """
    others = [
        slot
        for slot in request.intent.of(SlotKind.TOPIC, SlotKind.SENDER)
        if mention_kind(request, slot) is MentionKind.RECORD
    ]
    return [*request.intent.of(SlotKind.CONTAINER, SlotKind.RECORD), *others]


NUMBERED_KINDS = {MentionKind.RECORD_GROUP, MentionKind.BOX, MentionKind.FILE_CODE}
"""Kinds of mentions that contain a number or code. If a request has several mentions of one such
kind, a record may match any of these mentions."""


def is_narrowed(wanted: RecordSet) -> bool:
    """Return whether a set contains fewer than all records."""
    return not isinstance(wanted, Records) or bool(wanted.conditions.in_force)


def created_set(request: PlanRequest, slot: Slot, conditions: Conditions) -> RecordSet:
    """Return the records of a creator. Raise UnknownNameError if the creator is unknown."""
    mention = request.mentions.get(slot)
    if mention is None:
        raise UnknownNameError(request.text_of(slot))
    if mention.kind is MentionKind.WORDS:
        return Records(structs.replace(conditions, words=(*conditions.words, *mention.spellings)))
    if mention.kind is not MentionKind.CREATOR:
        return contents_of(mention, conditions)
    return CreatedBy(mention.na_ids, creator_role(request, slot), conditions)


def creator_role(request: PlanRequest, slot: Slot) -> CreatorRole | None:
    """Return the role whose words are closest to a creator's name, or `None` if no role belongs to
    that name."""
    roles = request.intent.of(SlotKind.LAST_ROLE, SlotKind.FORMER_ROLE)
    near = [role for role in roles if distance(role, slot) < MAX_OR_GAP * 2]
    own = min(near, key=lambda role: distance(role, slot), default=None)
    makers = request.intent.of(SlotKind.CREATOR) + request.intent.excluded(SlotKind.CREATOR)
    if own is None or min(makers, key=lambda maker: distance(own, maker)) != slot:
        return None
    return CreatorRole.MOST_RECENT if own.kind is SlotKind.LAST_ROLE else CreatorRole.PREDECESSOR


def slot_contents(request: PlanRequest, slot: Slot, conditions: Conditions) -> RecordSet:
    """Return the contents of a container. Raise UnknownNameError if the container is unknown."""
    mention = request.mentions.get(slot)
    if mention is not None:
        return contents_of(mention, conditions)
    if slot.kind is SlotKind.RECORD:
        return Descendants(DescribedRecord(request.text_of(slot)), conditions)
    raise UnknownNameError(request.text_of(slot))


def contents_of(mention: Mention, conditions: Conditions) -> RecordSet:
    """Return the contents of what a mention names. A file code or box contains file units or the
    items in those file units."""
    match mention.kind:
        case MentionKind.CREATOR:
            return CreatedBy(mention.na_ids, None, conditions)
        case MentionKind.BOX | MentionKind.FILE_CODE:
            return folder_contents(folder_conditions(mention), conditions)
        case MentionKind.RECORD_GROUP:
            return Records(structs.replace(conditions, record_group=int(mention.values[0])))
        case _:
            return Descendants(RecordsById(mention.na_ids), conditions)


def folder_conditions(mention: Mention) -> Conditions:
    """Return the conditions for file units with the mentioned file code or in the mentioned box."""
    if mention.kind is MentionKind.BOX:
        return Conditions(levels=(FILE_UNIT,), boxes=mention.values)
    return Conditions(levels=(FILE_UNIT,), file_code=mention.values[0])


def folder_contents(folders: Conditions, conditions: Conditions) -> RecordSet:
    """Return the file units that meet both sets of conditions.

    If `conditions` describes documents, return the matching documents in file units that meet
    `folders` instead.
    """
    if describes_documents(conditions):
        return Descendants(Records(folders), conditions)
    kept = structs.replace(
        conditions, levels=folders.levels, boxes=folders.boxes, file_code=folders.file_code
    )
    return Records(kept)


def describes_documents(conditions: Conditions) -> bool:
    """Return whether conditions apply to documents rather than file units."""
    by_form = conditions.kinds or conditions.sender or conditions.recipient
    return (
        bool(by_form)
        or ITEM in conditions.levels
        or (bool(conditions.words) and not conditions.levels)
    )


def exclude_slots(request: PlanRequest, wanted: RecordSet) -> RecordSet:
    """Return a set without the records that the request excludes. May raise NotUnderstoodError."""
    for slot in request.intent.slots:
        if not slot.is_excluded or slot.kind in {SlotKind.ONLINE, SlotKind.FACET}:
            continue
        if slot.kind is SlotKind.CREATOR:
            wanted = Difference(wanted, created_set(request, slot, NO_CONDITIONS))
        elif slot.kind in {SlotKind.CONTAINER, SlotKind.RECORD}:
            wanted = Difference(wanted, slot_contents(request, slot, NO_CONDITIONS))
        else:
            conditions = requested_conditions(only_slot(request, slot))
            if not conditions.in_force:
                raise NotUnderstoodError(request.text_of(slot))
            wanted = Difference(wanted, Subset(wanted, conditions))
    return wanted


def combine(sets: Sequence[RecordSet], pair: type[Intersection] | type[Union]) -> RecordSet:
    """Return the union or intersection of sets, as nested pairs."""
    first, *others = sets
    for one in others:
        first = pair(first, one)
    return first


def slot_record(request: PlanRequest, slot: Slot) -> RecordSet:
    """Return the record that a slot names or describes."""
    mention = request.mentions.get(slot)
    if mention is not None and mention.kind is MentionKind.RECORD:
        return RecordsById(mention.na_ids)
    if mention is not None and mention.kind in {MentionKind.FILE_CODE, MentionKind.BOX}:
        return Records(
            structs.replace(folder_conditions(mention), periods=requested_periods(request))
        )
    return DescribedRecord(request.text_of(slot))


def requested_folders(request: PlanRequest) -> RecordSet:
    """Return the set whose numbers of documents are compared. Words that name the item level are
    ignored.

    A request without other conditions means all file units.
    """
    items = [slot for slot in request.intent.of(SlotKind.LEVEL) if is_level(request, slot, "item")]
    bare = request.without(items)
    conditions = requested_conditions(bare)
    is_bare = (
        request.base is None
        and not conditions.in_force
        and not bare.intent.of(SlotKind.CONTAINER, SlotKind.CREATOR)
    )
    if is_bare:
        return Records(Conditions(levels=(FILE_UNIT,)))
    return requested_set(bare)
