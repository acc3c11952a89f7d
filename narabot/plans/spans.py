"""Stretches of a request: whether they share words. Pure."""

import re
from dataclasses import dataclass
from typing import Protocol, Self


class Span(Protocol):
    """Characters of a text, from a start to an end."""

    @property
    def start(self) -> int:
        """Where it starts."""
        ...

    @property
    def end(self) -> int:
        """Where it ends, exclusive."""
        ...


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some characters of a text."""

    start: int
    end: int

    @classmethod
    def of(cls, said: re.Match[str]) -> Self:
        """Return where words stand that a pattern has found."""
        return cls(*said.span())


def overlap(one: Span, other: Span) -> bool:
    """Return whether two stretches of a text share characters."""
    return one.start < other.end and one.end > other.start
