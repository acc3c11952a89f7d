"""The page of the reader's own list, `?view=list`: to look at, to cite, to pull, to take away."""

from collections.abc import Collection, Mapping, Sequence

import streamlit as st

from narabot.graph import Graph
from narabot.models import Passage
from narabot.pages.citing import cited_files, pull_files, show_citations, show_files
from narabot.pages.conversation import back_label
from narabot.pages.frame import name_page, sentence_for, show_closed
from narabot.pages.navigation import (
    open_conversation,
    page_of,
    scroll_back,
    show_open_button,
    show_pager,
)
from narabot.pages.resources import forget_chat, held_of, known_of, open_graph, passages_of
from narabot.pages.selection import selected, show_select_button, unselect_all
from narabot.pages.views import COLUMNS
from narabot.presentation.citing.pull_lists import pull_preview
from narabot.presentation.markdown import escape
from narabot.presentation.records import record_heading
from narabot.presentation.tables import TableColumn, table
from narabot.retrieval import read_held, read_records

PAGE = 20
"""Records that are shown at a time, and of a pull list at all."""

TABLE_PAGE = 100
TABLE_COLUMNS = (
    TableColumn.TITLE,
    TableColumn.LEVEL,
    TableColumn.DATES,
    TableColumn.SERIES,
    TableColumn.ROOT,
    TableColumn.REFERENCE_UNIT,
    TableColumn.ONLINE,
    TableColumn.NA_ID,
)

MOST_GONE = 10
"""Records that are named of those that are not in the catalogue any more."""


def show_list_page() -> None:
    """Show the reader's list, or that nothing is on it."""
    name_page("My list")
    st.button(back_label(), key="back", icon=":material/arrow_back:", on_click=open_conversation)
    st.header("My list", anchor=False)
    names = selected()
    if not names:
        st.markdown(
            "Nothing is on your list yet. “Add to my list” stands below each record, and on its "
            "own page."
        )
        return
    try:
        graph = open_graph()
        show_records(graph, names, known_of(graph, tuple(names)))
        scroll_back()
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
        forget_chat()


def show_records(graph: Graph, names: Mapping[int, str], known: Collection[int]) -> None:
    """Show what can be done with the list, and it in the way that was chosen."""
    na_ids = [na_id for na_id in names if na_id in known]
    show_gone({na_id: one for na_id, one in names.items() if na_id not in known})
    if na_ids:
        files = [
            *pull_files("my-list", lambda: read_held(graph, na_ids)),
            *cited_files("my-list", lambda: read_records(graph, na_ids)),
        ]
        show_files(files, "my-list", f"Take {counted(len(na_ids))} away as")
        view = st.segmented_control(
            "Show as",
            list(SHOW),
            default="Records",
            required=True,
            key="list-view",
        )
        SHOW[view or "Records"](graph, na_ids)
    show_removal(len(names))


def counted(count: int) -> str:
    """Return a number of records in words."""
    return "this record" if count == 1 else f"these {count:,} records"


def show_gone(gone: Mapping[int, str]) -> None:
    """Show which records are not in the catalogue any more."""
    if not gone:
        return
    named = [f"{one} (naId {na_id})" for na_id, one in list(gone.items())[:MOST_GONE]]
    if len(gone) > MOST_GONE:
        named.append(f"and {len(gone) - MOST_GONE:,} more")
    count = (
        "One record of your list is"
        if len(gone) == 1
        else f"{len(gone):,} records of your list are"
    )
    st.warning(
        f"{count} not in the catalogue that is loaded now, and left out here and in the files: "
        + escape("; ".join(named)),
        icon=":material/search_off:",
    )
    st.button(
        "Remove from my list what is gone",
        key="remove-gone",
        icon=":material/bookmark_remove:",
        on_click=unselect_all,
        args=(tuple(gone),),
    )


def show_rows(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show some of the records, each with the ways to its page and off the list."""
    first = page_of("list", len(na_ids), PAGE)
    for place, passage in enumerate(passages_of(graph, tuple(na_ids[first : first + PAGE]))):
        show_row(passage, first + place + 1)
    show_pager("list", len(na_ids), PAGE)


def show_row(passage: Passage, place: int) -> None:
    """Show a record of the list."""
    record = passage.record
    with st.container(border=True):
        st.markdown(record_heading(passage, place))
        with st.container(horizontal=True):
            show_open_button(record.na_id, f"open-{record.na_id}")
            show_select_button(record, f"unselect-{record.na_id}")


def show_table(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show many of the records as a table."""
    first = page_of("table", len(na_ids), TABLE_PAGE)
    records = passages_of(graph, tuple(na_ids[first : first + TABLE_PAGE]))
    st.dataframe(
        table(records, TABLE_COLUMNS, first + 1),
        hide_index=True,
        placeholder="",
        column_config=COLUMNS,
        alt="The records of your list, with levels, dates, place in the catalogue and naIds",
    )
    show_pager("table", len(na_ids), TABLE_PAGE)


def show_pull_list(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show the pull list of the first records."""
    for block in pull_preview(held_of(graph, tuple(na_ids[:PAGE]))):
        st.markdown(block)
    if len(na_ids) > PAGE:
        st.caption(f"Of the first {PAGE} of {len(na_ids):,} records. The files have them all.")


def show_cited(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show the first records cited, to copy."""
    show_citations(passages_of(graph, tuple(na_ids[:PAGE])), len(na_ids))


SHOW = {
    "Records": show_rows,
    "Table": show_table,
    "Pull list": show_pull_list,
    "Citations": show_cited,
}
"""How each view is shown."""


def show_removal(count: int) -> None:
    """Show the way to empty the list, which asks once more."""
    with st.popover("Remove all from my list", icon=":material/delete:"):
        st.markdown(f"This takes {counted(count)} off your list. It cannot be undone.")
        st.button(
            f"Remove {'the record' if count == 1 else f'all {count:,}'}",
            key="remove-all",
            type="primary",
            on_click=lambda: unselect_all(selected()),
        )
