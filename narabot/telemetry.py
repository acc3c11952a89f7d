"""Traces for OpenTelemetry: a span for the response, one for each step and each statement.

The SDK is imported only where an endpoint is set.
"""

import time
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

TRACES = "/v1/traces"
"""Where a collector takes traces, below its endpoint (OTLP over HTTP)."""

TIMEOUT_S = 5.0

ROWS = "db.response.returned_rows"

TRACE_ID = ContextVar("TRACE_ID", default=0)
"""That of the response whose first span begins."""

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


class Spans:
    """The spans of one response, each told as it ends; where nobody is told, none."""

    def __init__(self, endpoint: str | None, trace_id: str) -> None:
        """Begin that of the response. That a collector cannot be reached is in the log alone."""
        self._tracer = tracer(endpoint) if endpoint else None
        self._zero = time.time_ns() - time.perf_counter_ns()
        if self._tracer is None:
            return
        from opentelemetry.trace import set_span_in_context

        token = TRACE_ID.set(int(trace_id, 16))
        try:
            self._root = self._tracer.start_span("respond")
        finally:
            TRACE_ID.reset(token)
        self._within = set_span_in_context(self._root)
        self._step = self._tracer.start_span("step", self._within)

    def lap(self, step: str) -> None:
        """End the span of a step, whose name is known when it is done, and begin that of another.

        The last that is begun is never ended, and so never told.
        """
        if self._tracer is not None:
            self._step.update_name(step)
            self._step.end()
            self._step = self._tracer.start_span("step", self._within)

    def statement(self, name: str, rows: int, began: float, seconds: float) -> None:
        """Tell of a statement of the database, which began at a time (of `perf_counter`)."""
        if self._tracer is None:
            return
        told = {"db.system.name": "neo4j", "db.query.summary": name}
        start = self._zero + in_nanoseconds(began)
        span = self._tracer.start_span(
            name, self._within, start_time=start, attributes={**told, ROWS: rows}
        )
        span.end(start + in_nanoseconds(seconds))

    def end(self, attributes: Mapping[str, str | int | bool]) -> None:
        """End the span of the response, with what is told of it."""
        if self._tracer is not None:
            told = {f"narabot.{name}": value for name, value in attributes.items()}
            self._root.set_attributes(told)
            self._root.end()


def in_nanoseconds(seconds: float) -> int:
    """Return seconds in nanoseconds, as OpenTelemetry has all times."""
    return int(seconds * 1_000_000_000)
