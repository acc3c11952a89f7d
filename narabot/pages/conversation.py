"""Manage the conversation on the screen, in the session and in the store.

If the store is unavailable, the conversation continues in the session and the page shows the
problem. Two windows may show the same conversation. Each window adopts the other's changes and
keeps its own unsaved changes.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import streamlit as st

from narabot.conversations.history import Conversations
from narabot.errors import NarabotError
from narabot.models import NO_FILTERS, Conversation, Filters, Response, Turn
from narabot.pages.login import owner
from narabot.pages.resources import conversation_store
from narabot.presentation.markdown import shortened
from narabot.presentation.strings import say

CONVERSATION_KEY = "conversation"
"""Query parameter for the requested conversation, and session key for the current conversation."""

STORED = "kept"
"""Session key for the turn states that the store contains, keyed by turn ID."""

PROBLEM = "not_kept"
"""Session key for the error that prevents saving."""

MISSING = "conversation_missing"
"""Session key that is set if the requested conversation is not available."""

MAX_NAME_CHARS = 80
"""Maximum length of a conversation's name, in characters."""

NEW_NAME = "New conversation"


def current() -> Conversation:
    """Return the conversation on the screen. It has no ID until it is stored."""
    shown: Conversation = st.session_state.setdefault(CONVERSATION_KEY, Conversation("", NEW_NAME))
    return shown


def turns() -> list[Turn]:
    """Return the turns of the conversation on the screen, oldest first."""
    return current().turns


def back_label() -> str:
    """Return the label of the button that returns to the conversation."""
    return say("Back to the conversation") if turns() else say("Ask a question")


def stored_conversations() -> Conversations:
    """Return the stored conversations.

    Raise SettingsError or ConversationsUnavailableError on failure.
    """
    return conversation_store().conversations


@contextmanager
def report_store_errors() -> Iterator[None]:
    """Catch errors from the store and record them for display, so that the page continues.

    The error remains until it is shown. Otherwise, a successful read would hide a failed write.
    """
    try:
        yield
    except NarabotError as error:
        st.session_state[PROBLEM] = error


def open_requested_conversation() -> None:
    """Load the current version of the conversation that the address requests."""
    requested = st.query_params.get(CONVERSATION_KEY, "")
    if not requested and current().id:
        clear_session()
    if not requested or st.session_state.get(PROBLEM):
        return
    with report_store_errors():
        conversations = stored_conversations()
        if (
            requested == current().id
            and conversations.revision(owner(), requested) == current().revision
        ):
            return
        stored = conversations.conversation(owner(), requested)
        if stored is None:
            clear_session()
            st.query_params.pop(CONVERSATION_KEY, None)
            st.session_state[MISSING] = True
        else:
            merge_stored(stored)


def merge_stored(stored: Conversation) -> None:
    """Show the stored conversation, except for turns with unsaved changes in this window."""
    is_current = stored.id == current().id
    stored_states: Mapping[str, object] = st.session_state.get(STORED, {}) if is_current else {}
    ours = {
        turn.id: turn
        for turn in turns()
        if turn.id in stored_states and stored_states[turn.id] != turn.state
    }
    unsaved = [turn for turn in turns() if turn.id not in stored_states] if is_current else []
    merged = [ours.get(turn.id, turn) for turn in stored.turns]
    stored.turns = merged + unsaved
    st.session_state[CONVERSATION_KEY] = stored
    st.session_state[STORED] = {
        turn.id: stored_states[turn.id] if turn.id in ours else turn.state for turn in merged
    }
    st.session_state.pop(MISSING, None)


def show_conversation(conversation_id: str) -> None:
    """Open the conversation with the specified ID, or a new conversation if the ID is ""."""
    clear_session()
    if conversation_id:
        st.query_params[CONVERSATION_KEY] = conversation_id
    else:
        st.query_params.pop(CONVERSATION_KEY, None)


def clear_session() -> None:
    """Remove the conversation from the session."""
    for name in (CONVERSATION_KEY, STORED, MISSING):
        st.session_state.pop(name, None)


def ask(question: str, added: Filters = NO_FILTERS) -> None:
    """Add a question to the conversation, optionally with filters."""
    turns().append(Turn(question, added=added))
    st.session_state.pop(MISSING, None)
    save_changes()


def save_changes() -> None:
    """Store the turns that have changed since they were last stored."""
    stored_states: dict[str, object] = st.session_state.setdefault(STORED, {})
    changed = [turn for turn in turns() if stored_states.get(turn.id) != turn.state]
    if changed:
        with report_store_errors():
            for turn in changed:
                save_turn(turn)
                stored_states[turn.id] = turn.state


def save_turn(turn: Turn) -> None:
    """Store one turn.

    For the first turn, or if another window has deleted the conversation, narabot creates a new
    stored conversation.
    """
    conversations = stored_conversations()
    if not current().id:
        create_conversation(turns())
    revision = conversations.save_turn(owner(), current().id, turn)
    if revision is None:
        create_conversation([turn])
        st.session_state[MISSING] = True
        revision = conversations.save_turn(owner(), current().id, turn)
    current().accept_revision(revision)


def create_conversation(first: list[Turn]) -> None:
    """Create a stored conversation for turns that have not been stored yet."""
    name = shortened(first[0].question, MAX_NAME_CHARS)
    conversation = stored_conversations().begin(owner(), name)
    conversation.turns = first
    st.session_state[CONVERSATION_KEY] = conversation
    st.query_params[CONVERSATION_KEY] = conversation.id


def reword(turn: Turn, question: str) -> None:
    """Replace a turn's question, ask the new question, and rerun the turn's follow-ups."""
    turn.reword(question)
    rerun_follow_ups(turn)


def ask_separately(turn: Turn) -> None:
    """Ask a turn's question without context, and rerun the turn's follow-ups."""
    turn.ask_alone()
    rerun_follow_ups(turn)


def ask_as_follow_up(turn: Turn) -> None:
    """Ask a turn's question as a follow-up, and rerun the turn's own follow-ups."""
    turn.ask_as_follow_up()
    rerun_follow_ups(turn)


def respell(turn: Turn, question: str) -> None:
    """Ask a turn's question with corrected spelling, and rerun the turn's follow-ups."""
    turn.respell(question)
    rerun_follow_ups(turn)


def rerun_follow_ups(turn: Turn) -> None:
    """Rerun the follow-ups that come directly after a turn."""
    for later in turns()[turns().index(turn) + 1 :]:
        if later.added or later.response is None or not later.response.is_follow_up:
            return
        later.ask_again()


def previous_response(turn: Turn) -> Response | None:
    """Return the last response before a turn, which provides the context of a follow-up.

    Turns with filters from a record or phrase page have no context. Neither do turns that the
    reader asked as separate questions.
    """
    if turn.added or turn.is_alone:
        return None
    previous = None
    for earlier in turns():
        if earlier is turn:
            break
        previous = earlier.response or previous
    return previous
