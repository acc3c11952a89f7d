"""A list of records on the screen, a page at a time, and the chips of the filters in force."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from narabot.models import ListOrder, Passage, Response, Turn, without
from narabot.ordering import in_order, order_of, orders
from narabot.pages.navigation import scroll_to, show_open_button
from narabot.pages.selection import show_select_button
from narabot.pages.views import show_column_choice, show_facets, show_table, show_time
from narabot.presentation.filters import filter_texts
from narabot.presentation.lists import (
    Folded,
    ListPage,
    SeriesHeading,
    list_heading,
    list_page,
    nearest_label,
    without_labels,
)
from narabot.presentation.markdown import escape
from narabot.presentation.records import name, record_markdown

ORDER_NAMES = {
    ListOrder.RELEVANCE: "Relevance",
    ListOrder.CATALOGUE: "Catalogue order",
    ListOrder.OLDEST: "Oldest first",
    ListOrder.NEWEST: "Newest first",
    ListOrder.LEVEL: "Level",
}

LIST, TABLE = "List", "Table"

TURNED = "turned_page"
"""In the session: the list of which another page was asked for, to be shown from its start."""


def show_filters(turn: Turn, response: Response) -> None:
    """Show the filters in force as chips; what is chosen anew asks again."""
    texts = filter_texts(response.filters)
    chips = {**texts, **turn.removed}
    if not chips:
        return
    key = f"filters-{turn.id}"
    st.session_state[key] = list(texts)  # they change with each narrowing, the chips with them
    st.pills(
        "Filters (choose one to remove it, or to set it again)",
        list(chips),
        selection_mode="multi",
        format_func=lambda field: escape(chips[field]),
        key=key,
        on_change=lambda: turn.keep_filters(chips, st.session_state[key]),
    )


def show_list_heading(turn: Turn, response: Response) -> None:
    """Show what a list holds, or that nothing was found and what may help."""
    if response.records:
        st.markdown(escape(list_heading(response, turn.listed, turn.view.order)))
        show_nearest_toggle(turn, response)
    else:
        show_nothing_found(turn, response)


def show_list(turn: Turn, response: Response, *, is_shared: bool = False) -> None:
    """Show how a list can be looked at, unless somebody else's how it is narrowed, and a page."""
    if not response.records:
        return
    with st.container(key=f"list-{turn.id}"):
        if not is_shared:
            show_facets(turn, response)
            show_time(turn, response)
        order = order_of(response, turn.view.order)
        if len(turn.listed) > 1:
            show_view(turn, order, orders(response))
        if turn.view.is_table:
            show_table(turn, in_order(turn.listed, order))
        else:
            show_page(turn, list_page(turn.listed, replace(turn.view, order=order)))
    if st.session_state.get(TURNED) == turn.id:
        del st.session_state[TURNED]
        scroll_to(f"rows-{turn.id}", turn.view.page)


def show_nothing_found(turn: Turn, response: Response) -> None:
    """Show what was searched for in vain, and which filters to take away."""
    st.markdown(escape(list_heading(response, ())))
    texts = {**filter_texts(response.filters), **turn.removed}
    with st.container(horizontal=True, gap="xsmall"):
        for field, label in without_labels(response).items():
            st.button(
                escape(label),
                key=f"without-{turn.id}-{field}",
                icon=":material/filter_alt_off:",
                on_click=turn.keep_filters,
                args=(texts, filter_texts(without(response.filters, {field}))),
            )


def show_nearest_toggle(turn: Turn, response: Response) -> None:
    """Show the choice to look at records too that lack some of the words."""
    if label := nearest_label(response):
        key = keep(f"nearest-{turn.id}", turn.view.with_nearest)
        st.toggle(
            label,
            key=key,
            on_change=lambda: turn.change_view(with_nearest=st.session_state[key]),
        )


def show_view(turn: Turn, order: ListOrder, offered: Sequence[ListOrder]) -> None:
    """Show in which ways the list can be looked at."""
    with st.container(horizontal=True, vertical_alignment="top", key=f"view-{turn.id}"):
        key = keep(f"order-{turn.id}", order)
        st.selectbox(
            "Sort by",
            offered,
            format_func=ORDER_NAMES.__getitem__,
            key=key,
            width=170,
            on_change=lambda: turn.change_view(order=st.session_state[key]),
        )
        show_as(turn)
        if turn.view.is_table:
            show_column_choice(turn)
        else:
            show_grouping(turn)


def show_as(turn: Turn) -> None:
    """Show the choice between a list and a table."""
    key = keep(f"as-{turn.id}", TABLE if turn.view.is_table else LIST)
    st.segmented_control(
        "Show as",
        [LIST, TABLE],
        required=True,
        key=key,
        on_change=lambda: turn.change_view(is_table=st.session_state[key] == TABLE),
    )


def show_grouping(turn: Turn) -> None:
    """Show the choice of a list by series."""
    key = keep(f"grouped-{turn.id}", turn.view.is_grouped)
    st.toggle(
        "Group by series",
        key=key,
        on_change=lambda: turn.change_view(is_grouped=st.session_state[key]),
    )


def keep(key: str, value: Any) -> str:
    """Give a widget the value that the turn has, which also outlives the widget."""
    st.session_state[key] = value
    return key


def show_page(turn: Turn, page: ListPage) -> None:
    """Show the records of a page with their places in the list, and the way to other pages."""
    with st.container(key=f"rows-{turn.id}"):
        for row in page.rows:
            match row:
                case Folded():
                    show_folded(turn, row)
                case SeriesHeading():
                    st.markdown(series_heading(row))
                case Passage():
                    show_record(turn, row, page.places[row.na_id])
    if page.pages > 1:
        # Another order begins anew: a widget of its own. Its state cannot be set beside a default.
        looked_at = f"{turn.view.order}-{turn.view.is_grouped}-{len(turn.view.opened)}"
        key = f"page-{turn.id}-{looked_at}-{len(page.places)}"
        st.pagination(
            page.pages, default=page.number, key=key, on_change=turn_page, args=(turn, key)
        )


def turn_page(turn: Turn, key: str) -> None:
    """Show another page, from its start."""
    turn.change_view(page=st.session_state[key])
    st.session_state[TURNED] = turn.id


def series_heading(row: SeriesHeading) -> str:
    """Return what stands above the records of a series."""
    records = "1 record" if row.count == 1 else f"{row.count:,} records"
    continued = ", continued" if row.is_continued else ""
    series = f"Series: {name(row.series)}" if row.series else "In no series"
    return f"##### {escape(series)} {escape(f'({records}{continued})')}"


def show_folded(turn: Turn, row: Folded) -> None:
    """Show how many more records there are of a series, one click away."""
    view = turn.view
    st.button(
        f"{row.count} more in the series {escape(name(row.series))}",
        key=f"series-{turn.id}-{row.series.na_id}",
        on_click=lambda: turn.change_view(opened=(*view.opened, row.series.na_id), page=view.page),
        icon=":material/unfold_more:",
    )


def show_record(turn: Turn, passage: Passage, place: int | None = None) -> None:
    """Show one record of a turn, with its place in a list, and the way to its own page."""
    with st.container(border=True):
        st.markdown(record_markdown(passage, place))
        with st.container(horizontal=True):
            show_open_button(passage.na_id, f"open-{turn.id}-{passage.na_id}")
            show_select_button(passage.record, f"select-{turn.id}-{passage.na_id}")
