"""What ran for a request, as it is kept."""

from datetime import datetime

from narabot.conversations.shapes.base import Shape
from narabot.models import QueryRun, Step, Trace


class KeptTiming(Shape, frozen=True):
    """A part of the way, and how long it took in milliseconds."""

    name: str
    ms: float


class KeptStep(Shape, frozen=True):
    """Something that was done, in words, how much it found, and how long it took."""

    name: str
    ms: float
    found: int | None = None

    @classmethod
    def of(cls, step: Step) -> "KeptStep":
        """Return a step as it is kept."""
        return cls(step.name, step.ms, step.found)

    def restored(self) -> Step:
        """Return the step."""
        return Step(self.name, self.found, self.ms)


class KeptQueryRun(Shape, frozen=True):
    """A statement that the database ran."""

    name: str
    rows: int
    began_ms: float
    ms: float

    @classmethod
    def of(cls, run: QueryRun) -> "KeptQueryRun":
        """Return a run as it is kept."""
        return cls(run.name, run.rows, run.began_ms, run.ms)

    def restored(self) -> QueryRun:
        """Return the run."""
        return QueryRun(self.name, self.rows, self.began_ms, self.ms)


class KeptTrace(Shape, frozen=True):
    """What ran, in its order."""

    classifier: str = ""
    retrieval: str = ""
    answerer: str = ""
    timings: tuple[KeptTiming, ...] = ()
    steps: tuple[KeptStep, ...] = ()
    not_looked_at: tuple[str, ...] = ()
    trace_id: str = ""
    began: datetime | None = None
    queries: tuple[KeptQueryRun, ...] = ()
    index: str = ""
    prompt: str | None = None

    @classmethod
    def of(cls, trace: Trace) -> "KeptTrace":
        """Return a trace as it is kept."""
        return cls(
            classifier=trace.classifier,
            retrieval=trace.retrieval,
            answerer=trace.answerer,
            timings=tuple(KeptTiming(name, ms) for name, ms in trace.timings_ms.items()),
            steps=tuple(KeptStep.of(step) for step in trace.steps),
            not_looked_at=trace.unseen,
            trace_id=trace.trace_id,
            began=trace.began,
            queries=tuple(KeptQueryRun.of(run) for run in trace.queries),
            index=trace.index,
            prompt=trace.prompt,
        )

    def restored(self) -> Trace:
        """Return the trace."""
        return Trace(
            classifier=self.classifier,
            retrieval=self.retrieval,
            answerer=self.answerer,
            timings_ms={timing.name: timing.ms for timing in self.timings},
            steps=tuple(step.restored() for step in self.steps),
            unseen=self.not_looked_at,
            trace_id=self.trace_id,
            began=self.began,
            queries=tuple(run.restored() for run in self.queries),
            index=self.index,
            prompt=self.prompt,
        )
