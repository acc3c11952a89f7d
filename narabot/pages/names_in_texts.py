"""Names in a record's text, and a link to the records whose texts mention an authority record."""

from collections.abc import Mapping

import streamlit as st

from narabot.models import FullRecord, RecordType
from narabot.pages.resources import open_graph, read_cached
from narabot.presentation.markdown import escape
from narabot.presentation.phrases import names_in_title
from narabot.presentation.records import name
from narabot.presentation.strings import say_many
from narabot.retrieval.phrases import names_in, phrase_of_authority


def names_with_addresses(full: FullRecord) -> dict[str, str]:
    """Return the names in a record's text, each with the address of the name's page."""
    na_id = full.record.na_id
    names = read_cached("names_read", na_id, lambda: names_in(open_graph(), na_id))
    return {name: f"?phrase={phrase_id}" for name, phrase_id in names.items()}


def show_names_in_title(full: FullRecord, names: Mapping[str, str]) -> None:
    """Show the names in a record's title, each as a link to the name's page."""
    if line := names_in_title(name(full.record), names):
        st.markdown(line)


def show_named_in_texts(full: FullRecord) -> None:
    """Show a link to the records whose texts mention an authority record."""
    if full.record.record_type is RecordType.AUTHORITY:
        na_id = full.record.na_id
        phrase = read_cached("named_read", na_id, lambda: phrase_of_authority(open_graph(), na_id))
        if phrase is not None:
            label = say_many(
                "Mentioned in the text of {count} record",
                "Mentioned in the texts of {count} records",
                phrase.records,
            )
            st.markdown(f"[{escape(label)}](?phrase={phrase.phrase_id})")
