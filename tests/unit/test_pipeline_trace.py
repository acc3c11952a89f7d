"""Tests of the trace as JSON, in agentic-graph-rag's published format and in narabot's."""

import json
from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from narabot.models import COMPUTED, HELP, Response, RouterStep
from narabot.presentation.pipeline_trace_json import PipelineTraceShape
from narabot.presentation.response_json import AskResponse
from narabot.presentation.trace_json import TraceShape
from tests.shared import needs_shared, seed_pipeline_trace
from tests.unit.test_rendering_tracing import TRACE, traced
from tests.unit.test_turn_storage_format import RESPONSE

FULL_TRACE = RESPONSE.trace
"""A trace with a value in every field."""

ROUTED = replace(
    TRACE,
    router=FULL_TRACE.router,
    attempts=FULL_TRACE.attempts,
    escalations=FULL_TRACE.escalations,
    calls=FULL_TRACE.calls,
    paths=FULL_TRACE.paths,
)


def routed() -> Response:
    return traced(trace=ROUTED)


def keys(value: Any) -> Any:
    """Return a JSON value's keys at every level, without the values."""
    if isinstance(value, dict):
        return {key: keys(one) for key, one in value.items()}
    return [keys(one) for one in value] if isinstance(value, list) else None


@needs_shared
def test_published_example_trace_is_valid() -> None:
    printed = seed_pipeline_trace()
    assert printed["trace_id"] == "tr_abc123def456"
    assert PipelineTraceShape.model_validate(printed).model_dump() == printed


@needs_shared
def test_trace_has_exactly_the_published_keys() -> None:
    document = json.loads(PipelineTraceShape.of(routed()).model_dump_json())
    assert keys(document | {"escalation_steps": []}) == keys(seed_pipeline_trace())
    with pytest.raises(ValidationError):
        PipelineTraceShape.model_validate(document | {"prompt": "x"})


def test_trace_includes_routing_attempts_escalations_and_answerer() -> None:
    assert PipelineTraceShape.of(routed()).model_dump() == {
        "trace_id": "tr_" + "ab" * 6,
        "router_step": {
            "method": "rules",
            "decision": {"query_type": "relation", "suggested_tool": "cypher_traverse"},
        },
        "tool_steps": [
            {
                "tool_name": "vector_search",
                "results_count": 7,
                "relevance_score": 1.5,
                "duration_ms": 12.5,
            }
        ],
        "escalation_steps": [
            {
                "from_tool": "vector_search",
                "to_tool": "cypher_traverse",
                "reason": "Too little.",
                "rephrased_query": "A ledger?",
            }
        ],
        "generator_step": {"model": "extractive", "confidence": 0.9},
        "total_duration_ms": 21.2,
    }


def test_single_search_is_a_step_without_relevance_score() -> None:
    document = PipelineTraceShape.of(traced(answer=None)).model_dump()
    assert document["router_step"] is None
    assert document["generator_step"] is None
    assert document["tool_steps"] == [
        {
            "tool_name": "hybrid",
            "results_count": 3,
            "relevance_score": None,
            "duration_ms": 20.0,
        }
    ]


def test_computed_answer_has_a_plan_step_and_help_none() -> None:
    computed = replace(TRACE, answerer=COMPUTED, timings_ms={"plan": 3.0})
    [step] = PipelineTraceShape.of(traced(trace=computed)).tool_steps
    assert (step.tool_name, step.duration_ms) == ("plan", 3.0)
    helped = replace(TRACE, answerer=HELP, timings_ms={"answer": 1.0})
    assert PipelineTraceShape.of(traced(trace=helped)).tool_steps == []


def test_missing_trace_id_stays_empty() -> None:
    assert PipelineTraceShape.of(traced(trace=replace(TRACE, trace_id=""))).trace_id == ""


def test_narabot_trace_includes_every_recorded_field() -> None:
    document = TraceShape.of(routed()).model_dump(mode="json", by_alias=True)
    assert document["router"] == {
        "tier": 1,
        "method": "rules",
        "query_type": "relation",
        "suggested_tool": "cypher_traverse",
        "probabilities": {"relation": 0.75},
        "words_fired": ["between"],
        "ms": 0.5,
    }
    assert document["attempts"] == [
        {
            "strategy": "vector_search",
            "wording": "Which ledger?",
            "hits": 7,
            "relevance": 1.5,
            "ms": 12.5,
            "digest": "0a1b",
            "is_kept": True,
        }
    ]
    assert document["escalations"] == [
        {
            "from": "vector_search",
            "to": "cypher_traverse",
            "reason": "Too little.",
            "rephrased": "A ledger?",
        }
    ]
    assert document["calls"] == [
        {
            "prompt": "abc123",
            "tokens_in": 120,
            "tokens_out": 8,
            "ms": 900.5,
            "outcome": "malformed",
        }
    ]
    [path] = document["paths"]
    assert path["nodes"][0] == {
        "name": "Ω",
        "kind": "PERSON",
        "naId": 10,
        "phraseId": "0123456789abcdef",
    }
    assert path["edges"] == [
        {
            "relation": "creator",
            "quote": {"naId": 3, "chunkId": "3-0", "start": 0, "end": 6, "quote": "Ledger"},
            "is_reversed": True,
        }
    ]


def test_response_includes_both_trace_formats() -> None:
    document = AskResponse.of(routed()).to_json()
    assert document["pipeline_trace"]["trace_id"][3:] == document["trace"]["trace_id"][:12]
    assert document["trace"]["escalations"][0]["from"] == "vector_search"


def test_router_probability_requires_stored_probabilities() -> None:
    assert ROUTED.router is not None
    assert ROUTED.router.probability == 0.75
    assert RouterStep(4, "pattern", "simple", "hybrid").probability is None
