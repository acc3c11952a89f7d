"""What an evaluation is, as JSON for later runs to compare with; knows not how it is made."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from narabot.evaluation.questions import decoded, read_bytes

What = Literal["questions", "classifier", "where-to-look"]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one test: enough to measure and to compare it."""

    id: str
    query: str
    groups: tuple[str, ...]
    scores: dict[str, float]
    why: str = ""


class QuestionOutcome(Outcome, frozen=True, kw_only=True):
    """What came of a question; `request_class` is the product's word, `expected_class` ours."""

    lang: str
    kind: str
    lexmis: bool
    world_knowledge: bool
    pair: str | None
    answerable: bool
    expected_class: str
    request_class: str | None = msgspec.field(name="class")
    gold_ranks: dict[int, int | None]
    ranking: tuple[int, ...]
    """The naIds of all records found, best first."""
    answer: str | None
    refused: bool
    confidence: float
    right: bool | None
    quotes: int
    bad_quotes: tuple[str, ...]
    """The chunks whose stored text does not have the quote where it says."""


class RequestOutcome(Outcome, frozen=True, kw_only=True):
    """What came of a labelled request."""

    lang: str
    expected_class: str
    request_class: str = msgspec.field(name="class")
    decided_by: str


class TopicOutcome(Outcome, frozen=True, kw_only=True):
    """What came of a topic; its score is the mean over the samples."""

    by_sample: tuple[float, ...]
    first_folders: tuple[tuple[int, ...], ...]
    """The five best fileUnits of each sample."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """A measure with its 95 % interval."""

    group: str
    name: str
    count: int
    value: float
    low: float
    high: float


class Evaluation(msgspec.Struct, frozen=True, kw_only=True):
    """A whole evaluation."""

    what: What
    provenance: dict[str, Any]
    """What was measured: commit, data, models, settings, machine, time."""
    measures: tuple[Measured, ...]
    outcomes: tuple[Outcome, ...]


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """What a comparison reads of an earlier evaluation's file."""

    what: What
    provenance: dict[str, Any]
    outcomes: tuple[Outcome, ...]


def evaluation_json(
    evaluation: Evaluation,
    comparison: object | None = None,
    others: Sequence[tuple[Evaluation, object]] = (),
) -> str:
    """Return an evaluation as JSON text, with its comparison with an earlier run if there is one.

    Others are those by other strategies, each with its comparison with this one.
    """
    content = evaluation_content(evaluation, comparison)
    if others:
        content["others"] = [evaluation_content(*one) for one in others]
    return msgspec.json.format(msgspec.json.encode(content), indent=1).decode()


def evaluation_content(evaluation: Evaluation, comparison: object | None) -> dict[str, Any]:
    """Return an evaluation with its comparison as what JSON is written from."""
    content: dict[str, Any] = msgspec.to_builtins(evaluation, str_keys=True)
    return content if comparison is None else content | {"comparison": comparison}


def read_stored(file: Path) -> Stored:
    """Return what an earlier evaluation wrote. Raises EvaluationFileError."""
    return decoded(read_bytes(file), Stored, str(file))
