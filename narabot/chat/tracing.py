"""Record the steps, queries, and model calls for a response, with their durations."""

import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from narabot.chat.opening import Chat
from narabot.llm import RecordedModel
from narabot.models import (
    Answer,
    Attempt,
    Escalation,
    ModelCall,
    QueryRun,
    RouterStep,
    Step,
    Trace,
)
from narabot.retrieval import Evidence
from narabot.retrieval.strategy import milliseconds
from narabot.telemetry import Spans
from narabot.understanding import ParsedRequest

logger = logging.getLogger(__name__)


class Recorder:
    """Records the steps of a response, their durations, and the database statements."""

    def __init__(self, collector: str | None = None) -> None:
        """Start recording.

        If `collector` is set, spans are exported to that OpenTelemetry collector.
        """
        self.trace_id = secrets.token_hex(16)
        self.began = datetime.now(UTC)
        self.timings_ms: dict[str, float] = {}
        self.steps: list[Step] = []
        self.queries: list[QueryRun] = []
        self.router: RouterStep | None = None
        self.limitations: list[str] = []
        self.attempts: list[Attempt] = []
        self.escalations: list[Escalation] = []
        self.model: RecordedModel | None = None
        self.spans = Spans(collector, self.trace_id)
        self._start = self._last = time.perf_counter()

    def observe(self, chat: Chat) -> Chat:
        """Return a chat whose statements and language model calls this recorder records."""
        chat = replace(chat, retriever=chat.retriever.watched(self.record_query))
        answering = chat.models.answering
        if answering.model is None:
            return chat
        self.model = RecordedModel(answering.model)
        answering = replace(answering, model=self.model)
        return replace(chat, models=replace(chat.models, answering=answering))

    def lap(self, name: str, step: str | None = None) -> None:
        """Add the time since the last lap to a timing, and optionally record a step.

        Laps with the same name are summed, because a request may lead to several searches.
        """
        now = time.perf_counter()
        ms = milliseconds(now - self._last)
        self.timings_ms[name] = round(self.timings_ms.get(name, 0.0) + ms, 1)
        self._last = now
        self.spans.lap(name)
        if step is not None:
            self.steps.append(Step(step, None, ms))

    def add_steps(self, steps: Sequence[Step]) -> None:
        """Add steps that another component took."""
        self.steps.extend(steps)

    def record_query(self, name: str, rows: int, began: float, seconds: float) -> None:
        """Record a database statement."""
        start = milliseconds(began - self._start)
        self.queries.append(QueryRun(name, rows, start, milliseconds(seconds)))
        self.spans.statement(name, rows, began, seconds)

    def record_route(self, step: RouterStep, limitations: Sequence[str] = ()) -> None:
        """Record the router's decision and its limitations."""
        self.router = step
        self.limitations.extend(limitations)
        self.spans.ended(
            "router",
            step.ms,
            {
                "tier": step.tier,
                "method": step.method,
                "query_type": step.query_type,
                "suggested_tool": step.suggested_tool,
            },
        )

    def record_attempt(self, attempt: Attempt) -> None:
        """Record an attempt."""
        self.attempts.append(attempt)
        self.spans.ended(
            "attempt",
            attempt.ms,
            {
                "strategy": attempt.strategy,
                "hits": attempt.hits,
                "relevance": attempt.relevance,
            },
        )

    def set_attempts(self, attempts: Sequence[Attempt]) -> None:
        """Replace the recorded attempts once the attempt that the answer uses is known."""
        self.attempts = list(attempts)

    def record_escalation(self, escalation: Escalation) -> None:
        """Record an escalation."""
        self.escalations.append(escalation)

    def calls(self) -> tuple[ModelCall, ...]:
        """Return all language model calls and end their spans."""
        recorded = self.model.calls if self.model else []
        own = tuple(call.as_model_call() for call in recorded)
        for call, attributes in zip(recorded, own, strict=True):
            self.spans.call(attributes, call.began)
        return own


def finish_trace(
    chat: Chat,
    request: ParsedRequest,
    evidence: Evidence,
    answer: Answer | None,
    recorder: Recorder,
) -> Trace:
    """Return the trace of a request, log it, and end its span."""
    answerer = answer.answerer if answer else "none"
    calls = recorder.calls()
    trace = Trace(
        classifier=request.decided_by,
        retrieval=chat.strategy,
        answerer=answerer,
        timings_ms=recorder.timings_ms,
        trace_id=recorder.trace_id,
        began=recorder.began,
        queries=tuple(recorder.queries),
        index=str(chat.retriever.version),
        prompt=calls[-1].prompt if calls and answer is not None and answer.is_by_model else None,
        steps=tuple(recorder.steps),
        limitations=(*evidence.limitations, *recorder.limitations),
        router=recorder.router,
        attempts=tuple(recorder.attempts),
        escalations=tuple(recorder.escalations),
        calls=calls,
        paths=evidence.paths,
    )
    attributes = log_fields(chat, request, evidence, trace)
    attributes["refused"] = answer is not None and answer.is_refused
    logger.info(
        "%s %s", trace.trace_id, " ".join(f"{name}={attributes[name]!r}" for name in attributes)
    )
    recorder.spans.end(attributes | {"index": trace.index})
    return trace


def log_fields(
    chat: Chat, request: ParsedRequest, evidence: Evidence, trace: Trace
) -> dict[str, str | int | bool]:
    """Return the attributes of a response for the log and the span."""
    attributes: dict[str, str | int | bool] = {
        "class": str(request.request_class),
        "decided_by": request.decided_by,
        "strategy": chat.strategy,
        "statements": evidence.cost.statements,
        "passages": len(evidence.passages),
        "model_calls": len(trace.calls),
        "answerer": trace.answerer,
    }
    if chat.settings.narabot_log_questions:
        attributes["question"] = request.asked
    return attributes
