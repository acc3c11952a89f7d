"""Pydantic models for a response's trace, as JSON for programs."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from narabot.models import CallOutcome, Passage, Response, RouterStep
from narabot.presentation.record_json import Shape

MAX_SCORES = 10
"""Maximum number of records with scores in a trace."""


class QueryRunShape(BaseModel):
    """A database query."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    name: str
    rows: int
    began_ms: float
    ms: float


class ScoreShape(Shape):
    """A record's score from the strategy, and its cosine similarity from vector search."""

    na_id: int
    score: float = Field(
        description="Score from the strategy. The default strategy fuses two searches."
    )
    meaning: float = Field(description="Cosine similarity from vector search.")

    @classmethod
    def of(cls, passage: Passage) -> Self:
        """Return the scores of a record."""
        score, meaning = round(passage.score, 6), round(passage.meaning, 4)
        return cls(na_id=passage.na_id, score=score, meaning=meaning)


class StepShape(BaseModel):
    """A processing step that narabot ran for a request."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    name: str
    found: int | None
    ms: float


class RouterStepShape(BaseModel):
    """The router's classification of a request."""

    model_config = ConfigDict(extra="forbid")

    tier: int
    method: str
    query_type: str
    suggested_tool: str
    probabilities: dict[str, float] = Field(
        description="Calibrated probability, keyed by request type."
    )
    words_fired: list[str]
    ms: float

    @classmethod
    def of(cls, step: RouterStep) -> Self:
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
    """A search by one strategy, and how well the search worked."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    strategy: str
    wording: str
    hits: int
    relevance: float = Field(description="Relevance from 0 to 5.")
    ms: float
    digest: str = Field(description="Identical evidence has an identical digest.")
    is_kept: bool


class EscalationShape(BaseModel):
    """A switch to the next strategy because the previous strategy found too little."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    from_: str = Field(serialization_alias="from")
    to: str
    reason: str
    rephrased: str


class ModelCallShape(BaseModel):
    """A language model call, without the prompt and the reply."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    prompt: str = Field(description="First digits of the prompt file's SHA-256.")
    tokens_in: int | None
    tokens_out: int | None
    ms: float
    outcome: CallOutcome


class PathQuoteShape(Shape):
    """A quotation that states a relation."""

    na_id: int
    chunk_id: str
    start: int
    end: int
    quote: str


class PathNodeShape(Shape):
    """A phrase or a record."""

    name: str
    kind: str
    na_id: int | None
    phrase_id: str | None


class PathEdgeShape(BaseModel):
    """The relation from one node to the next."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    relation: str
    quote: PathQuoteShape | None
    is_reversed: bool


class EvidencePathShape(BaseModel):
    """The path from a name in a request to a record, with an edge between adjacent nodes."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    nodes: list[PathNodeShape]
    edges: list[PathEdgeShape]


class TraceShape(BaseModel):
    """The steps of a response and their durations."""

    model_config = ConfigDict(extra="forbid")

    trace_id: str = Field(description="Trace ID in the log and in OpenTelemetry.")
    began: str | None = Field(description="Start in UTC, in ISO 8601 format.")
    classifier: str
    retrieval: str = Field(description="Name of the strategy.")
    answerer: str
    timings_ms: dict[str, float]
    steps: list[StepShape] = Field(description="Steps in order, each with its description.")
    not_looked_at: list[str] = Field(description="Limitations of the search, one sentence each.")
    queries: list[QueryRunShape]
    scores: list[ScoreShape]
    index: str = Field(description="Versions and models with which the graph was built.")
    prompt: str | None = Field(description="First digits of the prompt's SHA-256.")
    searched_as: str | None
    router: RouterStepShape | None
    attempts: list[AttemptShape]
    escalations: list[EscalationShape]
    calls: list[ModelCallShape] = Field(description="Language model calls.")
    paths: list[EvidencePathShape] = Field(
        description="Paths from names in the request to records."
    )

    @classmethod
    def of(cls, response: Response) -> Self:
        """Return the trace of a response."""
        trace = response.trace
        return cls(
            trace_id=trace.trace_id,
            began=trace.began.isoformat() if trace.began else None,
            classifier=trace.classifier,
            retrieval=trace.retrieval,
            answerer=trace.answerer,
            timings_ms=dict(trace.timings_ms),
            steps=[StepShape.model_validate(step) for step in trace.steps],
            not_looked_at=list(trace.limitations),
            queries=[QueryRunShape.model_validate(query) for query in trace.queries],
            scores=[ScoreShape.of(one) for one in response.records[:MAX_SCORES]],
            index=trace.index,
            prompt=trace.prompt,
            searched_as=response.searched_as,
            router=RouterStepShape.of(trace.router) if trace.router else None,
            attempts=[AttemptShape.model_validate(one) for one in trace.attempts],
            escalations=[EscalationShape.model_validate(one) for one in trace.escalations],
            calls=[ModelCallShape.model_validate(one) for one in trace.calls],
            paths=[EvidencePathShape.model_validate(one) for one in trace.paths],
        )
