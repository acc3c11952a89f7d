"""A list of records, one page at a time, with filters next to it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import streamlit as st

from narabot.models import ListOrder, Passage, Response, Turn, drop_filters
from narabot.ordering import available_orders, effective_order, sort_records
from narabot.pages.cards import show_record
from narabot.pages.file_unit_subjects import subjects_of_file_units
from narabot.pages.filters import show_filters
from narabot.pages.list_controls import (
    list_key,
    show_grouping,
    show_nearest_toggle,
    show_order_choice,
    show_view_choice,
)
from narabot.pages.list_filters import (
    filtered_list,
    show_chosen,
    show_facets,
    show_wider_search,
    total_if_filtered,
    visible_records,
)
from narabot.pages.navigation import scroll_to
from narabot.pages.views import show_column_choice, show_decades, show_table
from narabot.presentation.cards import CardDetails
from narabot.presentation.excerpts import request_stems
from narabot.presentation.facets import Facet
from narabot.presentation.filters import filter_texts
from narabot.presentation.list_pages import (
    PAGE_SIZE,
    FoldedSeries,
    ListPage,
    SeriesHeading,
    list_page,
)
from narabot.presentation.list_summaries import (
    list_heading,
    list_line,
    removal_labels,
    undated_note,
)
from narabot.presentation.markdown import escape
from narabot.presentation.records import name
from narabot.presentation.strings import say, say_many

COLUMN_WIDTHS = (3, 1)
"""Relative widths of a list and its filters."""

TURNED_LIST = "turned_page"
"""Session key for the list whose page the reader has just changed. That list scrolls to its
start."""


def show_list_heading(turn: Turn, response: Response) -> None:
    """Show what a list contains, or how to change a request that found nothing."""
    if response.records:
        st.markdown(
            escape(
                list_line(response, visible_records(turn), turn.view.order, total_if_filtered(turn))
            )
        )
    else:
        show_nothing_found(turn, response)


def show_list(turn: Turn, response: Response, *, is_shared: bool = False) -> None:
    """Show a page of a list with controls.

    The filters appear next to the list. On a narrow screen, a button opens the filters. A shared
    list has no filters.
    """
    if not response.records:
        return
    found = [] if is_shared else filtered_list(turn).facets
    with st.container(key=f"list-{turn.id}"):
        order = effective_order(response, turn.view.order)
        show_list_controls(turn, response, order, found, is_shared=is_shared)
        if is_shared or not has_facets(turn, found):
            show_list_contents(turn, response, order)
        else:
            rows, side = st.columns(COLUMN_WIDTHS, gap="medium")
            with rows:
                show_list_contents(turn, response, order)
            with side, st.container(key=f"facets-{turn.id}"):
                show_facets(turn, found)
    if note := undated_note(response):
        st.caption(escape(note))
    if st.session_state.get(TURNED_LIST) == turn.id:
        del st.session_state[TURNED_LIST]
        scroll_to(f"rows-{turn.id}", turn.view.page)


def show_list_contents(turn: Turn, response: Response, order: ListOrder) -> None:
    """Show the filtered records in the specified order, as a full table or one page of cards."""
    records = visible_records(turn)
    if not records:
        return
    if turn.view.is_table:
        show_table(turn, sort_records(records, order))
    else:
        page = list_page(records, replace(turn.view, order=order))
        show_page(turn, page, request_stems(response))


def show_nothing_found(turn: Turn, response: Response) -> None:
    """Show a message that nothing was found, with buttons that remove filters."""
    st.markdown(escape(list_heading(response, ())))
    texts = {**filter_texts(response.filters), **turn.removed}
    with st.container(horizontal=True, gap="xsmall"):
        for field, label in removal_labels(response).items():
            st.button(
                escape(label),
                key=f"without-{turn.id}-{field}",
                icon=":material/filter_alt_off:",
                on_click=turn.keep_filters,
                args=(texts, filter_texts(drop_filters(response.filters, {field}))),
            )


def show_list_controls(
    turn: Turn,
    response: Response,
    order: ListOrder,
    found: Sequence[Facet],
    *,
    is_shared: bool,
) -> None:
    """Show the list's controls in one row."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"view-{turn.id}"
    ):
        if not is_shared:
            show_filters(turn, response)
            show_chosen(turn)
            show_wider_search(turn, response)
        if len(turn.listed) > 1:
            show_order_choice(turn, order, available_orders(response))
            show_view_choice(turn)
            if turn.view.is_table:
                show_column_choice(turn)
            else:
                show_grouping(turn)
        if not is_shared:
            show_decades(turn)
            show_facets_button(turn, found)
        show_nearest_toggle(turn, response)


def has_facets(turn: Turn, found: Sequence[Facet]) -> bool:
    """Return whether a list has facets, or is long enough to search."""
    return bool(found) or len(turn.listed) > PAGE_SIZE


def show_facets_button(turn: Turn, found: Sequence[Facet]) -> None:
    """Show a button that opens the filters on a narrow screen."""
    if not has_facets(turn, found):
        return
    with st.container(key=f"narrow-{turn.id}", width="content"):
        shown = st.popover(
            say("Filter list"),
            key=f"narrowing-{turn.id}",
            icon=":material/filter_alt:",
            on_change="rerun",
        )
        if shown.open:
            with shown:
                show_facets(turn, found, "narrow")


def show_page(turn: Turn, page: ListPage, wanted: Collection[str]) -> None:
    """Show one page of records with their positions in the list, and a pager."""
    shown = [row for row in page.rows if isinstance(row, Passage)]
    filed = subjects_of_file_units(f"filed-{turn.id}", [one.record for one in shown])
    with st.container(key=f"rows-{turn.id}"):
        for row in page.rows:
            match row:
                case FoldedSeries():
                    show_folded(turn, row)
                case SeriesHeading():
                    st.markdown(series_heading(row))
                case Passage():
                    subjects = filed.get(row.na_id, ())
                    details = CardDetails(page.positions[row.na_id], wanted, subjects=subjects)
                    show_record(turn, row, details)
    if page.pages > 1:
        # A list in a different order starts at page 1, in a new widget, because Streamlit does not
        # allow code to set the state of a widget that has a default.
        arrangement = f"{turn.view.order}-{turn.view.is_grouped}-{len(turn.view.opened)}"
        key = f"page-{turn.id}-{arrangement}-{list_key(page.positions)}"
        st.pagination(
            page.pages, default=page.number, key=key, on_change=turn_page, args=(turn, key)
        )


def turn_page(turn: Turn, key: str) -> None:
    """Show a different page of the list, scrolled to the start."""
    turn.change_view(page=st.session_state[key])
    st.session_state[TURNED_LIST] = turn.id


def series_heading(row: SeriesHeading) -> str:
    """Return the heading above the records of a series."""
    records = say_many("{count} record", "{count} records", row.count)
    if row.is_continued:
        records = say("{records}, continued", records=records)
    series = say("Series: {name}", name=name(row.series)) if row.series else say("No series")
    return f"##### {escape(series)} {escape(f'({records})')}"


def show_folded(turn: Turn, row: FoldedSeries) -> None:
    """Show a button that opens the remaining records of a series."""
    view = turn.view
    st.button(
        escape(say("{count} more in the series {name}", count=row.count, name=name(row.series))),
        key=f"series-{turn.id}-{row.series.na_id}",
        on_click=lambda: turn.change_view(opened=(*view.opened, row.series.na_id), page=view.page),
        icon=":material/unfold_more:",
    )
