"""The reader's conversations: the ways to them, and what can be done with one. For the sidebar."""

import streamlit as st

from narabot.models import Conversation, ConversationHeading, FoundConversation
from narabot.pages.citing import show_conversation_exports
from narabot.pages.conversation import (
    LONGEST_NAME,
    current,
    keep_changes,
    kept_conversations,
    show_conversation,
    told_if_not_kept,
)
from narabot.pages.frame import in_its_language
from narabot.pages.login import owner
from narabot.pages.navigation import ARRIVED, forget_place, open_conversation
from narabot.pages.resources import conversation_store
from narabot.presentation.days import day
from narabot.presentation.excerpts import found_line
from narabot.presentation.markdown import escape, one_line, shortened
from narabot.presentation.strings import say

RECENT = 15
"""Conversations that are listed before the reader asks for all."""

SEARCHED_FROM = 6
"""Conversations from which on there is a search: fewer are seen at once."""

MOST_FOUND = 20
LONGEST_SEARCH = 200
"""Characters of a search."""


def show_current(shown: Conversation) -> None:
    """Show the name of the conversation on the screen, and what can be done with it."""
    st.subheader(say("This conversation"), anchor=False)
    show_conversation_exports(shown.turns)
    if not shown.id:
        return
    st.session_state[name_key(shown)] = shown.name  # another window may have changed it
    st.text_input(
        say("Name"),
        key=name_key(shown),
        max_chars=LONGEST_NAME,
        on_change=rename,
        args=(shown,),
    )
    with st.popover(say("Delete"), icon=":material/delete:", width="stretch"):
        st.markdown(
            say("This cannot be undone. Links to its answers that you have shared stop working.")
        )
        st.button(
            say("Delete this conversation"), type="primary", on_click=delete, args=(shown.id,)
        )


def show_conversations(headings: list[ConversationHeading]) -> None:
    """Show the ways to other conversations; where there are many, those that have some words."""
    request = ""
    if len(headings) >= SEARCHED_FROM:
        request = st.text_input(
            say("Search your conversations"),
            key="search-conversations",
            type="search",
            max_chars=LONGEST_SEARCH,
            placeholder=say("Search your conversations"),
            icon=":material/search:",
            label_visibility="collapsed",
        )
    if request and request.strip():
        show_found(request)
    else:
        show_others([one for one in headings if one.id != current().id])


def show_found(request: str) -> None:
    """Show the ways to the conversations that have the words of a search, each with a line."""
    found: list[FoundConversation] = []
    with told_if_not_kept():
        found = conversation_store().search.find(owner(), request, MOST_FOUND)
    if not found:
        st.caption(say("None of your conversations has these words."))
        return
    with st.container(key="conversations", gap="xsmall"):
        for one in found:
            show_way(one.heading)
            if one.line and shortened(one.line, LONGEST_NAME) != one.heading.name:
                with in_its_language(one.line, f"found-{one.heading.id}"):
                    st.caption(found_line(one.line, request))
        if len(found) == MOST_FOUND:
            st.caption(say("The latest {count} that have them.", count=MOST_FOUND))


def show_others(headings: list[ConversationHeading]) -> None:
    """Show the ways to other conversations, those that changed last first."""
    if not headings:
        return
    st.subheader(say("Your conversations"), anchor=False)
    with st.container(key="conversations", gap="xsmall"):
        for heading in headings[:RECENT]:
            show_way(heading)
        if headings[RECENT:]:
            more = say("{count} more", count=len(headings) - RECENT)
            with st.expander(more), st.container(gap=None):
                for heading in headings[RECENT:]:
                    show_way(heading)


def show_way(heading: ConversationHeading) -> None:
    """Show the way to a conversation."""
    with in_its_language(heading.name, f"conversation-{heading.id}"):
        st.button(
            escape(heading.name),
            key=f"conversation-{heading.id}",
            type="tertiary",
            help=say("Last changed on {day}", day=day(heading.changed)),
            on_click=go_to,
            args=(heading.id,),
        )


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


def name_key(shown: Conversation) -> str:
    """Return the key of the box with a conversation's name."""
    return f"name-of-{shown.id}"
