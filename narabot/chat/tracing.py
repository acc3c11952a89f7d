"""Keep what ran for a request, and how long."""

import logging
import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from narabot.chat.opening import Chat
from narabot.models import EXTRACTIVE, Answer, Passage, QueryRun, Trace
from narabot.prompts import load_prompt
from narabot.telemetry import Spans
from narabot.understanding import ParsedRequest

logger = logging.getLogger(__name__)


class Recorder:
    """Times the steps of a response, and keeps what the database ran for it."""

    def __init__(self, collector: str | None = None) -> None:
        """Begin; a collector of OpenTelemetry, if there is one, is told of each as it ends."""
        self.trace_id = secrets.token_hex(16)
        self.began = datetime.now(UTC)
        self.timings_ms: dict[str, float] = {}
        self.queries: list[QueryRun] = []
        self.spans = Spans(collector, self.trace_id)
        self._start = self._last = time.perf_counter()

    def lap(self, step: str) -> None:
        """Book the time since the last lap under a step."""
        now = time.perf_counter()
        self.timings_ms[step] = milliseconds(now - self._last)
        self._last = now
        self.spans.lap(step)

    def note(self, name: str, rows: int, began: float, seconds: float) -> None:
        """Keep that a statement ran."""
        start = milliseconds(began - self._start)
        self.queries.append(QueryRun(name, rows, start, milliseconds(seconds)))
        self.spans.statement(name, rows, began, seconds)


def milliseconds(seconds: float) -> float:
    """Return seconds as milliseconds, to a tenth."""
    return round(seconds * 1000, 1)


def traced(
    chat: Chat,
    request: ParsedRequest,
    passages: Sequence[Passage],
    answer: Answer | None,
    recorder: Recorder,
) -> Trace:
    """Return what ran for a request; log it, and end its span."""
    answerer = answer.answerer if answer else "none"
    is_written = answer is not None and answerer != EXTRACTIVE
    trace = Trace(
        classifier=request.decided_by,
        retrieval="hybrid, filtered" if request.filters else "hybrid",
        answerer=answerer,
        timings_ms=recorder.timings_ms,
        trace_id=recorder.trace_id,
        began=recorder.began,
        queries=tuple(recorder.queries),
        index=str(chat.retriever.version),
        prompt=load_prompt("answer").hash if is_written else None,
    )
    told: dict[str, str | int | bool] = {
        "class": str(request.request_class),
        "decided_by": request.decided_by,
        "passages": len(passages),
        "answerer": answerer,
        "refused": answer is not None and answer.is_refused,
    }
    if chat.settings.narabot_log_questions:
        told["question"] = request.asked
    logger.info("%s %s", trace.trace_id, " ".join(f"{name}={told[name]!r}" for name in told))
    recorder.spans.end(told | {"index": trace.index})
    return trace
