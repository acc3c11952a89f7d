"""Questions whose answer needs several passages of an encyclopaedia, and the passages as records.

A folder of two files: `questions.jsonl` (`id, query, gold_titles`: all that are needed) and
`passages.jsonl.gz` (`title, text`). Pure but for reading them; knows nothing of how they are asked.
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
from narabot.evaluation.questions import TestFile, decoded, read_bytes, read_entries, written_lines
from narabot.evaluation.scores import rank_measure
from narabot.models import AuthorityType, RecordType

QUESTIONS, PASSAGES = "questions.jsonl", "passages.jsonl.gz"

FIRST_NA_ID = 9_500_000_001
"""Of the first passage; the National Archives have given no such numbers."""

Half = Literal["choose", "tell"]
HALF_SEED = "narabot multi-hop halves"
"""Part of what is hashed: which questions may decide a parameter, and which only tell of it."""

RECALL_WITHIN, GAIN_WITHIN, PERFECT_WITHIN = 5, 10, 8
"""Records among which the gold is looked for, by measure; those of the published numbers."""


class HopQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question with the titles of all passages that its answer needs."""

    id: str
    query: str
    gold_titles: tuple[str, ...]

    @property
    def half(self) -> Half:
        """Whether it may be used for choosing a parameter, or only for telling how good it is."""
        digest = hashlib.sha256(f"{HALF_SEED}\x1f{self.id}".encode()).digest()
        return "choose" if digest[0] % 2 == 0 else "tell"


class HopPassage(msgspec.Struct, frozen=True, kw_only=True):
    """A passage of the encyclopaedia; its title is the name of what it is about."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class HopTests:
    """The whole collection of tests."""

    folder: Path
    questions: TestFile[HopQuestion]
    passages: tuple[HopPassage, ...]

    def gold(self, question: HopQuestion) -> tuple[int, ...]:
        """Return the naIds of the passages that a question needs."""
        return tuple(na_id_of(self.places[title]) for title in question.gold_titles)

    @property
    def places(self) -> dict[str, int]:
        """The places of the passages by their titles."""
        return {one.title: place for place, one in enumerate(self.passages)}

    def record_lines(self) -> Iterator[bytes]:
        """Yield the passages as lines of the catalogue's shape."""
        for place, one in enumerate(self.passages):
            yield record_line(place, one)


def na_id_of(place: int) -> int:
    """Return the made-up naId of the passage of a place in the file."""
    return FIRST_NA_ID + place


def record_line(place: int, passage: HopPassage) -> bytes:
    """Return a passage as a record: an authority, for it tells of what its title names.

    So the layer links mentions to it as it does to any authority. The type is the one that
    claims nothing of what is named: a subject. Person, organization or place would be a guess.
    """
    record = {
        "authorityType": AuthorityType.TOPICAL_SUBJECT,
        "heading": passage.title,
        "naId": na_id_of(place),
        "recordType": RecordType.AUTHORITY,
        "scopeNote": passage.text,
    }
    return msgspec.json.encode({"record": record})


def read_multi_hop(folder: Path) -> HopTests:
    """Return the tests in a folder. Raises EvaluationFileError, naming the file."""
    passages = tuple(read_passages(folder / PASSAGES))
    titles = {one.title for one in passages}
    if len(titles) < len(passages):
        raise EvaluationFileError(f"{folder / PASSAGES} has two passages of one title.")

    def fault(question: HopQuestion) -> str | None:
        missing = [title for title in question.gold_titles if title not in titles]
        if missing:
            return f"no passage has the title {missing[0]!r}"
        return None if question.gold_titles and question.query.strip() else "it lacks words or gold"

    return HopTests(folder, read_entries(folder / QUESTIONS, HopQuestion, fault), passages)


def read_passages(file: Path) -> Iterator[HopPassage]:
    """Yield the passages of a packed file. Raises EvaluationFileError."""
    try:
        content = gzip.decompress(read_bytes(file))
    except (EOFError, OSError, zlib.error) as error:
        raise EvaluationFileError(f"{file} cannot be unpacked ({error}).") from error
    for number, line in written_lines(content):
        yield decoded(line, HopPassage, f"{file}:{number}")


def hop_scores(gold: Sequence[int], ranking: Sequence[int]) -> dict[str, float]:
    """Return Recall@5, nDCG@10, and whether all gold records are among the first 8."""
    grades = dict.fromkeys(gold, 1)
    return {
        "recall": rank_measure(R @ RECALL_WITHIN, grades, ranking),
        "gain": rank_measure(nDCG @ GAIN_WITHIN, grades, ranking),
        "perfect": float(set(gold) <= set(ranking[:PERFECT_WITHIN])),
    }
