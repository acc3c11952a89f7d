"""What ran for a response, as JSON for programs. Pure."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from narabot.models import Passage, Response
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
        )
