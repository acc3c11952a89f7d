"""What ran for a response, as JSON for programs. Pure."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from narabot.models import CallOutcome, Passage, Response, RouterStep
from narabot.presentation.record_json import Shape

MOST_SCORES = 10
"""Records whose scores a trace tells."""


class QueryRunShape(BaseModel):
    """A statement that the database ran."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    name: str
    rows: int
    began_ms: float
    ms: float


class ScoreShape(Shape):
    """How near a record is: by the strategy, and the cosine of the search by meaning."""

    na_id: int
    score: float = Field(description="By the strategy: by default of both searches, joined.")
    meaning: float = Field(description="The cosine of the search by meaning.")

    @classmethod
    def of(cls, passage: Passage) -> Self:
        """Return how near a record is."""
        score, meaning = round(passage.score, 6), round(passage.meaning, 4)
        return cls(na_id=passage.na_id, score=score, meaning=meaning)


class StepShape(BaseModel):
    """Something that was done for a request."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    name: str
    found: int | None
    ms: float


class RouterStepShape(BaseModel):
    """As which kind of request one was taken."""

    model_config = ConfigDict(extra="forbid")

    tier: int
    method: str
    query_type: str
    suggested_tool: str
    probabilities: dict[str, float] = Field(description="Of each type, calibrated.")
    words_fired: list[str]
    ms: float

    @classmethod
    def of(cls, step: RouterStep) -> Self:
        """Return what the router did."""
        return cls(
            tier=step.tier,
            method=step.method,
            query_type=step.query_type,
            suggested_tool=step.suggested_tool,
            probabilities={name: round(one, 4) for name, one in step.probabilities},
            words_fired=list(step.words_fired),
            ms=step.ms,
        )


class AttemptShape(BaseModel):
    """A request looked up once by a strategy, and how well that did."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    strategy: str
    wording: str
    hits: int
    relevance: float = Field(description="From 0 to 5.")
    ms: float
    digest: str = Field(description="The same evidence has the same.")
    is_kept: bool


class EscalationShape(BaseModel):
    """A strategy that did not do, and the one that was tried then."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    from_: str = Field(serialization_alias="from")
    to: str
    reason: str
    rephrased: str


class ModelCallShape(BaseModel):
    """A call of a language model, without what it was told and what it replied."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    prompt: str = Field(description="The first digits of the SHA-256 of the prompt's file.")
    tokens_in: int | None
    tokens_out: int | None
    ms: float
    outcome: CallOutcome


class PathQuoteShape(Shape):
    """Words of a record that state a relation."""

    na_id: int
    chunk_id: str
    start: int
    end: int
    quote: str


class PathNodeShape(Shape):
    """A name that texts say, or a record."""

    name: str
    kind: str
    na_id: int | None
    phrase_id: str | None


class PathEdgeShape(BaseModel):
    """What leads from a node to the next."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    relation: str
    quote: PathQuoteShape | None
    is_reversed: bool


class EvidencePathShape(BaseModel):
    """The way from a name in a request to a record: an edge between each two nodes."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    nodes: list[PathNodeShape]
    edges: list[PathEdgeShape]


class TraceShape(BaseModel):
    """What ran, and how long."""

    model_config = ConfigDict(extra="forbid")

    trace_id: str = Field(description="As in the log, and in OpenTelemetry.")
    began: str | None = Field(description="ISO 8601, in UTC.")
    classifier: str
    retrieval: str = Field(description="The name of the strategy.")
    answerer: str
    timings_ms: dict[str, float]
    steps: list[StepShape] = Field(description="In their order, as they tell it themselves.")
    not_looked_at: list[str] = Field(description="A sentence each.")
    queries: list[QueryRunShape]
    scores: list[ScoreShape]
    index: str = Field(description="What the graph was made with.")
    prompt: str | None = Field(description="The first digits of its SHA-256.")
    searched_as: str | None
    router: RouterStepShape | None
    attempts: list[AttemptShape]
    escalations: list[EscalationShape]
    calls: list[ModelCallShape] = Field(description="Of language models.")
    paths: list[EvidencePathShape] = Field(description="From names in the request to records.")

    @classmethod
    def of(cls, response: Response) -> Self:
        """Return what ran for a response."""
        trace = response.trace
        return cls(
            trace_id=trace.trace_id,
            began=trace.began.isoformat() if trace.began else None,
            classifier=trace.classifier,
            retrieval=trace.retrieval,
            answerer=trace.answerer,
            timings_ms=dict(trace.timings_ms),
            steps=[StepShape.model_validate(step) for step in trace.steps],
            not_looked_at=list(trace.unseen),
            queries=[QueryRunShape.model_validate(query) for query in trace.queries],
            scores=[ScoreShape.of(one) for one in response.records[:MOST_SCORES]],
            index=trace.index,
            prompt=trace.prompt,
            searched_as=response.searched_as,
            router=RouterStepShape.of(trace.router) if trace.router else None,
            attempts=[AttemptShape.model_validate(one) for one in trace.attempts],
            escalations=[EscalationShape.model_validate(one) for one in trace.escalations],
            calls=[ModelCallShape.model_validate(one) for one in trace.calls],
            paths=[EvidencePathShape.model_validate(one) for one in trace.paths],
        )
