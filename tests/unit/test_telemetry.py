"""Tests of trace export to a real collector on the loopback interface."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from narabot.chat.tracing import Recorder
from narabot.models import CallOutcome, ModelCall
from narabot.telemetry import tracer
from tests.unit.test_turn_storage_format import RESPONSE

STEPS = ("classify", "retrieve")


@contextmanager
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """Yield a collector's endpoint, and the request bodies that the collector receives."""
    bodies: list[bytes] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the standard library requires this name
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.path == "/v1/traces"
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", bodies
        server.shutdown()


def spans_in(bodies: list[bytes]) -> list[Any]:
    spans = []
    for body in bodies:
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            assert resource.resource.attributes[0].key
            spans += [span for scope in resource.scope_spans for span in scope.spans]
    return spans


def test_collector_receives_response_step_and_query_spans() -> None:
    with collector() as (endpoint, bodies):
        recorder = Recorder(endpoint)
        began = time.perf_counter()
        recorder.record_query("words_search+ranked_hits", 200, began, 0.0095)
        recorder.lap("classify")
        time.sleep(0.2)
        recorder.lap("retrieve")
        assert tracer(endpoint) is tracer(endpoint)
        provider: Any = tracer(endpoint).span_processor  # type: ignore[attr-defined]
        assert provider.force_flush(5000)
        assert {span.name for span in spans_in(bodies)} == {*STEPS, "words_search+ranked_hits"}
        recorder.spans.end({"class": "question", "passages": 8, "index": "schema 2"})
        assert provider.force_flush(5000)
        spans = {span.name: span for span in spans_in(bodies)}
    assert set(spans) == {"respond", *STEPS, "words_search+ranked_hits"}
    assert {span.trace_id.hex() for span in spans.values()} == {recorder.trace_id}
    root = spans["respond"]
    assert not root.parent_span_id
    assert {span.parent_span_id for name, span in spans.items() if name != "respond"} == {
        root.span_id
    }
    assert lasted(root) >= lasted(spans["retrieve"]) >= 200_000_000
    for step in STEPS:
        assert abs(lasted(spans[step]) / 1e6 - recorder.timings_ms[step]) < 50
    query = spans["words_search+ranked_hits"]
    assert lasted(query) == 9_500_000
    assert abs(query.start_time_unix_nano - spans["classify"].start_time_unix_nano) < 5_000_000
    assert [one.value.int_value for one in query.attributes if "rows" in one.key] == [200]
    root_attributes = {one.key: one.value for one in root.attributes}
    assert root_attributes["narabot.class"].string_value == "question"
    assert root_attributes["narabot.passages"].int_value == 8
    assert root_attributes["narabot.index"].string_value == "schema 2"


def test_route_attempt_and_call_spans_contain_no_text() -> None:
    trace = RESPONSE.trace
    assert trace.router is not None
    with collector() as (endpoint, bodies):
        recorder = Recorder(endpoint)
        recorder.record_route(trace.router)
        recorder.record_attempt(trace.attempts[0])
        recorder.record_escalation(trace.escalations[0])
        recorder.spans.call(ModelCall("abc123", 9, None, 7.5, CallOutcome.TIMEOUT), 0.0)
        recorder.spans.end({})
        provider: Any = tracer(endpoint).span_processor  # type: ignore[attr-defined]
        assert provider.force_flush(5000)
        spans = {span.name: span for span in spans_in(bodies)}
    assert set(spans) == {"respond", "router", "attempt", "call"}
    assert {span.parent_span_id for name, span in spans.items() if name != "respond"} == {
        spans["respond"].span_id
    }
    assert attributes(spans["router"]) == {
        "narabot.router.tier": 1,
        "narabot.router.method": "rules",
        "narabot.router.query_type": "relation",
        "narabot.router.suggested_tool": "cypher_traverse",
    }
    assert attributes(spans["attempt"]) == {
        "narabot.attempt.strategy": "vector_search",
        "narabot.attempt.hits": 7,
        "narabot.attempt.relevance": 1.5,
    }
    assert attributes(spans["call"]) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.usage.input_tokens": 9,
        "narabot.call.prompt": "abc123",
        "narabot.call.outcome": "timeout",
    }
    assert [lasted(spans[name]) for name in ("router", "attempt", "call")] == [
        500_000,
        12_500_000,
        7_500_000,
    ]
    assert recorder.escalations == [trace.escalations[0]]


def attributes(span: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in span.attributes}


def lasted(span: Any) -> int:
    """Return the duration of a span, in nanoseconds."""
    return int(span.end_time_unix_nano - span.start_time_unix_nano)


def test_unreachable_collector_causes_no_error() -> None:
    recorder = Recorder("http://127.0.0.1:1")
    recorder.lap("classify")
    recorder.spans.end({"class": "question"})


def test_opentelemetry_is_not_imported_without_a_collector() -> None:
    code = (
        "import sys; from narabot.telemetry import Spans; spans = Spans(None, '1f');"
        "spans.lap('classify'); spans.statement('x', 1, 0.0, 0.1); spans.ended('router', 1.0, {});"
        "spans.end({});"
        "assert not any(name.startswith('opentelemetry') for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
