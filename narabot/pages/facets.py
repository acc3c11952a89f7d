"""In which respects a list can be narrowed, and its records over time, on the screen."""

import streamlit as st

from narabot.models import Response, Turn
from narabot.presentation.facets import (
    Facet,
    bar_chart,
    bars_by_decade,
    bars_in_words,
    bars_table,
    facets,
    narrowing_label,
)
from narabot.presentation.markdown import escape

CHART_HEIGHT = 260


def show_facets(turn: Turn, response: Response) -> None:
    """Show on demand in which respects the records differ; a choice asks again within it."""
    found = facets(turn.listed, response.filters)
    if not found:
        return
    label = narrowing_label(len(turn.listed), found)
    with st.expander(label, key=f"facets-{turn.id}"):
        for facet in found:
            show_facet(turn, facet)


def show_facet(turn: Turn, facet: Facet) -> None:
    """Show the values of a facet with their counts."""
    key = f"facet-{turn.id}-{facet.name}"
    st.session_state[key] = None  # what is chosen is a chip above, and here no more
    st.pills(
        facet.name,
        range(len(facet.values)),
        format_func=lambda place: value_label(facet, place),
        key=key,
        on_change=lambda: narrow(turn, facet, st.session_state[key]),
    )


def narrow(turn: Turn, facet: Facet, place: int | None) -> None:
    """Ask again within the value of a facet that was chosen."""
    if place is not None:
        turn.narrow(facet.values[place].filters)


def value_label(facet: Facet, place: int) -> str:
    """Return a value of a facet with its count, as Markdown."""
    value = facet.values[place]
    return escape(f"{value.label} ({value.count:,})")


def show_time(turn: Turn, response: Response) -> None:
    """Show on demand how many records are from each decade; a click on a bar narrows to it."""
    bars = bars_by_decade(turn.listed, response.filters)
    if not bars:
        return
    key = f"decades-{turn.id}-{'-'.join(response.filters.in_force)}"

    def keep_decade() -> None:
        chosen = st.session_state[key].selection.selected
        if chosen:
            turn.narrow(bars[chosen[0]["data_indices"][0]].filters)

    with st.expander("Over time"):
        st.markdown("**Records by decade**")
        st.caption(
            "A record of several decades counts in each; one without dates of its own by the years "
            "in its title, or by the dates of what it is kept in. Choose a bar to keep its decade "
            "alone."
        )
        st.echarts_chart(
            bar_chart(bars),
            key=key,
            height=CHART_HEIGHT,
            on_select=keep_decade,
            renderer="svg",
            alt=bars_in_words(bars),
        )
        st.table(bars_table(bars), hide_index=True, width="content", alt="Records by decade")
