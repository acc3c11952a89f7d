"""Telemetry for operators: logs and OpenTelemetry spans.

By default, logs contain no questions and no record texts.
"""

import logging
import time
import traceback
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from functools import cache
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING

from narabot.models import ModelCall
from narabot.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer


OUR_LOGGERS = ("narabot", "ingest")

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"

Attributes = Mapping[str, str | int | float]

ExceptionInfo = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class RedactingFormatter(logging.Formatter):
    """Logs an error's type and traceback, but not its message, which may quote user data."""

    def formatException(self, ei: ExceptionInfo) -> str:  # noqa: N802  # the standard library's name
        """Return the tracebacks and types of all errors in a chain."""
        return "\nwhich was caused by\n".join(exception_chain(ei[1]))


def exception_chain(error: BaseException | None) -> Iterator[str]:
    """Yield the traceback and type of an error, of the errors in its group, and of its causes."""
    while error is not None:
        kind = f"{type(error).__module__}.{type(error).__qualname__}"
        yield "".join(traceback.format_tb(error.__traceback__)) + kind
        for one in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
            yield from exception_chain(one)
        error = error.__cause__ or error.__context__


def set_up_log(settings: Settings) -> None:
    """Configure logging to standard error according to the settings.

    Other libraries log only warnings, because their informational messages quote user data.
    """
    handler = logging.StreamHandler()
    kind = logging.Formatter if settings.narabot_log_questions else RedactingFormatter
    handler.setFormatter(kind(FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for ours in OUR_LOGGERS:
        logging.getLogger(ours).setLevel(settings.narabot_log_level)


TRACES = "/v1/traces"
"""Path for traces, relative to a collector's endpoint (OTLP over HTTP)."""

TIMEOUT_S = 5.0

ROWS = "db.response.returned_rows"

TRACE_ID = ContextVar("TRACE_ID", default=0)
"""The trace ID of the response whose first span is starting."""

TRACER_LOCK = Lock()


def tracer(endpoint: str) -> "Tracer":
    """Return the tracer for a collector. There is one tracer for each endpoint."""
    with TRACER_LOCK:
        return new_tracer(endpoint)


@cache
def new_tracer(endpoint: str) -> "Tracer":
    """Return a new tracer that exports spans in its own thread."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

    class OurIds(RandomIdGenerator):
        """Generates the trace ID that the response reports."""

        def generate_trace_id(self) -> int:
            return TRACE_ID.get() or super().generate_trace_id()

    resource = Resource.create({"service.name": "narabot"})
    provider = TracerProvider(resource=resource, id_generator=OurIds())
    exporter = OTLPSpanExporter(endpoint=endpoint.rstrip("/") + TRACES, timeout=TIMEOUT_S)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider.get_tracer("narabot")


class Spans:
    """The spans of one response. Each span is exported when it ends.

    Without a collector, nothing is exported.
    """

    def __init__(self, endpoint: str | None, trace_id: str) -> None:
        """Start the response's span. If the collector is unreachable, only log the problem."""
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
        """Name and end the span of the current step, and start the span of the next step.

        The last span never ends, so it is never exported.
        """
        if self._tracer is not None:
            self._step.update_name(step)
            self._step.end()
            self._step = self._tracer.start_span("step", self._within)

    def statement(self, name: str, rows: int, began: float, seconds: float) -> None:
        """Export a span for a database statement that began at `began` (`perf_counter`)."""
        values: Attributes = {"db.system.name": "neo4j", "db.query.summary": name, ROWS: rows}
        self._export(name, began, seconds, values)

    def ended(self, name: str, ms: float, attributes: Attributes) -> None:
        """Export a span for a part of the work that has just ended."""
        values = {f"narabot.{name}.{key}": value for key, value in attributes.items()}
        self._export(name, time.perf_counter() - ms / 1000, ms / 1000, values)

    def call(self, call: ModelCall, began: float) -> None:
        """Export a span for a language model call that began at `began` (`perf_counter`)."""
        values: dict[str, str | int | float] = {
            "gen_ai.operation.name": "chat",
            "narabot.call.prompt": call.prompt,
            "narabot.call.outcome": call.outcome,
        }
        if call.tokens_in is not None:
            values["gen_ai.usage.input_tokens"] = call.tokens_in
        if call.tokens_out is not None:
            values["gen_ai.usage.output_tokens"] = call.tokens_out
        self._export("call", began, call.ms / 1000, values)

    def _export(self, name: str, began: float, seconds: float, values: Attributes) -> None:
        """Export a span that began at `began` (`perf_counter`) and lasted `seconds`."""
        if self._tracer is None:
            return
        start = self._zero + in_nanoseconds(began)
        span = self._tracer.start_span(name, self._within, start_time=start, attributes=values)
        span.end(start + in_nanoseconds(seconds))

    def end(self, attributes: Mapping[str, str | int | bool]) -> None:
        """Set the attributes of the response's span, and end the span."""
        if self._tracer is not None:
            values = {f"narabot.{name}": value for name, value in attributes.items()}
            self._root.set_attributes(values)
            self._root.end()


def in_nanoseconds(seconds: float) -> int:
    """Return seconds as nanoseconds, OpenTelemetry's unit for times."""
    return int(seconds * 1_000_000_000)
