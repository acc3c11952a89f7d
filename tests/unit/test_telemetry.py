"""Traces, told to a real collector on loopback."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from narabot.models import QueryRun, Trace
from narabot.telemetry import export, tracer

TRACE = Trace(
    classifier="rules",
    retrieval="hybrid",
    answerer="extractive",
    timings_ms={"classify": 1.0, "retrieve": 20.0},
    trace_id="0123456789abcdef0123456789abcdef",
    began=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
    queries=(QueryRun("words_search+ranked_hits", 200, 2.0, 9.5),),
    index="schema 2",
)


@contextmanager
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """Yield the endpoint of a collector, and what it is told."""
    told: list[bytes] = []

    class Taker(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the standard library's name
            told.append(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.path == "/v1/traces"
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Taker) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", told
        server.shutdown()


def spans_in(told: list[bytes]) -> list[Any]:
    spans = []
    for body in told:
        request = ExportTraceServiceRequest.FromString(body)
        for resource in request.resource_spans:
            assert resource.resource.attributes[0].key
            spans += [span for scope in resource.scope_spans for span in scope.spans]
    return spans


def test_a_collector_is_told_of_the_response_its_steps_and_its_statements() -> None:
    with collector() as (endpoint, told):
        export(TRACE, endpoint, {"class": "question", "passages": 8})
        assert tracer(endpoint) is tracer(endpoint)
        provider: Any = tracer(endpoint).span_processor  # type: ignore[attr-defined]
        assert provider.force_flush(5000)
        spans = {span.name: span for span in spans_in(told)}
    assert set(spans) == {"respond", "classify", "retrieve", "words_search+ranked_hits"}
    assert {span.trace_id.hex() for span in spans.values()} == {TRACE.trace_id}
    root = spans["respond"]
    assert not root.parent_span_id
    assert {span.parent_span_id for name, span in spans.items() if name != "respond"} == {
        root.span_id
    }
    assert root.end_time_unix_nano - root.start_time_unix_nano == 21_000_000
    assert spans["retrieve"].start_time_unix_nano - root.start_time_unix_nano == 1_000_000
    query = spans["words_search+ranked_hits"]
    assert query.end_time_unix_nano - query.start_time_unix_nano == 9_500_000
    said = {one.key: one.value for one in root.attributes}
    assert said["narabot.class"].string_value == "question"
    assert said["narabot.passages"].int_value == 8
    assert said["narabot.index"].string_value == "schema 2"


def test_a_collector_that_is_not_there_harms_nobody() -> None:
    export(TRACE, "http://127.0.0.1:1", {"class": "question"})
