"""Training examples for the reader, in the form that all sources share."""

from dataclasses import dataclass
from enum import IntEnum


class Verdict(IntEnum):
    """How a text relates to a statement."""

    SUPPORTED = 0
    CONTRADICTED = 1
    NOT_SAID = 2


@dataclass(frozen=True, slots=True)
class ReadingExample:
    """A question and a text, with the character range of the answer if there is one."""

    question: str
    text: str
    start: int
    end: int
    """Equal to `start` if the text does not answer the question."""
    has_span: bool
    """Whether `start` and `end` are labeled. Otherwise, only `answers` is labeled."""
    answers: bool
    source: str
    group: str
    """Name of the example's group. Either all examples in a group are held out, or none are."""


@dataclass(frozen=True, slots=True)
class StatementExample:
    """A text, a statement, and how the text relates to the statement."""

    text: str
    statement: str
    verdict: Verdict
    source: str
    group: str


Example = ReadingExample | StatementExample
