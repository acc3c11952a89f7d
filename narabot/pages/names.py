"""The names in a question on the screen, each a click away from its records."""

import streamlit as st

from narabot.models import Filters, NamedAuthority, NamedRecord, Response, Turn
from narabot.pages.conversation import ask
from narabot.rendering.markdown import escape
from narabot.rendering.names import named_text, names_heading


def show_names(turn: Turn, response: Response) -> None:
    """Show the authorities that a question names; where a name is ambiguous, all that it may mean.

    A click lists the records by or about one.
    """
    for place, alike in enumerate(response.names):
        st.caption(escape(names_heading(alike)))
        for one in alike:
            st.button(
                escape(named_text(one)),
                key=f"name-{turn.id}-{place}-{one.na_id}",
                icon=":material/format_list_bulleted:",
                help="List the records by or about it, under all of its names",
                disabled=not one.records_by + one.records_about,
                on_click=ask_for_records,
                args=(one,),
            )


def ask_for_records(authority: NamedAuthority) -> None:
    """Ask for the records by or about an authority."""
    named = NamedRecord(authority.na_id, authority.heading)
    ask(f"Show the records by or about {authority.heading}", Filters(authority=named))
