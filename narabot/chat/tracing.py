"""Keep what ran for a request, by which route, and how long."""

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
    """Times the steps of a response, and keeps what the database ran for it."""

    def __init__(self, collector: str | None = None) -> None:
        """Begin; a collector of OpenTelemetry, if there is one, is told of each as it ends."""
        self.trace_id = secrets.token_hex(16)
        self.began = datetime.now(UTC)
        self.timings_ms: dict[str, float] = {}
        self.steps: list[Step] = []
        self.queries: list[QueryRun] = []
        self.router: RouterStep | None = None
        self.unseen: list[str] = []
        self.attempts: list[Attempt] = []
        self.escalations: list[Escalation] = []
        self.model: RecordedModel | None = None
        self.spans = Spans(collector, self.trace_id)
        self._start = self._last = time.perf_counter()

    def watching(self, chat: Chat) -> Chat:
        """Return a chat whose statements and calls of a language model are kept here."""
        chat = replace(chat, retriever=chat.retriever.watched(self.note))
        answering = chat.models.answering
        if answering.model is None:
            return chat
        self.model = RecordedModel(answering.model)
        answering = replace(answering, model=self.model)
        return replace(chat, models=replace(chat.models, answering=answering))

    def lap(self, name: str, step: str | None = None) -> None:
        """Book the time since the last lap, as a step too unless its parts were told.

        Laps of one name are summed: a request may be looked up more than once.
        """
        now = time.perf_counter()
        ms = milliseconds(now - self._last)
        self.timings_ms[name] = round(self.timings_ms.get(name, 0.0) + ms, 1)
        self._last = now
        self.spans.lap(name)
        if step is not None:
            self.steps.append(Step(step, None, ms))

    def tell(self, steps: Sequence[Step]) -> None:
        """Keep the steps that somebody took."""
        self.steps.extend(steps)

    def note(self, name: str, rows: int, began: float, seconds: float) -> None:
        """Keep that a statement ran."""
        start = milliseconds(began - self._start)
        self.queries.append(QueryRun(name, rows, start, milliseconds(seconds)))
        self.spans.statement(name, rows, began, seconds)

    def tell_route(self, step: RouterStep, unseen: Sequence[str] = ()) -> None:
        """Keep as what a request was just taken, and what could not be asked about that."""
        self.router = step
        self.unseen.extend(unseen)
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

    def tell_attempt(self, attempt: Attempt) -> None:
        """Keep that a request was just looked up."""
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

    def keep_attempts(self, attempts: Sequence[Attempt]) -> None:
        """Keep the attempts as they are once it is known of which the answer is made."""
        self.attempts = list(attempts)

    def tell_escalation(self, escalation: Escalation) -> None:
        """Keep that the last attempt did not do."""
        self.escalations.append(escalation)

    def calls(self) -> tuple[ModelCall, ...]:
        """Return all calls of the language model; end their spans."""
        recorded = self.model.calls if self.model else []
        own = tuple(call.told() for call in recorded)
        for call, told in zip(recorded, own, strict=True):
            self.spans.call(told, call.began)
        return own


def traced(
    chat: Chat,
    request: ParsedRequest,
    evidence: Evidence,
    answer: Answer | None,
    recorder: Recorder,
) -> Trace:
    """Return what ran for a request; log it, and end its span."""
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
        unseen=(*evidence.unseen, *recorder.unseen),
        router=recorder.router,
        attempts=tuple(recorder.attempts),
        escalations=tuple(recorder.escalations),
        calls=calls,
        paths=evidence.paths,
    )
    told = told_of(chat, request, evidence, trace)
    told["refused"] = answer is not None and answer.is_refused
    logger.info("%s %s", trace.trace_id, " ".join(f"{name}={told[name]!r}" for name in told))
    recorder.spans.end(told | {"index": trace.index})
    return trace


def told_of(
    chat: Chat, request: ParsedRequest, evidence: Evidence, trace: Trace
) -> dict[str, str | int | bool]:
    """Return what the log and the span tell of a response."""
    told: dict[str, str | int | bool] = {
        "class": str(request.request_class),
        "decided_by": request.decided_by,
        "strategy": chat.strategy,
        "statements": evidence.cost.statements,
        "passages": len(evidence.passages),
        "model_calls": len(trace.calls),
        "answerer": trace.answerer,
    }
    if chat.settings.narabot_log_questions:
        told["question"] = request.asked
    return told
