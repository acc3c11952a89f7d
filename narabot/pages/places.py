"""*Where should I look?*: file units and series for a turn's request."""

from collections.abc import Mapping, Sequence

import streamlit as st

from narabot.chat import where_to_look
from narabot.models import HeldRecord, PlaceToLook, Turn
from narabot.pages.exports import pull_files, show_files
from narabot.pages.file_unit_subjects import subjects_of_file_units
from narabot.pages.frame import sentence_for, show_fault
from narabot.pages.language import use_page_language
from narabot.pages.resources import cached_held_records, current_chat, current_settings, open_graph
from narabot.pages.selection import show_select_all_button, show_select_button
from narabot.presentation.cards import CardDetails, card, page_link
from narabot.presentation.citing.pull_slips import access_instructions
from narabot.presentation.markdown import escape
from narabot.presentation.record_page import step_text
from narabot.presentation.strings import say
from narabot.understanding.query_rewriting import place_asked_for

MAX_PLACES = 5
"""Number of places to show."""


def show_places_button(turn: Turn) -> None:
    """Show the button that finds places, until the reader clicks the button."""
    if turn.places is None:
        st.button(
            say("Where should I look?"),
            key=f"where-{turn.id}",
            icon=":material/explore:",
            type="tertiary",
            help=say(
                "Find file units and series to examine, including those without item descriptions"
            ),
            on_click=find_places,
            args=(turn,),
        )


def find_places_if_needed(turn: Turn) -> None:
    """Find places if the question asks for them explicitly or has no answer."""
    answer = turn.response.answer if turn.response else None
    is_open = answer is not None and (answer.is_refused or answer.is_guide)
    is_wanted = is_open or place_asked_for(turn.question)
    if turn.places is None and is_wanted:
        find_places(turn)


def find_places(turn: Turn) -> None:
    """Set the turn's places, or a message about what went wrong."""
    use_page_language()
    request = turn.response.asked if turn.response else turn.question
    request = place_asked_for(request) or request
    try:
        chat = current_chat(current_settings())
        turn.places = tuple(where_to_look(chat, request, MAX_PLACES))
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        turn.places = sentence_for(error)


def show_places(turn: Turn) -> None:
    """Show the places that were found, with their actions."""
    if turn.places is None:
        return
    if isinstance(turn.places, str):
        st.error(escape(turn.places), icon=":material/error:")
        return
    st.markdown(say("**Where to look**: file units and series, the most promising first"))
    if not turn.places:
        st.markdown(say("No file units or series were found."))
        return
    units = held_units(turn.places)
    filed = subjects_of_file_units(
        f"filed-places-{turn.id}", [one.unit.record for one in turn.places]
    )
    for rank, place in enumerate(turn.places, start=1):
        details = CardDetails(rank, subjects=filed.get(place.unit.na_id, ()))
        show_place(turn, place, details, units)
    show_select_all_button((one.unit.record for one in turn.places), f"select-places-{turn.id}")
    if units:
        files = pull_files("places", lambda: list(units.values()))
        show_files(files, f"places-{turn.id}", say("Save pull list as"))


def held_units(places: Sequence[PlaceToLook]) -> Mapping[int, HeldRecord]:
    """Return the places with their physical locations, keyed by naId.

    Show any error on the page.
    """
    try:
        held = cached_held_records(open_graph(), tuple(place.unit.na_id for place in places))
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_fault(error)
        return {}
    return {one.record.na_id: one for one in held}


def show_place(
    turn: Turn, place: PlaceToLook, details: CardDetails, units: Mapping[int, HeldRecord]
) -> None:
    """Show a file unit or series, instructions for access, and the evidence."""
    na_id = place.unit.na_id
    with st.container(border=True, key=f"place-{turn.id}-{na_id}"):
        st.markdown(card(place.unit, details))
        if na_id in units and (directions := access_instructions(units[na_id])):
            st.markdown(directions)
        show_evidence(place)
        show_select_button(place.unit.record, f"select-look-{turn.id}-{na_id}")


def show_evidence(place: PlaceToLook) -> None:
    """Show links to the records that support a place."""
    if not place.evidence:
        st.caption(say("Suggested because of its title and description."))
        return
    links = (page_link(step_text(one.record), one.na_id) for one in place.evidence)
    st.caption(say("Suggested because of {records}", records="; ".join(links)))
