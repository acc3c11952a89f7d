"""Active search filters as chips."""

import streamlit as st

from narabot.models import Response, Turn
from narabot.presentation.filters import filter_texts
from narabot.presentation.markdown import escape
from narabot.presentation.strings import say


def show_filters(turn: Turn, response: Response) -> None:
    """Show the active filters as chips. A click changes the filters and repeats the request."""
    texts = filter_texts(response.filters)
    chips = {**texts, **turn.removed}
    if not chips:
        return
    key = f"filters-{turn.id}"
    st.session_state[key] = list(texts)  # new filters must also change the chips
    st.pills(
        say("Filters (select a filter to remove or restore it)"),
        list(chips),
        selection_mode="multi",
        format_func=lambda field: chip(chips[field], is_in_force=field in texts),
        key=key,
        label_visibility="collapsed",
        on_change=lambda: turn.keep_filters(chips, st.session_state[key]),
    )


def chip(text: str, *, is_in_force: bool) -> str:
    """Return the text of a filter's chip. A cross marks an active filter, which a click removes."""
    return f"{escape(text)} :material/close:" if is_in_force else escape(text)
