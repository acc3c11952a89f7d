"""The pictures of a record and the words on its pages, shown when a reader asks for them.

What is drawn stays drawn, and in sight, on the page to which a click in a picture leads.
"""

from collections.abc import Callable

import streamlit as st

from narabot.graph import Graph
from narabot.models import FullRecord, OnlineCopy, RecordType
from narabot.pages.frame import in_unknown_language, sentence_for
from narabot.pages.navigation import arrive_at, open_record, page_from, scroll_to, show_pager
from narabot.pages.resources import open_graph, read_once
from narabot.presentation.hierarchy import hierarchy_picture
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.neighbourhood import neighbourhood_picture
from narabot.presentation.pictures import Picture, clicked
from narabot.presentation.record_page import copy_link, is_image, page_mark, value
from narabot.presentation.records import name
from narabot.retrieval.records.neighbourhood import hierarchy, neighbours

PAGE_IMAGES = 4
"""Page images that are loaded at a time."""

LINKS = 10
WORDS = 3
"""Pages of which the words are shown at a time."""


def show_copies(full: FullRecord) -> None:
    """Show links to the digital copies, and on demand the page images, a few at a time."""
    copies = list(enumerate(full.online, start=1))
    if not copies:
        return
    st.subheader(f"Online copies ({len(copies):,})", anchor=False)
    pictures = [(number, copy) for number, copy in copies if is_image(copy)]
    if pictures and st.toggle(
        f"Show the page images ({len(pictures):,})", key=f"images-{full.record.na_id}"
    ):
        show_page_images(pictures, f"pictures-{full.record.na_id}")
        copies = [(number, copy) for number, copy in copies if not is_image(copy)]
    if copies:
        key = f"copies-{full.record.na_id}"
        first = page_from(key)
        links = [copy_link(copy, number) for number, copy in copies[first : first + LINKS]]
        st.markdown("\n".join(links))
        show_pager(key, len(copies), LINKS)


def show_page_images(pictures: list[tuple[int, OnlineCopy]], key: str) -> None:
    """Show a few page images; the browser loads them from NARA."""
    first = page_from(key)
    for number, copy in pictures[first : first + PAGE_IMAGES]:
        st.image(copy.url)
        st.markdown(copy_link(copy, number))
    show_pager(key, len(pictures), PAGE_IMAGES)


def show_page_words(full: FullRecord) -> None:
    """Show on demand the words on the pages, and who read them."""
    pages = [line for line in full.lines if line.is_of_page]
    if not pages:
        return
    st.subheader("Words on its pages", anchor=False)
    if not st.toggle(f"Show them ({len(pages):,})", key=f"words-{full.record.na_id}"):
        return
    key = f"words-{full.record.na_id}"
    first = page_from(key)
    for place, line in enumerate(pages[first : first + WORDS]):
        with st.container(border=True):
            st.markdown(page_mark(line))
            with in_unknown_language(f"{key}-{place}"):
                st.markdown(value(line))
    show_pager(key, len(pages), WORDS)


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
        show_on_demand(full, "hierarchy", "Picture of its place in the hierarchy", draw_hierarchy)
    label = "Picture of the names and records around it"
    show_on_demand(full, "neighbourhood", label, draw_neighbourhood)


def show_on_demand(full: FullRecord, kind: str, label: str, draw: Drawing) -> None:
    """Show a kind of picture if the reader wants it, on whatever record's page that was said."""
    with st.container(key=f"picture-{kind}"):
        if not st.toggle(label, key=f"show-{kind}", persist_state="session"):
            return
        try:
            picture = read_once(
                f"drawn-{kind}", full.record.na_id, lambda: draw(open_graph(), full)
            )
        except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
            st.error(escape(sentence_for(error)), icon=":material/error:")
            return
        if picture is None:
            st.caption("Nothing else is known around this record.")
            return
        st.caption(f"**{escape(name(full.record))}**{LINE_END}{picture.key}")
        show_chart(picture, kind, full.record.na_id)
        if st.toggle("The same as a table", key=f"table-{kind}", persist_state="session"):
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
    """Show what a chart says as a table; Streamlit's links open the records in a new tab."""
    st.caption("Each name leads to its record, in a new tab.")
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
