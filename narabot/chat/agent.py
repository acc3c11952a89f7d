"""Look a question up by the way that a router chooses, and by others where that finds little."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from narabot.chat.answers import Considered, extracted, read_through
from narabot.chat.attempts import LADDER, Bounds, Tried, Tries, best_attempt
from narabot.chat.naming import Names
from narabot.chat.opening import Chat
from narabot.chat.rewording import rewordings, worded
from narabot.chat.tracing import Recorder
from narabot.errors import (
    GraphMemoryError,
    GraphUnavailableError,
    IndexUnavailableError,
    RuleError,
    StrategyError,
)
from narabot.models import Attempt, RequestClass
from narabot.models.knowledge import digest_of
from narabot.retrieval import Budget, Evidence, available, registered
from narabot.retrieval.strategy import milliseconds
from narabot.routing import Router, RouterMode, Tiers, suited_strategies
from narabot.rules.routing import RuleVerdict, query_types
from narabot.understanding import ParsedRequest

logger = logging.getLogger(__name__)

FAILED = (GraphMemoryError, GraphUnavailableError, IndexUnavailableError, StrategyError)
"""What a further attempt may end with; what was found before it stands."""

OUT_OF_TIME = "Another way to look: it would likely have taken longer than {seconds:g} seconds."

MOST_RELEVANT = 5.0
"""The relevance of a confidence of 1: document 004's scale."""


def attempted(
    chat: Chat, request: ParsedRequest, names: Names, budget: Budget, recorder: Recorder
) -> Considered:
    """Return the evidence for a question of the attempt that supports an answer best, as read.

    Attempts are told to the recorder. The first may raise StrategyError, GraphUnavailableError.
    """
    wordings = rewordings(request.searched, names)
    seconds = chat.settings.agent_timeout_s
    within = replace(budget, timeout_s=min(budget.timeout_s, seconds))

    def look(strategy: str, number: int, known: frozenset[str]) -> Tried[Considered]:
        began = perf_counter()
        asked = replace(request, searched=worded(wordings, number))
        evidence = (
            found_or_nothing(chat, strategy, asked, within, recorder)
            if number
            else chat.using(strategy).look_up(asked, within)
        )
        recorder.tell(evidence.steps)
        recorder.lap("retrieve")
        digest = evidence_digest(evidence)
        is_new = digest not in known and bool(evidence.passages)
        unread = Considered(evidence, {}, None, {})
        considered = read_through(chat, request, evidence, recorder) if is_new else unread
        attempt = Attempt(
            strategy=strategy,
            wording=asked.searched.text,
            hits=len(evidence.passages),
            relevance=relevance(chat, request, considered) if is_new else 0.0,
            ms=milliseconds(perf_counter() - began),
            digest=digest,
        )
        recorder.tell_attempt(attempt)
        return Tried(attempt, considered)

    first, ways = routed(chat, request, recorder)
    tries = best_attempt(first, ways, look, Bounds(perf_counter, seconds))
    tell(tries, seconds, recorder)
    return tries.best.found


def tell(tries: Tries[Considered], seconds: float, recorder: Recorder) -> None:
    """Tell the recorder what attempts came to, why one followed another, and what ended them."""
    recorder.keep_attempts(tries.attempts)
    for one in tries.escalations:
        recorder.tell_escalation(one)
    if tries.is_out_of_time:
        recorder.unseen.append(OUT_OF_TIME.format(seconds=seconds))


def found_or_nothing(
    chat: Chat, strategy: str, request: ParsedRequest, budget: Budget, recorder: Recorder
) -> Evidence:
    """Return what a strategy finds; where it fails, nothing, and the recorder is told why."""
    try:
        return chat.using(strategy).look_up(request, budget)
    except FAILED as error:
        logger.warning("%s failed: %s", strategy, error)
        recorder.unseen.append(str(error))
        return Evidence()


def type_by_words(words: Sequence[str]) -> RuleVerdict:
    """Return the type that rules tell by a request's words, none where rules cannot be read."""
    try:
        return query_types(words)
    except RuleError as error:
        logger.warning("rules tell no type: %s", error)
        return RuleVerdict()


def routed(chat: Chat, request: ParsedRequest, recorder: Recorder) -> tuple[str, tuple[str, ...]]:
    """Return the strategy that the router chooses for a request, and those to escalate to.

    What could not be asked of which type it is, is told to the recorder.
    """
    began = perf_counter()
    models = chat.models
    encoder = models.embeddings.identity.model
    tiers = Tiers(type_by_words, models.embeddings.embed_query, encoder, models.answering.model)
    ways = available(chat.retriever.graph, (*LADDER, *suited_strategies()))
    mode = RouterMode(registered(chat.strategy).router)
    step, unseen = Router(tiers, mode).route(request.asked, ways)
    recorder.tell_route(replace(step, ms=milliseconds(perf_counter() - began)), unseen)
    return step.suggested_tool, tuple(one for one in LADDER if one in ways)


def is_for_attempts(chat: Chat, request: ParsedRequest) -> bool:
    """Return whether a request is looked up in one way after another: a question of records."""
    is_question = request.request_class is RequestClass.QUESTION and request.record_number is None
    return bool(registered(chat.strategy).router) and is_question and not request.is_broad


def relevance(chat: Chat, request: ParsedRequest, considered: Considered) -> float:
    """Return how well evidence supports an answer, 0 to 5: the answer's calibrated confidence."""
    return MOST_RELEVANT * extracted(chat, request, considered).confidence


def evidence_digest(evidence: Evidence) -> str:
    """Return what stands for the chunks that were found, whatever their order."""
    return digest_of(*sorted(chunk.chunk_id for one in evidence.passages for chunk in one.chunks))
