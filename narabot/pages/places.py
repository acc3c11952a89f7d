"""*Where should I look?* on the screen: the file units and series for what a turn asked."""

import streamlit as st

from narabot.chat import where_to_look
from narabot.errors import NarabotError
from narabot.models import PlaceToLook, Turn
from narabot.pages.lists import show_way
from narabot.pages.resources import current_chat
from narabot.rendering.markdown import escape
from narabot.rendering.records import name, record_markdown
from narabot.settings import Settings

PLACES = 5
"""That are shown."""


def show_places(turn: Turn) -> None:
    """Show the button, or once it was pressed the places."""
    if turn.places is None:
        st.button(
            "Where should I look?",
            key=f"where-{turn.id}",
            icon=":material/explore:",
            help="The file units and series to look in, also those whose items are not described",
            on_click=find_places,
            args=(turn,),
        )
        return
    if isinstance(turn.places, str):
        st.error(escape(turn.places), icon=":material/error:")
        return
    st.markdown("**Where to look**: file units and series, the likeliest first")
    if not turn.places:
        st.markdown("No file unit and no series was found.")
    for place, found in enumerate(turn.places, start=1):
        show_place(turn, found, place)


def find_places(turn: Turn) -> None:
    """Keep the places for what a turn asked, or the sentence that says what went wrong."""
    asked = turn.response.asked if turn.response else turn.question
    try:
        chat = current_chat(Settings.from_environment())
        turn.places = tuple(where_to_look(chat, asked, PLACES))
    except NarabotError as error:
        turn.places = str(error)


def show_place(turn: Turn, place: PlaceToLook, rank: int) -> None:
    """Show a file unit or series, and the records that speak for it."""
    with st.container(border=True):
        st.markdown(record_markdown(place.unit, rank))
        if place.evidence:
            st.caption(
                "Because of: " + " · ".join(escape(name(one.record)) for one in place.evidence)
            )
        show_way(place.unit.na_id, f"look-{turn.id}-{place.unit.na_id}")
