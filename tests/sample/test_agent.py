"""The agent loop on the sample records: failed attempts, fallbacks, and reported limitations."""

from collections.abc import Iterator

import pytest

from narabot.chat import Chat, Models, open_chat, respond
from narabot.chat.agent import OUT_OF_TIME
from narabot.chat.attempts import MAX_ATTEMPTS, MIN_RELEVANCE, AttemptLimits
from narabot.errors import (
    GraphMemoryError,
    GraphUnavailableError,
    IndexUnavailableError,
    NarabotError,
    StrategyError,
)
from narabot.graph import open_graph
from narabot.models import Connection
from narabot.retrieval import STRATEGIES, Budget, Evidence, RegisteredStrategy, Retriever
from narabot.settings import Settings
from narabot.understanding import ParsedRequest

UNANSWERED = "Which lighthouse did Ruth Vane paint in 1931?"
"""No record contains the answer, so the loop makes several attempts."""

WHY = "The desk is locked."


@pytest.fixture(scope="module")
def chat(api_settings: Settings, models: Models, sample_server: Connection) -> Iterator[Chat]:
    patient = api_settings.model_copy(update={"agent_timeout_s": 60.0})
    with open_graph(sample_server) as graph:
        yield open_chat(patient, models, graph).using("agent")


@pytest.mark.slow
def test_timeout_is_reported(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    timeout_message = OUT_OF_TIME.format(seconds=chat.settings.agent_timeout_s)
    assert timeout_message not in respond(chat, UNANSWERED).trace.limitations
    monkeypatch.setattr(AttemptLimits, "has_time", lambda *_: False)
    trace = respond(chat, UNANSWERED).trace
    assert len(trace.attempts) == 1
    assert trace.limitations.count(timeout_message) == 1


def failing(error: NarabotError) -> RegisteredStrategy:
    """Return a strategy that raises an error when the agent loop uses it."""

    def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
        raise error

    return RegisteredStrategy("hybrid_search", find, "nothing")


def test_agent_tries_several_strategies_for_an_unanswerable_question(chat: Chat) -> None:
    trace = respond(chat, UNANSWERED).trace
    assert trace.router is not None
    tried = [one.strategy for one in trace.attempts]
    assert 2 <= len(set(tried)) == len(tried) <= MAX_ATTEMPTS
    assert all(one.relevance < MIN_RELEVANCE for one in trace.attempts[:-1])
    assert [one.is_kept for one in trace.attempts].count(True) == 1
    assert len(trace.escalations) == len(tried) - 1


@pytest.mark.parametrize(
    "kind", [GraphMemoryError, GraphUnavailableError, IndexUnavailableError, StrategyError]
)
def test_failed_later_attempt_is_reported_as_a_limitation(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, kind: type[NarabotError]
) -> None:
    monkeypatch.setitem(STRATEGIES, "hybrid_search", failing(kind(WHY)))
    response = respond(chat, UNANSWERED)
    failed = [one for one in response.trace.attempts if one.strategy == "hybrid_search"]
    assert [(one.hits, one.relevance, one.is_kept) for one in failed] == [(0, 0.0, False)]
    assert response.trace.limitations.count(WHY) == 1
    assert response.passages


def test_strategy_that_becomes_unavailable_is_reported_as_a_limitation(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = iter([None])  # available when the router checks, but not at the attempt

    def gone(_: object) -> str | None:
        return next(lacking, WHY)

    there = STRATEGIES["hybrid"].search
    own = RegisteredStrategy("hybrid_search", there, "a desk", "a desk", gone)
    monkeypatch.setitem(STRATEGIES, "hybrid_search", own)
    response = respond(chat, UNANSWERED)
    assert any(WHY in one for one in response.trace.limitations)
    assert response.passages


def test_failed_first_attempt_raises_an_error(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in STRATEGIES:
        if not STRATEGIES[name].router:
            monkeypatch.setitem(STRATEGIES, name, failing(StrategyError(WHY)))
    with pytest.raises(StrategyError, match=WHY):
        respond(chat, UNANSWERED)
