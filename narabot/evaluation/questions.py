"""Read and validate files of test questions and labeled requests."""

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
    """A request with its expected answer. Other JSON keys are ignored."""

    id: str
    query: str
    lang: Language
    request_class: RequestClass = msgspec.field(name="class")
    kind: str
    gold: tuple[int, ...] = msgspec.field(name="gold_naIds")
    answer: tuple[str, ...]
    """Strings that the answer must contain."""
    answerable: bool
    answer_alt: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Required string → acceptable alternatives."""
    gold_optional: tuple[int, ...] = ()
    """Records that are neither required nor wrong in a list."""
    pair: str | None = None
    """Identifier that two wordings of the same question share."""
    lexmis: bool = False
    """Whether the wording shares almost no content words with the record."""
    world_knowledge: bool = False
    """Whether the question requires outside knowledge."""

    @property
    def is_list(self) -> bool:
        """Whether the request asks for a list of records."""
        return self.request_class is RequestClass.SHOW_RECORDS


class LabeledRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request with its class."""

    query: str
    lang: Language
    request_class: RequestClass = msgspec.field(name="class")

    @property
    def id(self) -> str:
        """A short identifier, derived from the query."""
        return hashlib.sha256(self.query.encode()).hexdigest()[:12]


class Test(Protocol):
    """A test with an identifier."""

    @property
    def id(self) -> str:
        """The identifier of the test."""


Entry = TypeVar("Entry", bound=Test)


@dataclass(frozen=True, slots=True)
class TestFile(Generic[Entry]):
    """The tests in a file."""

    __test__ = False  # otherwise pytest would collect this class

    name: str
    sha256: str
    entries: tuple[Entry, ...]


def read_questions(file: Path) -> TestFile[Question]:
    """Read questions from a JSONL file. Raise EvaluationFileError with the line number."""
    return read_entries(file, Question, question_fault)


def read_labeled_requests(file: Path) -> TestFile[LabeledRequest]:
    """Read labeled requests from a JSONL file. Raise EvaluationFileError."""
    return read_entries(file, LabeledRequest, request_fault)


def read_entries(
    file: Path, shape: type[Entry], fault: Callable[[Entry], str | None]
) -> TestFile[Entry]:
    """Read and validate the tests in a file.

    Raise EvaluationFileError if the file is empty, a test is invalid, or an ID is repeated.
    """
    content = read_bytes(file)
    known: dict[str, int] = {}
    entries: list[Entry] = []
    for number, line in nonblank_lines(content):
        entry = decode_json(line, shape, f"{file}:{number}")
        fault_text = fault(entry)
        if fault_text is None and entry.id in known:
            fault_text = f"it repeats line {known[entry.id]} (id {entry.id})"
        if fault_text is not None:
            raise EvaluationFileError(f"{file}:{number} is invalid: {fault_text}.")
        known[entry.id] = number
        entries.append(entry)
    if not entries:
        raise EvaluationFileError(f"{file} is empty. Supply a file with one JSON object per line.")
    return TestFile(file.name, hashlib.sha256(content).hexdigest(), tuple(entries))


def read_bytes(file: Path) -> bytes:
    """Return a file's content. Raise EvaluationFileError if the file cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise EvaluationFileError(f"{file} cannot be read ({error.strerror or error}).") from error


def nonblank_lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield nonblank lines with their numbers."""
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if line.strip():
            yield number, line


Shape = TypeVar("Shape")


def decode_json(content: bytes, shape: type[Shape], place: str) -> Shape:
    """Decode JSON into the specified type.

    Raise EvaluationFileError, whose message names the location.
    """
    try:
        return msgspec.json.decode(content, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EvaluationFileError(f"{place} is invalid: {error}.") from error


def request_fault(request: Question | LabeledRequest) -> str | None:
    """Return why a request is invalid, or `None` if it is valid."""
    return None if request.query.strip() else "its `query` is empty"


def question_fault(question: Question) -> str | None:
    """Return why a decoded question is invalid, or `None` if it is valid."""
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
    """Yield all strings that the scoring accepts."""
    yield from question.answer
    for others in question.answer_alt.values():
        yield from others
