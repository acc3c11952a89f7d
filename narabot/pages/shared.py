"""The page of an answer that its reader has shared, `?shared=…`."""

from collections.abc import Sequence

import streamlit as st

from narabot.models import SharedTurn, Turn
from narabot.pages.conversation import ask, show_conversation
from narabot.pages.frame import name_page, sentence_for, show_closed
from narabot.pages.navigation import open_conversation
from narabot.pages.notes import show_note
from narabot.pages.resources import conversation_store, read_once
from narabot.pages.responses import show_as_shared, show_problem
from narabot.pages.turns import hashes_now, show_question, still_holds
from narabot.presentation.markdown import escape
from narabot.presentation.sharing import COMPUTED_OTHERWISE, changes_said, shared_on
from narabot.presentation.strings import say, spoken


def show_shared_page(share_id: str) -> None:
    """Show an answer that was shared, or why there is none."""
    st.button(
        say("Ask a question"), key="back", icon=":material/arrow_back:", on_click=open_conversation
    )
    try:
        shared = read(share_id)
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
        return
    if shared is None:
        st.warning(
            say(
                "Nothing is shared under this link. It may have been cut short, or its owner has "
                "ended the sharing."
            ),
            icon=":material/link_off:",
        )
        return
    show_shared(shared)


def read(share_id: str) -> SharedTurn | None:
    """Return what is shared under an id, read once while it is on the screen.

    Raises SettingsError, ConversationsUnavailableError.
    """
    return read_once("shared_read", share_id, lambda: conversation_store().shares.shared(share_id))


def show_shared(shared: SharedTurn) -> None:
    """Show a shared question and its answer, and which records have changed since."""
    name_page(shared.turn.question)
    st.caption(shared_on(shared.shared))
    for sentence in changes(shared):
        st.warning(escape(sentence), icon=":material/published_with_changes:")
    with st.container(key="shared-turn"):
        show_question(shared.turn, is_shared=True)
        with st.chat_message("assistant", avatar=":material/account_balance:"):
            if shared.turn.response is not None:
                show_as_shared(shared.turn, shared.turn.response)
            else:
                show_problem(shared.turn, is_shared=True)
        show_note(shared.turn.note, say("Note of whoever shared it"))
    if shared.turn.question:
        st.button(
            say("Ask this yourself"),
            key="ask-anew",
            icon=":material/chat:",
            on_click=ask_anew,
            args=(shared.turn,),
        )


def changes(shared: SharedTurn) -> Sequence[str]:
    """Return what has become of the records since, asked once for a share on the screen."""
    return read_once("shared_checked", (shared.id, spoken()), lambda: changes_since(shared))


def changes_since(shared: SharedTurn) -> Sequence[str]:
    """Return what has become of the records of a share, in sentences."""
    response = shared.turn.response
    if response is None:
        return ()
    try:
        return (
            *changes_said(response.records, shared.record_hashes, hashes_now(response)),
            *([] if still_holds(response) else [say(COMPUTED_OTHERWISE)]),
        )
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        return (
            say(
                "Whether its records have changed since cannot be told. {problem}",
                problem=sentence_for(error),
            ),
        )


def ask_anew(turn: Turn) -> None:
    """Ask a shared question in a conversation of one's own."""
    open_conversation()
    show_conversation("")
    ask(turn.question, turn.added)
