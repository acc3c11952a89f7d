"""Questions that a reader can ask from a record's page. Each question becomes a turn."""

from collections.abc import Iterator

import streamlit as st

from narabot.models import (
    NO_FILTERS,
    Filters,
    FullRecord,
    LevelOfDescription,
    NamedRecord,
    PathRecord,
    RecordType,
)
from narabot.pages.conversation import ask
from narabot.pages.copy_orders import show_order_button
from narabot.pages.navigation import clear_scroll_position, open_conversation, requested_record
from narabot.pages.notes import notes_on, show_note, show_record_note_button
from narabot.pages.selection import show_select_button
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.records import MAX_NAME_LENGTH, name
from narabot.presentation.strings import say

MAX_CREATORS = 3
"""Maximum number of creators for which a button is shown."""

MAX_LABEL_CHARS = 60


def show_actions(full: FullRecord) -> None:
    """Show the reader's note on a record, and the available actions and questions."""
    note = notes_on([full.record.na_id]).get(full.record.na_id, "")
    show_note(note)
    with st.container(horizontal=True, key="actions"):
        show_select_button(full.record, "select")
        show_order_button(full.record, f"order-{full.record.na_id}")
        show_record_note_button(full.record, note, f"note-record-{full.record.na_id}")
        show_action(
            say("Ask about this record"), "chat", question_about(full), filters_for_record(full)
        )
        if full.record.record_type is RecordType.AUTHORITY:
            listed = say("Show the records by or about {name}", name=name(full.record))
            show_action(
                say("Related records"), "format_list_bulleted", listed, filters_for_record(full)
            )
        elif full.series is not None and (full.series != full.record or full.children.total):
            is_itself = full.series == full.record
            show_action(
                say("Records in this series") if is_itself else say("Other records in this series"),
                "inventory_2",
                say("Show the records in {name}", name=name(full.series)),
                Filters(ancestor=record_to_filter_by(full.series)),
            )
        for creator in full.creators[:MAX_CREATORS]:
            show_action(
                say("Records by {name}", name=shortened(name(creator), MAX_LABEL_CHARS)),
                "person",
                say("Show the records by {name}", name=name(creator)),
                Filters(creator=record_to_filter_by(creator)),
            )


def show_action(label: str, icon: str, question: str, filters: Filters) -> None:
    """Show a button that asks a question."""
    st.button(
        escape(label),
        icon=f":material/{icon}:",
        help=escape(question),
        key="-".join(["action", icon, *filter_ids(filters)]),
        on_click=ask_and_go,
        args=(question, filters),
    )


def filter_ids(filters: Filters) -> Iterator[str]:
    """Yield the IDs of the records and of the phrase that filters contain."""
    yield from (str(one.na_id) for one in filters.named_records)
    if filters.naming is not None:
        yield filters.naming.phrase_id


def ask_and_go(question: str, filters: Filters) -> None:
    """Ask a question and return to the conversation."""
    ask(question, filters)
    clear_scroll_position()
    open_conversation()


def show_question_box(full: FullRecord) -> None:
    """Show the input for a question about the record."""
    key = f"ask-{full.record.na_id}"
    st.bottom.chat_input(
        say("Ask about this record"), key=key, on_submit=ask_about_record, args=(full, key)
    )


def ask_about_record(full: FullRecord, key: str) -> None:
    """Ask a question about the record. If the reader has left the record, ask without filters."""
    is_left = requested_record() != str(full.record.na_id)
    ask_and_go(st.session_state[key], NO_FILTERS if is_left else filters_for_record(full))


def question_about(full: FullRecord) -> str:
    """Return the question for the “Ask about this record” button."""
    if full.record.record_type is RecordType.AUTHORITY:
        return say("What is known of {name}?", name=name(full.record))
    if full.record.type is LevelOfDescription.ITEM:
        return say("What is {name} about?", name=name(full.record))
    return say("What does {name} contain?", name=name(full.record))


def filters_for_record(full: FullRecord) -> Filters:
    """Return filters for a description and its descendants, or for records by or about an
    authority."""
    if full.record.record_type is RecordType.AUTHORITY:
        return Filters(authority=record_to_filter_by(full.record))
    return Filters(ancestor=record_to_filter_by(full.record))


def record_to_filter_by(record: PathRecord) -> NamedRecord:
    """Return a record and its name as a filter value."""
    return NamedRecord(record.na_id, name(record)[:MAX_NAME_LENGTH])
