"""A list as a table, and a chart of the number of records per decade."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from narabot.models import Passage, PathRecord, Turn
from narabot.pages.list_controls import list_key
from narabot.pages.list_filters import filtered_list, set_facet_values
from narabot.pages.selection import show_select_all_button, show_select_button
from narabot.presentation.cards import page_link
from narabot.presentation.facet_values import DECADES
from narabot.presentation.markdown import escape
from narabot.presentation.records import name
from narabot.presentation.strings import say, say_many
from narabot.presentation.tables import POSITION_COLUMN, TableColumn, column_name, columns_of, table
from narabot.presentation.timeline import timeline_alt_text, timeline_chart, timeline_table

CHART_HEIGHT = 260


def show_decades(turn: Turn) -> None:
    """Show the number of records per decade on demand. A click on a bar filters by decade."""
    bars = filtered_list(turn).bars
    if not bars:
        return
    key = f"decades-{turn.id}-{len(turn.view.chosen)}"

    def keep_decade() -> None:
        chosen = st.session_state[key].selection.selected
        if chosen:
            set_facet_values(turn, DECADES, [bars[chosen[0]["data_indices"][0]].value.key])
            st.session_state[opened] = False

    opened = f"time-{turn.id}"
    shown = st.popover(say("Over time"), key=opened, on_change="rerun")
    if not shown.open:
        return
    with shown:
        st.markdown(say("**Records by decade**"))
        st.caption(
            say(
                "A record that spans several decades is counted in each decade. If a record has "
                "no dates, the chart uses the years in its title or the dates of a record above "
                "it. Select a bar to show only that decade."
            )
        )
        st.echarts_chart(
            timeline_chart(bars),
            key=key,
            height=CHART_HEIGHT,
            on_select=keep_decade,
            renderer="svg",
            alt=timeline_alt_text(bars),
        )
        st.table(
            timeline_table(bars), hide_index=True, width="content", alt=say("Records by decade")
        )


NUMBER_IN_ADDRESS = r"/id/(\d+)$"
"""Pattern for the naId in a record's URL. The naId is the text of the link."""

DATES_WIDTH, NA_ID_WIDTH = 210, 110
"""Column widths in pixels: enough for `January 1, 1943 – August 19, 1946`, and for nine digits."""


def column_settings() -> dict[str, Any]:
    """Return the configuration of columns that are not plain text."""
    columns = st.column_config
    return {
        POSITION_COLUMN: columns.NumberColumn(
            POSITION_COLUMN, help=say("Position in the list"), width=50
        ),
        column_name(TableColumn.TITLE): columns.TextColumn(width="large"),
        column_name(TableColumn.DATES): columns.TextColumn(width=DATES_WIDTH),
        column_name(TableColumn.YEAR): columns.NumberColumn(
            format="plain",
            help=say(
                "Year of the record or, if it has no dates, of the nearest record above it that "
                "has dates"
            ),
        ),
        column_name(TableColumn.NA_ID): columns.LinkColumn(
            display_text=NUMBER_IN_ADDRESS,
            width=NA_ID_WIDTH,
            help=say("Opens the record in NARA's catalog"),
        ),
        column_name(TableColumn.ONLINE): columns.NumberColumn(format="localized"),
    }


def show_table(turn: Turn, ordered: Sequence[Passage]) -> None:
    """Show all records of a list as a table, with actions for selected rows."""
    count, key = len(ordered), list_key(one.na_id for one in ordered)
    rows = st.dataframe(
        table(ordered, columns_of(turn.view.columns)),
        key=f"table-{turn.id}-{key}",  # a selection belongs to one list in one order
        hide_index=True,
        column_config=column_settings(),
        placeholder="",
        on_select="rerun",
        selection_mode="multi-row",
        alt=say_many("Table of {count} record", "Table of {count} records", count),
    ).selection.rows
    if selected := [ordered[row].record for row in rows if row < count]:
        show_selected(turn, selected)
    else:
        st.caption(
            say(
                "Select one row to open its record, or several rows to save their records. Select "
                "a column name to sort."
            )
        )


def show_selected(turn: Turn, records: Sequence[PathRecord]) -> None:
    """Show the actions for the selected records."""
    first, key = records[0], f"{turn.id}-{records[0].na_id}"
    with st.container(horizontal=True, vertical_alignment="center", key=f"selected-{turn.id}"):
        if len(records) > 1:
            show_select_all_button(records, f"add-{key}-{len(records)}")
        else:
            st.markdown(page_link(escape(name(first)), first.na_id), width="content")
            show_select_button(first, f"select-{key}")


def show_column_choice(turn: Turn) -> None:
    """Show the control for choosing table columns."""
    key = f"columns-{turn.id}"
    st.session_state[key] = list(columns_of(turn.view.columns))
    with st.popover(say("Columns"), icon=":material/view_column:"):
        st.pills(
            say("Table columns"),
            list(TableColumn),
            selection_mode="multi",
            format_func=column_name,
            key=key,
            on_change=lambda: choose_columns(turn, st.session_state[key]),
        )


def choose_columns(turn: Turn, chosen: Sequence[TableColumn]) -> None:
    """Set the table columns. At least one column remains."""
    turn.change_view(columns=tuple(chosen) or (TableColumn.TITLE,))
