"""The pictures of a record, shown when a reader asks for them.

What is drawn stays drawn, and in sight, on the page to which a click in a picture leads.
"""

from collections.abc import Callable

import streamlit as st

from narabot.graph import Graph
from narabot.models import FullRecord, RecordType
from narabot.pages.frame import show_fault
from narabot.pages.navigation import arrive_at, open_record, scroll_to
from narabot.pages.resources import open_graph, read_once
from narabot.presentation.hierarchy import hierarchy_picture
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.neighbourhood import neighbourhood_picture
from narabot.presentation.pictures import Picture, clicked
from narabot.presentation.records import name
from narabot.presentation.strings import say, spoken
from narabot.retrieval.records.neighbourhood import hierarchy, neighbours

CLICKED = "clicked_picture"
"""In the session: the kind of picture in which the record on the screen was chosen."""

Drawing = Callable[[Graph, FullRecord], Picture | None]


def draw_hierarchy(graph: Graph, full: FullRecord) -> Picture:
    """Return the picture of the hierarchy around a description."""
    return hierarchy_picture(hierarchy(graph, full))


def draw_neighbourhood(graph: Graph, full: FullRecord) -> Picture | None:
    """Return the picture of what has to do with a record."""
    return neighbourhood_picture(full, neighbours(graph, full))


def show_pictures(full: FullRecord) -> None:
    """Show the pictures that a reader has asked for, here or on the page before."""
    if full.record.record_type is RecordType.DESCRIPTION:
        show_on_demand(
            full, "hierarchy", say("Picture of its place in the hierarchy"), draw_hierarchy
        )
    label = say("Picture of the names and records around it")
    show_on_demand(full, "neighbourhood", label, draw_neighbourhood)


def show_on_demand(full: FullRecord, kind: str, label: str, draw: Drawing) -> None:
    """Show a kind of picture if the reader wants it, on whatever record's page that was said."""
    with st.container(key=f"picture-{kind}"):
        if not st.toggle(label, key=f"show-{kind}", persist_state="session"):
            return
        try:
            picture = read_once(
                f"drawn-{kind}",
                (full.record.na_id, spoken()),
                lambda: draw(open_graph(), full),
            )
        except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
            show_fault(error)
            return
        if picture is None:
            st.caption(say("Nothing else is known around this record."))
            return
        st.caption(f"**{escape(name(full.record))}**{LINE_END}{picture.key}")
        show_chart(picture, kind, full.record.na_id)
        if st.toggle(say("The same as a table"), key=f"table-{kind}", persist_state="session"):
            show_table(picture)


def show_chart(picture: Picture, kind: str, na_id: int) -> None:
    """Show a chart in which a click leads to a record's page.

    Its key is the record's, so that no click in the picture of another record is heard here.
    """
    key = f"{kind}-{na_id}"
    st.echarts_chart(
        picture.option,
        key=key,
        height=picture.height,
        renderer="svg",
        alt=picture.alt,
        on_select=lambda: go(
            clicked(picture, st.session_state[key]["selection"]["selected"]), kind
        ),
    )


def show_table(picture: Picture) -> None:
    """Show what a chart says as a table, each name a link to its record."""
    st.caption(say("Each name leads to its record."))
    st.table(picture.table, border="horizontal", hide_index=True, alt=picture.alt)


def go(na_id: int | None, kind: str) -> None:
    """Go to the page of the record that was clicked, if any, and stay at the picture."""
    if na_id is not None:
        st.session_state[CLICKED] = kind
        open_record(na_id)


def stay_at_picture(na_id: int) -> None:
    """Show the picture of a record that was chosen in another's, and not the record's start."""
    kind = st.session_state.pop(CLICKED, None)
    if kind is not None and arrive_at(na_id):
        scroll_to(f"picture-{kind}", na_id)
