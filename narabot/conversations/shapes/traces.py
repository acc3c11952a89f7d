"""The stored form of a trace: route, attempts, steps, statements, and paths."""

from datetime import datetime
from typing import ClassVar

from msgspec import Struct

from narabot.conversations.shapes.parts import Shape, StoredQuote, Values
from narabot.models import (
    Attempt,
    CallOutcome,
    Escalation,
    EvidencePath,
    ModelCall,
    PathEdge,
    PathNode,
    QueryRun,
    RouterStep,
    Step,
    Trace,
)


class StoredTiming(Struct, frozen=True):
    """A part of a response, with its duration in milliseconds."""

    name: str
    ms: float


class StoredStep(Shape[Step], frozen=True):
    """A description of a step, with its duration and the number of its results."""

    PART = Step

    name: str
    ms: float
    found: int | None = None


class StoredQueryRun(Shape[QueryRun], frozen=True):
    """A statement that the database ran."""

    PART = QueryRun

    name: str
    rows: int
    began_ms: float
    ms: float


class StoredRouterStep(Shape[RouterStep], frozen=True):
    """The router's decision about the type of a request."""

    PART = RouterStep

    tier: int
    method: str
    query_type: str
    suggested_tool: str
    probabilities: tuple[tuple[str, float], ...] = ()
    words_fired: tuple[str, ...] = ()
    ms: float = 0.0


class StoredAttempt(Shape[Attempt], frozen=True):
    """One search for a request."""

    PART = Attempt

    strategy: str
    wording: str
    hits: int
    relevance: float
    ms: float
    digest: str
    is_kept: bool = False


class StoredEscalation(Shape[Escalation], frozen=True):
    """A switch from a strategy that found too little to a different strategy."""

    PART = Escalation
    FIELDS: ClassVar = {"from_strategy": "from_", "to_strategy": "to"}

    from_strategy: str
    to_strategy: str
    reason: str
    rephrased: str = ""


class StoredModelCall(Shape[ModelCall], frozen=True):
    """A language model call."""

    PART = ModelCall

    prompt: str
    ms: float
    outcome: CallOutcome
    tokens_in: int | None = None
    tokens_out: int | None = None


class StoredPathNode(Shape[PathNode], frozen=True):
    """A phrase or a record on a path to evidence."""

    PART = PathNode

    name: str
    kind: str
    na_id: int | None = None
    phrase_id: str | None = None


class StoredPathEdge(Shape[PathEdge], frozen=True):
    """The link from one node to the next."""

    PART = PathEdge

    relation: str
    quote: StoredQuote | None = None
    is_reversed: bool = False


class StoredEvidencePath(Shape[EvidencePath], frozen=True):
    """The path from a name in a request to a record."""

    PART = EvidencePath

    nodes: tuple[StoredPathNode, ...]
    edges: tuple[StoredPathEdge, ...] = ()


class StoredTrace(Shape[Trace], frozen=True):
    """A trace in chronological order."""

    PART = Trace
    FIELDS: ClassVar = {"timings": "timings_ms", "not_looked_at": "limitations"}

    classifier: str = ""
    retrieval: str = ""
    answerer: str = ""
    timings: tuple[StoredTiming, ...] = ()
    steps: tuple[StoredStep, ...] = ()
    not_looked_at: tuple[str, ...] = ()
    trace_id: str = ""
    began: datetime | None = None
    queries: tuple[StoredQueryRun, ...] = ()
    index: str = ""
    prompt: str | None = None
    router: StoredRouterStep | None = None
    attempts: tuple[StoredAttempt, ...] = ()
    escalations: tuple[StoredEscalation, ...] = ()
    calls: tuple[StoredModelCall, ...] = ()
    paths: tuple[StoredEvidencePath, ...] = ()

    @classmethod
    def stored_values(cls, part: Trace) -> Values:
        """Return the fields of a trace, with the timings as a list."""
        times = tuple(StoredTiming(name, ms) for name, ms in part.timings_ms.items())
        return {**super().stored_values(part), "timings": times}

    def model_values(self) -> Values:
        """Return the fields of a trace, with the timings keyed by name."""
        times = {timing.name: timing.ms for timing in self.timings}
        return {**super().model_values(), "timings_ms": times}
