"""The reader's own list of records, one over all conversations, and the buttons that change it.

All that changes it goes through the functions here: it is changed in the store, and in the session
for where that does not work.
"""

from collections.abc import Iterable, Mapping

import streamlit as st

from narabot.conversations.store import Selections
from narabot.models import PathRecord
from narabot.pages.conversation import told_if_not_kept
from narabot.pages.language import use_page_words
from narabot.pages.login import owner
from narabot.pages.navigation import open_list
from narabot.pages.resources import conversation_store
from narabot.presentation.citing.facts import MOST_CITED
from narabot.presentation.records import name
from narabot.presentation.strings import say, say_many

SELECTION = "selection"
"""In the session: the names of the records that were chosen, by naId, in the reader's order."""


def load_selection() -> None:
    """Let the session have the list as it is kept, for another window may have changed it."""
    with told_if_not_kept():
        st.session_state[SELECTION] = kept_selections().of_owner(owner())


def kept_selections() -> Selections:
    """Return the kept lists. Raises SettingsError, ConversationsUnavailableError."""
    return conversation_store().selections


def selected() -> dict[int, str]:
    """Return the records of the list: naId → name, in the order in which they were chosen."""
    return dict(st.session_state.get(SELECTION, {}))


def is_selected(na_id: int) -> bool:
    """Return whether a record is on the list."""
    return na_id in st.session_state.get(SELECTION, {})


def select(na_id: int, record_name: str) -> None:
    """Put a record on the list."""
    select_all({na_id: record_name})


def select_all(records: Mapping[int, str]) -> None:
    """Put records on the list, naId → name; those for which there is no room are left out."""
    st.session_state[SELECTION] = dict(list((selected() | dict(records)).items())[:MOST_CITED])
    left_out = 0
    with told_if_not_kept():
        left_out = kept_selections().add(owner(), records, MOST_CITED)
    if left_out:
        use_page_words()
        said = say_many(
            "Your list holds {most} records; {count} was not added.",
            "Your list holds {most} records; {count} were not added.",
            left_out,
            most=MOST_CITED,
        )
        st.toast(said, icon=":material/info:")


def unselect(na_id: int) -> None:
    """Take a record off the list."""
    unselect_all([na_id])


def unselect_all(na_ids: Iterable[int]) -> None:
    """Take records off the list."""
    gone = set(na_ids)
    st.session_state[SELECTION] = {
        na_id: one for na_id, one in selected().items() if na_id not in gone
    }
    with told_if_not_kept():
        kept_selections().remove(owner(), gone)


def show_select_button(record: PathRecord, key: str) -> None:
    """Show the button that puts a record on the list, or takes it off again."""
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
    """Show the button that puts all of some records on the list, if there are several."""
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
    """Show the way to the list, if there is anything on it."""
    count = len(selected())
    if count:
        st.button(
            say("My list ({count})", count=count),
            key="my-list",
            icon=":material/bookmarks:",
            help=say("The records that you have chosen, to cite, to export and to pull"),
            on_click=open_list,
            width="stretch",
        )
