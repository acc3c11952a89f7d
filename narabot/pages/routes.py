"""How a response was found, on the screen: what was tried, and the ways to the records."""

import streamlit as st

from narabot.models import Response
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.provenance import trace_lines
from narabot.presentation.search_route import path_lists, route_list
from narabot.presentation.strings import say


def show_route(response: Response, key: str) -> None:
    """Show what ran for a response, what was tried, and the ways that led to records, if any."""
    st.caption(LINE_END.join(map(escape, trace_lines(response))))
    show_ways(say("Route"), [route_list(response.trace)], f"route-{key}")
    show_ways(say("Ways to the records"), path_lists(response.trace), f"paths-{key}")


def show_ways(heading: str, lists: list[str], key: str) -> None:
    """Show lists as chains, each from its first item down, if there are any."""
    if any(lists):
        st.markdown(f"**{heading}**")
        with st.container(key=f"way-{key}"):
            for one in lists:
                st.markdown(one)
