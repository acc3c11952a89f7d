"""The conversation of one reader, kept in the session while the page is open."""

from dataclasses import dataclass

import streamlit as st

from narabot.models import Response

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

    @property
    def is_open(self) -> bool:
        """Whether nothing has come of the question yet."""
        return self.response is None and self.problem is None

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
    """Return the last response that the reader had when a turn began."""
    found = None
    for earlier in turns():
        if earlier is turn:
            break
        found = earlier.response or found
    return found


def ask(question: str) -> None:
    """Add a question to the conversation."""
    turns().append(Turn(question))
