"""The three evaluations: load what they need, ask every test, measure what came of them."""

import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tqdm import tqdm

from narabot.chat import Chat, Models, open_chat, open_models
from narabot.database import Report
from narabot.evaluation.asking import asked, classified
from narabot.evaluation.evaluations import Evaluation
from narabot.evaluation.folders import FILES, FolderTests
from narabot.evaluation.measures import measured
from narabot.evaluation.provenance import data_identity, file_digest, provenance
from narabot.evaluation.questions import LabelledRequest, Question, TestFile
from narabot.evaluation.ranking import (
    FolderRanker,
    folders_to_look_in,
    load_sample,
    timed_ranking,
    topic_outcomes,
)
from narabot.evaluation.throwaway import load, throwaway_graph
from narabot.retrieval import DEFAULT_STRATEGY
from narabot.settings import Settings


def evaluate_questions(
    settings: Settings,
    tests: TestFile[Question],
    data: Sequence[Path],
    report: Report,
    strategies: Sequence[str] = (DEFAULT_STRATEGY,),
) -> list[Evaluation]:
    """Return what comes of questions on some files of catalogue lines, by each of some strategies.

    Raises NarabotError.
    """
    read = data_identity(data)  # what is missing is told before anything is started
    models = open_models(settings)
    facts = begun(settings, models)
    with throwaway_graph(settings, report) as (own, graph):
        loaded = load(own, graph, models, data)
        facts |= {"tests": tests_identity(tests), "data": read, "loaded": asdict(loaded)}
        chat = open_chat(own, models, graph)
        return [questions_asked(chat.using(name), tests, facts) for name in strategies]


def questions_asked(chat: Chat, tests: TestFile[Question], facts: dict[str, Any]) -> Evaluation:
    """Return what comes of questions by one strategy, with the facts that all share."""
    started = time.perf_counter()
    outcomes = [asked(chat, one) for one in tqdm(tests.entries, chat.strategy, disable=None)]
    asking = time.perf_counter() - started
    seconds = {"loading": round(facts["loaded"]["seconds"], 1), "asking": round(asking, 1)}
    return Evaluation(
        what="questions",
        provenance=facts | {"strategy": chat.strategy, "seconds": seconds},
        measures=measured("questions", outcomes),
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
            load_sample(own, graph, models, tests.sample_lines(sample))
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
