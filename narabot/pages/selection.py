"""My list: the reader's saved records across all conversations, and buttons that change the list.

All changes go through this module's functions, which update both the store and the session. The
list must also work while the store is unavailable.
"""

from collections.abc import Iterable, Mapping

import streamlit as st

from narabot.conversations.store import Selections
from narabot.models import PathRecord
from narabot.pages.conversation import report_store_errors
from narabot.pages.language import use_page_language
from narabot.pages.login import owner
from narabot.pages.navigation import open_list
from narabot.pages.resources import conversation_store
from narabot.presentation.citing.citation_data import MAX_CITED
from narabot.presentation.records import name
from narabot.presentation.strings import say, say_many

SELECTION = "selection"
"""Session key for the saved records (naId to name), in the reader's order."""


def load_selection() -> None:
    """Load the list from the store, because another window may have changed it."""
    with report_store_errors():
        st.session_state[SELECTION] = stored_selections().of_owner(owner())


def stored_selections() -> Selections:
    """Return the stored lists.

    Raise SettingsError or ConversationsUnavailableError on failure.
    """
    return conversation_store().selections


def selected() -> dict[int, str]:
    """Return the saved records (naId to name) in the order in which they were added."""
    return dict(st.session_state.get(SELECTION, {}))


def is_selected(na_id: int) -> bool:
    """Return whether a record is on the list."""
    return na_id in st.session_state.get(SELECTION, {})


def select(na_id: int, record_name: str) -> None:
    """Add a record to the list."""
    select_all({na_id: record_name})


def select_all(records: Mapping[int, str]) -> None:
    """Add records (naId to name), up to the maximum length of the list."""
    st.session_state[SELECTION] = dict(list((selected() | dict(records)).items())[:MAX_CITED])
    left_out = 0
    with report_store_errors():
        left_out = stored_selections().add(owner(), records, MAX_CITED)
    if left_out:
        use_page_language()
        message = say_many(
            "Your list can hold {most} records. {count} record was not added.",
            "Your list can hold {most} records. {count} records were not added.",
            left_out,
            most=MAX_CITED,
        )
        st.toast(message, icon=":material/info:")


def unselect(na_id: int) -> None:
    """Remove a record from the list."""
    unselect_all([na_id])


def unselect_all(na_ids: Iterable[int]) -> None:
    """Remove records from the list."""
    removed = set(na_ids)
    st.session_state[SELECTION] = {
        na_id: one for na_id, one in selected().items() if na_id not in removed
    }
    with report_store_errors():
        stored_selections().remove(owner(), removed)


def show_select_button(record: PathRecord, key: str) -> None:
    """Show the button for adding a record to the list or removing the record from the list."""
    if is_selected(record.na_id):
        st.button(
            say("Remove from my list"),
            key=key,
            type="tertiary",
            icon=":material/bookmark_added:",
            on_click=unselect,
            args=(record.na_id,),
        )
    else:
        st.button(
            say("Add to my list"),
            key=key,
            type="tertiary",
            icon=":material/bookmark_add:",
            on_click=select,
            args=(record.na_id, name(record)),
        )


def show_select_all_button(records: Iterable[PathRecord], key: str) -> None:
    """Show the button that adds all the records to the list."""
    names = {one.na_id: name(one) for one in records}
    if len(names) < 2:
        return
    left = [na_id for na_id in names if not is_selected(na_id)]
    st.button(
        say("Add all {count} to my list", count=len(names))
        if left
        else say("All {count} are on my list", count=len(names)),
        key=key,
        type="tertiary",
        icon=":material/bookmarks:" if left else ":material/check:",
        disabled=not left,
        on_click=select_all,
        args=(names,),
    )


def show_list_button() -> None:
    """Show the button that opens the list, if the list has records."""
    count = len(selected())
    if count:
        st.button(
            say("My list ({count})", count=count),
            key="my-list",
            icon=":material/bookmarks:",
            help=say("Cite, export, or request your saved records"),
            on_click=open_list,
            width="stretch",
        )
