"""Compute answers over the graph: counts, comparisons, relationships, and overviews."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from narabot.chat.answers import quoted_texts
from narabot.chat.computed_answers import (
    ComputedAnswer,
    computed_answer,
    phrasing_for,
    refusal,
    refusal_reason,
    search_only_note,
    with_other_interpretations,
)
from narabot.chat.opening import Chat
from narabot.chat.planning import intent_by_model
from narabot.chat.tracing import Recorder, finish_trace
from narabot.errors import ComputationLimitError, InvalidPlanError
from narabot.models import Computation, FilterChoice, Passage, Response
from narabot.models.intents import NUMERIC_OPERATIONS, Intent, Operation, named_intent
from narabot.plans.algebra import RecordSet
from narabot.plans.computations import computation_of
from narabot.plans.described_records import resolve_descriptions
from narabot.plans.evaluation import evaluate
from narabot.plans.field_requests import CATALOG_ONLY_FIELDS, requested_fields
from narabot.plans.outcomes import Outcome
from narabot.plans.plan_json import read_record_set
from narabot.plans.plan_request import (
    NotUnderstoodError,
    PlanRequest,
    UnknownNameError,
    build_plan_request,
)
from narabot.plans.planner import build_plan, is_for_search
from narabot.plans.referents import holder_referents, merge_split_names, referents
from narabot.plans.slot_repair import repair_slots
from narabot.plans.values import ListOf
from narabot.retrieval import Budget, Evidence
from narabot.understanding import ParsedRequest, plain_request
from narabot.understanding.followup import FollowUp
from narabot.understanding.query_rewriting import rewrite_query

MAX_WORDS = 60
"""Maximum length of a request for a computation, in words. Longer requests are narratives."""

MIN_LIKELIHOOD, HIGH_LIKELIHOOD = 0.5, 0.7
"""Minimum likelihood of an operation, and minimum likelihood for a refusal if the operation has
no result."""

DESCRIPTION_TOP_K = 3
"""Number of records to search for when a request describes a record."""


def computed_response(
    chat: Chat,
    request: ParsedRequest,
    earlier: Response | None,
    choice: FilterChoice,
    recorder: Recorder,
) -> Response | None:
    """Return the response with a computed answer, or `None` if there is nothing to compute.

    Nothing is computed if the user set filters or chose a strategy, because the user then wants
    search results. A follow-up to a computed answer refers to the records of that answer. Raises
    GraphUnavailableError.
    """
    base = base_set(request, earlier)
    if not chat.is_computing or not may_be_computed(request, base, choice):
        return None
    found = compute(chat, request, base)
    recorder.lap("plan", "Checking whether the answer can be computed")
    if found is None:
        return None
    return Response(
        query=request.query,
        asked=request.asked,
        request_class=request.request_class,
        passages=found.passages,
        answer=found.answer,
        trace=finish_trace(chat, request, Evidence(), found.answer, recorder),
        quoted_texts=quoted_texts(found.answer, found.passages, {}),
    )


def may_be_computed(request: ParsedRequest, base: RecordSet | None, choice: FilterChoice) -> bool:
    """Return whether narabot should check if a request asks for a computation."""
    is_search = request.follow_up is FollowUp.NARROWS and base is None
    is_chosen = bool(choice.added or choice.removed) or request.record_number is not None
    return not (is_search or is_chosen or len(request.asked.split()) > MAX_WORDS)


def why_not_computed(
    chat: Chat, request: ParsedRequest, earlier: Response | None, choice: FilterChoice
) -> str:
    """Return a note if the chosen strategy prevents the computation of a number, or else ""."""
    intents, base = chat.models.intents, base_set(request, earlier)
    was_skipped = not chat.is_computing and chat.computes is None
    if intents is None or not was_skipped or not may_be_computed(request, base, choice):
        return ""
    read = intents.read(request.asked)
    is_sure = read.operation in NUMERIC_OPERATIONS and read.likelihood >= HIGH_LIKELIHOOD
    return search_only_note(request) if is_sure else ""


def base_set(request: ParsedRequest, earlier: Response | None) -> RecordSet | None:
    """Return the records of the previous turn if that turn was computed and the request is a
    follow-up."""
    if earlier is None or request.follow_up is None or earlier.computed_set is None:
        return None
    try:
        return read_record_set(earlier.computed_set.plan)
    except InvalidPlanError:  # a different version of narabot stored the plan
        return None


def compute(chat: Chat, request: ParsedRequest, base: RecordSet | None) -> ComputedAnswer | None:
    """Return the computed answer to a request, or `None` if the request asks for no computation.

    If the value is not in the records, return the refusal without a search. For a follow-up to a
    turn that was not computed, narabot searches instead. Raises GraphUnavailableError.
    """
    refused = None
    is_dependent = request.follow_up is not None and base is None
    for interpretations in interpretations_of(chat, request, base):
        for one in interpretations:
            computed = compute_interpretation(chat, request, one)
            if computed and computed.answer.sentences:
                return with_other_interpretations(
                    computed,
                    (
                        computation_for_interpretation(chat, request, other)
                        for other in interpretations
                    ),
                )
            if computed and is_refused(one) and not is_dependent:
                refused = refused or computed
    return refused


def compute_interpretation(
    chat: Chat, request: ParsedRequest, one: PlanRequest
) -> ComputedAnswer | None:
    """Return the computed answer for one interpretation, or `None` if a search is better."""
    try:
        outcome = outcome_of(chat, one)
        return computed_answer(chat, request, outcome, one) if outcome else None
    except (NotUnderstoodError, ComputationLimitError) as error:
        must_refuse = is_numeric(one) and request.follow_up is None
        return refusal(refusal_reason(error, request)) if must_refuse else None


def computation_for_interpretation(
    chat: Chat, request: ParsedRequest, one: PlanRequest
) -> Computation | None:
    """Return the computation for one interpretation, or `None` if it cannot be computed."""
    try:
        outcome = outcome_of(chat, one)
    except (NotUnderstoodError, ComputationLimitError):
        return None
    if outcome is None:
        return None
    return computation_of(outcome, phrasing_for(chat, request, one, outcome), chat.sets.read)


def is_refused(one: PlanRequest) -> bool:
    """Return whether narabot refuses, instead of searching, if a computation has no result.

    A search may find records that nearly match a list request, or text that answers a lookup
    although no field does. A predecessor or a box, however, is either stated in a field or unknown.
    narabot also searches if it may have misunderstood the request.
    """
    operation = one.intent.operation
    if operation is Operation.LOOKUP:
        is_in_fields_only = set(requested_fields(one)) <= CATALOG_ONLY_FIELDS
    else:
        is_in_fields_only = operation not in {Operation.LIST, Operation.OVERVIEW}
    return is_in_fields_only and one.intent.likelihood >= HIGH_LIKELIHOOD


def is_numeric(one: PlanRequest) -> bool:
    """Return whether a request asks for a number, which no record states and no search can find."""
    return one.intent.operation in NUMERIC_OPERATIONS


def interpretations_of(
    chat: Chat, request: ParsedRequest, base: RecordSet | None
) -> Iterator[Iterator[PlanRequest]]:
    """Yield the interpretations of a request as a computation, most likely first.

    Each inner iterator yields the same intent with different records for its names. narabot asks a
    language model only if the intent reader is unsure or if that reader's interpretation led to no
    result.

    Raises GraphUnavailableError or ModelUnavailableError.
    """
    text = request.asked if base is None else request.query
    intents = chat.models.intents
    if intents is None:
        return
    read = intents.read(text)
    if intent := likely_intent(read, request, base):
        yield with_referents(chat, text, intent, base)
    if intent := model_intent(chat, read, text):
        yield with_referents(chat, text, intent, base)


def with_referents(
    chat: Chat, text: str, intent: Intent, base: RecordSet | None
) -> Iterator[PlanRequest]:
    """Look up the names in an intent, and yield the intent's interpretations."""
    graph = chat.retriever.graph
    intent = merge_split_names(graph, text, repair_slots(text, intent))
    named = referents(graph, text, intent)
    yield replace(build_plan_request(text, intent, named), base=base)
    groups = holder_referents(graph, text, intent, named)
    if groups is not None:
        yield replace(build_plan_request(text, intent, groups), base=base)


def likely_intent(read: Intent, request: ParsedRequest, base: RecordSet | None) -> Intent | None:
    """Return an intent if it is likely enough.

    A follow-up that only refines a list becomes a list.
    """
    is_computed = read.operation is not Operation.NONE
    is_narrowing = base is not None and request.follow_up is FollowUp.NARROWS
    if is_narrowing and (read.likelihood < HIGH_LIKELIHOOD or not is_computed):
        return named_intent(Operation.LIST, 1.0, read.slots)
    return read if is_computed and read.likelihood >= MIN_LIKELIHOOD else None


def model_intent(chat: Chat, read: Intent, text: str) -> Intent | None:
    """Return the intent that a language model finds, or `None` if the request asks for no
    computation."""
    model = chat.models.answering.model
    is_plain = read.operation is Operation.NONE and read.likelihood >= HIGH_LIKELIHOOD
    if model is None or is_plain:
        return None
    intent = intent_by_model(model, text)
    return intent if intent and intent.operation is not Operation.NONE else None


def outcome_of(chat: Chat, one: PlanRequest) -> Outcome | None:
    """Return the outcome of a request, or `None` if its records are unknown or need a search.

    A request for what unknown records have in common is an exception and raises UnknownNameError,
    because a search cannot answer such a request. Raises NotUnderstoodError, ComputationLimitError,
    or GraphUnavailableError.
    """
    plan = build_plan(one)
    if isinstance(plan, ListOf) and is_for_search(plan.of):
        return None
    try:
        known = resolve_descriptions(plan, partial(look_up, chat))
    except UnknownNameError:
        if one.intent.operation is Operation.COMMON:
            raise
        return None
    return evaluate(known, chat.sets)


def look_up(chat: Chat, text: str) -> Sequence[Passage]:
    """Return the records that best match a description."""
    return chat.look_up(plain_request(rewrite_query(text)), Budget(DESCRIPTION_TOP_K)).passages
