"""*Where should I look?* on the screen: the file units and series for what a turn asked."""

from collections.abc import Mapping, Sequence

import streamlit as st

from narabot.chat import where_to_look
from narabot.models import HeldRecord, PlaceToLook, Turn
from narabot.pages.citing import pull_files, show_files
from narabot.pages.filed import filed_of
from narabot.pages.frame import sentence_for, show_fault
from narabot.pages.language import use_page_words
from narabot.pages.resources import current_chat, current_settings, held_of, open_graph
from narabot.pages.selection import show_select_all_button, show_select_button
from narabot.presentation.cards import Beside, card, page_link
from narabot.presentation.citing.pull_slips import way_there
from narabot.presentation.markdown import escape
from narabot.presentation.record_page import step_text
from narabot.presentation.strings import say
from narabot.understanding.query_rewriting import place_asked_for

PLACES = 5
"""That are shown."""


def show_places_button(turn: Turn) -> None:
    """Show the button that asks where to look, until it was pressed."""
    if turn.places is None:
        st.button(
            say("Where should I look?"),
            key=f"where-{turn.id}",
            icon=":material/explore:",
            type="tertiary",
            help=say(
                "The file units and series to look in, also those whose items are not described"
            ),
            on_click=find_places,
            args=(turn,),
        )


def find_if_wanted(turn: Turn) -> None:
    """Find the places for a question that asks for them in so many words, or has no
    answer."""
    answer = turn.response.answer if turn.response else None
    is_open = answer is not None and (answer.is_refused or answer.is_guide)
    is_wanted = is_open or place_asked_for(turn.question)
    if turn.places is None and is_wanted:
        find_places(turn)


def find_places(turn: Turn) -> None:
    """Keep the places for what a turn asked, or the sentence that says what went wrong."""
    use_page_words()
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
    st.markdown(say("**Where to look**: file units and series, the likeliest first"))
    if not turn.places:
        st.markdown(say("No file unit and no series was found."))
        return
    units = held_units(turn.places)
    filed = filed_of(f"filed-places-{turn.id}", [one.unit.record for one in turn.places])
    for rank, place in enumerate(turn.places, start=1):
        beside = Beside(rank, filed=filed.get(place.unit.na_id, ()))
        show_place(turn, place, beside, units)
    show_select_all_button((one.unit.record for one in turn.places), f"select-places-{turn.id}")
    if units:
        files = pull_files("places", lambda: list(units.values()))
        show_files(files, f"places-{turn.id}", say("Pull list of these places"))


def held_units(places: Sequence[PlaceToLook]) -> Mapping[int, HeldRecord]:
    """Return where the places are held, by naId; says on the page why if that is not known."""
    try:
        held = held_of(open_graph(), tuple(place.unit.na_id for place in places))
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_fault(error)
        return {}
    return {one.record.na_id: one for one in held}


def show_place(
    turn: Turn, place: PlaceToLook, beside: Beside, units: Mapping[int, HeldRecord]
) -> None:
    """Show a file unit or series, how to get there, and the records that speak for it."""
    na_id = place.unit.na_id
    with st.container(border=True, key=f"place-{turn.id}-{na_id}"):
        st.markdown(card(place.unit, beside))
        if na_id in units and (there := way_there(units[na_id])):
            st.markdown(there)
        show_evidence(place)
        show_select_button(place.unit.record, f"select-look-{turn.id}-{na_id}")


def show_evidence(place: PlaceToLook) -> None:
    """Show the records that speak for a place, each a click away."""
    if not place.evidence:
        st.caption(say("Named for its own title and description."))
        return
    links = (page_link(step_text(one.record), one.na_id) for one in place.evidence)
    st.caption(say("Because of {records}", records="; ".join(links)))
