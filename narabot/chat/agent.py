"""Search with the strategy that the router chooses, and escalate if too little is found."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from narabot.chat.answers import RankedEvidence, extractive_answer, rank_evidence
from narabot.chat.attempts import (
    ESCALATION_ORDER,
    AttemptHistory,
    AttemptLimits,
    AttemptResult,
    best_attempt,
)
from narabot.chat.opening import Chat
from narabot.chat.request_names import Names
from narabot.chat.rewording import rewordings, wording_for_attempt
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
from narabot.retrieval import Budget, Evidence, available_strategies, find_strategy
from narabot.retrieval.strategy import milliseconds
from narabot.routing import Router, RouterMode, Tiers, routed_strategies
from narabot.rules.routing import RuleVerdict, query_types
from narabot.understanding import ParsedRequest

logger = logging.getLogger(__name__)

RECOVERABLE_ERRORS = (GraphMemoryError, GraphUnavailableError, IndexUnavailableError, StrategyError)
"""Errors after which the agent continues with the evidence of earlier attempts."""

OUT_OF_TIME = (
    "No other strategy was tried, because a further attempt would likely have exceeded the time "
    "limit of {seconds:g} seconds."
)

MAX_RELEVANCE = 5.0
"""The relevance of an answer with confidence 1, on document 004's scale."""


def best_evidence(
    chat: Chat, request: ParsedRequest, names: Names, budget: Budget, recorder: Recorder
) -> RankedEvidence:
    """Return the evidence from the attempt that best supports an answer, ranked by the reader.

    The recorder receives every attempt. The first attempt may raise StrategyError or
    GraphUnavailableError.
    """
    wordings = rewordings(request.searched, names)
    seconds = chat.settings.agent_timeout_s
    within = replace(budget, timeout_s=min(budget.timeout_s, seconds))

    def run_attempt(
        strategy: str, number: int, judged: frozenset[str]
    ) -> AttemptResult[RankedEvidence]:
        began = perf_counter()
        asked = replace(request, searched=wording_for_attempt(wordings, number))
        evidence = (
            evidence_or_empty(chat, strategy, asked, within, recorder)
            if number
            else chat.using(strategy).look_up(asked, within)
        )
        recorder.add_steps(evidence.steps)
        recorder.lap("retrieve")
        digest = evidence_digest(evidence)
        is_new = digest not in judged and bool(evidence.passages)
        unranked = RankedEvidence(evidence, {}, None, {})
        ranked = rank_evidence(chat, request, evidence, recorder) if is_new else unranked
        attempt = Attempt(
            strategy=strategy,
            wording=asked.searched.text,
            hits=len(evidence.passages),
            relevance=relevance(chat, request, ranked) if is_new else 0.0,
            ms=milliseconds(perf_counter() - began),
            digest=digest,
        )
        recorder.record_attempt(attempt)
        return AttemptResult(attempt, ranked)

    first, strategies = route_request(chat, request, recorder)
    history = best_attempt(first, strategies, run_attempt, AttemptLimits(perf_counter, seconds))
    record_attempts(history, seconds, recorder)
    return history.best.found


def record_attempts(
    history: AttemptHistory[RankedEvidence], seconds: float, recorder: Recorder
) -> None:
    """Record all attempts, the escalations between them, and whether time ran out."""
    recorder.set_attempts(history.attempts)
    for one in history.escalations:
        recorder.record_escalation(one)
    if history.is_out_of_time:
        recorder.limitations.append(OUT_OF_TIME.format(seconds=seconds))


def evidence_or_empty(
    chat: Chat, strategy: str, request: ParsedRequest, budget: Budget, recorder: Recorder
) -> Evidence:
    """Return a strategy's evidence. If the strategy fails, record why and return no evidence."""
    try:
        return chat.using(strategy).look_up(request, budget)
    except RECOVERABLE_ERRORS as error:
        logger.warning("%s failed: %s", strategy, error)
        recorder.limitations.append(str(error))
        return Evidence()


def type_by_rules(words: Sequence[str]) -> RuleVerdict:
    """Return the request type according to the rules.

    The verdict is empty if the rules are unavailable.
    """
    try:
        return query_types(words)
    except RuleError as error:
        logger.warning("the routing rules are unavailable: %s", error)
        return RuleVerdict()


def route_request(
    chat: Chat, request: ParsedRequest, recorder: Recorder
) -> tuple[str, tuple[str, ...]]:
    """Return the strategy that the router chooses for a request, and the strategies for escalation.

    The recorder receives the router's limitations.
    """
    began = perf_counter()
    models = chat.models
    encoder = models.embeddings.identity.model
    tiers = Tiers(type_by_rules, models.embeddings.embed_query, encoder, models.answering.model)
    strategies = available_strategies(
        chat.retriever.graph, (*ESCALATION_ORDER, *routed_strategies())
    )
    mode = RouterMode(find_strategy(chat.strategy).router)
    step, limitations = Router(tiers, mode).route(request.asked, strategies)
    recorder.record_route(replace(step, ms=milliseconds(perf_counter() - began)), limitations)
    return step.suggested_tool, tuple(one for one in ESCALATION_ORDER if one in strategies)


def is_for_attempts(chat: Chat, request: ParsedRequest) -> bool:
    """Return whether the agent may try several strategies for a request.

    This applies to questions about records, and only if the chosen strategy uses the router.
    """
    is_question = request.request_class is RequestClass.QUESTION and request.record_number is None
    return bool(find_strategy(chat.strategy).router) and is_question and not request.is_broad


def relevance(chat: Chat, request: ParsedRequest, ranked: RankedEvidence) -> float:
    """Return how well evidence supports an answer: the confidence, scaled to the range 0 to 5."""
    return MAX_RELEVANCE * extractive_answer(chat, request, ranked).confidence


def evidence_digest(evidence: Evidence) -> str:
    """Return a digest of the retrieved chunks that does not depend on their order."""
    return digest_of(*sorted(chunk.chunk_id for one in evidence.passages for chunk in one.chunks))
