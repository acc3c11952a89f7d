"""Requests for what is first, last, most or least, as plans. Pure."""

import re

from narabot.models.intents import SlotKind
from narabot.plans.algebra import Timing
from narabot.plans.counts import facet_of
from narabot.plans.field_requests import also
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest
from narabot.plans.sets import folders_in, set_of
from narabot.plans.slot_conditions import is_level
from narabot.plans.spans import Stretch, overlap
from narabot.plans.values import Also, Facet, Field, Measure, Plan, Top
from narabot.plans.vocabulary import patterns


def top(one: PlanRequest) -> Plan:
    """Return which record, or group of records, has most or least, or comes first or last."""
    if said := patterns("measures")[Measure.DIGITAL_OBJECTS].search(one.text):
        return also(one, most_scanned(one, said))
    facet = facet_of(one) or whose(one)
    measure, is_least = one.intent.measure, one.intent.is_least
    if measure in {"earliest", "latest"}:
        is_first = measure == "earliest"
        if facet is not None and facet not in FACET_FIELDS:
            raise NotUnderstoodError
        by_end = not is_first and not patterns("timings")[Timing.STARTING].search(one.text)
        plan = Top(
            set_of(one),
            Measure.LAST_DAY if by_end else Measure.FIRST_DAY,
            is_lowest=is_first,
        )
        if facet is not None:
            return Also(plan, (FACET_FIELDS[facet],))
    elif facet is not None:
        plan = top_group(one, facet)
    elif measure == "days":
        plan = Top(set_of(one), Measure.DAYS, is_lowest=is_least)
    elif measure == "documents":
        plan = Top(folders_in(one), Measure.DOCUMENTS, is_lowest=is_least)
    else:
        raise NotUnderstoodError
    return also(one, plan)


def most_scanned(one: PlanRequest, said: re.Match[str]) -> Top:
    """Return which record has most digital objects, or fewest; the words that say so are no others.

    Raises NotUnderstoodError.
    """
    words = Stretch.of(said)
    own = one.without([slot for slot in one.intent.slots if overlap(slot, words)])
    return Top(set_of(own), Measure.DIGITAL_OBJECTS, is_lowest=one.intent.is_least)


def whose(one: PlanRequest) -> Facet | None:
    """Return by whom records are grouped that a request asks of with `who`: who sent most."""
    if one.intent.measure != "records":
        return None
    said = (name for name, words in patterns("who").items() if words.search(one.text))
    return next(map(Facet, said), None)


FACET_FIELDS = {Facet.BOX: Field.BOX, Facet.CREATOR: Field.CREATOR}
"""Fields of the first or last record that tell of which box, or by whom, it is."""


def top_group(one: PlanRequest, facet: Facet) -> Top:
    """Return which value of a facet has most records, or documents that folders state.

    Raises NotUnderstoodError.
    """
    if one.intent.measure == "days":
        raise NotUnderstoodError
    is_of_units = any(not is_level(one, slot, "item") for slot in one.intent.of(SlotKind.LEVEL))
    is_by_unit = facet in {Facet.BOX, Facet.FILE_CODE} and not is_of_units
    is_stated = one.intent.measure == "documents" and is_by_unit
    wanted = folders_in(one) if is_stated else set_of(one)
    measure = Measure.DOCUMENTS if is_stated else Measure.RECORDS
    return Top(wanted, measure, facet, is_lowest=one.intent.is_least)
