"""The overview of a record, computed on demand."""

import streamlit as st

from narabot.chat.overviews import Overviews
from narabot.models import Filters, FullRecord, UnderlyingRecords
from narabot.pages.actions import ask_and_go
from narabot.pages.computations import show_bars
from narabot.pages.frame import show_fault
from narabot.pages.resources import open_graph
from narabot.plans.overviews import RecordOverview
from narabot.presentation.computations import is_grouping, list_label, list_request
from narabot.presentation.markdown import escape
from narabot.presentation.overviews import (
    SOURCE_NOTE,
    decade_computation,
    overview_markdown,
    overview_text,
)
from narabot.presentation.strings import in_english, say


@st.cache_resource(show_spinner=False)
def overviews() -> Overviews:
    """Return the object that computes and caches overviews for all readers."""
    return Overviews()


def show_overview(full: FullRecord) -> None:
    """Show an overview of the records that a record contains or created, on demand."""
    if not (full.children.total or full.descriptions.total):
        return
    with st.container(key="overview"):
        if not st.toggle(say("Show overview"), key="show-overview", persist_state="session"):
            return
        try:
            with st.spinner(say("Reading the records…")):
                overview = overviews().of(open_graph(), full)
        except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
            show_fault(error)
            return
        if overview is None:
            st.caption(
                say(
                    "No loaded records are part of this record or were created by this person or "
                    "organization."
                )
            )
        else:
            show_overview_contents(overview)


def show_overview_contents(overview: RecordOverview) -> None:
    """Show an overview, with buttons to list the records and to download the overview."""
    st.markdown(overview_text(overview))
    by_decade = decade_computation(overview)
    if is_grouping(by_decade):
        show_bars(by_decade, f"decades-{overview.na_id}")
    st.caption(say(SOURCE_NOTE))
    underlying = UnderlyingRecords(overview.records, overview.profile.count)
    with st.container(horizontal=True):
        st.button(
            escape(list_label(underlying)),
            key=f"overview-list-{overview.na_id}",
            icon=":material/format_list_bulleted:",
            on_click=ask_and_go,
            args=(list_request(underlying), Filters(computed=overview.records)),
        )
        st.download_button(
            say("Download as Markdown"),
            in_english(lambda: overview_markdown(overview)),
            file_name=f"narabot-overview-{overview.na_id}.md",
            mime="text/markdown",
            key=f"overview-file-{overview.na_id}",
            icon=":material/download:",
        )
