"""The evaluations: a throwaway graph, every test asked, what came of them measured."""

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
from narabot.evaluation.asking import asked, classified, graph_asked
from narabot.evaluation.counted_model import calls_so_far
from narabot.evaluation.evaluations import Evaluation, Outcome, What, file_digest, provenance
from narabot.evaluation.folders import (
    FILES,
    FolderRanker,
    FolderTests,
    folders_to_look_in,
    timed_ranking,
    topic_outcomes,
)
from narabot.evaluation.graph_questions import GraphQuestion
from narabot.evaluation.graphs import Catalogue, loaded_chat, sampled_chats
from narabot.evaluation.measures import measured
from narabot.evaluation.questions import Entry, LabelledRequest, Question, TestFile
from narabot.retrieval import DEFAULT_STRATEGY
from narabot.settings import Settings


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
    catalogue.files()  # what is missing is told before the models are loaded
    models = open_models(settings)
    facts = begun(settings, models) | {"tests": tests_identity(tests)}
    with loaded_chat(settings, models, catalogue, report) as (chat, loaded):
        yield chat, facts | loaded


def all_asked(
    what: What,
    chat: Chat,
    tests: TestFile[Entry],
    ask: Callable[[Chat, Entry], Outcome],
    facts: dict[str, Any],
) -> Evaluation:
    """Return what comes of all tests by the chat's strategy, with the facts that all share."""
    started = time.perf_counter()
    outcomes = [
        counted(chat, partial(ask, chat, one))
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


def counted(chat: Chat, ask: Callable[[], Outcome]) -> Outcome:
    """Return what comes of a test, with the calls of the language model that were counted."""
    before = calls_so_far(chat)
    outcome = ask()
    calls = max(outcome.scores.get("calls", 0.0), calls_so_far(chat) - before)
    return msgspec.structs.replace(outcome, scores=outcome.scores | {"calls": calls})


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
    by_sample = [
        [timed_ranking(chat, topic.request, ranker) for topic in tests.topics]
        for chat in sampled_chats(settings, models, tests, catalogue_of, report)
    ]
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
