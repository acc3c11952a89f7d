"""What ran for a request: its route, attempts, steps, statements, calls, and how long each took."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from narabot.models.quotes import Quote


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
class RouterStep:
    """As which kind of request one was taken, and what that is looked up by."""

    tier: int
    """Which of the router's ways to tell did, the first is 1."""
    method: str
    """The name of that way."""
    query_type: str
    """`simple`, `relation`, `multi_hop`, `global`, `temporal` or `aggregate`."""
    suggested_tool: str
    """The name of a strategy."""
    probabilities: tuple[tuple[str, float], ...] = ()
    """Of each type, calibrated, the likeliest first; none where they are not known."""
    words_fired: tuple[str, ...] = ()
    """Words of the request by which rules told."""
    ms: float = 0.0

    @property
    def probability(self) -> float | None:
        """That of the type that was chosen."""
        return dict(self.probabilities).get(self.query_type)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A request looked up once by a strategy, and how well that did."""

    strategy: str
    wording: str
    """What was looked up."""
    hits: int
    """Records that were found."""
    relevance: float
    """From 0 to 5, as what was found was judged."""
    ms: float
    digest: str
    """Of what was found: the same evidence has the same."""
    is_kept: bool = False
    """Whether the answer is made of what it found."""


@dataclass(frozen=True, slots=True)
class Escalation:
    """That a strategy did not do, and another was tried."""

    from_: str
    to: str
    reason: str
    """In words."""
    rephrased: str = ""
    """Another wording of the request; "" for the same."""


class CallOutcome(StrEnum):
    """How a call of a language model ended."""

    ANSWERED = "answered"
    MALFORMED = "malformed"
    """There is a reply, which cannot be read as it was to be written."""
    TIMEOUT = "timeout"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A call of a language model; nothing of what it was told or replied."""

    prompt: str
    """The first digits of the SHA-256 of the prompt's file; "" for what was made of none."""
    tokens_in: int | None
    """As the model's server counted them; `None` where it does not tell."""
    tokens_out: int | None
    ms: float
    """Waited for the reply."""
    outcome: CallOutcome


@dataclass(frozen=True, slots=True)
class PathNode:
    """A name that texts say, or a record, on the way from a request to evidence."""

    name: str
    kind: str
    """The class of a name, the type of a record."""
    na_id: int | None = None
    phrase_id: str | None = None


BESIDE = ", "
"""Between classes of relations, where texts state several of the same two names."""


@dataclass(frozen=True, slots=True)
class PathEdge:
    """What leads from a node to the next."""

    relation: str
    """A class of relations between names, or several (`BESIDE`), or a relation of the graph."""
    quote: Quote | None = None
    """The words that state it; `None` of what a field states, or the layer alone."""
    is_reversed: bool = False
    """Whether the relation is of the next node to this one."""


@dataclass(frozen=True, slots=True)
class EvidencePath:
    """The way from a name in a request to a record: nodes, and an edge between each two."""

    nodes: tuple[PathNode, ...]
    edges: tuple[PathEdge, ...]

    def __post_init__(self) -> None:
        """Raise ValueError for edges that are not one fewer than the nodes."""
        if len(self.edges) != len(self.nodes) - 1:
            raise ValueError(f"{len(self.nodes)} nodes with {len(self.edges)} edges are no path")


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
    router: RouterStep | None = None
    """`None` where nothing was to be chosen."""
    attempts: tuple[Attempt, ...] = ()
    """In their order; none where one strategy looked once, and was not judged."""
    escalations: tuple[Escalation, ...] = ()
    """Each between two attempts."""
    calls: tuple[ModelCall, ...] = ()
    """Of language models, in their order."""
    paths: tuple[EvidencePath, ...] = ()
