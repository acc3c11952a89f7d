"""How a response was found: the search steps and the paths to the records."""

import streamlit as st

from narabot.models import Response
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.provenance import trace_lines
from narabot.presentation.search_route import path_lists, route_list
from narabot.presentation.strings import say


def show_route(response: Response, key: str) -> None:
    """Show how a response was found: a summary, the search steps, and the paths to records."""
    st.caption(LINE_END.join(map(escape, trace_lines(response))))
    show_chains(say("Search steps"), [route_list(response.trace)], f"route-{key}")
    show_chains(say("Paths to the records"), path_lists(response.trace), f"paths-{key}")


def show_chains(heading: str, lists: list[str], key: str) -> None:
    """Show lists as vertical chains, if there are any."""
    if any(lists):
        st.markdown(f"**{heading}**")
        with st.container(key=f"way-{key}"):
            for one in lists:
                st.markdown(one)
