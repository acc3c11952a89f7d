"""Tests of explaining in words and tables how a response was found."""

from dataclasses import replace
from datetime import UTC, datetime

from narabot.models import Filters, QueryRun, RequestClass, Response, Step, Trace, Years
from narabot.presentation.provenance import queries_table, scores_table, steps_table, trace_lines
from narabot.presentation.trace_json import TraceShape
from tests.unit.test_rendering_records import response

TRACE = Trace(
    classifier="rules",
    retrieval="hybrid",
    answerer="extractive",
    timings_ms={"classify": 1.2, "retrieve": 20.0},
    trace_id="ab" * 16,
    began=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
    queries=(QueryRun("later", 2, 9.0, 1.0), QueryRun("sooner", 3, 1.5, 2.0)),
    index="schema 2",
    steps=(Step("Understanding the request", None, 1.2), Step("Asking the oracle", 1000, 20.0)),
)


def traced(**changes: object) -> Response:
    return replace(response(), **{"trace": TRACE, **changes})  # type: ignore[arg-type]


def test_answer_trace_states_request_type_and_answerer() -> None:
    assert trace_lines(traced(asked="Who?")) == [
        f"Trace: {'ab' * 16}",
        "Asked: 2026-01-02 03:04:05 UTC",
        "Request type: a question, identified by its first words",
        "Searched for: Who?",
        "Method: Hybrid search (hybrid)",
        "Records found: 3",
        "Answer: quotations from the records, without a language model",
        "Index: schema 2",
    ]


def test_list_trace_states_filters_and_search_text() -> None:
    lines = trace_lines(
        traced(
            trace=replace(TRACE, classifier="model", answerer="none"),
            request_class=RequestClass.SHOW_RECORDS,
            filters=Filters(years=Years(1940, 1949)),
            searched_as="letters",
        )
    )
    assert "Request type: a list request, identified by the language model" in lines
    assert "Searched for: letters" in lines
    assert any(line.startswith("Filters: ") and "1940" in line for line in lines)
    assert not any(line.startswith("Answer") for line in lines)


def test_trace_names_the_model_and_prompt() -> None:
    written = replace(TRACE, answerer="Qwen", prompt="0123abcd")
    assert "Answer: Qwen, with prompt 0123abcd" in trace_lines(traced(trace=written))


def test_tables_show_steps_queries_and_scores() -> None:
    assert steps_table(TRACE) == {
        "Step": ["Understanding the request", "Asking the oracle"],
        "Found": ["", "1,000"],
        "Milliseconds": ["1.2", "20.0"],
    }
    assert queries_table(TRACE)["Query"] == ["sooner", "later"]
    assert queries_table(TRACE)["Rows"] == [3, 2]
    scores = scores_table(traced())
    assert scores["NAID"] == [1, 2, 3]
    assert scores["Score"] == ["0.9000"] * 3


def test_records_without_scores_are_not_in_the_scores() -> None:
    unscored = tuple(replace(one, score=0.0) for one in response().passages)
    assert scores_table(traced(passages=unscored))["NAID"] == []


def test_limitations_are_listed() -> None:
    lines = trace_lines(traced(trace=replace(TRACE, limitations=("Maps.", "Films."))))
    assert "Limitations: Maps. Films." in lines


def test_old_trace_without_an_id_can_be_serialized() -> None:
    shape = TraceShape.of(response())
    assert (shape.trace_id, shape.began, shape.queries) == ("", None, [])
