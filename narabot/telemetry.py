"""What runs, told to who runs it: the log, and spans for OpenTelemetry.

No question and no record's text stands in the log unasked.
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


OURS = ("narabot", "ingest")

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"

Told = Mapping[str, str | int | float]

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class DiscreetFormatter(logging.Formatter):
    """Says of an error what it is and where it was raised, not its message, which may quote."""

    def formatException(self, ei: Raised) -> str:  # noqa: N802  # the standard library's name
        """Return the places, the innermost last, and the kind of each error of a chain."""
        return "\nwhich came of\n".join(chain(ei[1]))


def chain(error: BaseException | None) -> Iterator[str]:
    """Yield the places and the kind of an error, of those in its group, and of what it came of."""
    while error is not None:
        kind = f"{type(error).__module__}.{type(error).__qualname__}"
        yield "".join(traceback.format_tb(error.__traceback__)) + kind
        for one in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
            yield from chain(one)
        error = error.__cause__ or error.__context__


def set_up_log(settings: Settings) -> None:
    """Let this process log as the settings say, to standard error.

    Other libraries tell warnings alone: what they tell of their work quotes it.
    """
    handler = logging.StreamHandler()
    kind = logging.Formatter if settings.narabot_log_questions else DiscreetFormatter
    handler.setFormatter(kind(FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for ours in OURS:
        logging.getLogger(ours).setLevel(settings.narabot_log_level)


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
        told: Told = {"db.system.name": "neo4j", "db.query.summary": name, ROWS: rows}
        self._tell(name, began, seconds, told)

    def ended(self, name: str, ms: float, attributes: Told) -> None:
        """Tell of a part of the work that has just ended."""
        told = {f"narabot.{name}.{key}": value for key, value in attributes.items()}
        self._tell(name, time.perf_counter() - ms / 1000, ms / 1000, told)

    def call(self, call: ModelCall, began: float) -> None:
        """Tell of a call of a language model, which began at a time (of `perf_counter`)."""
        told: dict[str, str | int | float] = {
            "gen_ai.operation.name": "chat",
            "narabot.call.prompt": call.prompt,
            "narabot.call.outcome": call.outcome,
        }
        if call.tokens_in is not None:
            told["gen_ai.usage.input_tokens"] = call.tokens_in
        if call.tokens_out is not None:
            told["gen_ai.usage.output_tokens"] = call.tokens_out
        self._tell("call", began, call.ms / 1000, told)

    def _tell(self, name: str, began: float, seconds: float, told: Told) -> None:
        """Tell of what began at a time (of `perf_counter`) and took so long."""
        if self._tracer is None:
            return
        start = self._zero + in_nanoseconds(began)
        span = self._tracer.start_span(name, self._within, start_time=start, attributes=told)
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
