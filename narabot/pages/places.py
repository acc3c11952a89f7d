"""*Where should I look?* on the screen: the file units and series for what a turn asked."""

from collections.abc import Mapping, Sequence

import streamlit as st

from narabot.chat import where_to_look
from narabot.models import HeldRecord, PlaceToLook, Turn
from narabot.pages.citing import pull_files, show_files
from narabot.pages.frame import sentence_for
from narabot.pages.navigation import open_record, show_open_button
from narabot.pages.resources import current_chat, current_settings, held_of, open_graph
from narabot.pages.selection import show_select_all_button, show_select_button
from narabot.presentation.citing.pull_slips import way_there
from narabot.presentation.markdown import escape
from narabot.presentation.record_page import step_text
from narabot.presentation.records import record_heading
from narabot.understanding.query_rewriting import place_asked_for

PLACES = 5
"""That are shown."""


def show_places_button(turn: Turn) -> None:
    """Show the button that asks where to look, until it was pressed."""
    if turn.places is None:
        st.button(
            "Where should I look?",
            key=f"where-{turn.id}",
            icon=":material/explore:",
            help="The file units and series to look in, also those whose items are not described",
            on_click=find_places,
            args=(turn,),
        )


def find_if_asked(turn: Turn) -> None:
    """Find the places for a question that asks for them in so many words."""
    if turn.places is None and place_asked_for(turn.question):
        find_places(turn)


def find_places(turn: Turn) -> None:
    """Keep the places for what a turn asked, or the sentence that says what went wrong."""
    asked = turn.response.asked if turn.response else turn.question
    asked = place_asked_for(asked) or asked
    try:
        chat = current_chat(current_settings())
        turn.places = tuple(where_to_look(chat, asked, PLACES))
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        turn.places = sentence_for(error)


def show_places(turn: Turn) -> None:
    """Show the places once they were asked for, and what can be taken away of them."""
    if turn.places is None:
        return
    if isinstance(turn.places, str):
        st.error(escape(turn.places), icon=":material/error:")
        return
    st.markdown("**Where to look**: file units and series, the likeliest first")
    if not turn.places:
        st.markdown("No file unit and no series was found.")
        return
    units = held_units(turn.places)
    for rank, place in enumerate(turn.places, start=1):
        show_place(turn, place, rank, units)
    show_select_all_button((one.unit.record for one in turn.places), f"select-places-{turn.id}")
    if units:
        files = pull_files("places", lambda: list(units.values()))
        show_files(files, f"places-{turn.id}", "Pull list of these places")


def held_units(places: Sequence[PlaceToLook]) -> Mapping[int, HeldRecord]:
    """Return where the places are held, by naId; says on the page why if that is not known."""
    try:
        held = held_of(open_graph(), tuple(place.unit.na_id for place in places))
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        st.error(escape(sentence_for(error)), icon=":material/error:")
        return {}
    return {one.record.na_id: one for one in held}


def show_place(turn: Turn, place: PlaceToLook, rank: int, units: Mapping[int, HeldRecord]) -> None:
    """Show a file unit or series, how to get there, and the records that speak for it."""
    na_id = place.unit.na_id
    with st.container(border=True, key=f"place-{turn.id}-{na_id}"):
        st.markdown(record_heading(place.unit, rank))
        if na_id in units:
            st.markdown(way_there(units[na_id]))
        show_evidence(turn, place)
        with st.container(horizontal=True):
            show_open_button(na_id, f"look-{turn.id}-{na_id}")
            show_select_button(place.unit.record, f"select-look-{turn.id}-{na_id}")


def show_evidence(turn: Turn, place: PlaceToLook) -> None:
    """Show the records that speak for a place, each a click away."""
    if not place.evidence:
        st.caption("Its own title and description speak for it.")
        return
    st.caption("Because of")
    with st.container(gap=None):
        for one in place.evidence:
            key = f"because-{turn.id}-{place.unit.na_id}-{one.na_id}"
            st.button(
                f":primary[{step_text(one.record)}]",
                key=key,
                type="tertiary",
                on_click=open_record,
                args=(one.na_id, key),
            )
