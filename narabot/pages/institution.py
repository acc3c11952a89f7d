"""The institution that provides the page: its name, logo, and footer from the settings.

Streamlit's theme settings define colors and fonts.
"""

import logging
from pathlib import Path

import streamlit as st
from streamlit.errors import StreamlitAPIException

from narabot.errors import SettingsError
from narabot.pages.resources import current_settings
from narabot.settings import Settings

NAME = "narabot"
"""Default name of the page."""

INSTITUTION_SETTINGS = ("page_name", "page_logo", "page_footer")

logger = logging.getLogger(__name__)


def institution() -> Settings | None:
    """Return the institution's settings, or `None` if a setting is invalid."""
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
    """Show an image as the logo, or log a warning if the file is not an image."""
    try:
        st.logo(path, size="large")
    except StreamlitAPIException:
        logger.warning("PAGE_LOGO: cannot display %s as an image", path)


def show_footer() -> None:
    """Show the institution's footer, which is Markdown."""
    settings = institution()
    if settings and settings.page_footer:
        with st.container(key="footer"):
            st.caption(settings.page_footer)
