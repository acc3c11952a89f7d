"""A list of records on the screen, a page at a time, with what narrows it beside it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import streamlit as st

from narabot.models import ListOrder, Passage, Response, Turn, without
from narabot.ordering import in_order, order_of, orders
from narabot.pages.cards import show_record
from narabot.pages.filed import filed_of
from narabot.pages.filters import show_filters
from narabot.pages.list_controls import (
    known_by,
    show_as,
    show_grouping,
    show_nearest_toggle,
    show_orders,
)
from narabot.pages.narrowing import (
    among,
    looked_at,
    narrowed_list,
    show_chosen,
    show_facets,
    show_wider_search,
)
from narabot.pages.navigation import scroll_to
from narabot.pages.views import show_column_choice, show_table, show_time
from narabot.presentation.cards import Beside
from narabot.presentation.excerpts import wanted_stems
from narabot.presentation.facets import Facet
from narabot.presentation.filters import filter_texts
from narabot.presentation.list_pages import PAGE, Folded, ListPage, SeriesHeading, list_page
from narabot.presentation.lists import (
    list_heading,
    list_line,
    undated,
    without_labels,
)
from narabot.presentation.markdown import escape
from narabot.presentation.records import name
from narabot.presentation.strings import say, say_many

BESIDE = (3, 1)
"""Widths of a list and of what narrows it."""

TURNED = "turned_page"
"""In the session: the list of which another page was asked for, to be shown from its start."""


def show_list_heading(turn: Turn, response: Response) -> None:
    """Show what a list holds, or that nothing was found and what may help."""
    if response.records:
        st.markdown(escape(list_line(response, looked_at(turn), turn.view.order, among(turn))))
    else:
        show_nothing_found(turn, response)


def show_list(turn: Turn, response: Response, *, is_shared: bool = False) -> None:
    """Show how a list can be looked at, unless somebody else's how it is narrowed, and a page.

    What narrows it stands beside it, on a narrow screen behind a button.
    """
    if not response.records:
        return
    found = [] if is_shared else narrowed_list(turn).facets
    with st.container(key=f"list-{turn.id}"):
        order = order_of(response, turn.view.order)
        show_tools(turn, response, order, found, is_shared=is_shared)
        if is_shared or not can_be_narrowed(turn, found):
            show_ordered(turn, response, order)
        else:
            rows, beside = st.columns(BESIDE, gap="medium")
            with rows:
                show_ordered(turn, response, order)
            with beside, st.container(key=f"facets-{turn.id}"):
                show_facets(turn, found)
    if note := undated(response):
        st.caption(escape(note))
    if st.session_state.get(TURNED) == turn.id:
        del st.session_state[TURNED]
        scroll_to(f"rows-{turn.id}", turn.view.page)


def show_ordered(turn: Turn, response: Response, order: ListOrder) -> None:
    """Show what is looked at of a list in an order, all of it as a table or a page of it."""
    records = looked_at(turn)
    if not records:
        return
    if turn.view.is_table:
        show_table(turn, in_order(records, order))
    else:
        page = list_page(records, replace(turn.view, order=order))
        show_page(turn, page, wanted_stems(response))


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


def show_tools(
    turn: Turn,
    response: Response,
    order: ListOrder,
    found: Sequence[Facet],
    *,
    is_shared: bool,
) -> None:
    """Show in one row in which ways the list can be looked at and narrowed."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"view-{turn.id}"
    ):
        if not is_shared:
            show_filters(turn, response)
            show_chosen(turn)
            show_wider_search(turn, response)
        if len(turn.listed) > 1:
            show_orders(turn, order, orders(response))
            show_as(turn)
            if turn.view.is_table:
                show_column_choice(turn)
            else:
                show_grouping(turn)
        if not is_shared:
            show_time(turn)
            show_narrowing(turn, found)
        show_nearest_toggle(turn, response)


def can_be_narrowed(turn: Turn, found: Sequence[Facet]) -> bool:
    """Return whether the records of a list differ, or are many enough to look for words."""
    return bool(found) or len(turn.listed) > PAGE


def show_narrowing(turn: Turn, found: Sequence[Facet]) -> None:
    """Show behind a button what stands beside the list on a wide screen."""
    if not can_be_narrowed(turn, found):
        return
    with st.container(key=f"narrow-{turn.id}", width="content"):
        shown = st.popover(
            say("Narrow"),
            key=f"narrowing-{turn.id}",
            icon=":material/filter_alt:",
            on_change="rerun",
        )
        if shown.open:
            with shown:
                show_facets(turn, found, "narrow")


def show_page(turn: Turn, page: ListPage, wanted: Collection[str]) -> None:
    """Show the records of a page with their places in the list, and the way to other pages."""
    shown = [row for row in page.rows if isinstance(row, Passage)]
    filed = filed_of(f"filed-{turn.id}", [one.record for one in shown])
    with st.container(key=f"rows-{turn.id}"):
        for row in page.rows:
            match row:
                case Folded():
                    show_folded(turn, row)
                case SeriesHeading():
                    st.markdown(series_heading(row))
                case Passage():
                    subjects = filed.get(row.na_id, ())
                    beside = Beside(page.places[row.na_id], wanted, filed=subjects)
                    show_record(turn, row, beside)
    if page.pages > 1:
        # Another order begins anew: a widget of its own. Its state cannot be set beside a default.
        way = f"{turn.view.order}-{turn.view.is_grouped}-{len(turn.view.opened)}"
        key = f"page-{turn.id}-{way}-{known_by(page.places)}"
        st.pagination(
            page.pages, default=page.number, key=key, on_change=turn_page, args=(turn, key)
        )


def turn_page(turn: Turn, key: str) -> None:
    """Show another page, from its start."""
    turn.change_view(page=st.session_state[key])
    st.session_state[TURNED] = turn.id


def series_heading(row: SeriesHeading) -> str:
    """Return what stands above the records of a series."""
    records = say_many("{count} record", "{count} records", row.count)
    if row.is_continued:
        records = say("{records}, continued", records=records)
    series = say("Series: {name}", name=name(row.series)) if row.series else say("In no series")
    return f"##### {escape(series)} {escape(f'({records})')}"


def show_folded(turn: Turn, row: Folded) -> None:
    """Show how many more records there are of a series, one click away."""
    view = turn.view
    st.button(
        escape(say("{count} more in the series {name}", count=row.count, name=name(row.series))),
        key=f"series-{turn.id}-{row.series.na_id}",
        on_click=lambda: turn.change_view(opened=(*view.opened, row.series.na_id), page=view.page),
        icon=":material/unfold_more:",
    )
