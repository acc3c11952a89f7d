"""A computed answer: its charts and tables, and buttons that list its records."""

import streamlit as st

from narabot.models import Computation, Filters, Turn, UnderlyingRecords
from narabot.pages.conversation import ask
from narabot.pages.frame import open_popover
from narabot.pages.pictures import show_chart
from narabot.presentation.computations import (
    amounts_alt_text,
    amounts_chart,
    amounts_table,
    chart_height,
    is_grouping,
    list_label,
    list_request,
    paths_chart,
)
from narabot.presentation.markdown import escape
from narabot.presentation.strings import say


def show_computation(turn: Turn, computation: Computation, *, is_shared: bool = False) -> None:
    """Show how a number was computed. A shared answer has no buttons for new requests."""
    if is_grouping(computation):
        show_bars(computation, f"amounts-{turn.id}")
    if not is_shared:
        show_paths(turn, computation)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if not is_shared:
            show_list_buttons(turn, computation)
        show_plan(turn, computation)


def show_list_buttons(turn: Turn, computation: Computation) -> None:
    """Show buttons that list the computed records, and buttons for alternative interpretations."""
    for place, underlying in enumerate(computation.behind):
        show_list_button(turn, underlying, f"behind-{place}")
    if computation.others:
        st.caption(say("Or did you mean:"), width="content")
    for place, underlying in enumerate(computation.others):
        show_list_button(turn, underlying, f"other-{place}")


def show_plan(turn: Turn, computation: Computation) -> None:
    """Show the plan of a computation on demand."""
    if shown := open_popover(say("Calculation details"), f"plan-{turn.id}", "calculate"):
        with shown:
            st.markdown(escape(computation.said))
            st.caption(say("JSON for programs:"))
            st.code(computation.plan, language="json", wrap_lines=True)


def show_bars(computation: Computation, key: str) -> None:
    """Show the values of a grouping as bars, and as a table on demand."""
    st.echarts_chart(
        amounts_chart(computation),
        key=key,
        height=chart_height(computation),
        renderer="svg",
        alt=amounts_alt_text(computation),
    )
    with st.expander(say("Show as table")):
        alt = say("Values by {facet}", facet=computation.facet)
        st.table(amounts_table(computation), hide_index=True, width="content", alt=alt)


def show_paths(turn: Turn, computation: Computation) -> None:
    """Show the paths from records to their common ancestor. A click opens a record."""
    picture = paths_chart(computation.paths)
    if picture is not None:
        show_chart(picture, f"paths-{turn.id}", computation.paths[0][0].na_id)
        st.caption(picture.key)


def show_list_button(turn: Turn, underlying: UnderlyingRecords, key: str) -> None:
    """Show a button that lists computed records."""
    st.button(
        escape(list_label(underlying)),
        key=f"{key}-{turn.id}",
        icon=":material/format_list_bulleted:",
        on_click=ask,
        args=(list_request(underlying), Filters(computed=underlying.records)),
    )
