"""The page for My list, `?view=list`: view, cite, request, and export saved records."""

from collections.abc import Collection, Mapping, Sequence

import streamlit as st

from narabot.graph import Graph
from narabot.models import Passage
from narabot.pages.conversation import back_label
from narabot.pages.copy_orders import show_order_button
from narabot.pages.exports import citation_files, pull_files, show_citations, show_files
from narabot.pages.frame import sentence_for, set_page_title, show_closed
from narabot.pages.images import show_thumbnail
from narabot.pages.navigation import (
    open_conversation,
    page_offset,
    scroll_back,
    show_pager,
)
from narabot.pages.notes import noted_records, notes_on, show_note, show_record_note_button
from narabot.pages.resources import (
    cached_held_records,
    cached_passages,
    existing_na_ids,
    forget_chat,
    open_graph,
)
from narabot.pages.selection import selected, show_select_button, unselect_all
from narabot.pages.views import column_settings
from narabot.presentation.cards import CardDetails, card, page_link
from narabot.presentation.citing.pull_lists import pull_preview
from narabot.presentation.markdown import escape
from narabot.presentation.strings import later, say, say_many
from narabot.presentation.tables import TableColumn, table
from narabot.retrieval import read_held_records, read_records

PAGE = 20
"""Number of records to show at a time, in the list and in a pull list."""

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

MAX_MISSING_SHOWN = 10
"""Maximum number of missing records to name."""


def show_list_page() -> None:
    """Show My list, or a message that the list is empty."""
    set_page_title(say("My list"))
    st.button(back_label(), key="back", icon=":material/arrow_back:", on_click=open_conversation)
    st.header(say("My list"), anchor=False)
    names = selected()
    if not names:
        st.markdown(
            say(
                "Your list is empty. To save a record, select “Add to my list” on its card or its "
                "page."
            )
        )
        show_notes_elsewhere(())
        return
    try:
        graph = open_graph()
        show_records(graph, names, existing_na_ids(graph, tuple(names)))
        scroll_back()
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
        forget_chat()


def show_records(graph: Graph, names: Mapping[int, str], existing: Collection[int]) -> None:
    """Show the list's actions and its records in the chosen view."""
    na_ids = [na_id for na_id in names if na_id in existing]
    show_missing_records({na_id: one for na_id, one in names.items() if na_id not in existing})
    if na_ids:
        files = [
            *pull_files("my-list", lambda: read_held_records(graph, na_ids)),
            *citation_files(
                "my-list", lambda: read_records(graph, na_ids), lambda: notes_on(na_ids)
            ),
        ]
        saved = say_many("Save this record as", "Save these {count} records as", len(na_ids))
        show_files(files, "my-list", saved)
        view = st.segmented_control(
            say("Show as"),
            list(VIEWS),
            format_func=say,
            default="Records",
            required=True,
            key="list-view",
        )
        VIEWS[view or "Records"](graph, na_ids)
    show_removal(len(names))
    show_notes_elsewhere(names)


def show_missing_records(missing: Mapping[int, str]) -> None:
    """Show which records are no longer in the catalog."""
    if not missing:
        return
    names = [f"{one} (NAID {na_id})" for na_id, one in list(missing.items())[:MAX_MISSING_SHOWN]]
    if len(missing) > MAX_MISSING_SHOWN:
        names.append(say("and {count} more", count=len(missing) - MAX_MISSING_SHOWN))
    notice = say_many(
        "One record on your list is no longer in the loaded catalog. It is omitted here and in the "
        "files: {named}",
        "{count} records on your list are no longer in the loaded catalog. They are omitted here "
        "and in the files: {named}",
        len(missing),
        named=escape("; ".join(names)),
    )
    st.warning(
        notice,
        icon=":material/search_off:",
    )
    st.button(
        say("Remove missing records"),
        key="remove-gone",
        icon=":material/bookmark_remove:",
        on_click=unselect_all,
        args=(tuple(missing),),
    )


def show_rows(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show one page of records as cards."""
    first = page_offset("list", len(na_ids), PAGE)
    shown = na_ids[first : first + PAGE]
    notes = notes_on(shown)
    for place, passage in enumerate(cached_passages(graph, tuple(shown))):
        show_row(passage, first + place + 1, notes.get(passage.na_id, ""))
    show_pager("list", len(na_ids), PAGE)


def show_row(passage: Passage, place: int, note: str) -> None:
    """Show a saved record, the reader's note, and the available actions."""
    record = passage.record
    with st.container(border=True, gap="xsmall", key=f"card-list-{record.na_id}"):
        st.markdown(card(passage, CardDetails(place)))
        show_note(note)
        with st.container(horizontal=True, gap="small", key=f"deeds-listed-{record.na_id}"):
            show_select_button(record, f"unselect-{record.na_id}")
            show_order_button(record, f"order-listed-{record.na_id}")
            show_record_note_button(record, note, f"note-listed-{record.na_id}")
            show_thumbnail(passage, f"images-list-{record.na_id}")


def show_notes_elsewhere(listed: Collection[int]) -> None:
    """Show the reader's notes on records that are not on the list."""
    others = {na_id: one for na_id, one in noted_records().items() if na_id not in listed}
    if not others:
        return
    label = say_many(
        "Your note on {count} other record", "Your notes on {count} other records", len(others)
    )
    shown = st.expander(
        label, key="notes-elsewhere", icon=":material/edit_note:", on_change="rerun"
    )
    if shown.open:
        with shown:
            notes = notes_on(others)
            for na_id, one in others.items():
                st.markdown(page_link(escape(one), na_id))
                show_note(notes.get(na_id))


def show_table(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show one page of records as a table."""
    first = page_offset("table", len(na_ids), TABLE_PAGE)
    records = cached_passages(graph, tuple(na_ids[first : first + TABLE_PAGE]))
    st.dataframe(
        table(records, TABLE_COLUMNS, first + 1),
        hide_index=True,
        placeholder="",
        column_config=column_settings(),
        alt=say("Records on your list with levels, dates, hierarchy, and NAIDs"),
    )
    show_pager("table", len(na_ids), TABLE_PAGE)


def show_pull_list(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show one page of the pull list."""
    first = page_offset("pulled", len(na_ids), PAGE)
    for block in pull_preview(cached_held_records(graph, tuple(na_ids[first : first + PAGE]))):
        st.markdown(block)
    show_pager("pulled", len(na_ids), PAGE)


def show_cited(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show one page of citations to copy."""
    first = page_offset("cited", len(na_ids), PAGE)
    show_citations(cached_passages(graph, tuple(na_ids[first : first + PAGE])), PAGE)
    show_pager("cited", len(na_ids), PAGE)


VIEWS = {
    later("Records"): show_rows,
    later("Table"): show_table,
    later("Pull list"): show_pull_list,
    later("Citations"): show_cited,
}
"""Functions that show the views, keyed by view label."""


def show_removal(count: int) -> None:
    """Show the button that empties the list after a confirmation."""
    with st.popover(say("Remove all records"), icon=":material/delete:"):
        st.markdown(
            say_many(
                "This removes the record from your list and cannot be undone.",
                "This removes these {count} records from your list and cannot be undone.",
                count,
            )
        )
        st.button(
            say_many("Remove record", "Remove all {count}", count),
            key="remove-all",
            type="primary",
            on_click=lambda: unselect_all(selected()),
        )
