"""Some of many things at a time, with the way to those before and behind them."""

import streamlit as st


def page_from(key: str) -> int:
    """Return how many things come before those that are asked for."""
    skipped: int = st.session_state.get(f"from-{key}", 0)
    return skipped


def page_of(key: str, total: int, size: int) -> int:
    """Return how many of so many things come before those that are shown: the last if too many."""
    return min(page_from(key), max(0, total - 1) // size * size)


def turn_page(key: str, skipped: int) -> None:
    """Show others."""
    st.session_state[f"from-{key}"] = skipped


def show_pager(key: str, total: int, size: int) -> None:
    """Show which of how many are on the screen; nothing if these are all."""
    if total <= size:
        return
    first = page_of(key, total, size)
    last = (total - 1) // size * size
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, icon, target in (
            ("First", "first_page", 0),
            ("Previous", "chevron_left", max(0, first - size)),
            ("Next", "chevron_right", min(last, first + size)),
            ("Last", "last_page", last),
        ):
            st.button(
                label,
                key=f"{key}-{label}",
                icon=f":material/{icon}:",
                disabled=target == first,
                on_click=turn_page,
                args=(key, target),
            )
        st.caption(f"{first + 1:,} – {min(total, first + size):,} of {total:,}", width="content")
