"""What ran for a response, under the names of agentic-graph-rag's `PipelineTrace`. Pure.

Whoever reads its traces can read ours; all else that ours tell is in `trace_json`.
"""

from typing import Self

from pydantic import BaseModel, ConfigDict

from narabot.models import COMPUTED, Attempt, Escalation, Response, RouterStep, Trace

ID_DIGITS = 12

PLAN = "plan"
"""The way of what is computed, as a strategy is named."""

SEARCH_TIME, PLAN_TIME = "retrieve", "plan"
"""The parts of the way in which records are found, as their times are named."""


class Part(BaseModel):
    """A part of a trace; a field that is not promised is an error of ours."""

    model_config = ConfigDict(extra="forbid")


class Decision(Part):
    """As what a request was taken, and by which strategy it was to be looked up."""

    query_type: str
    suggested_tool: str


class RoutingShape(Part):
    """What the router did."""

    method: str
    decision: Decision

    @classmethod
    def of(cls, step: RouterStep) -> Self:
        """Return what the router did."""
        decision = Decision(query_type=step.query_type, suggested_tool=step.suggested_tool)
        return cls(method=step.method, decision=decision)


class ToolStep(Part):
    """A strategy that was tried."""

    tool_name: str
    results_count: int
    relevance_score: float | None
    """From 0 to 5; null where nobody judged."""
    duration_ms: float

    @classmethod
    def of(cls, attempt: Attempt) -> Self:
        """Return an attempt."""
        return cls(
            tool_name=attempt.strategy,
            results_count=attempt.hits,
            relevance_score=round(attempt.relevance, 2),
            duration_ms=attempt.ms,
        )


class EscalationStep(Part):
    """A strategy that did not do, and the one that was tried then."""

    from_tool: str
    to_tool: str
    reason: str
    rephrased_query: str | None

    @classmethod
    def of(cls, step: Escalation) -> Self:
        """Return an escalation."""
        return cls(
            from_tool=step.from_,
            to_tool=step.to,
            reason=step.reason,
            rephrased_query=step.rephrased or None,
        )


class GeneratorStep(Part):
    """Who answered, and how sure that is."""

    model: str
    confidence: float


class PipelineTraceShape(Part):
    """What ran, from the router to the answer."""

    trace_id: str
    router_step: RoutingShape | None
    """Null where nothing was to be chosen."""
    tool_steps: list[ToolStep]
    escalation_steps: list[EscalationStep]
    generator_step: GeneratorStep | None
    """Null for a list."""
    total_duration_ms: float

    @classmethod
    def of(cls, response: Response) -> Self:
        """Return what ran for a response; what was tried once, unjudged, has no relevance."""
        trace, answer = response.trace, response.answer
        tried = [ToolStep.of(one) for one in trace.attempts]
        return cls(
            trace_id=f"tr_{trace.trace_id[:ID_DIGITS]}" if trace.trace_id else "",
            router_step=RoutingShape.of(trace.router) if trace.router else None,
            tool_steps=tried or only_steps(trace, len(response.records)),
            escalation_steps=[EscalationStep.of(one) for one in trace.escalations],
            generator_step=GeneratorStep(
                model=answer.answerer, confidence=round(answer.confidence, 4)
            )
            if answer
            else None,
            total_duration_ms=round(sum(trace.timings_ms.values()), 1),
        )


def only_steps(trace: Trace, found: int) -> list[ToolStep]:
    """Return the step of what was looked up once; none of what nothing was looked up for."""
    is_computed = trace.answerer == COMPUTED
    name, time = (PLAN, PLAN_TIME) if is_computed else (trace.retrieval, SEARCH_TIME)
    if time not in trace.timings_ms:
        return []
    ms = trace.timings_ms[time]
    return [ToolStep(tool_name=name, results_count=found, relevance_score=None, duration_ms=ms)]
