"""The institution that offers the page: its name, logo and footer, as settings say them.

Colours and fonts are those of Streamlit's own theme, which has settings of its own.
"""

import logging
from pathlib import Path

import streamlit as st
from streamlit.errors import StreamlitAPIException

from narabot.errors import SettingsError
from narabot.pages.resources import current_settings
from narabot.settings import Settings

NAME = "narabot"
"""What the page is called where the institution gives it no name."""

INSTITUTION_SETTINGS = ("page_name", "page_logo", "page_footer")

logger = logging.getLogger(__name__)


def institution() -> Settings | None:
    """Return the settings that say whose page it is, `None` where one of them is wrong."""
    try:
        return current_settings(INSTITUTION_SETTINGS)
    except SettingsError as error:
        logger.warning("%s", error)
        return None


def page_name() -> str:
    """Return the name of the page."""
    settings = institution()
    return settings.page_name if settings and settings.page_name else NAME


def show_masthead() -> None:
    """Show the logo, if there is one, and the name of the page."""
    settings = institution()
    if settings and settings.page_logo:
        show_logo(settings.page_logo)
    st.title(page_name(), anchor=False)


def show_logo(path: Path) -> None:
    """Show a picture as the logo, unless it is none, of which the log tells."""
    try:
        st.logo(path, size="large")
    except StreamlitAPIException:
        logger.warning("PAGE_LOGO: %s is no picture that can be shown", path)


def show_footer() -> None:
    """Show the institution's last lines, which are Markdown."""
    settings = institution()
    if settings and settings.page_footer:
        with st.container(key="footer"):
            st.caption(settings.page_footer)
