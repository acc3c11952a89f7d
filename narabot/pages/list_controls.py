"""Controls for a list: sort order, view, grouping by series, and partial matches."""

from collections.abc import Iterable, Sequence
from typing import Any

import streamlit as st

from narabot.models import ListOrder, Response, Turn
from narabot.presentation.list_summaries import nearest_label
from narabot.presentation.strings import say

LIST, TABLE = "list", "table"


def show_nearest_toggle(turn: Turn, response: Response) -> None:
    """Show the toggle for including records that lack some of the words."""
    if label := nearest_label(response):
        key = set_widget_value(f"nearest-{turn.id}", turn.view.with_nearest)
        st.toggle(
            label,
            key=key,
            on_change=lambda: turn.change_view(with_nearest=st.session_state[key]),
        )


def show_order_choice(turn: Turn, order: ListOrder, offered: Sequence[ListOrder]) -> None:
    """Show the control for the sort order."""
    key = set_widget_value(f"order-{turn.id}", order)
    st.selectbox(
        say("Sort by"),
        offered,
        format_func=order_name,
        key=key,
        width=190,
        label_visibility="collapsed",
        on_change=lambda: turn.change_view(order=st.session_state[key]),
    )


def order_name(order: ListOrder) -> str:
    """Return the label of a sort order."""
    return {
        ListOrder.RELEVANCE: say("Best match first"),
        ListOrder.CATALOG: say("Catalog order"),
        ListOrder.OLDEST: say("Oldest first"),
        ListOrder.NEWEST: say("Newest first"),
        ListOrder.LEVEL: say("By level"),
    }[order]


def show_view_choice(turn: Turn) -> None:
    """Show the choice between list and table."""
    key = set_widget_value(f"as-{turn.id}", TABLE if turn.view.is_table else LIST)
    st.segmented_control(
        say("Show as"),
        [LIST, TABLE],
        format_func={LIST: say("List"), TABLE: say("Table")}.__getitem__,
        required=True,
        key=key,
        label_visibility="collapsed",
        on_change=lambda: turn.change_view(is_table=st.session_state[key] == TABLE),
    )


def show_grouping(turn: Turn) -> None:
    """Show the toggle for grouping by series."""
    key = set_widget_value(f"grouped-{turn.id}", turn.view.is_grouped)
    st.toggle(
        say("Group by series"),
        key=key,
        on_change=lambda: turn.change_view(is_grouped=st.session_state[key]),
    )


def list_key(na_ids: Iterable[int]) -> str:
    """Return a widget key that identifies a sequence of records."""
    return f"{hash(tuple(na_ids)) & 0xFFFFFFFF:x}"


def set_widget_value(key: str, value: Any) -> str:
    """Set a widget to the turn's value, and return the widget's key.

    When the widget disappears, Streamlit discards its value, but the turn keeps the value.
    """
    st.session_state[key] = value
    return key
