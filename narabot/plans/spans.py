"""Stretches of a request: whether they share words. Pure."""

from typing import Protocol


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


def overlap(one: Span, other: Span) -> bool:
    """Return whether two stretches of a text share characters."""
    return one.start < other.end and one.end > other.start
