"""What ran for a request: steps, statements, and how long each took."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class QueryRun:
    """A statement that the database ran, or what was kept of an earlier run of it."""

    name: str
    """Of the files that the statement is made of, joined by `+`; of a cache, where it was kept."""
    rows: int
    began_ms: float
    """After the request began."""
    ms: float
    """How long it took."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was done for a request, in the words of who did it."""

    name: str
    found: int | None
    """How much it found, `None` where that says nothing."""
    ms: float


@dataclass(frozen=True, slots=True)
class Trace:
    """What ran for a request, and how long in milliseconds."""

    classifier: str
    """What decided: `rules`, `examples` or `model`."""
    retrieval: str
    """The name of the strategy."""
    answerer: str
    """`none` for a list."""
    timings_ms: dict[str, float]
    """Of each step, in their order."""
    trace_id: str = ""
    """32 hex digits, as in OpenTelemetry; "" in what was kept before there were any."""
    began: datetime | None = None
    queries: tuple[QueryRun, ...] = ()
    index: str = ""
    """What the graph was made with."""
    prompt: str | None = None
    """The first digits of the SHA-256 of what a language model was told to do."""
    steps: tuple[Step, ...] = ()
    """What was done, in its order."""
    unseen: tuple[str, ...] = ()
    """What was not looked at, a sentence each."""
