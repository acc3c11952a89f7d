"""Plans for requests that ask for fields of a record. The record may have to be found first.
Pure."""

import re
from collections.abc import Sequence

from narabot.models.intents import Slot, SlotKind
from narabot.plans.algebra import CreatedBy, RecordSet
from narabot.plans.mentions import SERIES_AND_ABOVE, MentionKind
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest, mention_kind
from narabot.plans.sets import slot_record
from narabot.plans.values import BasicPlan, CountBy, Facet, Field, FieldsOf, Plan, WithFields
from narabot.plans.vocabulary import patterns

FIELDS_BY_SLOT = {
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


CATALOG_ONLY_FIELDS = frozenset(
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
"""Fields whose values appear only in the catalog's own fields, so narabot does not search texts for
these values."""


def requested_fields(request: PlanRequest) -> tuple[Field, ...]:
    """Return the fields that a request asks for, in the order in which they are requested."""
    slots = (slot for slot in request.intent.slots if slot.kind in FIELDS_BY_SLOT)
    return tuple(dict.fromkeys(field_for_slot(slot, request.text_of(slot)) for slot in slots))


def field_for_slot(slot: Slot, words: str) -> Field:
    """Return the field that a slot and its words ask for."""
    if SUCCESSOR_WORDS.search(words):
        return Field.SUCCESSOR
    if slot.kind is SlotKind.ASK_CREATOR and patterns("shared")["contributor"].search(words):
        return Field.CONTRIBUTOR
    return FIELDS_BY_SLOT[slot.kind]


SUCCESSOR_WORDS = re.compile(r"success|succeed|took over|преемник|сменил", re.IGNORECASE)
"""Words that ask for a creator's successor."""


def with_requested_fields(request: PlanRequest, plan: BasicPlan) -> Plan:
    """Return a plan that finds a record, plus any fields that the request also asks for."""
    fields = tuple(field for field in requested_fields(request) if field is not Field.DOCUMENTS)
    return WithFields(plan, fields) if fields else plan


def plan_fields(request: PlanRequest) -> Plan:
    """Return a plan for fields of one record. May raise NotUnderstoodError."""
    fields = requested_fields(request)
    if request.base is not None and fields:
        return group_base_by_field(request, request.base)
    records = request.intent.of(SlotKind.RECORD) or request.intent.of(SlotKind.CONTAINER)
    makers = [
        slot
        for slot in (*records, *request.intent.of(SlotKind.CREATOR))
        if mention_kind(request, slot) is MentionKind.CREATOR
    ]
    if not fields or not (records or makers):
        raise NotUnderstoodError
    if makers and (not records or records[0] in makers):
        return FieldsOf(CreatedBy(request.mentions[makers[0]].na_ids), fields)
    return FieldsOf(slot_record(request, best_identified_slot(request, records)), fields)


FIELD_FACETS = {Field.CREATOR: Facet.CREATOR, Field.BOX: Facet.BOX, Field.DATES: Facet.YEAR}
"""For each field, the facet to group by if a request asks for that field of several records."""


def group_base_by_field(request: PlanRequest, base: RecordSet) -> Plan:
    """Return a plan that groups the records of the previous turn by a field.

    May raise NotUnderstoodError.
    """
    facets = [FIELD_FACETS[field] for field in requested_fields(request) if field in FIELD_FACETS]
    if not facets:
        raise NotUnderstoodError
    return CountBy(base, facets[0])


def best_identified_slot(request: PlanRequest, slots: Sequence[Slot]) -> Slot:
    """Return the slot that best identifies a record.

    Slots that name a series or a higher level come last. Among the others, resolved slots come
    before unresolved slots, and then longer slots come first.
    """

    def rank(slot: Slot) -> tuple[bool, bool, int]:
        mention = request.mentions.get(slot)
        is_large = mention is not None and mention.level in SERIES_AND_ABOVE
        return not is_large, mention is not None, len(request.text_of(slot))

    return max(slots, key=rank)
