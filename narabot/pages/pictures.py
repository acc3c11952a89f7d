"""Diagrams for a record. A diagram loads when a reader requests it.

A click in a diagram opens a record's page at that record's own diagram.
"""

from collections.abc import Callable

import streamlit as st

from narabot.graph import Graph
from narabot.models import FullRecord, RecordType
from narabot.pages.frame import show_fault
from narabot.pages.navigation import is_newly_shown, open_record, scroll_to
from narabot.pages.resources import open_graph, read_cached
from narabot.presentation.charts import Chart, clicked_record
from narabot.presentation.hierarchy import hierarchy_chart
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.neighborhood_graph import neighborhood_chart
from narabot.presentation.records import name
from narabot.presentation.strings import page_language, say
from narabot.retrieval.records.neighborhood import hierarchy, record_neighbors

CLICKED_PICTURE = "clicked_picture"
"""Session key for the diagram in which the reader clicked the current record."""

Drawing = Callable[[Graph, FullRecord], Chart | None]


def draw_hierarchy(graph: Graph, full: FullRecord) -> Chart:
    """Return the hierarchy diagram of a description."""
    return hierarchy_chart(hierarchy(graph, full))


def draw_neighborhood(graph: Graph, full: FullRecord) -> Chart | None:
    """Return the diagram of records and names that are related to a record."""
    return neighborhood_chart(full, record_neighbors(graph, full))


def show_pictures(full: FullRecord) -> None:
    """Show the diagrams that the reader has opened on this page or on an earlier page."""
    if full.record.record_type is RecordType.DESCRIPTION:
        show_on_demand(full, "hierarchy", say("Hierarchy diagram"), draw_hierarchy)
    label = say("Diagram of related names and records")
    show_on_demand(full, "neighbourhood", label, draw_neighborhood)


def show_on_demand(full: FullRecord, kind: str, label: str, draw: Drawing) -> None:
    """Show a diagram if the reader has turned it on for this record or for an earlier record."""
    with st.container(key=f"picture-{kind}"):
        if not st.toggle(label, key=f"show-{kind}", persist_state="session"):
            return
        try:
            picture = read_cached(
                f"drawn-{kind}",
                (full.record.na_id, page_language()),
                lambda: draw(open_graph(), full),
            )
        except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
            show_fault(error)
            return
        if picture is None:
            st.caption(say("No related names or records were found."))
            return
        st.caption(f"**{escape(name(full.record))}**{LINE_END}{picture.key}")
        show_chart(picture, kind, full.record.na_id)
        if st.toggle(say("Show as table"), key=f"table-{kind}", persist_state="session"):
            show_table(picture)


def show_chart(picture: Chart, kind: str, na_id: int) -> None:
    """Show a chart in which a click opens a record's page.

    The widget key includes the naId, so that a click in another record's diagram has no effect
    here.
    """
    key = f"{kind}-{na_id}"
    st.echarts_chart(
        picture.option,
        key=key,
        height=picture.height,
        renderer="svg",
        alt=picture.alt,
        on_select=lambda: open_clicked_record(
            clicked_record(picture, st.session_state[key]["selection"]["selected"]), kind
        ),
    )


def show_table(picture: Chart) -> None:
    """Show a chart's data as a table, in which each name links to its record."""
    st.caption(say("Select a name to open its record."))
    st.table(picture.table, border="horizontal", hide_index=True, alt=picture.alt)


def open_clicked_record(na_id: int | None, kind: str) -> None:
    """Open the clicked record's page, if any, at the record's own diagram."""
    if na_id is not None:
        st.session_state[CLICKED_PICTURE] = kind
        open_record(na_id)


def scroll_to_picture(na_id: int) -> None:
    """Scroll to the diagram in which the reader clicked the current record, if any."""
    kind = st.session_state.pop(CLICKED_PICTURE, None)
    if kind is not None and is_newly_shown(na_id):
        scroll_to(f"picture-{kind}", na_id)
