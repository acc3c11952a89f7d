"""What the reader is trained on, whatever it comes from."""

from dataclasses import dataclass
from enum import IntEnum


class Verdict(IntEnum):
    """What a text says of a statement."""

    SUPPORTED = 0
    CONTRADICTED = 1
    NOT_SAID = 2


@dataclass(frozen=True, slots=True)
class Reading:
    """A question and a text, with the characters that answer it, if any do."""

    question: str
    text: str
    start: int
    end: int
    """`start == end` where the text does not answer."""
    has_span: bool
    """Whether start and end are known; else it is only known whether the text answers."""
    answers: bool
    source: str
    group: str
    """Examples of one group are never on both sides of a split."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A text and a statement about it."""

    text: str
    statement: str
    verdict: Verdict
    source: str
    group: str


Example = Reading | Statement
