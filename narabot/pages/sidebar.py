"""The side of the page: the reader's conversations, and what narabot knows."""

from contextlib import suppress

import streamlit as st

from narabot.errors import SettingsError
from narabot.models import ConversationHeading
from narabot.pages.conversation import (
    current,
    kept_conversations,
    show_conversation,
    told_if_not_kept,
    turns,
)
from narabot.pages.conversation_list import go_to, show_conversations, show_current
from narabot.pages.frame import opened
from narabot.pages.images import show_switch
from narabot.pages.language import show_language_choice
from narabot.pages.login import is_remembered, login_is_required, owner, show_log_out
from narabot.pages.notes import forget_unkept, noted
from narabot.pages.resources import (
    STORE_SETTINGS,
    catalogue_loaded,
    conversation_store,
    current_chat,
    current_settings,
)
from narabot.pages.selection import selected, show_list_button
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.privacy import Keeping, kept_of_you
from narabot.presentation.provenance import RUSSIAN_QUESTION, catalogue_said
from narabot.presentation.strings import say, say_many

PRIVACY_SETTINGS = ("narabot_log_questions", "llm_base_url", "llm_provider")
ASKS_SERVER = ("auto", "openai-compatible")
"""Providers that ask a language model's server, if one is named."""


def show_sidebar() -> None:
    """Show the reader's list and conversations, and what can be done with that on the screen."""
    headings: list[ConversationHeading] = []
    with told_if_not_kept():
        headings = kept_conversations().headings(owner())
    with st.sidebar:
        st.button(
            say("New conversation"),
            key="new",
            icon=":material/add_comment:",
            width="stretch",
            on_click=go_to,
            args=("",),
            disabled=not turns(),
        )
        show_list_button()
        show_conversations(headings)
        if turns():
            show_current(current())
        if headings or selected() or noted():
            show_forgetting()
        show_privacy()
        show_catalogue()
        show_switch()
        show_language_choice()
        show_log_out()


def show_forgetting() -> None:
    """Show for how long things are kept, and the way to have them all deleted."""
    days = current_settings(STORE_SETTINGS).conversations_keep_days
    if is_remembered():
        st.caption(kept_until(days))
    else:
        st.caption(say("Your browser keeps no cookies: when this page is closed, they are lost."))
    with st.popover(say("Delete everything"), icon=":material/delete_forever:", width="stretch"):
        st.markdown(
            say("All your conversations, what you have shared of them, your list and your notes.")
        )
        st.button(say("Delete everything of mine"), type="primary", on_click=delete_everything)


def kept_until(days: int) -> str:
    """Return for whom and for how long conversations are kept."""
    if login_is_required():
        return say_many(
            "Kept for you, until {count} day after their last change.",
            "Kept for you, until {count} days after their last change.",
            days,
        )
    return say_many(
        "Kept for this browser, until {count} day after their last change.",
        "Kept for this browser, until {count} days after their last change.",
        days,
    )


def show_privacy() -> None:
    """Show on demand what is kept of the reader, and how to delete it."""
    shown = opened(say("What is kept of you"), "privacy", "shield_person")
    if shown is None:
        return
    with shown, suppress(SettingsError):
        settings = current_settings((*STORE_SETTINGS, *PRIVACY_SETTINGS))
        keeping = Keeping(
            days=settings.conversations_keep_days,
            by_login=login_is_required(),
            is_remembered=is_remembered(),
            logs_questions=settings.narabot_log_questions,
            asks_elsewhere=bool(settings.llm_base_url) and settings.llm_provider in ASKS_SERVER,
        )
        for heading, sentences in kept_of_you(keeping):
            st.markdown(f"**{heading}**{LINE_END}{escape(sentences)}")


def show_catalogue() -> None:
    """Show what narabot knows, and what its search by meaning can read."""
    try:
        chat = current_chat(current_settings())
        what = catalogue_loaded(chat)
    except Exception:  # noqa: BLE001  # the page itself says what is wrong
        return
    st.subheader(say("The catalogue"), anchor=False)
    reads_russian = chat.models.embeddings.reads(RUSSIAN_QUESTION)
    for sentence in catalogue_said(what, reads_russian=reads_russian):
        st.caption(escape(sentence))


def delete_everything() -> None:
    """Delete all that is kept of the reader."""
    with told_if_not_kept():
        conversation_store().forget(owner())
        forget_unkept()
        show_conversation("")
