"""Tests with multi-hop questions, which need several encyclopedia passages.

A collection is a folder with two files. `questions.jsonl` contains `id`, `query`, and `gold_titles`
(the titles of all required passages). `passages.jsonl.gz` contains `title` and `text`.
"""

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec
from ir_measures import R, nDCG

from narabot.errors import EvaluationFileError
from narabot.evaluation.questions import (
    TestFile,
    decode_json,
    nonblank_lines,
    read_bytes,
    read_entries,
)
from narabot.evaluation.scores import rank_measure
from narabot.models import AuthorityType, RecordType

QUESTIONS, PASSAGES = "questions.jsonl", "passages.jsonl.gz"

FIRST_NA_ID = 9_500_000_001
"""naId of the first passage. The National Archives does not use naIds in this range."""

Half = Literal["choose", "tell"]
HALF_SEED = "narabot multi-hop halves"
"""Seed of the hash that decides whether a question is used for tuning or for reporting."""

RECALL_WITHIN, GAIN_WITHIN, PERFECT_WITHIN = 5, 10, 8
"""Number of top records for recall, gain, and perfect retrieval, as in published results."""


class HopQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question with the titles of all required passages."""

    id: str
    query: str
    gold_titles: tuple[str, ...]

    @property
    def half(self) -> Half:
        """The question's half: `choose` (for tuning) or `tell` (for reporting)."""
        digest = hashlib.sha256(f"{HALF_SEED}\x1f{self.id}".encode()).digest()
        return "choose" if digest[0] % 2 == 0 else "tell"


class HopPassage(msgspec.Struct, frozen=True, kw_only=True):
    """An encyclopedia passage. Its title is the name of its subject."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class HopTests:
    """A collection of tests."""

    folder: Path
    questions: TestFile[HopQuestion]
    passages: tuple[HopPassage, ...]

    def gold(self, question: HopQuestion) -> tuple[int, ...]:
        """Return the naIds of a question's required passages."""
        return tuple(passage_na_id(self.places[title]) for title in question.gold_titles)

    @property
    def places(self) -> dict[str, int]:
        """Title → position of the passage in the file."""
        return {one.title: place for place, one in enumerate(self.passages)}

    def record_lines(self) -> Iterator[bytes]:
        """Yield the passages as catalog lines."""
        for place, one in enumerate(self.passages):
            yield record_line(place, one)


def passage_na_id(place: int) -> int:
    """Return the artificial naId of the passage at a position in the file."""
    return FIRST_NA_ID + place


def record_line(place: int, passage: HopPassage) -> bytes:
    """Return a passage as a catalog line for an authority record.

    The knowledge layer links mentions to this record, as it does for any authority record. The type
    is topical subject, because person, organization, or place would be a guess.
    """
    record = {
        "authorityType": AuthorityType.TOPICAL_SUBJECT,
        "heading": passage.title,
        "naId": passage_na_id(place),
        "recordType": RecordType.AUTHORITY,
        "scopeNote": passage.text,
    }
    return msgspec.json.encode({"record": record})


def read_multi_hop(folder: Path) -> HopTests:
    """Read the tests in a folder. Raise EvaluationFileError with the file name."""
    passages = tuple(read_passages(folder / PASSAGES))
    titles = {one.title for one in passages}
    if len(titles) < len(passages):
        raise EvaluationFileError(f"{folder / PASSAGES} has two passages with the same title.")

    def fault(question: HopQuestion) -> str | None:
        missing = [title for title in question.gold_titles if title not in titles]
        if missing:
            return f"no passage has the title {missing[0]!r}"
        return (
            None
            if question.gold_titles and question.query.strip()
            else "its query or gold titles are empty"
        )

    return HopTests(folder, read_entries(folder / QUESTIONS, HopQuestion, fault), passages)


def read_passages(file: Path) -> Iterator[HopPassage]:
    """Yield the passages in a compressed file. Raise EvaluationFileError."""
    try:
        content = gzip.decompress(read_bytes(file))
    except (EOFError, OSError, zlib.error) as error:
        raise EvaluationFileError(f"{file} cannot be decompressed ({error}).") from error
    for number, line in nonblank_lines(content):
        yield decode_json(line, HopPassage, f"{file}:{number}")


def hop_scores(gold: Sequence[int], ranking: Sequence[int]) -> dict[str, float]:
    """Return Recall@5, nDCG@10, and whether the top 8 records include all gold records."""
    grades = dict.fromkeys(gold, 1)
    return {
        "recall": rank_measure(R @ RECALL_WITHIN, grades, ranking),
        "gain": rank_measure(nDCG @ GAIN_WITHIN, grades, ranking),
        "perfect": float(set(gold) <= set(ranking[:PERFECT_WITHIN])),
    }
