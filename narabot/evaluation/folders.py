"""Tests for `narabot where`: topics, graded file units, and samples of the items.

A collection is a folder with four files: `records.jsonl`, `topics.json`, `qrels.json` (topic → naId
of a file unit → grade), and `samples.json`. Each sample lists the naIds of its items. All other
items are missing from the sample's graph.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from narabot.chat import Chat, where_to_look
from narabot.errors import EvaluationFileError
from narabot.evaluation.counting_model import calls_so_far
from narabot.evaluation.evaluations import TopicOutcome
from narabot.evaluation.measures import Group
from narabot.evaluation.questions import Shape, decode_json, nonblank_lines, read_bytes
from narabot.evaluation.scores import FOLDERS_WITHIN, folder_score
from narabot.models import LevelOfDescription

FILES = ("records.jsonl", "topics.json", "qrels.json", "samples.json")


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """A topic for which to find file units."""

    id: str
    title: str
    description: str

    @property
    def request(self) -> str:
        """The text of the search request."""
        return f"{self.title}. {self.description}"


class KnownRecord(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The fields that determine whether a record is in a sample."""

    na_id: int
    level_of_description: str

    @property
    def is_item(self) -> bool:
        """Whether the record is an item. Samples contain only some items."""
        return self.level_of_description == LevelOfDescription.ITEM


class RecordLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line in `records.jsonl`."""

    record: KnownRecord


@dataclass(frozen=True, slots=True)
class FolderTests:
    """A collection of tests."""

    folder: Path
    lines: tuple[tuple[KnownRecord, bytes], ...]
    topics: tuple[Topic, ...]
    grades: dict[str, dict[int, int]]
    samples: tuple[frozenset[int], ...]

    def sample_lines(self, sample: frozenset[int]) -> Iterator[bytes]:
        """Yield the lines of the records in a sample."""
        for record, line in self.lines:
            if not record.is_item or record.na_id in sample:
                yield line


def read_folder_tests(folder: Path) -> FolderTests:
    """Read the tests in a folder. Raise EvaluationFileError with the file name."""
    records = folder / "records.jsonl"
    tests = FolderTests(
        folder,
        tuple(record_lines(read_bytes(records), records)),
        read_json(folder / "topics.json", tuple[Topic, ...]),
        read_json(folder / "qrels.json", dict[str, dict[int, int]]),
        read_json(folder / "samples.json", tuple[frozenset[int], ...]),
    )
    check_folder_tests(tests)
    return tests


def read_json(file: Path, shape: type[Shape]) -> Shape:
    """Decode a JSON file into the specified type.

    Raise EvaluationFileError if the file is invalid.
    """
    return decode_json(read_bytes(file), shape, str(file))


def record_lines(content: bytes, file: Path) -> Iterator[tuple[KnownRecord, bytes]]:
    """Yield each record with its line."""
    for number, line in nonblank_lines(content):
        yield decode_json(line, RecordLine, f"{file}:{number}").record, line


def check_folder_tests(tests: FolderTests) -> None:
    """Raise EvaluationFileError if the four files are inconsistent."""
    items = {record.na_id for record, _ in tests.lines if record.is_item}
    ungraded = [topic.id for topic in tests.topics if not is_graded(tests.grades.get(topic.id))]
    unknown_items = {na_id for sample in tests.samples for na_id in sample} - items
    if not tests.topics or not tests.samples:
        raise EvaluationFileError(f"{tests.folder} contains no topics or no samples.")
    if ungraded:
        raise EvaluationFileError(
            f"{tests.folder / 'qrels.json'} has no relevant file unit for the topic {ungraded[0]}."
        )
    if unknown_items:
        raise EvaluationFileError(
            f"{tests.folder / 'samples.json'} contains {min(unknown_items)}, which is not an item "
            "in records.jsonl."
        )


def is_graded(grades: dict[int, int] | None) -> bool:
    """Return whether a topic has a file unit with a grade above 0."""
    return any(grade > 0 for grade in (grades or {}).values())


FolderRanker = Callable[[Chat, str], Sequence[int]]
"""Ranks the naIds of file units for a request, best first."""


class TimedRanking(NamedTuple):
    """A ranking with its duration and its number of model calls."""

    ranking: Sequence[int]
    seconds: float
    calls: int = 0
    """Number of language model calls."""


def rank_file_units(chat: Chat, request: str) -> list[int]:
    """Return the naIds of the file units that narabot suggests, best first."""
    places = where_to_look(chat, request, FOLDERS_WITHIN, LevelOfDescription.FILE_UNIT)
    return [one.unit.na_id for one in places]


def timed_ranking(chat: Chat, request: str, ranker: FolderRanker) -> TimedRanking:
    """Return the ranking for a request, with its duration and number of model calls."""
    before, started = calls_so_far(chat), time.perf_counter()
    ranking = ranker(chat, request)
    return TimedRanking(ranking, time.perf_counter() - started, calls_so_far(chat) - before)


def topic_outcomes(
    tests: FolderTests, by_sample: Sequence[Sequence[TimedRanking]]
) -> list[TopicOutcome]:
    """Return each topic's outcome over all samples."""
    outcomes: list[TopicOutcome] = []
    for topic, found in zip(tests.topics, zip(*by_sample, strict=True), strict=True):
        scores = tuple(folder_score(tests.grades[topic.id], one.ranking) for one in found)
        outcomes.append(
            TopicOutcome(
                id=topic.id,
                query=topic.request,
                groups=(Group.ALL,),
                scores={
                    "ndcg": sum(scores) / len(scores),
                    "seconds": sum(one.seconds for one in found) / len(found),
                    "calls": sum(one.calls for one in found) / len(found),
                },
                by_sample=scores,
                first_folders=tuple(tuple(one.ranking[:FOLDERS_WITHIN]) for one in found),
            )
        )
    return outcomes
