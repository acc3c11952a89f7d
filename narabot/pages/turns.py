"""The conversation of one reader, kept in the session while the page is open."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import streamlit as st

from narabot.models import (
    EVERYTHING,
    FilterChoice,
    Filters,
    PlaceToLook,
    Response,
    without,
)

PAGE = 10
"""Records of a list that are shown at a time."""


@dataclass(slots=True)
class Turn:
    """A question, and once it is known, its response or what went wrong."""

    question: str
    response: Response | None = None
    problem: str | None = None
    """The sentence to show instead of a response."""
    can_retry: bool = False
    """Whether the same question may fare better later."""
    shown: int = PAGE
    """Records of a list that are on the screen."""
    opened: set[int] = field(default_factory=set)
    """Series of a list, by naId, that are shown whole."""
    added: Filters = EVERYTHING
    """Filters that were chosen with the question, in the place of its words."""
    removed: dict[str, str] = field(default_factory=dict)
    """Filters that the reader took away, in words, by their fields."""
    places: tuple[PlaceToLook, ...] | str | None = None
    """Where to look, once it was asked for; or why that is not known."""

    @property
    def is_open(self) -> bool:
        """Whether nothing has come of the question yet."""
        return self.response is None and self.problem is None

    @property
    def choice(self) -> FilterChoice:
        """What the reader chose beside the words; where that is all, these are not read."""
        unread = Filters.__dataclass_fields__ if self.added else self.removed
        return FilterChoice(without(self.added, self.removed), frozenset(unread))

    def keep_filters(self, texts: Mapping[str, str], kept: Collection[str]) -> None:
        """Ask again within only those of the filters that are kept."""
        self.removed = {name: text for name, text in texts.items() if name not in kept}
        self.response, self.shown, self.opened = None, PAGE, set()

    def fail(self, problem: str, *, can_retry: bool) -> None:
        """Keep the sentence that says what went wrong."""
        self.problem, self.can_retry = problem, can_retry

    def reopen(self) -> None:
        """Let the question be asked again."""
        self.problem, self.can_retry = None, False

    def show_more(self) -> None:
        """Let more records of the list be shown."""
        self.shown += PAGE


def turns() -> list[Turn]:
    """Return the conversation so far, oldest first; append to it to go on."""
    kept: list[Turn] = st.session_state.setdefault("turns", [])
    return kept


def response_before(turn: Turn) -> Response | None:
    """Return the last response that the reader had when a turn began.

    A turn that was asked of a record or a name, by its filters, leans on none.
    """
    if turn.added:
        return None
    found = None
    for earlier in turns():
        if earlier is turn:
            break
        found = earlier.response or found
    return found


def ask(question: str, added: Filters = EVERYTHING) -> None:
    """Add a question to the conversation, with filters in the place of its words, if any."""
    turns().append(Turn(question, added=added))
