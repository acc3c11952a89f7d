"""Files of test questions and of labelled requests: their shape, and what is wrong with a bad one.

Knows nothing of how they are asked and scored.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Literal, Protocol, TypeVar

import msgspec

from narabot.errors import EvaluationFileError
from narabot.models import RequestClass

Language = Literal["en", "ru"]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A request with what is right for it; keys that are not named here are left unread."""

    id: str
    query: str
    lang: Language
    request_class: RequestClass = msgspec.field(name="class")
    kind: str
    gold: tuple[int, ...] = msgspec.field(name="gold_naIds")
    answer: tuple[str, ...]
    """Strings that must all be in the answer."""
    answerable: bool
    answer_alt: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """For a string of the answer, others that do as well."""
    gold_optional: tuple[int, ...] = ()
    """Records of a list that are neither required nor wrong."""
    pair: str | None = None
    """The same for two wordings of one question."""
    lexmis: bool = False
    """Whether the wording shares hardly a content word with the record."""
    world_knowledge: bool = False
    """Whether the wording can be resolved only with outside knowledge."""

    @property
    def is_list(self) -> bool:
        """Whether records are ordered, not an answer."""
        return self.request_class is RequestClass.SHOW_RECORDS


class LabelledRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request with its class."""

    query: str
    lang: Language
    request_class: RequestClass = msgspec.field(name="class")

    @property
    def id(self) -> str:
        """A short name that follows from the words."""
        return hashlib.sha256(self.query.encode()).hexdigest()[:12]


class Test(Protocol):
    """What every test has: a name of its own."""

    @property
    def id(self) -> str:
        """A short name."""


Entry = TypeVar("Entry", bound=Test)


@dataclass(frozen=True, slots=True)
class TestFile(Generic[Entry]):
    """A file of tests, whole."""

    __test__ = False  # pytest would take the name for a class of tests

    name: str
    sha256: str
    entries: tuple[Entry, ...]


def read_questions(file: Path) -> TestFile[Question]:
    """Return the questions of a JSONL file. Raises EvaluationFileError, naming the line."""
    return read_entries(file, Question, question_fault)


def read_labelled_requests(file: Path) -> TestFile[LabelledRequest]:
    """Return the labelled requests of a JSONL file. Raises EvaluationFileError."""
    return read_entries(file, LabelledRequest, request_fault)


def read_entries(
    file: Path, shape: type[Entry], fault: Callable[[Entry], str | None]
) -> TestFile[Entry]:
    """Return the entries of a file, each whole and with an id of its own."""
    content = read_bytes(file)
    known: dict[str, int] = {}
    entries: list[Entry] = []
    for number, line in written_lines(content):
        entry = decoded(line, shape, f"{file}:{number}")
        wrong = fault(entry)
        if wrong is None and entry.id in known:
            wrong = f"it repeats line {known[entry.id]} (id {entry.id})"
        if wrong is not None:
            raise EvaluationFileError(f"{file}:{number} cannot be used: {wrong}.")
        known[entry.id] = number
        entries.append(entry)
    if not entries:
        raise EvaluationFileError(f"{file} is empty. Give a file of JSON objects, one a line.")
    return TestFile(file.name, hashlib.sha256(content).hexdigest(), tuple(entries))


def read_bytes(file: Path) -> bytes:
    """Return a file's content. Raises EvaluationFileError."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise EvaluationFileError(f"{file} cannot be read ({error.strerror or error}).") from error


def written_lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, with their numbers."""
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if line.strip():
            yield number, line


Shape = TypeVar("Shape")


def decoded(content: bytes, shape: type[Shape], place: str) -> Shape:
    """Return JSON in a shape. Raises EvaluationFileError that names the place."""
    try:
        return msgspec.json.decode(content, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EvaluationFileError(f"{place} cannot be used: {error}.") from error


def request_fault(request: Question | LabelledRequest) -> str | None:
    """Return what is wrong with a request's words."""
    return None if request.query.strip() else "its `query` is empty"


def question_fault(question: Question) -> str | None:
    """Return what is wrong with a question that has the right shape."""
    faults: Sequence[tuple[bool, str]] = (
        (not question.id.strip(), "its `id` is empty"),
        (question.is_list and not question.answerable, "a list cannot be unanswerable"),
        (question.answerable and not question.gold, "it is answerable, but has no `gold_naIds`"),
        (
            question.answerable and not question.is_list and not question.answer,
            "it is answerable, but its `answer` is empty",
        ),
        (not all(map(str.strip, accepted_strings(question))), "a string of its answer is empty"),
        (
            not question.answer_alt.keys() <= set(question.answer),
            "`answer_alt` names a string that is not in `answer`",
        ),
    )
    own = next((fault for is_faulty, fault in faults if is_faulty), None)
    return request_fault(question) or own


def accepted_strings(question: Question) -> Iterator[str]:
    """Yield every string that an answer may be right by."""
    yield from question.answer
    for others in question.answer_alt.values():
        yield from others
