"""A list of records as a table on the screen, with a choice of columns."""

from collections.abc import Sequence

import streamlit as st

from narabot.models import Passage, TableColumn, Turn
from narabot.pages.navigation import show_open_button
from narabot.presentation.markdown import escape
from narabot.presentation.records import name
from narabot.presentation.tables import COLUMN_NAMES, PLACE, table

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
        table(ordered, turn.view.columns),
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
    st.session_state[key] = list(turn.view.columns)
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
    """Keep which columns the table has, in their order; one at least."""
    columns = tuple(column for column in TableColumn if column in chosen)
    turn.change_view(columns=columns or (TableColumn.TITLE,))
