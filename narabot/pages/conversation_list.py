"""The reader's conversations in the sidebar, and the actions for the current conversation."""

import streamlit as st

from narabot.models import Conversation, ConversationHeading, FoundConversation
from narabot.pages.conversation import (
    MAX_NAME_CHARS,
    current,
    report_store_errors,
    save_changes,
    show_conversation,
    stored_conversations,
)
from narabot.pages.exports import show_conversation_exports
from narabot.pages.frame import language_container
from narabot.pages.login import owner
from narabot.pages.navigation import ARRIVED, clear_scroll_position, open_conversation
from narabot.pages.resources import conversation_store
from narabot.presentation.display_dates import day_text
from narabot.presentation.excerpts import matching_line
from narabot.presentation.markdown import escape, one_line, shortened
from narabot.presentation.strings import say

RECENT_SHOWN = 15
"""Number of conversations to list before the reader asks for the rest."""

MIN_FOR_SEARCH = 6
"""Minimum number of conversations for which a search box is shown."""

MAX_FOUND = 20
MAX_SEARCH_CHARS = 200
"""Maximum length of a search, in characters."""


def show_current(shown: Conversation) -> None:
    """Show the current conversation's name, and the available actions."""
    st.subheader(say("This conversation"), anchor=False)
    show_conversation_exports(shown.turns)
    if not shown.id:
        return
    st.session_state[name_key(shown)] = shown.name  # another window may have changed the name
    st.text_input(
        say("Name"),
        key=name_key(shown),
        max_chars=MAX_NAME_CHARS,
        on_change=rename,
        args=(shown,),
    )
    with st.popover(say("Delete"), icon=":material/delete:", width="stretch"):
        st.markdown(
            say(
                "This cannot be undone. Shared links to the conversation's answers will stop "
                "working."
            )
        )
        st.button(
            say("Delete this conversation"), type="primary", on_click=delete, args=(shown.id,)
        )


def show_conversations(headings: list[ConversationHeading]) -> None:
    """Show the other conversations. If there are many, show a search box."""
    request = ""
    if len(headings) >= MIN_FOR_SEARCH:
        request = st.text_input(
            say("Search your conversations"),
            key="search-conversations",
            type="search",
            max_chars=MAX_SEARCH_CHARS,
            placeholder=say("Search your conversations"),
            icon=":material/search:",
            label_visibility="collapsed",
        )
    if request and request.strip():
        show_search_results(request)
    else:
        show_other_conversations([one for one in headings if one.id != current().id])


def show_search_results(request: str) -> None:
    """Show the conversations that match a search, each with a matching line."""
    found: list[FoundConversation] = []
    with report_store_errors():
        found = conversation_store().search.find_conversations(owner(), request, MAX_FOUND)
    if not found:
        st.caption(say("No conversations contain these words."))
        return
    with st.container(key="conversations", gap="xsmall"):
        for one in found:
            show_conversation_button(one.heading)
            if one.line and shortened(one.line, MAX_NAME_CHARS) != one.heading.name:
                with language_container(one.line, f"found-{one.heading.id}"):
                    st.caption(matching_line(one.line, request))
        if len(found) == MAX_FOUND:
            st.caption(say("Showing the {count} most recent matches.", count=MAX_FOUND))


def show_other_conversations(headings: list[ConversationHeading]) -> None:
    """Show the other conversations, most recently changed first."""
    if not headings:
        return
    st.subheader(say("Your conversations"), anchor=False)
    with st.container(key="conversations", gap="xsmall"):
        for heading in headings[:RECENT_SHOWN]:
            show_conversation_button(heading)
        if headings[RECENT_SHOWN:]:
            more = say("{count} more", count=len(headings) - RECENT_SHOWN)
            with st.expander(more), st.container(gap=None):
                for heading in headings[RECENT_SHOWN:]:
                    show_conversation_button(heading)


def show_conversation_button(heading: ConversationHeading) -> None:
    """Show a button that opens a conversation."""
    with language_container(heading.name, f"conversation-{heading.id}"):
        st.button(
            escape(heading.name),
            key=f"conversation-{heading.id}",
            type="tertiary",
            help=say("Last changed on {day}", day=day_text(heading.changed)),
            on_click=switch_conversation,
            args=(heading.id,),
        )


def switch_conversation(conversation_id: str) -> None:
    """Open the conversation with the specified ID, or a new conversation if the ID is ""."""
    save_changes()
    show_conversation(conversation_id)
    clear_scroll_position()
    open_conversation()
    st.session_state[ARRIVED] = True


def rename(shown: Conversation) -> None:
    """Rename the conversation, unless the new name is empty."""
    name = one_line(st.session_state[name_key(shown)])
    if not name:
        return
    with report_store_errors():
        shown.accept_revision(stored_conversations().rename(owner(), shown.id, name))
        shown.name = name


def delete(conversation_id: str) -> None:
    """Delete the current conversation and open a new one."""
    with report_store_errors():
        stored_conversations().delete(owner(), conversation_id)
        show_conversation("")


def name_key(shown: Conversation) -> str:
    """Return the key of the input for a conversation's name."""
    return f"name-of-{shown.id}"
