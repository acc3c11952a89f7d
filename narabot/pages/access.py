"""What Streamlit cannot say to a screen reader: languages, what is announced, the page's title.

One script gives attributes to containers by their keys, also to those that come later. It knows
nothing of the database: no text goes into it.
"""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from narabot.presentation.markdown import language_of, shortened

SCRIPT = f"<script>{Path(__file__).with_name('access.js').read_text(encoding='utf-8')}</script>"

CONVERSATION = "turns"
"""The key of the container in which what is new is announced."""

LONGEST_TITLE = 60
"""Characters of what a browser shows of a page in its tabs."""


def make_accessible() -> None:
    """Let the page say what Streamlit does not: once for each browser page."""
    st.html(SCRIPT, unsafe_allow_javascript=True)


def name_page(title: str) -> None:
    """Let the browser's tab say what is on the page; plain text."""
    st.set_page_config(page_title=f"{shortened(title, LONGEST_TITLE)} · narabot")


def in_its_language(
    text: str, key: str
) -> AbstractContextManager[DeltaGenerator] | AbstractContextManager[None]:
    """Return the container for a text, marked with its language unless that is the page's."""
    language = language_of(text)
    if language is None:
        return nullcontext()
    return st.container(key=f"lang-{language}-{key}", width="content", gap=None)


def in_unknown_language(key: str) -> DeltaGenerator:
    """Return the container for words of which nobody says in which language they are."""
    return st.container(key=f"lang-unknown-{key}")
