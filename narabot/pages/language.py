"""The language of the page: the one that a reader has chosen, or else the browser's.

A choice is kept in the session, and by the browser in a cookie, which `access.js` sets.
"""

from contextlib import suppress

import streamlit as st

from narabot.errors import SettingsError
from narabot.pages.resources import current_settings
from narabot.presentation.strings import ENGLISH, LANGUAGES, say, spoken, use_words

LANGUAGE = "language"
"""In the session: the language that was chosen."""

CHOICE = "language-choice"
"""In the session: what the switch shows."""

COOKIE = "narabot_language"


def use_page_words() -> None:
    """Let the page speak its language, in the words of the institution if there are any.

    What a click calls speaks before the page does, and needs this first.
    """
    own = None
    with suppress(SettingsError):
        own = current_settings(("page_words_dir",)).page_words_dir
    use_words(own, page_language())


def page_language() -> str:
    """Return the language of the page."""
    preferred = (st.context.locale or "").partition("-")[0].lower()
    known = (st.session_state.get(LANGUAGE), st.context.cookies.get(COOKIE), preferred)
    return next((one for one in known if one in LANGUAGES), ENGLISH)


def show_language_choice() -> None:
    """Show the choice of the language."""
    st.session_state[CHOICE] = spoken()
    st.segmented_control(
        say("Language of the page"),
        list(LANGUAGES),
        format_func=LANGUAGES.__getitem__,
        required=True,
        key=CHOICE,
        label_visibility="collapsed",
        width="stretch",
        on_change=choose,
    )


def choose() -> None:
    """Let the page speak another language."""
    st.session_state[LANGUAGE] = st.session_state[CHOICE]
