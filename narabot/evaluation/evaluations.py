"""What an evaluation is, as JSON for later runs to compare with, and what it was made with.

No password, key or token is among it.
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
from narabot.evaluation.questions import decoded, read_bytes
from narabot.models import without_password
from narabot.settings import Settings

What = Literal["questions", "graph-questions", "chat", "classifier", "where-to-look", "multi-hop"]


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


class GraphOutcome(Outcome, frozen=True, kw_only=True):
    """What came of a question that is counted, compared, followed or surveyed."""

    lang: str
    kind: str
    pair: str | None
    expected_class: str
    request_class: str | None = msgspec.field(name="class")
    answer: str | None
    refused: bool
    listed: tuple[int, ...]
    """The naIds of all records found, best first."""
    answerer: str | None


class ChatOutcome(Outcome, frozen=True, kw_only=True):
    """What came of the last message of a conversation."""

    lang: str
    kind: str
    want: str
    answer: str | None
    refused: bool
    listed: tuple[int, ...]
    """The naIds of all records found, best first."""


class HopOutcome(Outcome, frozen=True, kw_only=True):
    """What came of a question that several passages answer together."""

    gold_ranks: dict[int, int | None]
    ranking: tuple[int, ...]
    """The naIds of all records found, best first."""


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


CHECKOUT = Path(__file__).resolve().parents[2]
SECRETS = frozenset({"api_keys", "conversations_url", "hf_token", "llm_api_key", "neo4j_password"})
ELSEWHERE = frozenset({"narabot_data_dir", "narabot_cache_dir", "neo4j_uri", "neo4j_username"})
"""Settings that an evaluation does not use, or that name folders of this machine."""

ADDRESSES = ("llm_base_url", "otel_exporter_otlp_endpoint", "s3_endpoint_url")


def provenance(settings: Settings, models: Models) -> dict[str, Any]:
    """Return what every evaluation was made with."""
    return {
        "commit": commit(CHECKOUT),
        "versions": versions(),
        "models": {
            "embedding": asdict(models.embeddings.identity)
            | {"device": models.embeddings.device, "computed": models.embeddings.computed},
            "answering": models.answering.model.name if models.answering.model else None,
        },
        "settings": shown_settings(settings),
        "machine": {"processor": platform.machine(), "cores": os.cpu_count()},
    }


def commit(folder: Path) -> dict[str, Any] | None:
    """Return the git commit of a source folder and whether files differ from it, if it has one."""
    git = shutil.which("git")
    if git is None or not (folder / "pyproject.toml").is_file():
        return None
    said = [
        subprocess.run(
            [git, "-C", str(folder), *words], capture_output=True, text=True, check=False
        )
        for words in (["rev-parse", "HEAD"], ["status", "--porcelain"])
    ]
    if any(done.returncode for done in said):
        return None
    return {"hash": said[0].stdout.strip(), "changed": bool(said[1].stdout.strip())}


def versions() -> dict[str, str]:
    """Return the versions of what computes."""
    try:
        ours = version("narabot")
    except PackageNotFoundError:
        ours = "unknown"
    return {"narabot": ours, "neo4j": NEO4J_VERSION, "python": platform.python_version()}


def shown_settings(settings: Settings) -> dict[str, Any]:
    """Return the settings that bear on the answers, without secrets."""
    shown = settings.model_dump(mode="json", exclude=set(SECRETS | ELSEWHERE))
    for name in ADDRESSES:
        if shown[name] is not None:
            shown[name] = without_password(shown[name])
    return shown


def data_identity(files: Iterable[Path]) -> dict[str, Any]:
    """Return the files of catalogue lines with their SHA-256, and one digest of all.

    The digest does not depend on where the files lie, nor on their order.
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
