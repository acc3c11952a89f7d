"""Two responses to one request, shown side by side or, on a phone, one below the other."""

from collections.abc import Container, Sequence

import streamlit as st

from narabot.models import Passage, Response
from narabot.pages.frame import language_container
from narabot.pages.search_routes import show_route
from narabot.presentation.markdown import escape
from narabot.presentation.provenance import provenance
from narabot.presentation.responses import answer_markdown, quoted_records, unquoted_records
from narabot.presentation.strategy_comparison import duration_text, exclusive_records, record_line
from narabot.presentation.strategy_labels import strategy_text
from narabot.presentation.strings import number, say

SHOWN, MAX_SHOWN = 5, 50
"""Number of records to show at first, and maximum number to show on demand."""


def show_side_by_side(turn_id: str, first: Response, other: Response) -> None:
    """Show a turn's response next to a different response."""
    mine, theirs = st.columns(2, gap="medium")
    with mine:
        show_side(f"mine-{turn_id}", say("Original answer"), first, other)
    with theirs:
        show_side(f"theirs-{turn_id}", say("Other method"), other, first)


def show_side(key: str, heading: str, response: Response, other: Response) -> None:
    """Show one response: its method, answer, confidence, and records."""
    with st.container(key=f"side-{key}"):
        st.markdown(f"**{escape(heading)}**: {escape(strategy_text(response))}")
        if response.answer is not None:
            with language_container(response.answer.text, f"side-{key}"):
                st.markdown(answer_markdown(response))
        summary = " · ".join(filter(None, (provenance(response), duration_text(response))))
        st.caption(escape(summary))
        only_here = exclusive_records(response, other)
        first, more = records_shown(response)
        show_lines(first, only_here, is_numbered=len(quoted_records(response)) > 1)
        show_more(key, more, only_here)
        show_how(key, response)


def show_how(key: str, response: Response) -> None:
    """On demand, show how a response was found and the limitations of the search."""
    shown = st.expander(say("Search details"), key=f"how-{key}", on_change="rerun")
    if shown.open:
        with shown:
            show_route(response, key)


def records_shown(response: Response) -> tuple[Sequence[Passage], Sequence[Passage]]:
    """Return the records to show at once, and the records to show on demand."""
    cited = quoted_records(response)
    if cited:
        return cited, unquoted_records(response)
    return response.matching[:SHOWN], response.matching[SHOWN:]


def show_lines(
    records: Sequence[Passage], only_here: Container[int], *, is_numbered: bool = False
) -> None:
    """Show records, one per line, and mark the records that only this method found.

    If an answer cites several records, the lines have the numbers that the answer uses.
    """
    lines = [record_line(one, is_only_here=one.na_id in only_here) for one in records]
    if lines:
        mark = "1." if is_numbered else "-"
        st.markdown("\n".join(f"{mark} {line}" for line in lines))


def show_more(key: str, records: Sequence[Passage], only_here: Container[int]) -> None:
    """Show more records on demand, and the number of records that are still not shown."""
    if not records:
        return
    label = say("More records found")
    shown = st.expander(f"{label} ({number(len(records))})", key=f"more-{key}", on_change="rerun")
    if shown.open:
        with shown:
            show_lines(records[:MAX_SHOWN], only_here)
            if (beyond := len(records) - MAX_SHOWN) > 0:
                st.caption(say("and {count} more", count=beyond))
