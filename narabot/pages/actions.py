"""What a reader can ask from a record's page: each becomes a turn of the conversation."""

from collections.abc import Iterator

import streamlit as st

from narabot.models import (
    EVERYTHING,
    Filters,
    FullRecord,
    LevelOfDescription,
    NamedRecord,
    PathRecord,
    RecordType,
)
from narabot.pages.conversation import ask
from narabot.pages.copy_orders import show_order_button
from narabot.pages.navigation import forget_place, open_conversation, record_asked_for
from narabot.pages.notes import notes_on, show_note, show_record_note_button
from narabot.pages.selection import show_select_button
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.records import LONGEST_NAME, name
from narabot.presentation.strings import say

MOST_CREATORS = 3
"""For whose records there is a button."""

LONGEST_LABEL = 60


def show_actions(full: FullRecord) -> None:
    """Show the reader's note, and what can be done with a record: questions a click away too."""
    note = notes_on([full.record.na_id]).get(full.record.na_id, "")
    show_note(note)
    with st.container(horizontal=True, key="actions"):
        show_select_button(full.record, "select")
        show_order_button(full.record, f"order-{full.record.na_id}")
        show_record_note_button(full.record, note, f"note-record-{full.record.na_id}")
        show_action(say("Ask about this record"), "chat", question_about(full), within(full))
        if full.record.record_type is RecordType.AUTHORITY:
            listed = say("Show the records by or about {name}", name=name(full.record))
            show_action(say("Records by or about it"), "format_list_bulleted", listed, within(full))
        elif full.series is not None and (full.series != full.record or full.children.total):
            is_itself = full.series == full.record
            show_action(
                say("What is in this series") if is_itself else say("What else is in this series"),
                "inventory_2",
                say("Show the records in {name}", name=name(full.series)),
                Filters(ancestor=record_to_filter_by(full.series)),
            )
        for creator in full.creators[:MOST_CREATORS]:
            show_action(
                say("Records by {name}", name=shortened(name(creator), LONGEST_LABEL)),
                "person",
                say("Show the records by {name}", name=name(creator)),
                Filters(creator=record_to_filter_by(creator)),
            )


def show_action(label: str, icon: str, question: str, filters: Filters) -> None:
    """Show one question that is a click away."""
    st.button(
        escape(label),
        icon=f":material/{icon}:",
        help=escape(question),
        key="-".join(["action", icon, *ids_in(filters)]),
        on_click=ask_and_go,
        args=(question, filters),
    )


def ids_in(filters: Filters) -> Iterator[str]:
    """Yield the ids of the records and the phrase that filters name."""
    yield from (str(one.na_id) for one in filters.named_records)
    if filters.naming is not None:
        yield filters.naming.phrase_id


def ask_and_go(question: str, filters: Filters) -> None:
    """Ask a question, and go to the conversation, where it is answered."""
    ask(question, filters)
    forget_place()
    open_conversation()


def show_question_box(full: FullRecord) -> None:
    """Show the box in which a question about the record is written."""
    key = f"ask-{full.record.na_id}"
    st.bottom.chat_input(
        say("Ask about this record"), key=key, on_submit=ask_of_what_is_shown, args=(full, key)
    )


def ask_of_what_is_shown(full: FullRecord, key: str) -> None:
    """Ask what was written of the record; of all, if the reader has just gone back from it."""
    is_left = record_asked_for() != str(full.record.na_id)
    ask_and_go(st.session_state[key], EVERYTHING if is_left else within(full))


def question_about(full: FullRecord) -> str:
    """Return the question that stands for one that the reader has not written."""
    if full.record.record_type is RecordType.AUTHORITY:
        return say("What is known of {name}?", name=name(full.record))
    if full.record.type is LevelOfDescription.ITEM:
        return say("What is {name} about?", name=name(full.record))
    return say("What does {name} contain?", name=name(full.record))


def within(full: FullRecord) -> Filters:
    """Return the filters that keep a record and what is below it, or what is by or about it."""
    if full.record.record_type is RecordType.AUTHORITY:
        return Filters(authority=record_to_filter_by(full.record))
    return Filters(ancestor=record_to_filter_by(full.record))


def record_to_filter_by(record: PathRecord) -> NamedRecord:
    """Return a record under its name, for a filter."""
    return NamedRecord(record.na_id, name(record)[:LONGEST_NAME])
