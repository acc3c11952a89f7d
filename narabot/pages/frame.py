"""What every view has: a title, languages for screen readers, a sentence where something is wrong.

One script gives attributes to containers by their keys, also to those that come later. It knows
nothing of the database: no text goes into it.
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
from narabot.presentation.markdown import escape, language_of, shortened
from narabot.presentation.problems import problem_said
from narabot.presentation.strings import say, spoken

SCRIPT = Path(__file__).with_name("access.js").read_text(encoding="utf-8")

CONVERSATION = "turns"
"""The key of the container in which what is new is announced."""

LONGEST_TITLE = 60
"""Characters of what a browser shows of a page in its tabs."""


def make_accessible() -> None:
    """Let the page say what Streamlit does not, anew in another language."""
    told = {
        "language": spoken(),
        "chosen": st.session_state.get(LANGUAGE),
        "pagination": say("Pagination, list of question {number}", number="{number}"),
        "conversation": say("Conversation"),
    }
    script = f"window.narabotWords = {json.dumps(told, ensure_ascii=True)};\n{SCRIPT}"
    st.html(f"<script>{script}</script>", unsafe_allow_javascript=True)


def name_page(title: str) -> None:
    """Let the browser's tab say what is on the page; plain text."""
    st.set_page_config(page_title=f"{shortened(title, LONGEST_TITLE)} · {page_name()}")


def in_its_language(
    text: str, key: str
) -> AbstractContextManager[DeltaGenerator] | AbstractContextManager[None]:
    """Return the container for a text, marked with its language unless that is the page's."""
    language = language_of(text)
    if language in (None, spoken()):
        return nullcontext()
    return st.container(key=f"lang-{language}-{key}", width="content", gap=None)


def in_unknown_language(key: str) -> DeltaGenerator:
    """Return the container for words of which nobody says in which language they are."""
    return st.container(key=f"lang-unknown-{key}")


def opened(label: str, key: str, icon: str) -> DeltaGenerator | None:
    """Return what a button in a row of deeds opens over the page; `None` until it is opened.

    So nothing of it is made before a reader wants it.
    """
    shown = st.popover(
        label, key=key, icon=f":material/{icon}:", type="tertiary", on_change="rerun"
    )
    return shown if shown.open else None


logger = logging.getLogger(__name__)


def show_if_not_kept() -> None:
    """Show why something is not kept; if it still is not, the next run says so again."""
    if problem := st.session_state.pop(PROBLEM, None):
        st.warning(escape(problem_said(problem)), icon=":material/cloud_off:")


def show_if_missing() -> None:
    """Show that the conversation which the address asks for is not there."""
    if st.session_state.get(MISSING):
        st.info(
            say(
                "The conversation of this address is not kept here: it was deleted, or belongs to "
                "another browser. An answer is passed on by its own link (*Share*)."
            ),
            icon=":material/info:",
        )


def show_closed(sentence: str) -> None:
    """Show why nothing can be asked, and the way to try again."""
    st.error(escape(sentence), icon=":material/error:")
    st.button(say("Try again"), key="try-again")


def show_fault(error: Exception) -> None:
    """Show in a sentence what is wrong with a part of the page; the others stay."""
    st.error(escape(sentence_for(error)), icon=":material/error:")


def sentence_for(error: Exception) -> str:
    """Return what the reader is told of an error; the log has all of one that is unforeseen."""
    if isinstance(error, NarabotError):
        return problem_said(error)
    reference = secrets.token_hex(3)
    logger.error("Unforeseen error, reference %s", reference, exc_info=error)
    return say(
        "Something went wrong; the log says what (reference {reference}).", reference=reference
    )
