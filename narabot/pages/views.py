"""A list as a table, and over time."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from narabot.models import Passage, PathRecord, Turn
from narabot.pages.list_controls import known_by
from narabot.pages.narrowing import keep_choice, narrowed_list
from narabot.pages.selection import show_select_all_button, show_select_button
from narabot.presentation.cards import page_link
from narabot.presentation.decade_bars import bar_chart, bars_in_words, bars_table
from narabot.presentation.facet_values import DECADES
from narabot.presentation.markdown import escape
from narabot.presentation.records import name
from narabot.presentation.strings import say, say_many
from narabot.presentation.tables import PLACE, TableColumn, column_name, columns_of, table

CHART_HEIGHT = 260


def show_time(turn: Turn) -> None:
    """Show on demand how many records are from each decade; a click on a bar narrows to it."""
    bars = narrowed_list(turn).bars
    if not bars:
        return
    key = f"decades-{turn.id}-{len(turn.view.chosen)}"

    def keep_decade() -> None:
        chosen = st.session_state[key].selection.selected
        if chosen:
            keep_choice(turn, DECADES, [bars[chosen[0]["data_indices"][0]].value.key])
            st.session_state[opened] = False

    opened = f"time-{turn.id}"
    shown = st.popover(say("Over time"), key=opened, on_change="rerun")
    if not shown.open:
        return
    with shown:
        st.markdown(say("**Records by decade**"))
        st.caption(
            say(
                "A record of several decades counts in each; one without dates of its own by the "
                "years in its title, or by the dates of what it is kept in. Choose a bar to keep "
                "its decade alone."
            )
        )
        st.echarts_chart(
            bar_chart(bars),
            key=key,
            height=CHART_HEIGHT,
            on_select=keep_decade,
            renderer="svg",
            alt=bars_in_words(bars),
        )
        st.table(bars_table(bars), hide_index=True, width="content", alt=say("Records by decade"))


NUMBER_IN_ADDRESS = r"/id/(\d+)$"
"""Of a record's page: what its link shows."""

DATES_WIDTH, NA_ID_WIDTH = 210, 110
"""Pixels, enough for `January 1, 1943 – August 19, 1946`, and for nine digits."""


def column_settings() -> dict[str, Any]:
    """Return how the columns that are not plain text are shown."""
    columns = st.column_config
    return {
        PLACE: columns.NumberColumn(PLACE, help=say("Its place in the list"), width=50),
        column_name(TableColumn.TITLE): columns.TextColumn(width="large"),
        column_name(TableColumn.DATES): columns.TextColumn(width=DATES_WIDTH),
        column_name(TableColumn.YEAR): columns.NumberColumn(
            format="plain", help=say("Of the record, or of the nearest above it that has dates")
        ),
        column_name(TableColumn.NA_ID): columns.LinkColumn(
            display_text=NUMBER_IN_ADDRESS,
            width=NA_ID_WIDTH,
            help=say("Leads to the record in NARA's catalogue"),
        ),
        column_name(TableColumn.ONLINE): columns.NumberColumn(format="localized"),
    }


def show_table(turn: Turn, ordered: Sequence[Passage]) -> None:
    """Show all records of a list, and what can be done with those that are selected."""
    count, known = len(ordered), known_by(one.na_id for one in ordered)
    rows = st.dataframe(
        table(ordered, columns_of(turn.view.columns)),
        key=f"table-{turn.id}-{known}",  # rows are selected of one list, in one order
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
                "Select rows to open a record or to put several on your list; a column's name "
                "sorts by it."
            )
        )


def show_selected(turn: Turn, records: Sequence[PathRecord]) -> None:
    """Show what can be done with the records that are selected."""
    first, key = records[0], f"{turn.id}-{records[0].na_id}"
    with st.container(horizontal=True, vertical_alignment="center", key=f"selected-{turn.id}"):
        if len(records) > 1:
            show_select_all_button(records, f"add-{key}-{len(records)}")
        else:
            st.markdown(page_link(escape(name(first)), first.na_id), width="content")
            show_select_button(first, f"select-{key}")


def show_column_choice(turn: Turn) -> None:
    """Show which columns the table has, to change them."""
    key = f"columns-{turn.id}"
    st.session_state[key] = list(columns_of(turn.view.columns))
    with st.popover(say("Columns"), icon=":material/view_column:"):
        st.pills(
            say("Columns of the table"),
            list(TableColumn),
            selection_mode="multi",
            format_func=column_name,
            key=key,
            on_change=lambda: choose_columns(turn, st.session_state[key]),
        )


def choose_columns(turn: Turn, chosen: Sequence[TableColumn]) -> None:
    """Keep which columns the table has; one at least."""
    turn.change_view(columns=tuple(chosen) or (TableColumn.TITLE,))
