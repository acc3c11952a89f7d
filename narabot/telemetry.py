"""Traces for OpenTelemetry: a span for the response, one for each step and each statement.

The SDK is imported only where an endpoint is set.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

from narabot.models import Trace

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

TRACES = "/v1/traces"
"""Where a collector takes traces, below its endpoint (OTLP over HTTP)."""

TIMEOUT_S = 5.0

IN_NANOSECONDS = 1_000_000
"""A millisecond."""

TRACE_ID = ContextVar("TRACE_ID", default=0)
"""That of the trace which is exported."""


MAKING = Lock()


def tracer(endpoint: str) -> "Tracer":
    """Return what tells a collector of spans, one for each."""
    with MAKING:
        return new_tracer(endpoint)


@cache
def new_tracer(endpoint: str) -> "Tracer":
    """Return what tells a collector of spans, in a thread of its own."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

    class OurIds(RandomIdGenerator):
        """Lets a trace have the id that its response tells."""

        def generate_trace_id(self) -> int:
            """Return it."""
            return TRACE_ID.get() or super().generate_trace_id()

    resource = Resource.create({"service.name": "narabot"})
    provider = TracerProvider(resource=resource, id_generator=OurIds())
    exporter = OTLPSpanExporter(endpoint=endpoint.rstrip("/") + TRACES, timeout=TIMEOUT_S)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider.get_tracer("narabot")


def export(trace: Trace, endpoint: str, attributes: Mapping[str, str | int | bool]) -> None:
    """Tell a collector of a trace, soon; that it cannot be reached is in the log alone."""
    from opentelemetry.trace import set_span_in_context

    began = nanoseconds(trace.began or datetime.now(UTC))
    end = began + in_nanoseconds(sum(trace.timings_ms.values()))
    spans = tracer(endpoint)
    token = TRACE_ID.set(int(trace.trace_id, 16))
    try:
        told = {f"narabot.{name}": value for name, value in attributes.items()}
        told["narabot.index"] = trace.index
        root = spans.start_span("respond", start_time=began, attributes=told)
    finally:
        TRACE_ID.reset(token)
    within = set_span_in_context(root)
    start = began
    for step, ms in trace.timings_ms.items():
        span = spans.start_span(step, within, start_time=start)
        start += in_nanoseconds(ms)
        span.end(start)
    for query in trace.queries:
        start = began + in_nanoseconds(query.began_ms)
        told = {"db.system.name": "neo4j", "db.query.summary": query.name}
        told["db.response.returned_rows"] = query.rows
        span = spans.start_span(query.name, within, start_time=start, attributes=told)
        span.end(start + in_nanoseconds(query.ms))
    root.end(end)


def nanoseconds(moment: datetime) -> int:
    """Return a moment as OpenTelemetry has it: nanoseconds since 1970."""
    return int(moment.timestamp() * 1000) * IN_NANOSECONDS


def in_nanoseconds(ms: float) -> int:
    """Return milliseconds in nanoseconds."""
    return int(ms * IN_NANOSECONDS)
