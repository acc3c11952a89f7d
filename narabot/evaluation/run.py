"""The evaluations: a throwaway graph, every test asked, what came of them measured."""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from tqdm import tqdm

from narabot.chat import Chat, Models, open_chat, open_models
from narabot.database import Report, throwaway_database
from narabot.evaluation.asking import asked, classified, graph_asked
from narabot.evaluation.evaluations import (
    Evaluation,
    Outcome,
    What,
    data_identity,
    file_digest,
    provenance,
)
from narabot.evaluation.folders import (
    FILES,
    FolderRanker,
    FolderTests,
    folders_to_look_in,
    timed_ranking,
    topic_outcomes,
)
from narabot.evaluation.graph_questions import GraphQuestion
from narabot.evaluation.measures import measured
from narabot.evaluation.questions import Entry, LabelledRequest, Question, TestFile
from narabot.graph import Graph, open_graph
from narabot.retrieval import DEFAULT_STRATEGY
from narabot.settings import Settings


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was loaded into a throwaway graph."""

    records: int
    chunks: int
    rejected: int
    seconds: float


class Catalogue(Protocol):
    """Catalogue lines, and their way into a graph, which is ingest's."""

    def files(self) -> Iterable[Path]:
        """Return the files with the lines. Raises UnreadableSourceError if there is none."""

    def load(self, settings: Settings, graph: Graph, models: Models) -> Loaded:
        """Load the lines, in place of what was there. Raises UnreadableSourceError."""


@contextmanager
def throwaway_graph(settings: Settings, report: Report) -> Iterator[tuple[Settings, Graph]]:
    """Yield the settings and the empty graph of a throwaway server."""
    with (
        throwaway_database(settings, report) as (own, connection),
        open_graph(connection) as graph,
    ):
        yield own, graph


@contextmanager
def sample_file(settings: Settings, lines: Iterable[bytes]) -> Iterator[Path]:
    """Yield a file with the lines of one sample."""
    with tempfile.TemporaryDirectory(dir=settings.narabot_data_dir) as folder:
        file = Path(folder) / "records.jsonl"
        file.write_bytes(b"\n".join(lines) + b"\n")
        yield file


def evaluate_questions(
    settings: Settings,
    tests: TestFile[Question],
    catalogue: Catalogue,
    report: Report,
    strategies: Sequence[str] = (DEFAULT_STRATEGY,),
) -> list[Evaluation]:
    """Return what comes of questions on some files of catalogue lines, by each of some strategies.

    Raises NarabotError.
    """
    with chat_over(settings, tests, catalogue, report) as (chat, facts):
        return [
            all_asked("questions", chat.using(name), tests, asked, facts) for name in strategies
        ]


def evaluate_graph_questions(
    settings: Settings, tests: TestFile[GraphQuestion], catalogue: Catalogue, report: Report
) -> Evaluation:
    """Return what comes of questions that are counted, compared, followed and surveyed.

    Raises NarabotError.
    """
    with chat_over(settings, tests, catalogue, report) as (chat, facts):
        return all_asked("graph-questions", chat, tests, graph_asked, facts)


@contextmanager
def chat_over(
    settings: Settings, tests: TestFile[Any], catalogue: Catalogue, report: Report
) -> Iterator[tuple[Chat, dict[str, Any]]]:
    """Yield a chat over catalogue lines in a throwaway graph, and what is measured."""
    read = data_identity(catalogue.files())  # what is missing is told before the start
    models = open_models(settings)
    facts = begun(settings, models)
    with throwaway_graph(settings, report) as (own, graph):
        loaded = catalogue.load(own, graph, models)
        facts |= {"tests": tests_identity(tests), "data": read, "loaded": asdict(loaded)}
        yield open_chat(own, models, graph), facts


def all_asked(
    what: What,
    chat: Chat,
    tests: TestFile[Entry],
    ask: Callable[[Chat, Entry], Outcome],
    facts: dict[str, Any],
) -> Evaluation:
    """Return what comes of all tests by the chat's strategy, with the facts that all share."""
    started = time.perf_counter()
    outcomes = [ask(chat, one) for one in tqdm(tests.entries, chat.strategy, disable=None)]
    asking = time.perf_counter() - started
    seconds = {"loading": round(facts["loaded"]["seconds"], 1), "asking": round(asking, 1)}
    return Evaluation(
        what=what,
        provenance=facts | {"strategy": chat.strategy, "seconds": seconds},
        measures=measured(what, outcomes),
        outcomes=tuple(outcomes),
    )


def evaluate_classifier(settings: Settings, tests: TestFile[LabelledRequest]) -> Evaluation:
    """Return what the classifier makes of labelled requests; no database is needed."""
    models = open_models(settings)
    facts = begun(settings, models) | {"tests": tests_identity(tests)}
    outcomes = [classified(models, request) for request in tqdm(tests.entries, disable=None)]
    return Evaluation(
        what="classifier",
        provenance=facts,
        measures=measured("classifier", outcomes),
        outcomes=tuple(outcomes),
    )


def evaluate_folders(
    settings: Settings,
    tests: FolderTests,
    catalogue_of: Callable[[Path], Catalogue],
    report: Report,
    ranker: FolderRanker = folders_to_look_in,
) -> Evaluation:
    """Return how well fileUnits are ranked, each sample in a graph of nothing else."""
    models = open_models(settings)
    digests = {name: file_digest(tests.folder / name) for name in FILES}
    facts = begun(settings, models) | {"tests": digests}
    with throwaway_graph(settings, report) as (own, graph):
        by_sample = []
        for number, sample in enumerate(tests.samples, start=1):
            report(f"sample {number} of {len(tests.samples)}")
            with sample_file(own, tests.sample_lines(sample)) as file:
                catalogue_of(file).load(own, graph, models)
            chat = open_chat(own, models, graph)
            by_sample.append([timed_ranking(chat, topic.request, ranker) for topic in tests.topics])
    outcomes = topic_outcomes(tests, by_sample)
    return Evaluation(
        what="where-to-look",
        provenance=facts,
        measures=measured("where-to-look", outcomes),
        outcomes=tuple(outcomes),
    )


def begun(settings: Settings, models: Models) -> dict[str, Any]:
    """Return what is measured, from now on."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return provenance(settings, models) | {"started": now}


def tests_identity(tests: TestFile[Any]) -> dict[str, Any]:
    """Return which tests were asked."""
    return {"file": tests.name, "sha256": tests.sha256, "count": len(tests.entries)}
