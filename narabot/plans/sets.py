"""The set of records that a request is about, from its slots and what they refer to. Pure."""

from collections.abc import Sequence

from msgspec import structs

from narabot.models import LevelOfDescription
from narabot.models.intents import Slot, SlotKind
from narabot.plans.algebra import (
    EVERYTHING,
    Below,
    Both,
    Conditions,
    CreatorRole,
    Either,
    MadeBy,
    Meeting,
    Records,
    RecordSet,
    Sought,
    These,
    Without,
)
from narabot.plans.mentions import Mention, MentionKind
from narabot.plans.plan_request import (
    NotUnderstoodError,
    PlanRequest,
    UnknownNameError,
    alone,
    distance,
    kind_at,
)
from narabot.plans.slot_conditions import (
    NEAR,
    conditions_of,
    is_any_meant,
    is_either,
    is_level,
    periods_of,
)

ITEM, FILE_UNIT = LevelOfDescription.ITEM, LevelOfDescription.FILE_UNIT


def set_of(one: PlanRequest) -> RecordSet:
    """Return the set of records that a request is about. Raises NotUnderstoodError."""
    conditions = conditions_of(one)
    places = places_of(one)
    makers = one.intent.of(SlotKind.CREATOR)
    sets: list[RecordSet] = []
    if makers:
        made = [made_by(one, slot, conditions) for slot in makers]
        sets.append(joined(made, Either if is_either(one, makers) else Both))
    for kind in (MentionKind.RECORD_GROUP, MentionKind.BOX, MentionKind.FILE_CODE, None):
        alike = [
            slot
            for slot in places
            if (kind_at(one, slot) if kind_at(one, slot) in FORMS else None) is kind
        ]
        some = [held_in(one, slot, conditions) for slot in alike]
        if some:
            is_any = kind is not None or is_any_meant(one, alike)
            sets.append(joined(some, Either if is_any else Both))
    if one.base is not None:
        return without(one, of_base(one.base, sets, conditions))
    if not sets:
        sets.append(Records(conditions))
    if not any(is_narrowed(inner) for inner in sets):
        raise NotUnderstoodError
    return without(one, joined(sets, Both))


def of_base(base: RecordSet, sets: Sequence[RecordSet], conditions: Conditions) -> RecordSet:
    """Return what of the records behind the turn before is in some sets, and meets conditions."""
    if sets:
        return Both(base, joined(sets, Both))
    return Meeting(base, conditions) if conditions.in_force else base


def places_of(one: PlanRequest) -> list[Slot]:
    """Return the slots that say what holds the records, whatever else they may say."""
    others = [
        slot
        for slot in one.intent.of(SlotKind.TOPIC, SlotKind.SENDER)
        if kind_at(one, slot) is MentionKind.RECORD
    ]
    return [*one.intent.of(SlotKind.CONTAINER, SlotKind.RECORD), *others]


FORMS = {MentionKind.RECORD_GROUP, MentionKind.BOX, MentionKind.FILE_CODE}
"""What is named by a number or code: of several of one form each may hold a record."""


def is_narrowed(wanted: RecordSet) -> bool:
    """Return whether a set is not all that there is."""
    return not isinstance(wanted, Records) or bool(wanted.conditions.in_force)


def made_by(one: PlanRequest, slot: Slot, conditions: Conditions) -> RecordSet:
    """Return the records of a creator. Raises NotUnderstoodError for an unknown one."""
    mention = one.named.get(slot)
    if mention is None:
        raise UnknownNameError(one.said(slot))
    if mention.kind is MentionKind.WORDS:
        return Records(structs.replace(conditions, words=(*conditions.words, *mention.spellings)))
    if mention.kind is not MentionKind.CREATOR:
        return held(mention, conditions)
    return MadeBy(mention.na_ids, role_of(one, slot), conditions)


def role_of(one: PlanRequest, slot: Slot) -> CreatorRole | None:
    """Return as what a creator is named: the role whose words stand nearest to it."""
    roles = one.intent.of(SlotKind.LAST_ROLE, SlotKind.FORMER_ROLE)
    near = [role for role in roles if distance(role, slot) < NEAR * 2]
    own = min(near, key=lambda role: distance(role, slot), default=None)
    makers = one.intent.of(SlotKind.CREATOR) + one.intent.excluded(SlotKind.CREATOR)
    if own is None or min(makers, key=lambda maker: distance(own, maker)) != slot:
        return None
    return CreatorRole.MOST_RECENT if own.kind is SlotKind.LAST_ROLE else CreatorRole.PREDECESSOR


def held_in(one: PlanRequest, slot: Slot, conditions: Conditions) -> RecordSet:
    """Return what a container holds. Raises NotUnderstoodError for an unknown one."""
    mention = one.named.get(slot)
    if mention is not None:
        return held(mention, conditions)
    if slot.kind is SlotKind.RECORD:
        return Below(Sought(one.said(slot)), conditions)
    raise UnknownNameError(one.said(slot))


def held(mention: Mention, conditions: Conditions) -> RecordSet:
    """Return what a record, class or box holds: the folders, or what is in them."""
    match mention.kind:
        case MentionKind.CREATOR:
            return MadeBy(mention.na_ids, None, conditions)
        case MentionKind.BOX | MentionKind.FILE_CODE:
            return in_folders(folders_of(mention), conditions)
        case MentionKind.RECORD_GROUP:
            return Records(structs.replace(conditions, record_group=int(mention.values[0])))
        case _:
            return Below(These(mention.na_ids), conditions)


def folders_of(mention: Mention) -> Conditions:
    """Return the folders of a class or box."""
    if mention.kind is MentionKind.BOX:
        return Conditions(levels=(FILE_UNIT,), boxes=mention.values)
    return Conditions(levels=(FILE_UNIT,), file_code=mention.values[0])


def in_folders(folders: Conditions, conditions: Conditions) -> RecordSet:
    """Return folders that meet conditions, or the documents in them where these are meant."""
    if is_of_documents(conditions):
        return Below(Records(folders), conditions)
    kept = structs.replace(
        conditions, levels=folders.levels, boxes=folders.boxes, file_code=folders.file_code
    )
    return Records(kept)


def is_of_documents(conditions: Conditions) -> bool:
    """Return whether conditions are those of documents, and not of folders."""
    by_form = conditions.kinds or conditions.sender or conditions.recipient
    return (
        bool(by_form)
        or ITEM in conditions.levels
        or (bool(conditions.words) and not conditions.levels)
    )


def without(one: PlanRequest, wanted: RecordSet) -> RecordSet:
    """Return a set without what is excluded. Raises NotUnderstoodError."""
    for slot in one.intent.slots:
        if not slot.is_excluded or slot.kind in {SlotKind.ONLINE, SlotKind.FACET}:
            continue
        if slot.kind is SlotKind.CREATOR:
            wanted = Without(wanted, made_by(one, slot, EVERYTHING))
        elif slot.kind in {SlotKind.CONTAINER, SlotKind.RECORD}:
            wanted = Without(wanted, held_in(one, slot, EVERYTHING))
        else:
            conditions = conditions_of(alone(one, slot))
            if not conditions.in_force:
                raise NotUnderstoodError(one.said(slot))
            wanted = Without(wanted, Meeting(wanted, conditions))
    return wanted


def joined(sets: Sequence[RecordSet], pair: type[Both] | type[Either]) -> RecordSet:
    """Return sets joined in pairs."""
    first, *others = sets
    for one in others:
        first = pair(first, one)
    return first


def itself(one: PlanRequest, slot: Slot) -> RecordSet:
    """Return the record that a slot names or describes."""
    mention = one.named.get(slot)
    if mention is not None and mention.kind is MentionKind.RECORD:
        return These(mention.na_ids)
    if mention is not None and mention.kind in {MentionKind.FILE_CODE, MentionKind.BOX}:
        return Records(structs.replace(folders_of(mention), periods=periods_of(one)))
    return Sought(one.said(slot))


def folders_in(one: PlanRequest) -> RecordSet:
    """Return the folders that a request is about, whatever it calls what they hold."""
    items = [slot for slot in one.intent.of(SlotKind.LEVEL) if is_level(one, slot, "item")]
    bare = one.without(items)
    conditions = conditions_of(bare)
    is_bare = (
        one.base is None
        and not conditions.in_force
        and not bare.intent.of(SlotKind.CONTAINER, SlotKind.CREATOR)
    )
    if is_bare:
        return Records(Conditions(levels=(FILE_UNIT,)))
    return set_of(bare)
