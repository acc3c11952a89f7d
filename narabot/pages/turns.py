"""The conversation of one reader, kept in the session while the page is open."""

import streamlit as st

from narabot.models import EVERYTHING, Filters, Response, Turn


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
