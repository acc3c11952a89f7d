"""The filters in force, as chips on the screen."""

import streamlit as st

from narabot.models import Response, Turn
from narabot.presentation.filters import filter_texts
from narabot.presentation.markdown import escape
from narabot.presentation.strings import say


def show_filters(turn: Turn, response: Response) -> None:
    """Show the filters in force as chips; what is chosen anew asks again."""
    texts = filter_texts(response.filters)
    chips = {**texts, **turn.removed}
    if not chips:
        return
    key = f"filters-{turn.id}"
    st.session_state[key] = list(texts)  # they change with each narrowing, the chips with them
    st.pills(
        say("Filters (choose one to remove it, or to set it again)"),
        list(chips),
        selection_mode="multi",
        format_func=lambda field: chip(chips[field], is_in_force=field in texts),
        key=key,
        label_visibility="collapsed",
        on_change=lambda: turn.keep_filters(chips, st.session_state[key]),
    )


def chip(text: str, *, is_in_force: bool) -> str:
    """Return a filter as it stands on its chip: with a cross, if a click takes it away."""
    return f"{escape(text)} :material/close:" if is_in_force else escape(text)
