"""The page for a shared answer, `?shared=…`."""

from collections.abc import Sequence

import streamlit as st

from narabot.models import SharedTurn, Turn
from narabot.pages.conversation import ask, show_conversation
from narabot.pages.frame import sentence_for, set_page_title, show_closed
from narabot.pages.navigation import open_conversation
from narabot.pages.notes import show_note
from narabot.pages.resources import conversation_store, read_cached
from narabot.pages.responses import show_as_shared, show_problem
from narabot.pages.turns import current_hashes, is_result_unchanged, show_question
from narabot.presentation.markdown import escape
from narabot.presentation.sharing import RESULT_CHANGED, change_notices, shared_on
from narabot.presentation.strings import page_language, say


def show_shared_page(share_id: str) -> None:
    """Show a shared answer, or explain why it is not available."""
    st.button(
        say("Ask a question"), key="back", icon=":material/arrow_back:", on_click=open_conversation
    )
    try:
        shared = read_shared(share_id)
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
        return
    if shared is None:
        st.warning(
            say(
                "This link does not lead to a shared answer. The link may be incomplete, or its "
                "owner has stopped sharing the answer."
            ),
            icon=":material/link_off:",
        )
        return
    show_shared(shared)


def read_shared(share_id: str) -> SharedTurn | None:
    """Return the shared turn with an ID, which is cached while the page shows the turn.

    Raise SettingsError or ConversationsUnavailableError on failure.
    """
    return read_cached(
        "shared_read", share_id, lambda: conversation_store().shares.shared(share_id)
    )


def show_shared(shared: SharedTurn) -> None:
    """Show a shared question and its answer, and any changes to the records since the answer was
    shared."""
    set_page_title(shared.turn.question)
    st.caption(shared_on(shared.shared))
    for sentence in cached_changes(shared):
        st.warning(escape(sentence), icon=":material/published_with_changes:")
    with st.container(key="shared-turn"):
        show_question(shared.turn, is_shared=True)
        with st.chat_message("assistant", avatar=":material/account_balance:"):
            if shared.turn.response is not None:
                show_as_shared(shared.turn, shared.turn.response)
            else:
                show_problem(shared.turn, is_shared=True)
        show_note(shared.turn.note, say("Note from the person who shared this"))
    if shared.turn.question:
        st.button(
            say("Ask this question"),
            key="ask-anew",
            icon=":material/chat:",
            on_click=ask_in_new_conversation,
            args=(shared.turn,),
        )


def cached_changes(shared: SharedTurn) -> Sequence[str]:
    """Return the changes since the answer was shared, cached while the page is open."""
    return read_cached(
        "shared_checked", (shared.id, page_language()), lambda: changes_since(shared)
    )


def changes_since(shared: SharedTurn) -> Sequence[str]:
    """Return the changes to a shared answer's records and computation, as sentences."""
    response = shared.turn.response
    if response is None:
        return ()
    try:
        return (
            *change_notices(response.records, shared.record_hashes, current_hashes(response)),
            *([] if is_result_unchanged(response) else [say(RESULT_CHANGED)]),
        )
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        return (
            say(
                "narabot could not check whether these records have changed. {problem}",
                problem=sentence_for(error),
            ),
        )


def ask_in_new_conversation(turn: Turn) -> None:
    """Ask a shared question in a new conversation."""
    open_conversation()
    show_conversation("")
    ask(turn.question, turn.added)
