"""Keep what ran for a request, and how long."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from narabot.chat.understanding import Request
from narabot.models import Answer, Passage, Trace

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Stopwatch:
    """Times the steps of a response."""

    timings_ms: dict[str, float] = field(default_factory=dict)
    last: float = field(default_factory=time.perf_counter)

    def lap(self, step: str) -> None:
        """Book the time since the last lap under a step."""
        now = time.perf_counter()
        self.timings_ms[step] = round((now - self.last) * 1000, 1)
        self.last = now


def traced(
    request: Request, passages: Sequence[Passage], answer: Answer | None, watch: Stopwatch
) -> Trace:
    """Return what ran for a request, and log it."""
    answerer = answer.answerer if answer else "none"
    logger.info(
        "%s by %s, %d passages, %s",
        request.request_class,
        request.decided_by,
        len(passages),
        answerer,
    )
    retrieval = "hybrid, filtered" if request.filters else "hybrid"
    return Trace(request.decided_by, retrieval, answerer, watch.timings_ms)
