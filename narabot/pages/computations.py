"""What was computed for an answer, on the screen: numbers, bars, ways, and the lists behind."""

import streamlit as st

from narabot.models import Behind, Computation, Filters, Turn
from narabot.pages.conversation import ask
from narabot.pages.frame import opened
from narabot.pages.pictures import show_chart
from narabot.presentation.computations import (
    amounts_chart,
    amounts_in_words,
    amounts_table,
    chart_height,
    is_grouping,
    list_label,
    list_request,
    paths_picture,
)
from narabot.presentation.markdown import escape
from narabot.presentation.strings import say


def show_computation(turn: Turn, computation: Computation, *, is_shared: bool = False) -> None:
    """Show what a number stands on; in somebody else's answer nothing that asks anew."""
    if is_grouping(computation):
        show_bars(computation, f"amounts-{turn.id}")
    if not is_shared:
        show_paths(turn, computation)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if not is_shared:
            show_lists(turn, computation)
        show_plan(turn, computation)


def show_lists(turn: Turn, computation: Computation) -> None:
    """Show what lists the records behind a number, and those that may be meant instead."""
    for place, behind in enumerate(computation.behind):
        show_list_button(turn, behind, f"behind-{place}")
    if computation.others:
        st.caption(say("Or did you mean:"), width="content")
    for place, behind in enumerate(computation.others):
        show_list_button(turn, behind, f"other-{place}")


def show_plan(turn: Turn, computation: Computation) -> None:
    """Show on demand what was counted, compared or followed."""
    if shown := opened(say("How this was computed"), f"plan-{turn.id}", "calculate"):
        with shown:
            st.markdown(escape(computation.said))
            st.caption(say("For programs, the same as JSON:"))
            st.code(computation.plan, language="json", wrap_lines=True)


def show_bars(computation: Computation, key: str) -> None:
    """Show the values of a grouping as bars, and on demand as a table."""
    st.echarts_chart(
        amounts_chart(computation),
        key=key,
        height=chart_height(computation),
        renderer="svg",
        alt=amounts_in_words(computation),
    )
    with st.expander(say("The same as a table")):
        alt = say("Numbers by {facet}", facet=computation.facet)
        st.table(amounts_table(computation), hide_index=True, width="content", alt=alt)


def show_paths(turn: Turn, computation: Computation) -> None:
    """Show the ways from records up to what they share; a click opens a record."""
    picture = paths_picture(computation.paths)
    if picture is not None:
        show_chart(picture, f"paths-{turn.id}", computation.paths[0][0].na_id)
        st.caption(picture.key)


def show_list_button(turn: Turn, behind: Behind, key: str) -> None:
    """Show what lists the records behind a number."""
    st.button(
        escape(list_label(behind)),
        key=f"{key}-{turn.id}",
        icon=":material/format_list_bulleted:",
        on_click=ask,
        args=(list_request(behind), Filters(computed=behind.records)),
    )
