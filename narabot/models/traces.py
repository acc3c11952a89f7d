"""A trace of a response: route, attempts, steps, statements, model calls, and their durations."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from narabot.models.quotes import Quote


@dataclass(frozen=True, slots=True)
class QueryRun:
    """A Cypher statement that the database ran, or a cached result of an earlier run."""

    name: str
    """The names of the statement's files, joined by `+`. For a cached result, the name of the
    cache."""
    rows: int
    began_ms: float
    """Start of the statement, in milliseconds after the start of the request."""
    ms: float
    """Duration, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step in producing a response, described by the code that performed the step."""

    name: str
    found: int | None
    """Number of results, or `None` if a number does not apply."""
    ms: float


@dataclass(frozen=True, slots=True)
class RouterStep:
    """The router's decision: the type of the request and the strategy for it."""

    tier: int
    """Number of the router tier that decided, counted from 1."""
    method: str
    """The name of the tier."""
    query_type: str
    """`simple`, `relation`, `multi_hop`, `global`, `temporal`, or `aggregate`."""
    suggested_tool: str
    """The name of a strategy."""
    probabilities: tuple[tuple[str, float], ...] = ()
    """Calibrated probability of each type, most likely first. Empty if the tier has no
    probabilities."""
    words_fired: tuple[str, ...] = ()
    """Words in the request that matched a rule."""
    ms: float = 0.0

    @property
    def probability(self) -> float | None:
        """The probability of the chosen type."""
        return dict(self.probabilities).get(self.query_type)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One search with one strategy, and the relevance of the evidence that the search found."""

    strategy: str
    wording: str
    """The text that was searched for."""
    hits: int
    """Number of records found."""
    relevance: float
    """Judged relevance of the evidence, from 0 to 5."""
    ms: float
    digest: str
    """Digest of the evidence. The same evidence always has the same digest."""
    is_kept: bool = False
    """Whether the answer uses the evidence from this attempt."""


@dataclass(frozen=True, slots=True)
class Escalation:
    """A switch from a strategy that found too little to a different strategy."""

    from_: str
    to: str
    reason: str
    """The reason in words."""
    rephrased: str = ""
    """The new wording of the request, or "" if the wording did not change."""


class CallOutcome(StrEnum):
    """The outcome of a language model call."""

    ANSWERED = "answered"
    MALFORMED = "malformed"
    """The reply does not have the required form."""
    TIMEOUT = "timeout"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A language model call, without the text of its prompt or reply."""

    prompt: str
    """The first digits of the SHA-256 of the prompt template, or "" for a prompt without a
    template."""
    tokens_in: int | None
    """Number of tokens that the model's server reports, or `None` if the server reports none."""
    tokens_out: int | None
    ms: float
    """Time until the reply was complete, in milliseconds."""
    outcome: CallOutcome


@dataclass(frozen=True, slots=True)
class PathNode:
    """A phrase or a record on a path from a request to evidence."""

    name: str
    kind: str
    """The class of a phrase or the type of a record."""
    na_id: int | None = None
    phrase_id: str | None = None


RELATION_SEPARATOR = ", "
"""Separates the classes of relations if texts state several relations between two names."""


@dataclass(frozen=True, slots=True)
class PathEdge:
    """The link from one node of a path to the next."""

    relation: str
    """A relation of the graph, or one or more classes of relations between names (joined by
    `RELATION_SEPARATOR`)."""
    quote: Quote | None = None
    """The words that state the relation. `None` if the relation comes from a field or from the
    knowledge layer alone."""
    is_reversed: bool = False
    """Whether the relation points from the next node to this node."""


@dataclass(frozen=True, slots=True)
class EvidencePath:
    """The path from a name in a request to a record. Each pair of adjacent nodes has an edge."""

    nodes: tuple[PathNode, ...]
    edges: tuple[PathEdge, ...]

    def __post_init__(self) -> None:
        """Raise ValueError unless the path has exactly one more node than edges."""
        if len(self.edges) != len(self.nodes) - 1:
            raise ValueError(
                f"{len(self.nodes)} nodes and {len(self.edges)} edges do not form a path"
            )


@dataclass(frozen=True, slots=True)
class Trace:
    """The complete trace of a response. Durations are in milliseconds."""

    classifier: str
    """How the request was classified: by `rules`, `examples`, or `model`."""
    retrieval: str
    """The name of the strategy."""
    answerer: str
    """`none` for a list."""
    timings_ms: dict[str, float]
    """Duration of each step, in order."""
    trace_id: str = ""
    """32 hexadecimal digits, as in OpenTelemetry, or "" in traces from before this field
    existed."""
    began: datetime | None = None
    queries: tuple[QueryRun, ...] = ()
    index: str = ""
    """The version of the graph, as text."""
    prompt: str | None = None
    """The first digits of the SHA-256 of the prompt template that produced the answer."""
    steps: tuple[Step, ...] = ()
    """The steps, in order."""
    limitations: tuple[str, ...] = ()
    """Limitations of the search, one sentence each."""
    router: RouterStep | None = None
    """`None` if there was no strategy to choose."""
    attempts: tuple[Attempt, ...] = ()
    """The attempts, in order. Empty if a single strategy searched once and its evidence was not
    judged."""
    escalations: tuple[Escalation, ...] = ()
    """The escalations between consecutive attempts."""
    calls: tuple[ModelCall, ...] = ()
    """The language model calls, in order."""
    paths: tuple[EvidencePath, ...] = ()
