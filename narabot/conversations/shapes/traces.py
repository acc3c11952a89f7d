"""A trace as it is kept: what ran, by which route, in which attempts, and along which paths."""

from datetime import datetime
from typing import ClassVar

from msgspec import Struct

from narabot.conversations.shapes.parts import KeptQuote, Shape, Values
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


class KeptTiming(Struct, frozen=True):
    """A part of the way, and how long it took in milliseconds."""

    name: str
    ms: float


class KeptStep(Shape[Step], frozen=True):
    """Something that was done, in words, how much it found, and how long it took."""

    PART = Step

    name: str
    ms: float
    found: int | None = None


class KeptQueryRun(Shape[QueryRun], frozen=True):
    """A statement that the database ran."""

    PART = QueryRun

    name: str
    rows: int
    began_ms: float
    ms: float


class KeptRouterStep(Shape[RouterStep], frozen=True):
    """As which kind of request one was taken."""

    PART = RouterStep

    tier: int
    method: str
    query_type: str
    suggested_tool: str
    probabilities: tuple[tuple[str, float], ...] = ()
    words_fired: tuple[str, ...] = ()
    ms: float = 0.0


class KeptAttempt(Shape[Attempt], frozen=True):
    """A request looked up once."""

    PART = Attempt

    strategy: str
    wording: str
    hits: int
    relevance: float
    ms: float
    digest: str
    is_kept: bool = False


class KeptEscalation(Shape[Escalation], frozen=True):
    """Another strategy in the place of one that did not do."""

    PART = Escalation
    FIELDS: ClassVar = {"from_strategy": "from_", "to_strategy": "to"}

    from_strategy: str
    to_strategy: str
    reason: str
    rephrased: str = ""


class KeptModelCall(Shape[ModelCall], frozen=True):
    """A call of a language model."""

    PART = ModelCall

    prompt: str
    ms: float
    outcome: CallOutcome
    tokens_in: int | None = None
    tokens_out: int | None = None


class KeptPathNode(Shape[PathNode], frozen=True):
    """A name or a record on the way to evidence."""

    PART = PathNode

    name: str
    kind: str
    na_id: int | None = None
    phrase_id: str | None = None


class KeptPathEdge(Shape[PathEdge], frozen=True):
    """What leads from a node to the next."""

    PART = PathEdge

    relation: str
    quote: KeptQuote | None = None
    is_reversed: bool = False


class KeptEvidencePath(Shape[EvidencePath], frozen=True):
    """The way from a name in a request to a record."""

    PART = EvidencePath

    nodes: tuple[KeptPathNode, ...]
    edges: tuple[KeptPathEdge, ...] = ()


class KeptTrace(Shape[Trace], frozen=True):
    """What ran, in its order."""

    PART = Trace
    FIELDS: ClassVar = {"timings": "timings_ms", "not_looked_at": "unseen"}

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
    router: KeptRouterStep | None = None
    attempts: tuple[KeptAttempt, ...] = ()
    escalations: tuple[KeptEscalation, ...] = ()
    calls: tuple[KeptModelCall, ...] = ()
    paths: tuple[KeptEvidencePath, ...] = ()

    @classmethod
    def kept_values(cls, part: Trace) -> Values:
        """Return what a trace is made of, its times one by one."""
        times = tuple(KeptTiming(name, ms) for name, ms in part.timings_ms.items())
        return {**super().kept_values(part), "timings": times}

    def restored_values(self) -> Values:
        """Return what a trace is made of, its times by name."""
        times = {timing.name: timing.ms for timing in self.timings}
        return {**super().restored_values(), "timings_ms": times}
