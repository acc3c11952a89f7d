"""Two responses to one request on the screen: side by side, on a phone one below the other."""

from collections.abc import Container, Sequence

import streamlit as st

from narabot.models import Passage, Response
from narabot.pages.frame import in_its_language
from narabot.pages.routes import show_route
from narabot.presentation.markdown import escape
from narabot.presentation.provenance import provenance
from narabot.presentation.responses import answer_markdown, not_quoted, quoted
from narabot.presentation.strings import number, say
from narabot.presentation.ways import way_said
from narabot.presentation.ways_compared import only_in, record_line, seconds_said

SHOWN, MOST_SHOWN = 5, 50
"""Records of a way that are shown at once, and on demand."""


def show_side_by_side(turn_id: str, first: Response, other: Response) -> None:
    """Show a turn's response and another one."""
    mine, theirs = st.columns(2, gap="medium")
    with mine:
        show_side(f"mine-{turn_id}", say("As answered"), first, other)
    with theirs:
        show_side(f"theirs-{turn_id}", say("The other way"), other, first)


def show_side(key: str, heading: str, response: Response, other: Response) -> None:
    """Show what one of two ways has found: by which, the answer, how sure it is, the records."""
    with st.container(key=f"side-{key}"):
        st.markdown(f"**{escape(heading)}**: {escape(way_said(response))}")
        if response.answer is not None:
            with in_its_language(response.answer.text, f"side-{key}"):
                st.markdown(answer_markdown(response))
        said = " · ".join(filter(None, (provenance(response), seconds_said(response))))
        st.caption(escape(said))
        only_here = only_in(response, other)
        first, more = records_shown(response)
        show_lines(first, only_here, is_numbered=len(quoted(response)) > 1)
        show_more(key, more, only_here)
        show_how(key, response)


def show_how(key: str, response: Response) -> None:
    """Show on demand how a response was found, and what was not looked at."""
    shown = st.expander(say("How this was found"), key=f"how-{key}", on_change="rerun")
    if shown.open:
        with shown:
            show_route(response, key)


def records_shown(response: Response) -> tuple[Sequence[Passage], Sequence[Passage]]:
    """Return the records of a response that are shown at once, and those on demand."""
    stands_on = quoted(response)
    if stands_on:
        return stands_on, not_quoted(response)
    return response.matching[:SHOWN], response.matching[SHOWN:]


def show_lines(
    records: Sequence[Passage], only_here: Container[int], *, is_numbered: bool = False
) -> None:
    """Show records, a line each, with what only this way has found.

    An answer that stands on several names them by their numbers.
    """
    lines = [record_line(one, is_only_here=one.na_id in only_here) for one in records]
    if lines:
        mark = "1." if is_numbered else "-"
        st.markdown("\n".join(f"{mark} {line}" for line in lines))


def show_more(key: str, records: Sequence[Passage], only_here: Container[int]) -> None:
    """Show on demand more records, and how many are beyond these."""
    if not records:
        return
    label = say("More records found")
    shown = st.expander(f"{label} ({number(len(records))})", key=f"more-{key}", on_change="rerun")
    if shown.open:
        with shown:
            show_lines(records[:MOST_SHOWN], only_here)
            if (beyond := len(records) - MOST_SHOWN) > 0:
                st.caption(say("and {count} more", count=beyond))
