"""Test collections of every kind, told by their shape: what a path to some of them holds.

Knows nothing of how they are asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from narabot.errors import EvaluationFileError
from narabot.evaluation.chat_messages import ChatMessages, read_chat_messages
from narabot.evaluation.evaluations import What, file_digest
from narabot.evaluation.folders import FILES, FolderTests, read_folder_tests
from narabot.evaluation.graph_questions import KINDS, GraphQuestion, read_graph_questions
from narabot.evaluation.multi_hop import PASSAGES, QUESTIONS, HopTests, read_multi_hop
from narabot.evaluation.questions import (
    Question,
    TestFile,
    decoded,
    read_bytes,
    read_questions,
    written_lines,
)

CollectionTests = (
    TestFile[Question] | TestFile[GraphQuestion] | TestFile[ChatMessages] | FolderTests | HopTests
)


class FirstLine(msgspec.Struct, frozen=True):
    """What tells by the first line of a file what its tests are."""

    turns: tuple[str, ...] | None = None
    kind: str | None = None
    gold: tuple[int, ...] | None = msgspec.field(name="gold_naIds", default=None)
    answerable: bool | None = None


@dataclass(frozen=True, slots=True)
class Collection:
    """Tests of one kind, with the name of the file or folder that holds them."""

    name: str
    what: What
    tests: CollectionTests

    @property
    def identity(self) -> dict[str, Any]:
        """Which tests they are."""
        match self.tests:
            case TestFile(name=name, sha256=sha256, entries=entries):
                return {"file": name, "sha256": sha256, "count": len(entries)}
            case FolderTests(folder=folder):
                return {name: file_digest(folder / name) for name in FILES}
            case HopTests(folder=folder):
                return {name: file_digest(folder / name) for name in (QUESTIONS, PASSAGES)}


def read_collections(paths: Sequence[Path]) -> list[Collection]:
    """Return the collections at some paths, or in the folders there, each name once.

    Raises EvaluationFileError for a path without any, and for a collection that is faulty.
    """
    collections = [one for path in paths for one in collections_at(path)]
    names = [one.name for one in collections]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise EvaluationFileError(f"Two collections are called {repeated}. Give each once.")
    return collections


def collections_at(path: Path) -> Iterator[Collection]:
    """Yield the collection at a path, or those in a folder; what is none there is passed over."""
    own = collection_at(path)
    if own is not None:
        yield own
        return
    inner = sorted(path.iterdir()) if path.is_dir() else []
    within = [found for one in inner if (found := collection_at(one)) is not None]
    if not within:
        raise EvaluationFileError(
            f"{path} is no collection of tests that a strategy bears on, and holds none."
        )
    yield from within


def collection_at(path: Path) -> Collection | None:
    """Return the collection at a path, `None` if there is none. Raises EvaluationFileError."""
    if path.is_dir():
        return folder_collection(path)
    if path.suffix != ".jsonl":
        return None
    name = path.stem
    match what_of(path):
        case "chat":
            return Collection(name, "chat", read_chat_messages(path))
        case "graph-questions":
            return Collection(name, "graph-questions", read_graph_questions(path))
        case "questions":
            return Collection(name, "questions", read_questions(path))
        case _:
            return None


def folder_collection(folder: Path) -> Collection | None:
    """Return the collection that a folder is, `None` if it is none. Raises EvaluationFileError."""
    if (folder / PASSAGES).is_file():
        return Collection(folder.name, "multi-hop", read_multi_hop(folder))
    if all((folder / name).is_file() for name in FILES):
        return Collection(folder.name, "where-to-look", read_folder_tests(folder))
    return None


def what_of(file: Path) -> What | None:
    """Return what the tests of a file are, `None` for other lines. Raises EvaluationFileError."""
    number, line = next(written_lines(read_bytes(file)), (1, b"{}"))
    first = decoded(line, FirstLine, f"{file}:{number}")
    if first.turns is not None:
        return "chat"
    if first.gold is None or first.answerable is None:
        return None
    return "graph-questions" if first.kind in KINDS else "questions"
