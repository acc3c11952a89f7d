"""What the reader is told when something went wrong."""

import logging
import secrets

import streamlit as st

from narabot.errors import NarabotError
from narabot.pages.conversation import MISSING, PROBLEM
from narabot.presentation.markdown import escape

logger = logging.getLogger(__name__)


def show_if_not_kept() -> None:
    """Show why something is not kept; if it still is not, the next run says so again."""
    if problem := st.session_state.pop(PROBLEM, None):
        st.warning(escape(problem), icon=":material/cloud_off:")


def show_if_missing() -> None:
    """Show that the conversation which the address asks for is not there."""
    if st.session_state.get(MISSING):
        st.info(
            "The conversation of this address is not kept here: it was deleted, or belongs to "
            "another browser. An answer is passed on by its own link (*Share*).",
            icon=":material/info:",
        )


def show_closed(sentence: str) -> None:
    """Show why nothing can be asked, and the way to try again."""
    st.error(escape(sentence), icon=":material/error:")
    st.button("Try again")


def sentence_for(error: Exception) -> str:
    """Return what the reader is told of an error; the log has all of one that is unforeseen."""
    if isinstance(error, NarabotError):
        return str(error)
    reference = secrets.token_hex(3)
    logger.error("Unforeseen error, reference %s", reference, exc_info=error)
    return f"Something went wrong; the log says what (reference {reference})."
