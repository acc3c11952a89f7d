"""The sidebar: the reader's conversations and data, and the loaded catalog."""

from contextlib import suppress

import streamlit as st

from narabot.errors import SettingsError
from narabot.models import ConversationHeading
from narabot.pages.conversation import (
    current,
    report_store_errors,
    show_conversation,
    stored_conversations,
    turns,
)
from narabot.pages.conversation_list import show_conversations, show_current, switch_conversation
from narabot.pages.frame import open_popover
from narabot.pages.images import show_switch
from narabot.pages.language import show_language_choice
from narabot.pages.login import is_remembered, login_is_required, owner, show_log_out
from narabot.pages.notes import clear_unsaved, noted_records
from narabot.pages.resources import (
    STORE_SETTINGS,
    catalog_summary,
    conversation_store,
    current_chat,
    current_settings,
)
from narabot.pages.selection import selected, show_list_button
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.privacy import DataRetention, privacy_sections
from narabot.presentation.provenance import RUSSIAN_QUESTION, catalog_sentences
from narabot.presentation.strings import say, say_many

PRIVACY_SETTINGS = ("narabot_log_questions", "llm_base_url", "llm_provider")
ASKS_SERVER = ("auto", "openai-compatible")
"""Providers that use a language model server if a server address is set."""


def show_sidebar() -> None:
    """Show My list, the conversations, and the controls for the current conversation."""
    headings: list[ConversationHeading] = []
    with report_store_errors():
        headings = stored_conversations().headings(owner())
    with st.sidebar:
        st.button(
            say("New conversation"),
            key="new",
            icon=":material/add_comment:",
            width="stretch",
            on_click=switch_conversation,
            args=("",),
            disabled=not turns(),
        )
        show_list_button()
        show_conversations(headings)
        if turns():
            show_current(current())
        if headings or selected() or noted_records():
            show_deletion()
        show_privacy()
        show_catalog()
        show_switch()
        show_language_choice()
        show_log_out()


def show_deletion() -> None:
    """Show how long data is stored, with a button that deletes all the data."""
    days = current_settings(STORE_SETTINGS).conversations_keep_days
    if is_remembered():
        st.caption(retention_notice(days))
    else:
        st.caption(
            say(
                "Your browser blocks cookies, so your conversations are lost when you close this "
                "page."
            )
        )
    with st.popover(say("Delete everything"), icon=":material/delete_forever:", width="stretch"):
        st.markdown(
            say("This deletes all your conversations, shared answers, saved records, and notes.")
        )
        st.button(say("Delete my data"), type="primary", on_click=delete_everything)


def retention_notice(days: int) -> str:
    """Return a sentence that states for whom and for how long conversations are stored."""
    if login_is_required():
        return say_many(
            "Saved for you and deleted {count} day after the last change.",
            "Saved for you and deleted {count} days after the last change.",
            days,
        )
    return say_many(
        "Saved for this browser and deleted {count} day after the last change.",
        "Saved for this browser and deleted {count} days after the last change.",
        days,
    )


def show_privacy() -> None:
    """On demand, show which of the reader's data is stored and how to delete the data."""
    shown = open_popover(say("Your data and privacy"), "privacy", "shield_person")
    if shown is None:
        return
    with shown, suppress(SettingsError):
        settings = current_settings((*STORE_SETTINGS, *PRIVACY_SETTINGS))
        keeping = DataRetention(
            days=settings.conversations_keep_days,
            uses_login=login_is_required(),
            is_remembered=is_remembered(),
            logs_questions=settings.narabot_log_questions,
            uses_model_server=bool(settings.llm_base_url) and settings.llm_provider in ASKS_SERVER,
        )
        for heading, sentences in privacy_sections(keeping):
            st.markdown(f"**{heading}**{LINE_END}{escape(sentences)}")


def show_catalog() -> None:
    """Show what the loaded catalog contains, and whether vector search supports Russian."""
    try:
        chat = current_chat(current_settings())
        what = catalog_summary(chat)
    except Exception:  # noqa: BLE001  # the page itself shows the problem
        return
    st.subheader(say("The catalog"), anchor=False)
    reads_russian = chat.models.embeddings.supports_language(RUSSIAN_QUESTION)
    for sentence in catalog_sentences(what, reads_russian=reads_russian):
        st.caption(escape(sentence))


def delete_everything() -> None:
    """Delete all of the reader's stored data."""
    with report_store_errors():
        conversation_store().delete_owner(owner())
        clear_unsaved()
        show_conversation("")
