"""Pydantic models for a trace, with the field names of agentic-graph-rag's `PipelineTrace`.

Programs that read agentic-graph-rag's traces can also read narabot's traces. `trace_json` contains
the models for all other trace data.
"""

from typing import Self

from pydantic import BaseModel, ConfigDict

from narabot.models import COMPUTED, Attempt, Escalation, Response, RouterStep, Trace

ID_DIGITS = 12

PLAN = "plan"
"""Name that replaces the strategy name for a computation."""

SEARCH_TIME, PLAN_TIME = "retrieve", "plan"
"""Keys for the timings of a search and of a computation."""


class Part(BaseModel):
    """Part of a trace. Undeclared fields are rejected because they would be programming errors."""

    model_config = ConfigDict(extra="forbid")


class Decision(Part):
    """The class of a request and the strategy chosen for it."""

    query_type: str
    suggested_tool: str


class RoutingShape(Part):
    """The router's decision, with the method that classified the request."""

    method: str
    decision: Decision

    @classmethod
    def of(cls, step: RouterStep) -> Self:
        decision = Decision(query_type=step.query_type, suggested_tool=step.suggested_tool)
        return cls(method=step.method, decision=decision)


class ToolStep(Part):
    """A strategy that was tried."""

    tool_name: str
    results_count: int
    relevance_score: float | None
    """Relevance from 0 to 5, or null if the relevance was not judged."""
    duration_ms: float

    @classmethod
    def of(cls, attempt: Attempt) -> Self:
        return cls(
            tool_name=attempt.strategy,
            results_count=attempt.hits,
            relevance_score=round(attempt.relevance, 2),
            duration_ms=attempt.ms,
        )


class EscalationStep(Part):
    """A switch to the next strategy because the previous strategy found too little."""

    from_tool: str
    to_tool: str
    reason: str
    rephrased_query: str | None

    @classmethod
    def of(cls, step: Escalation) -> Self:
        return cls(
            from_tool=step.from_,
            to_tool=step.to,
            reason=step.reason,
            rephrased_query=step.rephrased or None,
        )


class GeneratorStep(Part):
    """The source of the answer, and its confidence."""

    model: str
    confidence: float


class PipelineTraceShape(Part):
    """All steps from the router to the answer."""

    trace_id: str
    router_step: RoutingShape | None
    """Null if no strategy had to be chosen."""
    tool_steps: list[ToolStep]
    escalation_steps: list[EscalationStep]
    generator_step: GeneratorStep | None
    """Null for a list."""
    total_duration_ms: float

    @classmethod
    def of(cls, response: Response) -> Self:
        """Return the trace of a response.

        A single search that was not judged has no relevance score.
        """
        trace, answer = response.trace, response.answer
        tried = [ToolStep.of(one) for one in trace.attempts]
        return cls(
            trace_id=f"tr_{trace.trace_id[:ID_DIGITS]}" if trace.trace_id else "",
            router_step=RoutingShape.of(trace.router) if trace.router else None,
            tool_steps=tried or single_step(trace, len(response.records)),
            escalation_steps=[EscalationStep.of(one) for one in trace.escalations],
            generator_step=GeneratorStep(
                model=answer.answerer, confidence=round(answer.confidence, 4)
            )
            if answer
            else None,
            total_duration_ms=round(sum(trace.timings_ms.values()), 1),
        )


def single_step(trace: Trace, found: int) -> list[ToolStep]:
    """Return one step for a single search, or an empty list if there was no search."""
    is_computed = trace.answerer == COMPUTED
    name, time = (PLAN, PLAN_TIME) if is_computed else (trace.retrieval, SEARCH_TIME)
    if time not in trace.timings_ms:
        return []
    ms = trace.timings_ms[time]
    return [ToolStep(tool_name=name, results_count=found, relevance_score=None, duration_ms=ms)]
