"""The language of the page: the reader's choice, or else the browser's language.

The session stores the choice, and `access.js` stores the choice in a browser cookie.
"""

from contextlib import suppress

import streamlit as st

from narabot.errors import SettingsError
from narabot.pages.resources import current_settings
from narabot.presentation.strings import ENGLISH, LANGUAGES, page_language, say, set_page_language

LANGUAGE = "language"
"""Session key for the chosen language."""

CHOICE = "language-choice"
"""Session key for the language switch."""

COOKIE = "narabot_language"


def use_page_language() -> None:
    """Select the page's language, with the institution's own wording if there is any.

    Callbacks run before the page, so they must call this function first.
    """
    own = None
    with suppress(SettingsError):
        own = current_settings(("page_translations_dir",)).page_translations_dir
    set_page_language(own, preferred_language())


def preferred_language() -> str:
    """Return the language that the reader has chosen or that the browser prefers."""
    browser_language = (st.context.locale or "").partition("-")[0].lower()
    candidates = (st.session_state.get(LANGUAGE), st.context.cookies.get(COOKIE), browser_language)
    return next((one for one in candidates if one in LANGUAGES), ENGLISH)


def show_language_choice() -> None:
    """Show the language switch."""
    st.session_state[CHOICE] = page_language()
    st.segmented_control(
        say("Page language"),
        list(LANGUAGES),
        format_func=LANGUAGES.__getitem__,
        required=True,
        key=CHOICE,
        label_visibility="collapsed",
        width="stretch",
        on_change=choose,
    )


def choose() -> None:
    """Change the language of the page."""
    st.session_state[LANGUAGE] = st.session_state[CHOICE]
