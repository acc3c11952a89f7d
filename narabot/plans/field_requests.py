"""Requests for fields of records that are named, or found first, as plans. Pure."""

import re
from collections.abc import Sequence

from narabot.models.intents import Slot, SlotKind
from narabot.plans.algebra import MadeBy, RecordSet
from narabot.plans.mentions import LARGE, MentionKind
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, kind_at
from narabot.plans.sets import itself
from narabot.plans.values import Also, CountBy, Facet, Field, OnePlan, Plan, Tell
from narabot.plans.vocabulary import patterns

ASKED_FIELDS = {
    SlotKind.ASK_CREATOR: Field.CREATOR,
    SlotKind.ASK_PREDECESSOR: Field.PREDECESSOR,
    SlotKind.ASK_SERIES: Field.SERIES,
    SlotKind.ASK_ROOT: Field.ROOT,
    SlotKind.ASK_FOLDER: Field.FOLDER,
    SlotKind.ASK_BOX: Field.BOX,
    SlotKind.ASK_DOCUMENTS: Field.DOCUMENTS,
    SlotKind.ASK_DATES: Field.DATES,
    SlotKind.ASK_ESTABLISHED: Field.ESTABLISHED,
    SlotKind.ASK_ABOLISHED: Field.ABOLISHED,
    SlotKind.ASK_OTHER_SERIES: Field.OTHER_SERIES,
}


NOT_IN_TEXTS = frozenset(
    {
        Field.BOX,
        Field.DOCUMENTS,
        Field.CREATOR,
        Field.CONTRIBUTOR,
        Field.PREDECESSOR,
        Field.SUCCESSOR,
        Field.ESTABLISHED,
        Field.ABOLISHED,
        Field.OTHER_SERIES,
    }
)
"""Fields of which no text says anything if they do not."""


def fields_of(one: PlanRequest) -> tuple[Field, ...]:
    """Return the fields that are asked for, in their order."""
    slots = (slot for slot in one.intent.slots if slot.kind in ASKED_FIELDS)
    return tuple(dict.fromkeys(field_at(slot, one.said(slot)) for slot in slots))


def field_at(slot: Slot, said: str) -> Field:
    """Return the field that a slot asks for with some words."""
    if AFTERWARDS.search(said):
        return Field.SUCCESSOR
    if slot.kind is SlotKind.ASK_CREATOR and patterns("shared")["contributor"].search(said):
        return Field.CONTRIBUTOR
    return ASKED_FIELDS[slot.kind]


AFTERWARDS = re.compile(r"success|succeed|took over|преемник|сменил", re.IGNORECASE)
"""What asks who came after a creator, and not before it."""


def also(one: PlanRequest, plan: OnePlan) -> Plan:
    """Return a plan that finds a record with the fields of it that are asked for too."""
    fields = tuple(field for field in fields_of(one) if field is not Field.DOCUMENTS)
    return Also(plan, fields) if fields else plan


def tell(one: PlanRequest) -> Plan:
    """Return fields of one record. Raises NotUnderstoodError."""
    fields = fields_of(one)
    if one.base is not None and fields:
        return fields_of_base(one, one.base)
    records = one.intent.of(SlotKind.RECORD) or one.intent.of(SlotKind.CONTAINER)
    makers = [
        slot
        for slot in (*records, *one.intent.of(SlotKind.CREATOR))
        if kind_at(one, slot) is MentionKind.CREATOR
    ]
    if not fields or not (records or makers):
        raise NotUnderstoodError
    if makers and (not records or records[0] in makers):
        return Tell(MadeBy(one.named[makers[0]].na_ids), fields)
    return Tell(itself(one, best_known(one, records)), fields)


BASE_FACETS = {Field.CREATOR: Facet.CREATOR, Field.BOX: Facet.BOX, Field.DATES: Facet.YEAR}
"""By what several records are grouped, of which a field is asked for."""


def fields_of_base(one: PlanRequest, base: RecordSet) -> Plan:
    """Return a field of all records behind the turn before, grouped. Raises NotUnderstoodError."""
    facets = [BASE_FACETS[field] for field in fields_of(one) if field in BASE_FACETS]
    if not facets:
        raise NotUnderstoodError
    return CountBy(base, facets[0])


def best_known(one: PlanRequest, slots: Sequence[Slot]) -> Slot:
    """Return the slot that names no series or more, of which it is known what it names, or that
    says most."""

    def rank(slot: Slot) -> tuple[bool, bool, int]:
        mention = one.named.get(slot)
        is_large = mention is not None and mention.level in LARGE
        return not is_large, mention is not None, len(one.said(slot))

    return max(slots, key=rank)
