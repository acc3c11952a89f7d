"""What a request asks to be computed over the graph: counted, compared, followed, surveyed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from narabot.chat.answers import quoted_texts
from narabot.chat.computed_answers import (
    Computed,
    answered,
    refusal,
    telling,
    why_looked_up,
    why_not,
    with_others,
)
from narabot.chat.opening import Chat
from narabot.chat.planning import intent_by_model
from narabot.chat.tracing import Recorder, traced
from narabot.errors import PlanNotReadError, TooMuchToComputeError
from narabot.models import Computation, FilterChoice, Passage, Response
from narabot.models.intents import OF_NUMBERS, Intent, Operation, named_intent
from narabot.plans.algebra import RecordSet
from narabot.plans.computations import computation_of
from narabot.plans.described_records import resolved
from narabot.plans.evaluation import evaluate
from narabot.plans.field_requests import NOT_IN_TEXTS, fields_of
from narabot.plans.outcomes import Outcome
from narabot.plans.plan_json import read_written_set
from narabot.plans.plan_request import (
    NotUnderstoodError,
    PlanRequest,
    UnknownNameError,
    plan_request,
)
from narabot.plans.planner import assembled, is_for_search
from narabot.plans.referents import kept_by, referents, whole_names
from narabot.plans.slot_repair import with_whole_slots
from narabot.plans.values import ListOf
from narabot.retrieval import Budget, Evidence
from narabot.understanding import ParsedRequest, plain_request
from narabot.understanding.followup import FollowUp
from narabot.understanding.query_rewriting import wording_of

MOST_WORDS = 60
"""Words of a request that asks for something to be computed; longer ones tell a story."""

LEAST_SURE, SURE = 0.5, 0.7
"""How likely a request must ask for an operation, and where its result may be the refusal."""

LOOKED_UP = 3
"""Records that are looked up for a description of one."""


def computed_response(
    chat: Chat,
    request: ParsedRequest,
    earlier: Response | None,
    choice: FilterChoice,
    recorder: Recorder,
) -> Response | None:
    """Return the response with a computed answer, `None` where there is nothing to compute.

    Whoever chooses filters, or another strategy, wants to see what these find. A request that
    follows a computed answer is about the records behind that. Raises GraphUnavailableError.
    """
    base = base_of(request, earlier)
    if not chat.is_computing or not may_be_computed(request, base, choice):
        return None
    found = computed(chat, request, base)
    recorder.lap("plan", "Looking for something to compute")
    if found is None:
        return None
    return Response(
        query=request.query,
        asked=request.asked,
        request_class=request.request_class,
        passages=found.passages,
        answer=found.answer,
        trace=traced(chat, request, Evidence(), found.answer, recorder),
        quoted_texts=quoted_texts(found.answer, found.passages, {}),
    )


def may_be_computed(request: ParsedRequest, base: RecordSet | None, choice: FilterChoice) -> bool:
    """Return whether it is looked for something to compute in a request."""
    is_search = request.follow_up is FollowUp.NARROWS and base is None
    is_chosen = bool(choice.added or choice.removed) or request.record_number is not None
    return not (is_search or is_chosen or len(request.asked.split()) > MOST_WORDS)


def why_not_computed(
    chat: Chat, request: ParsedRequest, earlier: Response | None, choice: FilterChoice
) -> str:
    """Return why a request for numbers is only looked up: another way was chosen; else ""."""
    intents, base = chat.models.intents, base_of(request, earlier)
    is_told = not chat.is_computing and chat.computes is None
    if intents is None or not is_told or not may_be_computed(request, base, choice):
        return ""
    read = intents.read(request.asked)
    is_sure = read.operation in OF_NUMBERS and read.likelihood >= SURE
    return why_looked_up(request) if is_sure else ""


def base_of(request: ParsedRequest, earlier: Response | None) -> RecordSet | None:
    """Return the records behind the turn before, if a request follows it, and it has computed."""
    if earlier is None or request.follow_up is None or earlier.computed_set is None:
        return None
    try:
        return read_written_set(earlier.computed_set.plan)
    except PlanNotReadError:  # kept by another version
        return None


def computed(chat: Chat, request: ParsedRequest, base: RecordSet | None) -> Computed | None:
    """Return the computed answer to a request, `None` where it asks for nothing of that kind.

    What the records do not state is refused, and not looked for in others; but what leans on a turn
    that was not computed may well be read there.
    Raises GraphUnavailableError.
    """
    refused = None
    is_leaning = request.follow_up is not None and base is None
    for readings in ways_to_read(chat, request, base):
        for one in readings:
            said = computed_as(chat, request, one)
            if said and said.answer.sentences:
                return with_others(said, (meaning(chat, request, other) for other in readings))
            if said and is_refused(one) and not is_leaning:
                refused = refused or said
    return refused


def computed_as(chat: Chat, request: ParsedRequest, one: PlanRequest) -> Computed | None:
    """Return the computed answer to one reading of a request, `None` where a search is better."""
    try:
        outcome = outcome_of(chat, one)
        return answered(chat, request, outcome, one) if outcome else None
    except (NotUnderstoodError, TooMuchToComputeError) as error:
        is_told = is_of_numbers(one) and request.follow_up is None
        return refusal(why_not(error, request)) if is_told else None


def meaning(chat: Chat, request: ParsedRequest, one: PlanRequest) -> Computation | None:
    """Return what one reading of a request comes to, `None` where it cannot be computed."""
    try:
        outcome = outcome_of(chat, one)
    except (NotUnderstoodError, TooMuchToComputeError):
        return None
    if outcome is None:
        return None
    return computation_of(outcome, telling(chat, request, one, outcome), chat.sets.read)


def is_refused(one: PlanRequest) -> bool:
    """Return whether a request that comes to nothing is refused, and not searched for.

    A search may know records that are nearly what a list wants, and read in them what no field
    states; but who came before whom, or in which box it is, is stated, or is not known. What was
    perhaps misread is searched for too.
    """
    operation = one.intent.operation
    if operation is Operation.TELL:
        is_told = set(fields_of(one)) <= NOT_IN_TEXTS
    else:
        is_told = operation not in {Operation.LIST, Operation.OVERVIEW}
    return is_told and one.intent.likelihood >= SURE


def is_of_numbers(one: PlanRequest) -> bool:
    """Return whether a request asks for what no record states, so that a search is no help."""
    return one.intent.operation in OF_NUMBERS


def ways_to_read(
    chat: Chat, request: ParsedRequest, base: RecordSet | None
) -> Iterator[Iterator[PlanRequest]]:
    """Yield what a request may ask to be computed, the likeliest first; nothing if nothing.

    Each time it yields what the same words mean when their names are looked up differently. A
    language model is asked only where the reader of requests is not sure, or led to
    nothing.

    Raises GraphUnavailableError, ModelUnavailableError.
    """
    text = request.asked if base is None else request.query
    intents = chat.models.intents
    if intents is None:
        return
    read = intents.read(text)
    if intent := likely(read, request, base):
        yield with_names(chat, text, intent, base)
    if intent := by_model(chat, read, text):
        yield with_names(chat, text, intent, base)


def with_names(
    chat: Chat, text: str, intent: Intent, base: RecordSet | None
) -> Iterator[PlanRequest]:
    """Yield what a reading may mean, once its names are looked up."""
    graph = chat.retriever.graph
    intent = whole_names(graph, text, with_whole_slots(text, intent))
    named = referents(graph, text, intent)
    yield replace(plan_request(text, intent, named), base=base)
    groups = kept_by(graph, text, intent, named)
    if groups is not None:
        yield replace(plan_request(text, intent, groups), base=base)


def likely(read: Intent, request: ParsedRequest, base: RecordSet | None) -> Intent | None:
    """Return a reading, if it is likely enough; what only narrows a list is a list."""
    is_computed = read.operation is not Operation.NONE
    is_narrowing = base is not None and request.follow_up is FollowUp.NARROWS
    if is_narrowing and (read.likelihood < SURE or not is_computed):
        return named_intent(Operation.LIST, 1.0, read.slots)
    return read if is_computed and read.likelihood >= LEAST_SURE else None


def by_model(chat: Chat, read: Intent, text: str) -> Intent | None:
    """Return a language model's reading of a request that may ask for a computation, if any."""
    model = chat.models.answering.model
    is_plain = read.operation is Operation.NONE and read.likelihood >= SURE
    if model is None or is_plain:
        return None
    intent = intent_by_model(model, text)
    return intent if intent and intent.operation is not Operation.NONE else None


def outcome_of(chat: Chat, one: PlanRequest) -> Outcome | None:
    """Return what a request comes to; `None` where its records are not known, or for the search.

    Of what is in common to records that nobody knows a search tells nothing.
    Raises NotUnderstoodError, TooMuchToComputeError, GraphUnavailableError.
    """
    plan = assembled(one)
    if isinstance(plan, ListOf) and is_for_search(plan.of):
        return None
    try:
        known = resolved(plan, partial(look_up, chat))
    except UnknownNameError:
        if one.intent.operation is Operation.COMMON:
            raise
        return None
    return evaluate(known, chat.sets)


def look_up(chat: Chat, text: str) -> Sequence[Passage]:
    """Return the records nearest to a description."""
    return chat.look_up(plain_request(wording_of(text)), Budget(LOOKED_UP)).passages
