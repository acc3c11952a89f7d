"""Rank fileUnits for a topic, in a graph that holds one sample's records and nothing else."""

import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from narabot.chat import Chat, Models
from narabot.evaluation.evaluations import TopicOutcome
from narabot.evaluation.folders import FolderTests
from narabot.evaluation.measures import Group
from narabot.evaluation.scores import FOLDERS_WITHIN, folder_score
from narabot.evaluation.throwaway import load
from narabot.graph import Graph
from narabot.models import LevelOfDescription
from narabot.retrieval import ranked_units
from narabot.settings import Settings
from narabot.understanding.query_rewriting import wording_of

FolderRanker = Callable[[Chat, str], Sequence[int]]
"""Ranks the naIds of fileUnits for a request, best first."""

Timed = tuple[Sequence[int], float]
"""A ranking and the seconds that it took."""


def folders_to_look_in(chat: Chat, request: str) -> list[int]:
    """Return the naIds of the fileUnits that the product names, best first."""
    ranked = ranked_units(chat.retriever, wording_of(request), LevelOfDescription.FILE_UNIT)
    return [one.unit.na_id for one in ranked]


def load_sample(settings: Settings, graph: Graph, models: Models, lines: Iterable[bytes]) -> None:
    """Load the lines of one sample into the graph, in place of what was there."""
    with tempfile.TemporaryDirectory(dir=settings.narabot_data_dir) as folder:
        file = Path(folder) / "records.jsonl"
        file.write_bytes(b"\n".join(lines) + b"\n")
        load(settings, graph, models, [file], rebuild=True)


def timed_ranking(chat: Chat, request: str, ranker: FolderRanker) -> Timed:
    """Return the folders for a request, best first, and the seconds that it took."""
    started = time.perf_counter()
    return ranker(chat, request), time.perf_counter() - started


def topic_outcomes(tests: FolderTests, by_sample: Sequence[Sequence[Timed]]) -> list[TopicOutcome]:
    """Return what came of each topic over all samples."""
    outcomes: list[TopicOutcome] = []
    for topic, found in zip(tests.topics, zip(*by_sample, strict=True), strict=True):
        scores = tuple(folder_score(tests.grades[topic.id], ranking) for ranking, _ in found)
        outcomes.append(
            TopicOutcome(
                id=topic.id,
                query=topic.request,
                groups=(Group.ALL,),
                scores={
                    "ndcg": sum(scores) / len(scores),
                    "seconds": sum(seconds for _, seconds in found) / len(found),
                },
                by_sample=scores,
                first_folders=tuple(tuple(ranking[:FOLDERS_WITHIN]) for ranking, _ in found),
            )
        )
    return outcomes
