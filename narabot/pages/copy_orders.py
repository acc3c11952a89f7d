"""How to see or to order a record, on demand at the record's page and on the reader's list."""

import streamlit as st

from narabot.models import PathRecord, RecordType
from narabot.pages.frame import opened, show_fault
from narabot.pages.resources import held_of, open_graph
from narabot.presentation.citing.copy_orders import order_guide
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.strings import say


def show_order_button(record: PathRecord, key: str) -> None:
    """Show the button that opens what to do; none for a name, of which nothing is held."""
    if record.record_type is RecordType.AUTHORITY:
        return
    if shown := opened(say("How to see or order this"), key, "local_library"):
        with shown:
            show_steps(record.na_id)


def show_steps(na_id: int) -> None:
    """Show what to do, and what to tell those who hold the record, to copy."""
    try:
        held = held_of(open_graph(), (na_id,))
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_fault(error)
        return
    for guide in map(order_guide, held):
        for heading, told in guide.steps:
            st.markdown(f"**{escape(heading)}**{LINE_END}{told}")
        st.code(guide.wanted, language=None, wrap_lines=True)
