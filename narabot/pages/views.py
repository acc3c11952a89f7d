"""In which ways a list is looked at: as a table, over time, narrowed in some respect."""

from collections.abc import Sequence

import streamlit as st

from narabot.models import Passage, Response, Turn
from narabot.pages.navigation import show_open_button
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
from narabot.presentation.records import name
from narabot.presentation.tables import COLUMN_NAMES, PLACE, TableColumn, columns_of, table

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


NUMBER_IN_ADDRESS = r"/id/(\d+)$"
"""Of a record's page: what its link shows."""

COLUMNS = {
    PLACE: st.column_config.NumberColumn(PLACE, help="Its place in the list", width=50),
    COLUMN_NAMES[TableColumn.TITLE]: st.column_config.TextColumn(width="large"),
    COLUMN_NAMES[TableColumn.YEAR]: st.column_config.NumberColumn(
        format="plain", help="Of the record, or of the nearest above it that has dates"
    ),
    COLUMN_NAMES[TableColumn.NA_ID]: st.column_config.LinkColumn(
        display_text=NUMBER_IN_ADDRESS, help="Leads to the record in NARA's catalogue"
    ),
    COLUMN_NAMES[TableColumn.ONLINE]: st.column_config.NumberColumn(format="localized"),
}
"""How the columns that are not plain text are shown."""


def show_table(turn: Turn, ordered: Sequence[Passage]) -> None:
    """Show all records of a list, and the way to the page of the one that is selected."""
    first, count = ordered[0].na_id, len(ordered)
    selected = st.dataframe(
        table(ordered, columns_of(turn.view.columns)),
        key=f"table-{turn.id}-{turn.view.order}-{first}-{count}",  # a selection is of one list,
        hide_index=True,
        column_config=COLUMNS,
        placeholder="",
        on_select="rerun",
        selection_mode="single-row",
        alt=f"Table of {count:,} records",
    ).selection.rows
    if selected and selected[0] < count:
        show_selected(turn, ordered[selected[0]])
    else:
        st.caption("Select a row to open its record; a column's name sorts by it.")


def show_selected(turn: Turn, passage: Passage) -> None:
    """Show the way to the page of the record that is selected."""
    key = f"open-{turn.id}-{passage.na_id}"
    show_open_button(passage.na_id, key, f"Open {escape(name(passage.record))}")


def show_column_choice(turn: Turn) -> None:
    """Show which columns the table has, to change them."""
    key = f"columns-{turn.id}"
    st.session_state[key] = list(columns_of(turn.view.columns))
    with st.popover("Columns", icon=":material/view_column:"):
        st.pills(
            "Columns of the table",
            list(TableColumn),
            selection_mode="multi",
            format_func=COLUMN_NAMES.__getitem__,
            key=key,
            on_change=lambda: choose_columns(turn, st.session_state[key]),
        )


def choose_columns(turn: Turn, chosen: Sequence[TableColumn]) -> None:
    """Keep which columns the table has; one at least."""
    turn.change_view(columns=tuple(chosen) or (TableColumn.TITLE,))
