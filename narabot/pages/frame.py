"""Elements on every page: the title, languages for screen readers, and error messages.

A script finds containers by their keys and sets attributes on them, including containers that
appear later. The script cannot access the database and receives no text from records.
"""

import json
import logging
import secrets
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from narabot.errors import NarabotError
from narabot.pages.conversation import MISSING, PROBLEM
from narabot.pages.institution import page_name
from narabot.pages.language import LANGUAGE
from narabot.presentation.error_messages import error_text
from narabot.presentation.markdown import escape, language_of, shortened
from narabot.presentation.strings import page_language, say

SCRIPT = Path(__file__).with_name("access.js").read_text(encoding="utf-8")

CONVERSATION = "turns"
"""Key for the container whose new content screen readers announce."""

MAX_TITLE_CHARS = 60
"""Maximum length of a page title, in characters."""


def make_accessible() -> None:
    """Add the accessibility attributes that Streamlit lacks, in the page's language."""
    words = {
        "language": page_language(),
        "chosen": st.session_state.get(LANGUAGE),
        "pagination": say("Result pages for question {number}", number="{number}"),
        "conversation": say("Conversation"),
    }
    script = f"window.narabotWords = {json.dumps(words, ensure_ascii=True)};\n{SCRIPT}"
    st.html(f"<script>{script}</script>", unsafe_allow_javascript=True)


def set_page_title(title: str) -> None:
    """Set the title of the browser tab. The title is plain text."""
    st.set_page_config(page_title=f"{shortened(title, MAX_TITLE_CHARS)} · {page_name()}")


def language_container(
    text: str, key: str
) -> AbstractContextManager[DeltaGenerator] | AbstractContextManager[None]:
    """Return a container that declares the text's language, if it is not the page's language."""
    language = language_of(text)
    if language in (None, page_language()):
        return nullcontext()
    return st.container(key=f"lang-{language}-{key}", width="content", gap=None)


def unknown_language_container(key: str) -> DeltaGenerator:
    """Return a container for text in an unknown language."""
    return st.container(key=f"lang-unknown-{key}")


def open_popover(label: str, key: str, icon: str) -> DeltaGenerator | None:
    """Return the popover of a button in a row of actions, or `None` while the popover is closed.

    Callers create the content only after the reader opens the popover.
    """
    shown = st.popover(
        label, key=key, icon=f":material/{icon}:", type="tertiary", on_change="rerun"
    )
    return shown if shown.open else None


logger = logging.getLogger(__name__)


def show_store_problem() -> None:
    """Show why data could not be stored. If the problem persists, the next run shows it again."""
    if problem := st.session_state.pop(PROBLEM, None):
        st.warning(escape(error_text(problem)), icon=":material/cloud_off:")


def show_missing_conversation() -> None:
    """Show a message that the requested conversation is not available."""
    if st.session_state.get(MISSING):
        st.info(
            say(
                "This conversation is not available. It was deleted, or it was started in a "
                "different browser. To send someone an answer, create a link with *Share*."
            ),
            icon=":material/info:",
        )


def show_closed(sentence: str) -> None:
    """Show why the page is not available, with a button to try again."""
    st.error(escape(sentence), icon=":material/error:")
    st.button(say("Try again"), key="try-again")


def show_fault(error: Exception) -> None:
    """Show an error in one part of the page. The other parts of the page remain visible."""
    st.error(escape(sentence_for(error)), icon=":material/error:")


def sentence_for(error: Exception) -> str:
    """Return an error as a message for the reader. Unexpected errors are logged in full."""
    if isinstance(error, NarabotError):
        return error_text(error)
    reference = secrets.token_hex(3)
    logger.error("Unexpected error, reference %s", reference, exc_info=error)
    return say(
        "Something went wrong. The log has the details (reference {reference}).",
        reference=reference,
    )
