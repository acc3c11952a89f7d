"""A reader's private notes on answers and records.

A note on an answer is stored with its conversation. A note on a record is stored with My list, even
if the record is not on the list.
"""

import zlib
from collections.abc import Callable, Collection, Mapping

import streamlit as st

from narabot.conversations.store import RecordNotes
from narabot.models import PathRecord, Turn
from narabot.pages.conversation import report_store_errors
from narabot.pages.frame import open_popover
from narabot.pages.language import use_page_language
from narabot.pages.login import owner
from narabot.pages.resources import conversation_store
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.records import name
from narabot.presentation.strings import say

MAX_NOTE_CHARS = 2_000
"""Maximum length of a note, in characters."""

UNSAVED = "unkept_notes"
"""Session key for record notes that the store did not save, keyed by naId. "" marks a deleted
note."""


def show_note_button(turn: Turn) -> None:
    """Show the button that opens the note on an answer."""
    show_button(f"note-{turn.id}", turn.note or "", lambda note: note_turn(turn, note))


def note_turn(turn: Turn, note: str) -> None:
    """Set a note on an answer. The conversation stores the note with the answer."""
    turn.note = note or None


def show_record_note_button(record: PathRecord, note: str, key: str) -> None:
    """Show the button that opens the note on a record."""
    show_button(key, note, lambda written: note_record(record, written))


def note_record(record: PathRecord, note: str) -> None:
    """Store a note on a record, or keep the note in the session if the store is unavailable."""
    use_page_language()
    unsaved: dict[int, str] = st.session_state.setdefault(UNSAVED, {})
    unsaved[record.na_id] = note
    with report_store_errors():
        stored_notes().write(owner(), record.na_id, name(record), note)
        del unsaved[record.na_id]


def notes_on(na_ids: Collection[int]) -> dict[int, str]:
    """Return the reader's notes on some records, keyed by naId."""
    found: dict[int, str] = {}
    with report_store_errors():
        found = stored_notes().of_records(owner(), na_ids)
    unsaved: Mapping[int, str] = st.session_state.get(UNSAVED, {})
    found |= {na_id: note for na_id, note in unsaved.items() if na_id in na_ids}
    return {na_id: note for na_id, note in found.items() if note}


def noted_records() -> dict[int, str]:
    """Return the names of all records that have notes by the reader, keyed by naId."""
    with report_store_errors():
        return stored_notes().names(owner())
    return {}


def clear_unsaved() -> None:
    """Discard the record notes that the store did not save."""
    st.session_state.pop(UNSAVED, None)


def stored_notes() -> RecordNotes:
    """Return the stored notes.

    Raise SettingsError or ConversationsUnavailableError on failure.
    """
    return conversation_store().notes


def show_button(key: str, note: str, keep: Callable[[str], None]) -> None:
    """Show the button that opens a note."""
    if shown := open_popover(say("Your note"), key, "edit_note"):
        with shown:
            show_form(key, note, keep)


def show_form(key: str, note: str, keep: Callable[[str], None]) -> None:
    """Show the input for a note, with the button that saves the note and closes the input.

    The widget key depends on the note, so that a note from another window is shown.
    """
    box = f"{key}-{zlib.crc32(note.encode()):x}"

    def keep_and_close() -> None:
        keep(cleaned_note(st.session_state[box]))
        st.session_state[key] = False

    with st.form(f"form-{key}", border=False):
        st.text_area(
            say("Your note"),
            note,
            key=box,
            max_chars=MAX_NOTE_CHARS,
            placeholder=say("Write your note"),
        )
        st.form_submit_button(say("Save note"), type="primary", on_click=keep_and_close)
    st.caption(say("Only you can see this note. To delete the note, remove its text and save."))


def cleaned_note(written: str) -> str:
    """Return a note without surrounding whitespace, cut to the maximum length."""
    lines = (line.rstrip() for line in written.replace("\0", " ").splitlines())
    return "\n".join(lines).strip()[:MAX_NOTE_CHARS]


def show_note(note: str | None, heading: str = "") -> None:
    """Show a note, if any, exactly as the reader wrote it, without rendering markup."""
    if note:
        lines = LINE_END.join(escape(line) for line in note.splitlines())
        st.info(f"**{heading or say('Your note')}**{LINE_END}{lines}", icon=":material/edit_note:")
