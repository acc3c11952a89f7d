"""Evaluations and their provenance as JSON, for comparison with later runs.

The JSON contains no passwords, keys, or tokens.
"""

import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

import msgspec

from narabot.chat import Models
from narabot.database import NEO4J_VERSION
from narabot.evaluation.questions import decode_json, read_bytes
from narabot.models import without_password
from narabot.settings import Settings

EvaluationKind = Literal[
    "questions", "graph-questions", "chat", "classifier", "where-to-look", "multi-hop"
]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of one test, with the scores for measures and comparisons."""

    id: str
    query: str
    groups: tuple[str, ...]
    scores: dict[str, float]
    why: str = ""


class QuestionOutcome(Outcome, frozen=True, kw_only=True):
    """The outcome of a question. `request_class` is the class that narabot determined."""

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
    """naIds of all retrieved records, best first."""
    answer: str | None
    refused: bool
    confidence: float
    right: bool | None
    quotes: int
    bad_quotes: tuple[str, ...]
    """Chunk IDs of quotations that do not match the graph."""


class GraphOutcome(Outcome, frozen=True, kw_only=True):
    """The outcome of a question about the whole graph."""

    lang: str
    kind: str
    pair: str | None
    expected_class: str
    request_class: str | None = msgspec.field(name="class")
    answer: str | None
    refused: bool
    listed: tuple[int, ...]
    """naIds of all retrieved records, best first."""
    answerer: str | None


class ChatOutcome(Outcome, frozen=True, kw_only=True):
    """The outcome of a conversation's last message."""

    lang: str
    kind: str
    want: str
    answer: str | None
    refused: bool
    listed: tuple[int, ...]
    """naIds of all retrieved records, best first."""


class HopOutcome(Outcome, frozen=True, kw_only=True):
    """The outcome of a multi-hop question, which needs several passages."""

    gold_ranks: dict[int, int | None]
    ranking: tuple[int, ...]
    """naIds of all retrieved records, best first."""


class RequestOutcome(Outcome, frozen=True, kw_only=True):
    """The outcome of a labeled request."""

    lang: str
    expected_class: str
    request_class: str = msgspec.field(name="class")
    decided_by: str


class TopicOutcome(Outcome, frozen=True, kw_only=True):
    """The outcome of a topic, whose score is the mean over the samples."""

    by_sample: tuple[float, ...]
    first_folders: tuple[tuple[int, ...], ...]
    """naIds of the five best file units in each sample."""


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """A measure with its 95% interval."""

    group: str
    name: str
    count: int
    value: float
    low: float
    high: float


class Evaluation(msgspec.Struct, frozen=True, kw_only=True):
    """A complete evaluation."""

    what: EvaluationKind
    provenance: dict[str, Any]
    """Commit, data, models, settings, machine, and time of the evaluation."""
    measures: tuple[Measured, ...]
    outcomes: tuple[Outcome, ...]


class StoredEvaluation(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a stored evaluation that a comparison needs."""

    what: EvaluationKind
    provenance: dict[str, Any]
    outcomes: tuple[Outcome, ...]


def evaluation_json(
    evaluation: Evaluation,
    comparison: object | None = None,
    others: Sequence[tuple[Evaluation, object]] = (),
) -> str:
    """Return an evaluation as JSON text, with an optional comparison to an earlier run.

    `others` are evaluations of other strategies, each compared with this evaluation.
    """
    content = evaluation_content(evaluation, comparison)
    if others:
        content["others"] = [evaluation_content(*one) for one in others]
    return msgspec.json.format(msgspec.json.encode(content), indent=1).decode()


def evaluation_content(evaluation: Evaluation, comparison: object | None) -> dict[str, Any]:
    """Return an evaluation and its comparison as JSON content."""
    content: dict[str, Any] = msgspec.to_builtins(evaluation, str_keys=True)
    return content if comparison is None else content | {"comparison": comparison}


def read_stored(file: Path) -> StoredEvaluation:
    """Read an earlier evaluation from a file. Raise EvaluationFileError if the file is invalid."""
    return decode_json(read_bytes(file), StoredEvaluation, str(file))


CHECKOUT = Path(__file__).resolve().parents[2]
SECRETS = frozenset({"api_keys", "conversations_url", "hf_token", "llm_api_key", "neo4j_password"})
UNRECORDED = frozenset({"narabot_data_dir", "narabot_cache_dir", "neo4j_uri", "neo4j_username"})
"""Settings to omit from the provenance: evaluations do not use them, or they contain local paths.
"""

ADDRESSES = ("llm_base_url", "otel_exporter_otlp_endpoint", "s3_endpoint_url")


def provenance(settings: Settings, models: Models) -> dict[str, Any]:
    """Return the provenance that all kinds of evaluations record."""
    return {
        "commit": git_commit(CHECKOUT),
        "versions": versions(),
        "models": {
            "embedding": asdict(models.embeddings.identity)
            | {"device": models.embeddings.device, "computed": models.embeddings.computed},
            "answering": models.answering.model.name if models.answering.model else None,
        },
        "settings": shown_settings(settings),
        "machine": {"processor": platform.machine(), "cores": os.cpu_count()},
    }


def git_commit(folder: Path) -> dict[str, Any] | None:
    """Return a source folder's Git commit and whether any files have changed, or `None`."""
    git = shutil.which("git")
    if git is None or not (folder / "pyproject.toml").is_file():
        return None
    results = [
        subprocess.run(
            [git, "-C", str(folder), *words], capture_output=True, text=True, check=False
        )
        for words in (["rev-parse", "HEAD"], ["status", "--porcelain"])
    ]
    if any(done.returncode for done in results):
        return None
    return {"hash": results[0].stdout.strip(), "changed": bool(results[1].stdout.strip())}


def versions() -> dict[str, str]:
    """Return the versions of narabot, Neo4j, and Python."""
    try:
        ours = version("narabot")
    except PackageNotFoundError:
        ours = "unknown"
    return {"narabot": ours, "neo4j": NEO4J_VERSION, "python": platform.python_version()}


def shown_settings(settings: Settings) -> dict[str, Any]:
    """Return the settings that affect answers, without secrets."""
    shown = settings.model_dump(mode="json", exclude=set(SECRETS | UNRECORDED))
    for name in ADDRESSES:
        if shown[name] is not None:
            shown[name] = without_password(shown[name])
    return shown


def data_identity(files: Iterable[Path]) -> dict[str, Any]:
    """Return the SHA-256 of each data file, and one digest for all files.

    The digest does not depend on the folder or on the order of the files.
    """
    digests = sorted((file.name, file_digest(file)) for file in files)
    together = "\n".join(f"{digest}  {name}" for name, digest in digests)
    return {
        "sha256": hashlib.sha256(together.encode()).hexdigest(),
        "files": [{"name": name, "sha256": digest} for name, digest in digests],
    }


def file_digest(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
