"""The choices of how a list is looked at: its order, list or table, by series, the nearest."""

from collections.abc import Iterable, Sequence
from typing import Any

import streamlit as st

from narabot.models import ListOrder, Response, Turn
from narabot.presentation.lists import nearest_label
from narabot.presentation.strings import say

LIST, TABLE = "list", "table"


def show_nearest_toggle(turn: Turn, response: Response) -> None:
    """Show the choice to look at records too that lack some of the words."""
    if label := nearest_label(response):
        key = keep(f"nearest-{turn.id}", turn.view.with_nearest)
        st.toggle(
            label,
            key=key,
            on_change=lambda: turn.change_view(with_nearest=st.session_state[key]),
        )


def show_orders(turn: Turn, order: ListOrder, offered: Sequence[ListOrder]) -> None:
    """Show the choice of the order."""
    key = keep(f"order-{turn.id}", order)
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
    """Return an order in words."""
    return {
        ListOrder.RELEVANCE: say("Nearest first"),
        ListOrder.CATALOGUE: say("As arranged"),
        ListOrder.OLDEST: say("Oldest first"),
        ListOrder.NEWEST: say("Newest first"),
        ListOrder.LEVEL: say("By level"),
    }[order]


def show_as(turn: Turn) -> None:
    """Show the choice between a list and a table."""
    key = keep(f"as-{turn.id}", TABLE if turn.view.is_table else LIST)
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
    """Show the choice of a list by series."""
    key = keep(f"grouped-{turn.id}", turn.view.is_grouped)
    st.toggle(
        say("Group by series"),
        key=key,
        on_change=lambda: turn.change_view(is_grouped=st.session_state[key]),
    )


def known_by(na_ids: Iterable[int]) -> str:
    """Return what tells records in their order from others, for the keys of widgets of theirs."""
    return f"{hash(tuple(na_ids)) & 0xFFFFFFFF:x}"


def keep(key: str, value: Any) -> str:
    """Give a widget the value that the turn has, which also outlives the widget."""
    st.session_state[key] = value
    return key
