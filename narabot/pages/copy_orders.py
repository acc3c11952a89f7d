"""Instructions for viewing a record or ordering copies, on the record's page and in My list."""

import streamlit as st

from narabot.models import PathRecord, RecordType
from narabot.pages.frame import open_popover, show_fault
from narabot.pages.resources import cached_held_records, open_graph
from narabot.presentation.citing.order_guides import order_guide
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.strings import say


def show_order_button(record: PathRecord, key: str) -> None:
    """Show the button that opens the instructions. Authority records have no button."""
    if record.record_type is RecordType.AUTHORITY:
        return
    if shown := open_popover(say("View or order copies"), key, "local_library"):
        with shown:
            show_steps(record.na_id)


def show_steps(na_id: int) -> None:
    """Show the instructions and a request text to copy."""
    try:
        held = cached_held_records(open_graph(), (na_id,))
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_fault(error)
        return
    for guide in map(order_guide, held):
        for heading, instruction in guide.steps:
            st.markdown(f"**{escape(heading)}**{LINE_END}{instruction}")
        st.code(guide.request_text, language=None, wrap_lines=True)
