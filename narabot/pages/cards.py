"""Cards for the records in a turn."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

import streamlit as st

from narabot.models import Passage, Turn
from narabot.pages.images import show_thumbnail
from narabot.pages.selection import show_select_button
from narabot.presentation.cards import CardDetails, card
from narabot.presentation.strings import number


def show_folded_records(
    turn: Turn, records: Sequence[Passage], label: str, wanted: Collection[str]
) -> None:
    """Show records in an expander that loads them when it is opened."""
    if not records:
        return
    shown = st.expander(
        f"{label} ({number(len(records))})", key=f"others-{turn.id}", on_change="rerun"
    )
    if shown.open:
        with shown:
            show_records(turn, records, wanted)


def show_records(
    turn: Turn,
    records: Sequence[Passage],
    wanted: Collection[str],
    *,
    first: int | None = None,
    quotations: Mapping[int, str] = MappingProxyType({}),
) -> None:
    """Show records in a column. If `first` is set, the records are numbered, starting with `first`.

    Words whose stems are in `wanted` are highlighted. `quotations` maps a naId to the quotation
    that its card shows.
    """
    for place, passage in enumerate(records):
        number = None if first is None else first + place
        show_record(turn, passage, CardDetails(number, wanted, quotations.get(passage.na_id)))


def show_record(turn: Turn, passage: Passage, details: CardDetails) -> None:
    """Show one record in a turn. The name links to the record's page."""
    with st.container(border=True, gap="xsmall", key=f"card-{turn.id}-{passage.na_id}"):
        st.markdown(card(passage, details))
        with st.container(horizontal=True, key=f"deeds-{turn.id}-{passage.na_id}"):
            show_select_button(passage.record, f"select-{turn.id}-{passage.na_id}")
            show_thumbnail(passage, f"images-{turn.id}-{passage.na_id}")
