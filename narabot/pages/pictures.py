"""The pictures of a record on its page, drawn when a reader asks for them.

What is drawn stays drawn on the page to which a click in a picture leads.
"""

import streamlit as st

from narabot.models import FullRecord, RecordType
from narabot.pages.navigation import open_record
from narabot.pages.resources import current_chat
from narabot.rendering.hierarchy import hierarchy_picture
from narabot.rendering.neighbourhood import neighbourhood
from narabot.rendering.pictures import Picture, clicked
from narabot.retrieval.neighbourhood import hierarchy, neighbours
from narabot.settings import Settings


def show_pictures(full: FullRecord) -> None:
    """Show the pictures that a reader has asked for, here or on the page before."""
    graph = current_chat(Settings.from_environment()).retriever.graph
    na_id = full.record.na_id
    if full.record.record_type is RecordType.DESCRIPTION and is_wanted(
        "Picture of its place in the hierarchy", "hierarchy"
    ):
        show_picture(hierarchy_picture(hierarchy(graph, full)), f"hierarchy-{na_id}")
    if is_wanted("Picture of the names and records around it", "neighbourhood"):
        picture = neighbourhood(full, neighbours(graph, full))
        if picture is None:
            st.caption("Nothing else is known around this record.")
        else:
            show_picture(picture, f"neighbourhood-{na_id}")


def is_wanted(label: str, kind: str) -> bool:
    """Return whether a reader asks for a kind of picture, on whatever record's page."""
    return st.toggle(label, key=f"show-{kind}", persist_state="session")


def show_picture(picture: Picture, key: str) -> None:
    """Show a picture that can be clicked, and its table."""
    st.echarts_chart(
        picture.option,
        key=key,
        height=picture.height,
        renderer="svg",
        alt=picture.alt,
        on_select=lambda: open_clicked(picture, key),
    )
    table_key = f"table-{key}"
    st.dataframe(
        dict(picture.table),
        hide_index=True,
        alt=picture.alt,
        key=f"rows-{key}",
        column_config={
            "Name": st.column_config.ButtonColumn(
                "Name",
                type="tertiary",
                alignment="left",
                on_click=lambda: open_record(
                    picture.row_na_ids[st.session_state[table_key]["row"]]
                ),
                key=table_key,
            )
        },
    )


def open_clicked(picture: Picture, key: str) -> None:
    """Go to the page of the record that was clicked."""
    found = st.session_state[key]["selection"]["selected"]
    na_id = clicked(picture, [place for one in found for place in one["data_indices"]])
    if na_id is not None:
        open_record(na_id)
