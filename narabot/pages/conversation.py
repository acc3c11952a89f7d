"""The conversation on the screen: in the session while the page is open, and in the store.

Where the store does not work, the conversation goes on in the session, and the page says so. Two
windows may show one conversation: each takes over what the other has changed, and keeps what it
has changed itself.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import streamlit as st

from narabot.conversations.history import KeptConversations
from narabot.errors import NarabotError
from narabot.models import EVERYTHING, Conversation, Filters, Response, Turn
from narabot.pages.login import owner
from narabot.pages.resources import conversation_store
from narabot.presentation.markdown import shortened
from narabot.presentation.strings import say

ASKED_FOR = "conversation"
"""In the address: the conversation to show. In the session: that which is shown."""

KEPT = "kept"
"""In the session: what is in the store already, by the ids of the turns."""

PROBLEM = "not_kept"
"""In the session: the error that says why nothing can be kept."""

MISSING = "conversation_missing"
"""In the session: whether the address asked for a conversation that is not there."""

LONGEST_NAME = 80
"""Characters of a conversation's name."""

NEW = "New conversation"


def current() -> Conversation:
    """Return the conversation on the screen; without an id it is not kept yet."""
    shown: Conversation = st.session_state.setdefault(ASKED_FOR, Conversation("", NEW))
    return shown


def turns() -> list[Turn]:
    """Return the turns of the conversation on the screen, oldest first."""
    return current().turns


def back_label() -> str:
    """Return where the way back from another page leads."""
    return say("Back to the conversation") if turns() else say("Ask a question")


def kept_conversations() -> KeptConversations:
    """Return the kept conversations. Raises SettingsError, ConversationsUnavailableError."""
    return conversation_store().conversations


@contextmanager
def told_if_not_kept() -> Iterator[None]:
    """Let the page go on, and say what is wrong, where the store does not work.

    It is said until it was shown: what is read after a failed write would else hide that.
    """
    try:
        yield
    except NarabotError as error:
        st.session_state[PROBLEM] = error


def open_asked_for() -> None:
    """Let the session have the conversation that the address asks for, as it now is."""
    asked = st.query_params.get(ASKED_FOR, "")
    if not asked and current().id:
        forget()
    if not asked or st.session_state.get(PROBLEM):
        return
    with told_if_not_kept():
        conversations = kept_conversations()
        if asked == current().id and conversations.revision(owner(), asked) == current().revision:
            return
        found = conversations.conversation(owner(), asked)
        if found is None:
            forget()
            st.query_params.pop(ASKED_FOR, None)
            st.session_state[MISSING] = True
        else:
            take_over(found)


def take_over(found: Conversation) -> None:
    """Show what is in the store, but for turns that were changed here since they were kept."""
    is_ours = found.id == current().id
    known: Mapping[str, object] = st.session_state.get(KEPT, {}) if is_ours else {}
    ours = {turn.id: turn for turn in turns() if turn.id in known and known[turn.id] != turn.state}
    unkept = [turn for turn in turns() if turn.id not in known] if is_ours else []
    kept = [ours.get(turn.id, turn) for turn in found.turns]
    found.turns = kept + unkept
    st.session_state[ASKED_FOR] = found
    st.session_state[KEPT] = {
        turn.id: known[turn.id] if turn.id in ours else turn.state for turn in kept
    }
    st.session_state.pop(MISSING, None)


def show_conversation(conversation_id: str) -> None:
    """Go to another conversation, or with "" to a new one."""
    forget()
    if conversation_id:
        st.query_params[ASKED_FOR] = conversation_id
    else:
        st.query_params.pop(ASKED_FOR, None)


def forget() -> None:
    """Let the session have no conversation."""
    for name in (ASKED_FOR, KEPT, MISSING):
        st.session_state.pop(name, None)


def ask(question: str, added: Filters = EVERYTHING) -> None:
    """Add a question to the conversation, with filters in the place of its words, if any."""
    turns().append(Turn(question, added=added))
    st.session_state.pop(MISSING, None)
    keep_changes()


def keep_changes() -> None:
    """Keep the turns that have changed since they were kept."""
    kept: dict[str, object] = st.session_state.setdefault(KEPT, {})
    changed = [turn for turn in turns() if kept.get(turn.id) != turn.state]
    if changed:
        with told_if_not_kept():
            for turn in changed:
                keep(turn)
                kept[turn.id] = turn.state


def keep(turn: Turn) -> None:
    """Keep one turn; with the first one, or where another window has deleted it, begin anew."""
    conversations = kept_conversations()
    if not current().id:
        begin(turns())
    revision = conversations.keep_turn(owner(), current().id, turn)
    if revision is None:
        begin([turn])
        st.session_state[MISSING] = True
        revision = conversations.keep_turn(owner(), current().id, turn)
    current().follow(revision)


def begin(first: list[Turn]) -> None:
    """Begin a conversation that is kept, with some turns that are not yet."""
    name = shortened(first[0].question, LONGEST_NAME)
    begun = kept_conversations().begin(owner(), name)
    begun.turns = first
    st.session_state[ASKED_FOR] = begun
    st.query_params[ASKED_FOR] = begun.id


def reword(turn: Turn, question: str) -> None:
    """Ask in other words, and ask the questions behind it again that lean on it."""
    turn.reword(question)
    ask_again_behind(turn)


def ask_alone(turn: Turn) -> None:
    """Ask without what was asked before, and ask the questions behind it again that lean on it."""
    turn.ask_alone()
    ask_again_behind(turn)


def ask_in_turn(turn: Turn) -> None:
    """Ask with what was asked before, and ask the questions behind it again that lean on it."""
    turn.ask_in_turn()
    ask_again_behind(turn)


def respell(turn: Turn, question: str) -> None:
    """Ask with other spellings, and ask the questions behind it again that lean on it."""
    turn.respell(question)
    ask_again_behind(turn)


def ask_again_behind(turn: Turn) -> None:
    """Ask the questions behind a turn again that lean on it."""
    for later in turns()[turns().index(turn) + 1 :]:
        if later.added or later.response is None or not later.response.leans:
            return
        later.ask_again()


def response_before(turn: Turn) -> Response | None:
    """Return the last response that the reader had when a turn began.

    A turn that was asked of a record or a name, by its filters, leans on none, nor does one that
    is to be asked by itself.
    """
    if turn.added or turn.is_alone:
        return None
    found = None
    for earlier in turns():
        if earlier is turn:
            break
        found = earlier.response or found
    return found
