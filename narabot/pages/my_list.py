"""The page of the reader's own list, `?view=list`: to look at, to cite, to pull, to take away."""

from collections.abc import Collection, Mapping, Sequence

import streamlit as st

from narabot.graph import Graph
from narabot.models import Passage
from narabot.pages.citing import cited_files, pull_files, show_citations, show_files
from narabot.pages.conversation import back_label
from narabot.pages.copy_orders import show_order_button
from narabot.pages.frame import name_page, sentence_for, show_closed
from narabot.pages.images import show_thumbnail
from narabot.pages.navigation import (
    open_conversation,
    page_of,
    scroll_back,
    show_pager,
)
from narabot.pages.notes import noted, notes_on, show_note, show_record_note_button
from narabot.pages.resources import forget_chat, held_of, known_of, open_graph, passages_of
from narabot.pages.selection import selected, show_select_button, unselect_all
from narabot.pages.views import column_settings
from narabot.presentation.cards import Beside, card, page_link
from narabot.presentation.citing.pull_lists import pull_preview
from narabot.presentation.markdown import escape
from narabot.presentation.strings import later, say, say_many
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
    name_page(say("My list"))
    st.button(back_label(), key="back", icon=":material/arrow_back:", on_click=open_conversation)
    st.header(say("My list"), anchor=False)
    names = selected()
    if not names:
        st.markdown(
            say(
                "Nothing is on your list yet. “Add to my list” stands below each record, and on "
                "its own page."
            )
        )
        show_notes_elsewhere(())
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
            *cited_files("my-list", lambda: read_records(graph, na_ids), lambda: notes_on(na_ids)),
        ]
        saved = say_many("Save this record as", "Save these {count} records as", len(na_ids))
        show_files(files, "my-list", saved)
        view = st.segmented_control(
            say("Show as"),
            list(SHOW),
            format_func=say,
            default="Records",
            required=True,
            key="list-view",
        )
        SHOW[view or "Records"](graph, na_ids)
    show_removal(len(names))
    show_notes_elsewhere(names)


def show_gone(gone: Mapping[int, str]) -> None:
    """Show which records are not in the catalogue any more."""
    if not gone:
        return
    named = [f"{one} (NAID {na_id})" for na_id, one in list(gone.items())[:MOST_GONE]]
    if len(gone) > MOST_GONE:
        named.append(say("and {count} more", count=len(gone) - MOST_GONE))
    left_out = say_many(
        "One record of your list is not in the catalogue that is loaded now, and left out here "
        "and in the files: {named}",
        "{count} records of your list are not in the catalogue that is loaded now, and left out "
        "here and in the files: {named}",
        len(gone),
        named=escape("; ".join(named)),
    )
    st.warning(
        left_out,
        icon=":material/search_off:",
    )
    st.button(
        say("Remove from my list what is gone"),
        key="remove-gone",
        icon=":material/bookmark_remove:",
        on_click=unselect_all,
        args=(tuple(gone),),
    )


def show_rows(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show some of the records, each with the ways to its page and off the list."""
    first = page_of("list", len(na_ids), PAGE)
    shown = na_ids[first : first + PAGE]
    notes = notes_on(shown)
    for place, passage in enumerate(passages_of(graph, tuple(shown))):
        show_row(passage, first + place + 1, notes.get(passage.na_id, ""))
    show_pager("list", len(na_ids), PAGE)


def show_row(passage: Passage, place: int, note: str) -> None:
    """Show a record of the list, the reader's note on it, and what can be done with it."""
    record = passage.record
    with st.container(border=True, gap="xsmall", key=f"card-list-{record.na_id}"):
        st.markdown(card(passage, Beside(place)))
        show_note(note)
        with st.container(horizontal=True, gap="small", key=f"deeds-listed-{record.na_id}"):
            show_select_button(record, f"unselect-{record.na_id}")
            show_order_button(record, f"order-listed-{record.na_id}")
            show_record_note_button(record, note, f"note-listed-{record.na_id}")
            show_thumbnail(passage, f"images-list-{record.na_id}")


def show_notes_elsewhere(listed: Collection[int]) -> None:
    """Show the ways to the records with notes that are not on the list, if there are any."""
    others = {na_id: one for na_id, one in noted().items() if na_id not in listed}
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
    """Show many of the records as a table."""
    first = page_of("table", len(na_ids), TABLE_PAGE)
    records = passages_of(graph, tuple(na_ids[first : first + TABLE_PAGE]))
    st.dataframe(
        table(records, TABLE_COLUMNS, first + 1),
        hide_index=True,
        placeholder="",
        column_config=column_settings(),
        alt=say("The records of your list, with levels, dates, place in the catalogue and NAIDs"),
    )
    show_pager("table", len(na_ids), TABLE_PAGE)


def show_pull_list(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show a part of the pull list."""
    first = page_of("pulled", len(na_ids), PAGE)
    for block in pull_preview(held_of(graph, tuple(na_ids[first : first + PAGE]))):
        st.markdown(block)
    show_pager("pulled", len(na_ids), PAGE)


def show_cited(graph: Graph, na_ids: Sequence[int]) -> None:
    """Show some of the records cited, to copy."""
    first = page_of("cited", len(na_ids), PAGE)
    show_citations(passages_of(graph, tuple(na_ids[first : first + PAGE])), PAGE)
    show_pager("cited", len(na_ids), PAGE)


SHOW = {
    later("Records"): show_rows,
    later("Table"): show_table,
    later("Pull list"): show_pull_list,
    later("Citations"): show_cited,
}
"""How each view is shown."""


def show_removal(count: int) -> None:
    """Show the way to empty the list, which asks once more."""
    with st.popover(say("Remove all from my list"), icon=":material/delete:"):
        st.markdown(
            say_many(
                "This takes this record off your list. It cannot be undone.",
                "This takes these {count} records off your list. It cannot be undone.",
                count,
            )
        )
        st.button(
            say_many("Remove the record", "Remove all {count}", count),
            key="remove-all",
            type="primary",
            on_click=lambda: unselect_all(selected()),
        )
