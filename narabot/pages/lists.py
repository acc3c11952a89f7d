"""A list of records on the screen, ten more on demand, and the chips of the filters in force."""

import streamlit as st

from narabot.models import Passage, Response, Turn
from narabot.models.turns import PAGE
from narabot.pages.navigation import open_record
from narabot.pages.selection import show_select_button
from narabot.rendering.filters import filter_texts
from narabot.rendering.lists import Folded, first_rows, folded, list_heading
from narabot.rendering.markdown import escape
from narabot.rendering.records import name, record_markdown


def show_filters(turn: Turn, response: Response) -> None:
    """Show the filters in force as chips; what is chosen anew asks again."""
    texts = filter_texts(response.filters)
    chips = {**texts, **turn.removed}
    if not chips:
        return
    key = f"filters-{turn.id}"
    st.pills(
        "Filters (choose one to remove it, or to set it again)",
        list(chips),
        selection_mode="multi",
        default=list(texts),
        format_func=lambda field: escape(chips[field]),
        key=key,
        on_change=lambda: turn.keep_filters(chips, st.session_state[key]),
    )


def show_list(turn: Turn, response: Response) -> None:
    """Show a numbered list of records; a series that would flood it only after a click."""
    st.markdown(escape(list_heading(response)))
    places = {passage.na_id: place for place, passage in enumerate(response.records, start=1)}
    rows = folded(response.records, turn.opened)
    for row in first_rows(rows, turn.shown):
        if isinstance(row, Folded):
            show_folded(turn, row)
        else:
            show_record(turn, row, places[row.na_id])
    left = sum(isinstance(row, Passage) for row in rows) - turn.shown
    if left > 0:
        st.button(f"Show {min(left, PAGE)} more", key=f"more-{turn.id}", on_click=turn.show_more)


def show_folded(turn: Turn, row: Folded) -> None:
    """Show how many more records there are of a series, one click away."""
    st.button(
        f"{row.count} more in the series {escape(name(row.series))}",
        key=f"series-{turn.id}-{row.series.na_id}",
        on_click=turn.opened.add,
        args=(row.series.na_id,),
        icon=":material/unfold_more:",
    )


def show_record(turn: Turn, passage: Passage, place: int | None = None) -> None:
    """Show one record of a turn, with its place in a list, and the way to its own page."""
    with st.container(border=True):
        st.markdown(record_markdown(passage, place))
        with st.container(horizontal=True):
            show_way(passage.na_id, f"open-{turn.id}-{passage.na_id}")
            show_select_button(passage.record, f"select-{turn.id}-{passage.na_id}")


def show_way(na_id: int, key: str) -> None:
    """Show the button that leads from the conversation to a record's own page."""
    st.button(
        "Open",
        key=key,
        icon=":material/open_in_full:",
        help="All that is known of this record",
        on_click=open_record,
        args=(na_id, key),
    )
