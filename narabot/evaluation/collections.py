"""Find test collections at a path, and detect each collection's kind from its format."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from narabot.errors import EvaluationFileError
from narabot.evaluation.chat_messages import ChatMessages, read_chat_messages
from narabot.evaluation.evaluations import EvaluationKind, file_digest
from narabot.evaluation.folders import FILES, FolderTests, read_folder_tests
from narabot.evaluation.graph_questions import KINDS, GraphQuestion, read_graph_questions
from narabot.evaluation.multi_hop import PASSAGES, QUESTIONS, HopTests, read_multi_hop
from narabot.evaluation.questions import (
    Question,
    TestFile,
    decode_json,
    nonblank_lines,
    read_bytes,
    read_questions,
)

CollectionTests = (
    TestFile[Question] | TestFile[GraphQuestion] | TestFile[ChatMessages] | FolderTests | HopTests
)


class FirstLine(msgspec.Struct, frozen=True):
    """Fields in the first line of a file. They show which kind of tests the file contains."""

    turns: tuple[str, ...] | None = None
    kind: str | None = None
    gold: tuple[int, ...] | None = msgspec.field(name="gold_naIds", default=None)
    answerable: bool | None = None


@dataclass(frozen=True, slots=True)
class Collection:
    """Tests of one kind, with the name of their file or folder."""

    name: str
    what: EvaluationKind
    tests: CollectionTests

    @property
    def identity(self) -> dict[str, Any]:
        """Names, checksums, and counts that identify the tests."""
        match self.tests:
            case TestFile(name=name, sha256=sha256, entries=entries):
                return {"file": name, "sha256": sha256, "count": len(entries)}
            case FolderTests(folder=folder):
                return {name: file_digest(folder / name) for name in FILES}
            case HopTests(folder=folder):
                return {name: file_digest(folder / name) for name in (QUESTIONS, PASSAGES)}


def read_collections(paths: Sequence[Path]) -> list[Collection]:
    """Return the collections at the specified paths. A path can also be a folder of collections.

    Raise EvaluationFileError for a path without collections, an invalid collection, or two
    collections with the same name.
    """
    collections = [one for path in paths for one in collections_at(path)]
    names = [one.name for one in collections]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise EvaluationFileError(
            f"Two collections are named {repeated}. Specify each collection once."
        )
    return collections


def collections_at(path: Path) -> Iterator[Collection]:
    """Yield the collection at a path, or all collections in a folder. Skip other files."""
    own = collection_at(path)
    if own is not None:
        yield own
        return
    inner = sorted(path.iterdir()) if path.is_dir() else []
    within = [found for one in inner if (found := collection_at(one)) is not None]
    if not within:
        raise EvaluationFileError(
            f"{path} is not a test collection for strategies and does not contain one."
        )
    yield from within


def collection_at(path: Path) -> Collection | None:
    """Return the collection at a path, or `None`. Raise EvaluationFileError if it is invalid."""
    if path.is_dir():
        return folder_collection(path)
    if path.suffix != ".jsonl":
        return None
    name = path.stem
    match kind_of_tests(path):
        case "chat":
            return Collection(name, "chat", read_chat_messages(path))
        case "graph-questions":
            return Collection(name, "graph-questions", read_graph_questions(path))
        case "questions":
            return Collection(name, "questions", read_questions(path))
        case _:
            return None


def folder_collection(folder: Path) -> Collection | None:
    """Return the collection in a folder, or `None`. Raise EvaluationFileError if it is invalid."""
    if (folder / PASSAGES).is_file():
        return Collection(folder.name, "multi-hop", read_multi_hop(folder))
    if all((folder / name).is_file() for name in FILES):
        return Collection(folder.name, "where-to-look", read_folder_tests(folder))
    return None


def kind_of_tests(file: Path) -> EvaluationKind | None:
    """Return the kind of tests in a file, or `None`. Raise EvaluationFileError for invalid JSON."""
    number, line = next(nonblank_lines(read_bytes(file)), (1, b"{}"))
    first = decode_json(line, FirstLine, f"{file}:{number}")
    if first.turns is not None:
        return "chat"
    if first.gold is None or first.answerable is None:
        return None
    return "graph-questions" if first.kind in KINDS else "questions"
