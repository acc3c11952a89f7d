"""Plans for requests that ask what comes first or last, or what has the most or least. Pure."""

import re

from narabot.models.intents import SlotKind
from narabot.plans.algebra import Timing
from narabot.plans.counts import facet_of
from narabot.plans.field_requests import with_requested_fields
from narabot.plans.plan_request import NotUnderstoodError, PlanRequest
from narabot.plans.sets import requested_folders, requested_set
from narabot.plans.slot_conditions import is_level
from narabot.plans.spans import MatchSpan, overlap
from narabot.plans.values import Facet, Field, Measure, Plan, Top, WithFields
from narabot.plans.vocabulary import patterns


def plan_top(request: PlanRequest) -> Plan:
    """Return a plan for the record or group that has the highest or lowest value, or comes first or
    last."""
    if match := patterns("measures")[Measure.DIGITAL_OBJECTS].search(request.text):
        return with_requested_fields(request, plan_most_scanned(request, match))
    facet = facet_of(request) or who_facet(request)
    measure, is_least = request.intent.measure, request.intent.is_least
    if measure in {"earliest", "latest"}:
        is_first = measure == "earliest"
        if facet is not None and facet not in FACET_FIELDS:
            raise NotUnderstoodError
        by_end = not is_first and not patterns("timings")[Timing.STARTING].search(request.text)
        plan = Top(
            requested_set(request),
            Measure.LAST_DAY if by_end else Measure.FIRST_DAY,
            is_lowest=is_first,
        )
        if facet is not None:
            return WithFields(plan, (FACET_FIELDS[facet],))
    elif facet is not None:
        plan = plan_top_group(request, facet)
    elif measure == "days":
        plan = Top(requested_set(request), Measure.DAYS, is_lowest=is_least)
    elif measure == "documents":
        plan = Top(requested_folders(request), Measure.DOCUMENTS, is_lowest=is_least)
    else:
        raise NotUnderstoodError
    return with_requested_fields(request, plan)


def plan_most_scanned(request: PlanRequest, match: re.Match[str]) -> Top:
    """Return a plan for the record with the most or fewest digital objects.

    Slots inside the phrase that asks for digital objects are ignored. May raise NotUnderstoodError.
    """
    words = MatchSpan.of(match)
    own = request.without([slot for slot in request.intent.slots if overlap(slot, words)])
    return Top(requested_set(own), Measure.DIGITAL_OBJECTS, is_lowest=request.intent.is_least)


def who_facet(request: PlanRequest) -> Facet | None:
    """Return the facet to group by for a question with `who`, such as the sender for `who sent
    most`."""
    if request.intent.measure != "records":
        return None
    names = (name for name, words in patterns("who").items() if words.search(request.text))
    return next(map(Facet, names), None)


FACET_FIELDS = {Facet.BOX: Field.BOX, Facet.CREATOR: Field.CREATOR}
"""For each facet, the field of the first or last record that answers a question about that
facet."""


def plan_top_group(request: PlanRequest, facet: Facet) -> Top:
    """Return a plan for the facet value with the most or fewest records or stated documents.

    May raise NotUnderstoodError.
    """
    if request.intent.measure == "days":
        raise NotUnderstoodError
    is_of_units = any(
        not is_level(request, slot, "item") for slot in request.intent.of(SlotKind.LEVEL)
    )
    is_by_unit = facet in {Facet.BOX, Facet.FILE_CODE} and not is_of_units
    is_stated = request.intent.measure == "documents" and is_by_unit
    wanted = requested_folders(request) if is_stated else requested_set(request)
    measure = Measure.DOCUMENTS if is_stated else Measure.RECORDS
    return Top(wanted, measure, facet, is_lowest=request.intent.is_least)
