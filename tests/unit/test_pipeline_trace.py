"""Tests of the trace as JSON, with the names in agentic-graph-rag's document and with our own."""

import json
from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from narabot.models import COMPUTED, HELP, Response, RouterStep
from narabot.presentation.pipeline_trace_json import PipelineTraceShape
from narabot.presentation.response_json import AskResponse
from narabot.presentation.trace_json import TraceShape
from tests.shared import seed_pipeline_trace
from tests.unit.test_kept_turns import RESPONSE
from tests.unit.test_rendering_tracing import TRACE, traced

KEPT = RESPONSE.trace
"""A trace with a value in every field."""

ROUTED = replace(
    TRACE,
    router=KEPT.router,
    attempts=KEPT.attempts,
    escalations=KEPT.escalations,
    calls=KEPT.calls,
    paths=KEPT.paths,
)


def routed() -> Response:
    return traced(trace=ROUTED)


def keys(value: Any) -> Any:
    """Return the keys of JSON at every level, without values."""
    if isinstance(value, dict):
        return {key: keys(one) for key, one in value.items()}
    return [keys(one) for one in value] if isinstance(value, list) else None


def test_the_documents_own_trace_is_one_of_ours() -> None:
    printed = seed_pipeline_trace()
    assert printed["trace_id"] == "tr_abc123def456"
    assert PipelineTraceShape.model_validate(printed).model_dump() == printed


def test_a_trace_has_the_documents_keys_and_no_others() -> None:
    told = json.loads(PipelineTraceShape.of(routed()).model_dump_json())
    assert keys(told | {"escalation_steps": []}) == keys(seed_pipeline_trace())
    with pytest.raises(ValidationError):
        PipelineTraceShape.model_validate(told | {"prompt": "x"})


def test_a_trace_tells_route_attempts_escalations_and_who_answered() -> None:
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


def test_what_was_looked_up_once_is_a_step_that_nobody_judged() -> None:
    told = PipelineTraceShape.of(traced(answer=None)).model_dump()
    assert told["router_step"] is None
    assert told["generator_step"] is None
    assert told["tool_steps"] == [
        {
            "tool_name": "hybrid",
            "results_count": 3,
            "relevance_score": None,
            "duration_ms": 20.0,
        }
    ]


def test_what_is_computed_was_looked_up_by_a_plan_and_help_by_nothing() -> None:
    computed = replace(TRACE, answerer=COMPUTED, timings_ms={"plan": 3.0})
    [step] = PipelineTraceShape.of(traced(trace=computed)).tool_steps
    assert (step.tool_name, step.duration_ms) == ("plan", 3.0)
    helped = replace(TRACE, answerer=HELP, timings_ms={"answer": 1.0})
    assert PipelineTraceShape.of(traced(trace=helped)).tool_steps == []


def test_a_trace_without_an_id_has_none_here_either() -> None:
    assert PipelineTraceShape.of(traced(trace=replace(TRACE, trace_id=""))).trace_id == ""


def test_ours_tells_all_that_was_recorded() -> None:
    told = TraceShape.of(routed()).model_dump(mode="json", by_alias=True)
    assert told["router"] == {
        "tier": 1,
        "method": "rules",
        "query_type": "relation",
        "suggested_tool": "cypher_traverse",
        "probabilities": {"relation": 0.75},
        "words_fired": ["between"],
        "ms": 0.5,
    }
    assert told["attempts"] == [
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
    assert told["escalations"] == [
        {
            "from": "vector_search",
            "to": "cypher_traverse",
            "reason": "Too little.",
            "rephrased": "A ledger?",
        }
    ]
    assert told["calls"] == [
        {
            "prompt": "abc123",
            "tokens_in": 120,
            "tokens_out": 8,
            "ms": 900.5,
            "outcome": "malformed",
        }
    ]
    [path] = told["paths"]
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


def test_both_stand_side_by_side_in_a_response() -> None:
    told = AskResponse.of(routed()).to_json()
    assert told["pipeline_trace"]["trace_id"][3:] == told["trace"]["trace_id"][:12]
    assert told["trace"]["escalations"][0]["from"] == "vector_search"


def test_the_probability_of_a_type_is_known_where_any_is() -> None:
    assert ROUTED.router is not None
    assert ROUTED.router.probability == 0.75
    assert RouterStep(4, "pattern", "simple", "hybrid").probability is None
