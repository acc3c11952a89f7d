"""Spans of characters in a request, and whether they overlap. Pure."""

import re
from dataclasses import dataclass
from typing import Protocol, Self


class Span(Protocol):
    """A range of characters in a text."""

    @property
    def start(self) -> int:
        """Position of the first character."""
        ...

    @property
    def end(self) -> int:
        """Position after the last character."""
        ...


@dataclass(frozen=True, slots=True)
class MatchSpan:
    """A range of characters in a text, as a start and an end."""

    start: int
    end: int

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        """Return the span of a pattern match."""
        return cls(*match.span())


def overlap(one: Span, other: Span) -> bool:
    """Return whether two spans have characters in common."""
    return one.start < other.end and one.end > other.start
