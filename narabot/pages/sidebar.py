"""The side of the page: the reader's conversations, and what narabot knows."""

import streamlit as st

from narabot.dates import day
from narabot.models import Conversation, ConversationHeading
from narabot.pages.citing import show_conversation_exports
from narabot.pages.conversation import (
    LONGEST_NAME,
    current,
    keep_changes,
    kept_conversations,
    show_conversation,
    told_if_not_kept,
    turns,
)
from narabot.pages.frame import in_its_language
from narabot.pages.login import is_remembered, login_is_required, owner, show_log_out
from narabot.pages.navigation import ARRIVED, forget_place, open_conversation
from narabot.pages.resources import (
    STORE_SETTINGS,
    catalogue_loaded,
    conversation_store,
    current_chat,
    current_settings,
)
from narabot.pages.selection import selected, show_list_button
from narabot.presentation.markdown import escape, one_line
from narabot.presentation.provenance import RUSSIAN, catalogue_said

RECENT = 15
"""Conversations that are listed before the reader asks for all."""


def show_sidebar() -> None:
    """Show the reader's conversations, the one on the screen first."""
    headings: list[ConversationHeading] = []
    with told_if_not_kept():
        headings = kept_conversations().headings(owner())
    with st.sidebar:
        st.button(
            "New conversation",
            key="new",
            icon=":material/add_comment:",
            width="stretch",
            on_click=go_to,
            args=("",),
            disabled=not turns(),
        )
        show_list_button()
        if turns():
            show_current(current())
        show_others([one for one in headings if one.id != current().id])
        if headings or selected():
            show_forgetting()
        show_catalogue()
        show_log_out()


def show_current(shown: Conversation) -> None:
    """Show the name of the conversation on the screen, and what can be done with it."""
    st.subheader("This conversation", anchor=False)
    show_conversation_exports(shown.turns)
    if not shown.id:
        return
    st.session_state[name_key(shown)] = shown.name  # another window may have changed it
    st.text_input(
        "Name",
        key=name_key(shown),
        max_chars=LONGEST_NAME,
        on_change=rename,
        args=(shown,),
    )
    with st.popover("Delete", icon=":material/delete:", width="stretch"):
        st.markdown("It cannot be had back, nor can what you have shared of it.")
        st.button("Delete this conversation", type="primary", on_click=delete, args=(shown.id,))


def show_others(headings: list[ConversationHeading]) -> None:
    """Show the ways to other conversations, those that changed last first."""
    if not headings:
        return
    st.subheader("Your conversations", anchor=False)
    with st.container(key="conversations", gap="xsmall"):
        for heading in headings[:RECENT]:
            show_way(heading)
        if headings[RECENT:]:
            with st.expander(f"{len(headings) - RECENT:,} more"), st.container(gap=None):
                for heading in headings[RECENT:]:
                    show_way(heading)


def show_way(heading: ConversationHeading) -> None:
    """Show the way to a conversation."""
    with in_its_language(heading.name, f"conversation-{heading.id}"):
        st.button(
            escape(heading.name),
            key=f"conversation-{heading.id}",
            type="tertiary",
            help=f"Last changed on {day(heading.changed)}",
            on_click=go_to,
            args=(heading.id,),
        )


def show_forgetting() -> None:
    """Show for how long things are kept, and the way to have them all deleted."""
    days = current_settings(STORE_SETTINGS).conversations_keep_days
    if is_remembered():
        whom = "you" if login_is_required() else "this browser"
        st.caption(f"Kept for {whom}, until {days:,} days after their last change.")
    else:
        st.caption("Your browser keeps no cookies: when this page is closed, they are lost.")
    with st.popover("Delete everything", icon=":material/delete_forever:", width="stretch"):
        st.markdown("All your conversations, what you have shared of them, and your list.")
        st.button("Delete everything of mine", type="primary", on_click=delete_everything)


def show_catalogue() -> None:
    """Show what narabot knows, and what its search by meaning can read."""
    try:
        chat = current_chat(current_settings())
        what = catalogue_loaded(chat)
    except Exception:  # noqa: BLE001  # the page itself says what is wrong
        return
    st.subheader("The catalogue", anchor=False)
    for sentence in catalogue_said(what, reads_russian=chat.models.embeddings.reads(RUSSIAN)):
        st.caption(escape(sentence))


def go_to(conversation_id: str) -> None:
    """Go to a conversation, or with "" to a new one."""
    keep_changes()
    show_conversation(conversation_id)
    forget_place()
    open_conversation()
    st.session_state[ARRIVED] = True


def rename(shown: Conversation) -> None:
    """Give the conversation the name that was written; an empty one is none."""
    name = one_line(st.session_state[name_key(shown)])
    if not name:
        return
    with told_if_not_kept():
        shown.follow(kept_conversations().rename(owner(), shown.id, name))
        shown.name = name


def delete(conversation_id: str) -> None:
    """Delete the conversation on the screen, and go to a new one."""
    with told_if_not_kept():
        kept_conversations().delete(owner(), conversation_id)
        show_conversation("")


def delete_everything() -> None:
    """Delete all that is kept of the reader."""
    with told_if_not_kept():
        conversation_store().forget(owner())
        show_conversation("")


def name_key(shown: Conversation) -> str:
    """Return the key of the box with a conversation's name."""
    return f"name-of-{shown.id}"
