"""What a reader can ask from a record's page: each becomes a turn of the conversation."""

import streamlit as st

from narabot.models import (
    Filters,
    FullRecord,
    LevelOfDescription,
    NamedRecord,
    PathRecord,
    RecordType,
)
from narabot.pages.conversation import ask
from narabot.pages.navigation import forget_place, open_conversation
from narabot.pages.selection import show_select_button
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.records import LONGEST_NAME, name

MOST_CREATORS = 3
"""For whose records there is a button."""

LONGEST_LABEL = 60


def show_actions(full: FullRecord) -> None:
    """Show the questions that are one click away."""
    with st.container(horizontal=True, key="actions"):
        show_select_button(full.record, "select")
        show_action("Ask about this record", "chat", question_about(full), within(full))
        if full.record.record_type is RecordType.AUTHORITY:
            listed = f"Show the records by or about {name(full.record)}"
            show_action("Records by or about it", "format_list_bulleted", listed, within(full))
        elif full.series is not None:
            is_itself = full.series == full.record
            show_action(
                "What is in this series" if is_itself else "What else is in this series",
                "inventory_2",
                f"Show the records in {name(full.series)}",
                Filters(ancestor=record_to_filter_by(full.series)),
            )
        for creator in full.creators[:MOST_CREATORS]:
            show_action(
                f"Records by {shortened(name(creator), LONGEST_LABEL)}",
                "person",
                f"Show the records by {name(creator)}",
                Filters(creator=record_to_filter_by(creator)),
            )


def show_action(label: str, icon: str, question: str, filters: Filters) -> None:
    """Show one question that is a click away."""
    st.button(
        escape(label),
        icon=f":material/{icon}:",
        help=escape(question),
        key="action-" + "-".join([icon, *(str(one.na_id) for one in filters.named_records)]),
        on_click=ask_and_go,
        args=(question, filters),
    )


def ask_and_go(question: str, filters: Filters) -> None:
    """Ask a question, and go to the conversation, where it is answered."""
    ask(question, filters)
    forget_place()
    open_conversation()


def show_question_box(full: FullRecord) -> None:
    """Show the box in which a question about the record is written."""
    key = f"ask-{full.record.na_id}"
    st.bottom.chat_input(
        "Ask about this record",
        key=key,
        on_submit=lambda: ask_and_go(st.session_state[key], within(full)),
    )


def question_about(full: FullRecord) -> str:
    """Return the question that stands for one that the reader has not written."""
    if full.record.record_type is RecordType.AUTHORITY:
        return f"What is known of {name(full.record)}?"
    if full.record.type is LevelOfDescription.ITEM:
        return f"What is {name(full.record)} about?"
    return f"What does {name(full.record)} contain?"


def within(full: FullRecord) -> Filters:
    """Return the filters that keep a record and what is below it, or what is by or about it."""
    if full.record.record_type is RecordType.AUTHORITY:
        return Filters(authority=record_to_filter_by(full.record))
    return Filters(ancestor=record_to_filter_by(full.record))


def record_to_filter_by(record: PathRecord) -> NamedRecord:
    """Return a record under its name, for a filter."""
    return NamedRecord(record.na_id, name(record)[:LONGEST_NAME])
