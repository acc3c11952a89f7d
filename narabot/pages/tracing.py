"""How a response was found: on demand, below it."""

from typing import Any

import streamlit as st

from narabot.models import Response, Turn
from narabot.rendering.markdown import LINE_END, escape
from narabot.rendering.tracing import queries_table, scores_table, steps_table, trace_lines


def show_trace(turn: Turn, response: Response) -> None:
    """Show what ran for a response, unless it was kept before that was told."""
    if not response.trace.trace_id:
        return
    opened = st.expander("How this was found", key=f"trace-{turn.id}", on_change="rerun")
    if opened.open:
        with opened:
            st.caption(LINE_END.join(map(escape, trace_lines(response))))
            show_rows(steps_table(response.trace), "Steps")
            show_rows(scores_table(response), "Scores")
            show_rows(queries_table(response.trace), "Statements that the database ran")


def show_rows(rows: dict[str, list[Any]], alt: str) -> None:
    """Show a table, if it has any rows."""
    if any(rows.values()):
        st.markdown(f"**{alt}**")
        st.table(rows, border="horizontal", hide_index=True, width="content", alt=alt)
