"""A reader's notes, on an answer and on a record: written, shown, and for that reader alone.

A note on an answer is kept with its conversation, one on a record with the reader's list, whether
the record is on that or not.
"""

import zlib
from collections.abc import Callable, Collection, Mapping

import streamlit as st

from narabot.conversations.store import RecordNotes
from narabot.models import PathRecord, Turn
from narabot.pages.conversation import told_if_not_kept
from narabot.pages.frame import opened
from narabot.pages.language import use_page_words
from narabot.pages.login import owner
from narabot.pages.resources import conversation_store
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.records import name
from narabot.presentation.strings import say

LONGEST_NOTE = 2_000
"""Characters of a note."""

UNKEPT = "unkept_notes"
"""In the session: notes on records that the store did not take, by naId; "" is one deleted."""


def show_note_button(turn: Turn) -> None:
    """Show the button that opens the box for a note on an answer."""
    show_button(f"note-{turn.id}", turn.note or "", lambda note: note_turn(turn, note))


def note_turn(turn: Turn, note: str) -> None:
    """Write down a note on an answer; the conversation keeps it as it keeps the answer."""
    turn.note = note or None


def show_record_note_button(record: PathRecord, note: str, key: str) -> None:
    """Show the button that opens the box for a note on a record."""
    show_button(key, note, lambda written: note_record(record, written))


def note_record(record: PathRecord, note: str) -> None:
    """Keep a note on a record; in the session where that cannot be."""
    use_page_words()
    unkept: dict[int, str] = st.session_state.setdefault(UNKEPT, {})
    unkept[record.na_id] = note
    with told_if_not_kept():
        kept_notes().write(owner(), record.na_id, name(record), note)
        del unkept[record.na_id]


def notes_on(na_ids: Collection[int]) -> dict[int, str]:
    """Return the reader's notes on some records, by naId."""
    found: dict[int, str] = {}
    with told_if_not_kept():
        found = kept_notes().of_records(owner(), na_ids)
    unkept: Mapping[int, str] = st.session_state.get(UNKEPT, {})
    found |= {na_id: note for na_id, note in unkept.items() if na_id in na_ids}
    return {na_id: note for na_id, note in found.items() if note}


def noted() -> dict[int, str]:
    """Return the names of all records on which the reader has notes, by naId."""
    with told_if_not_kept():
        return kept_notes().names(owner())
    return {}


def forget_unkept() -> None:
    """Forget the notes on records that could not be kept."""
    st.session_state.pop(UNKEPT, None)


def kept_notes() -> RecordNotes:
    """Return the kept notes. Raises SettingsError, ConversationsUnavailableError."""
    return conversation_store().notes


def show_button(key: str, note: str, keep: Callable[[str], None]) -> None:
    """Show the button that opens the box with a note."""
    if shown := opened(say("Your note"), key, "edit_note"):
        with shown:
            show_form(key, note, keep)


def show_form(key: str, note: str, keep: Callable[[str], None]) -> None:
    """Show the box with a note, and the button that keeps it and closes the box.

    The box is another one for another note: so one that was written in another window is shown.
    """
    box = f"{key}-{zlib.crc32(note.encode()):x}"

    def keep_and_close() -> None:
        keep(tidied(st.session_state[box]))
        st.session_state[key] = False

    with st.form(f"form-{key}", border=False):
        st.text_area(
            say("Your note"),
            note,
            key=box,
            max_chars=LONGEST_NOTE,
            placeholder=say("What you want to remember"),
        )
        st.form_submit_button(say("Save the note"), type="primary", on_click=keep_and_close)
    st.caption(say("Only you see it. An empty note is deleted."))


def tidied(written: str) -> str:
    """Return a note as it is kept: without blanks at its ends, and not too long."""
    lines = (line.rstrip() for line in written.replace("\0", " ").splitlines())
    return "\n".join(lines).strip()[:LONGEST_NOTE]


def show_note(note: str | None, heading: str = "") -> None:
    """Show a note as its reader has written it, if there is one; nothing in it is markup."""
    if note:
        lines = LINE_END.join(escape(line) for line in note.splitlines())
        st.info(f"**{heading or say('Your note')}**{LINE_END}{lines}", icon=":material/edit_note:")
