"""The names in a record's texts, on its page: where they lead, and who names an authority."""

from collections.abc import Mapping

import streamlit as st

from narabot.models import FullRecord, RecordType
from narabot.pages.resources import open_graph, read_once
from narabot.presentation.markdown import escape
from narabot.presentation.phrases import names_in_title
from narabot.presentation.records import name
from narabot.presentation.strings import say_many
from narabot.retrieval.phrases import names_in, phrase_of_authority


def names_followed(full: FullRecord) -> dict[str, str]:
    """Return the names in a record's text with the addresses of their pages, if they were read."""
    na_id = full.record.na_id
    names = read_once("names_read", na_id, lambda: names_in(open_graph(), na_id))
    return {name: f"?phrase={phrase_id}" for name, phrase_id in names.items()}


def show_names_in_title(full: FullRecord, names: Mapping[str, str]) -> None:
    """Show the names in a record's title, each as a link to its page."""
    if line := names_in_title(name(full.record), names):
        st.markdown(line)


def show_named_in_texts(full: FullRecord) -> None:
    """Lead to the records that name an authority in their texts, linked by an archivist or not."""
    if full.record.record_type is RecordType.AUTHORITY:
        na_id = full.record.na_id
        told = read_once("named_read", na_id, lambda: phrase_of_authority(open_graph(), na_id))
        if told is not None:
            label = say_many(
                "Named in the text of {count} record",
                "Named in the texts of {count} records",
                told.records,
            )
            st.markdown(f"[{escape(label)}](?phrase={told.phrase_id})")
