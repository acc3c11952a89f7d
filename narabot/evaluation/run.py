"""Run evaluations: load a temporary graph, run all tests, and compute the measures."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from tqdm import tqdm

from narabot.chat import Chat, Models, open_models
from narabot.database import Report
from narabot.evaluation.asking import ask_graph_question, ask_question, classify_test
from narabot.evaluation.counting_model import calls_so_far
from narabot.evaluation.evaluations import (
    Evaluation,
    EvaluationKind,
    Outcome,
    file_digest,
    provenance,
)
from narabot.evaluation.folders import (
    FILES,
    FolderRanker,
    FolderTests,
    rank_file_units,
    timed_ranking,
    topic_outcomes,
)
from narabot.evaluation.graph_questions import GraphQuestion
from narabot.evaluation.graphs import Catalog, catalog_chat, sample_chats
from narabot.evaluation.measures import measured
from narabot.evaluation.questions import Entry, LabeledRequest, Question, TestFile
from narabot.retrieval import DEFAULT_STRATEGY
from narabot.settings import Settings


def evaluate_questions(
    settings: Settings,
    tests: TestFile[Question],
    catalog: Catalog,
    report: Report,
    strategies: Sequence[str] = (DEFAULT_STRATEGY,),
) -> list[Evaluation]:
    """Evaluate questions about a catalog with each strategy. Raise NarabotError."""
    with open_test_chat(settings, tests, catalog, report) as (chat, facts):
        return [
            ask_all("questions", chat.using(name), tests, ask_question, facts)
            for name in strategies
        ]


def evaluate_graph_questions(
    settings: Settings, tests: TestFile[GraphQuestion], catalog: Catalog, report: Report
) -> Evaluation:
    """Evaluate questions about the whole graph. Raise NarabotError."""
    with open_test_chat(settings, tests, catalog, report) as (chat, facts):
        return ask_all("graph-questions", chat, tests, ask_graph_question, facts)


@contextmanager
def open_test_chat(
    settings: Settings, tests: TestFile[Any], catalog: Catalog, report: Report
) -> Iterator[tuple[Chat, dict[str, Any]]]:
    """Yield a chat about a catalog in a temporary graph, with the provenance."""
    catalog.files()  # fail on missing files before loading the models
    models = open_models(settings)
    facts = start_provenance(settings, models) | {"tests": tests_identity(tests)}
    with catalog_chat(settings, models, catalog, report) as (chat, loaded):
        yield chat, facts | loaded


def ask_all(
    what: EvaluationKind,
    chat: Chat,
    tests: TestFile[Entry],
    ask: Callable[[Chat, Entry], Outcome],
    facts: dict[str, Any],
) -> Evaluation:
    """Run all tests with the chat's strategy, and return the evaluation."""
    started = time.perf_counter()
    outcomes = [
        with_call_count(chat, partial(ask, chat, one))
        for one in tqdm(tests.entries, chat.strategy, disable=None)
    ]
    asking = time.perf_counter() - started
    seconds = {"loading": round(facts["loaded"]["seconds"], 1), "asking": round(asking, 1)}
    return Evaluation(
        what=what,
        provenance=facts | {"strategy": chat.strategy, "seconds": seconds},
        measures=measured(what, outcomes),
        outcomes=tuple(outcomes),
    )


def with_call_count(chat: Chat, ask: Callable[[], Outcome]) -> Outcome:
    """Run a test, and add the number of language model calls to its outcome."""
    before = calls_so_far(chat)
    outcome = ask()
    calls = max(outcome.scores.get("calls", 0.0), calls_so_far(chat) - before)
    return msgspec.structs.replace(outcome, scores=outcome.scores | {"calls": calls})


def evaluate_classifier(settings: Settings, tests: TestFile[LabeledRequest]) -> Evaluation:
    """Evaluate the classifier on labeled requests, without a database."""
    models = open_models(settings)
    facts = start_provenance(settings, models) | {"tests": tests_identity(tests)}
    outcomes = [classify_test(models, request) for request in tqdm(tests.entries, disable=None)]
    return Evaluation(
        what="classifier",
        provenance=facts,
        measures=measured("classifier", outcomes),
        outcomes=tuple(outcomes),
    )


def evaluate_folders(
    settings: Settings,
    tests: FolderTests,
    catalog_of: Callable[[Path], Catalog],
    report: Report,
    ranker: FolderRanker = rank_file_units,
) -> Evaluation:
    """Evaluate the ranking of file units. Each sample has its own graph."""
    models = open_models(settings)
    digests = {name: file_digest(tests.folder / name) for name in FILES}
    facts = start_provenance(settings, models) | {"tests": digests}
    by_sample = [
        [timed_ranking(chat, topic.request, ranker) for topic in tests.topics]
        for chat in sample_chats(settings, models, tests, catalog_of, report)
    ]
    outcomes = topic_outcomes(tests, by_sample)
    return Evaluation(
        what="where-to-look",
        provenance=facts,
        measures=measured("where-to-look", outcomes),
        outcomes=tuple(outcomes),
    )


def start_provenance(settings: Settings, models: Models) -> dict[str, Any]:
    """Return the provenance with the current time."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return provenance(settings, models) | {"started": now}


def tests_identity(tests: TestFile[Any]) -> dict[str, Any]:
    """Return the name and checksum of the test file, and the number of tests."""
    return {"file": tests.name, "sha256": tests.sha256, "count": len(tests.entries)}
