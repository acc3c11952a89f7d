"""*Other ways to look* on the screen: the same request by another strategy, beside its answer.

What another way has found is in the session alone: no conversation keeps it. Nothing is looked up,
and the database is not asked, before a reader wants it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import StopException

from narabot.chat import respond
from narabot.errors import InvalidQuestionError, ModelUnavailableError, StrategyError
from narabot.graph import Graph
from narabot.models import Response, Turn
from narabot.pages.conversation import response_before, turns
from narabot.pages.frame import opened, sentence_for, show_fault
from narabot.pages.navigation import scroll_to
from narabot.pages.resources import current_chat, current_settings, forget_chat, kept, open_graph
from narabot.pages.side_by_side import show_side_by_side
from narabot.presentation.markdown import escape
from narabot.presentation.strings import say
from narabot.presentation.ways import Way, in_order, way, way_used
from narabot.presentation.ways_compared import differences
from narabot.retrieval import STRATEGIES

FOUND = "other_ways"
"""In the session: what other ways have found, by the ids of the turns."""

SLOTS = "other_way_slots"
"""In the session, within a run: where that will stand which is still to be looked up."""

MOST_FOUND = 6
"""Turns beside which another way stays on the screen."""


@dataclass(frozen=True, slots=True)
class OtherWay:
    """What another way was asked for, and once it is known, what it has found."""

    strategy: str
    beside: Response
    """The turn's response when it was asked for; beside another one it is not shown."""
    response: Response | None = None
    problem: str | None = None
    """The sentence to show instead."""

    @property
    def is_open(self) -> bool:
        """Whether it is still to be looked up."""
        return self.response is None and self.problem is None


def show_other_ways_button(turn: Turn, response: Response) -> None:
    """Show the button that opens the ways in which a request can be looked up."""
    if response.answer is not None and response.answer.is_help:
        return
    if shown := opened(say("Other ways to look"), ways_key(turn), "alt_route"):
        with shown:
            try:
                first, more = in_order(ways_here())
            except Exception as error:  # noqa: BLE001  # logged by show_fault; no trace on the page
                show_fault(error)
                return
            st.caption(
                say("The same request, looked up in another way. What that finds is not kept.")
            )
            show_ways(turn, response, first)
            with st.expander(say("More ways"), key=f"more-ways-{turn.id}"):
                show_ways(turn, response, more)


def show_ways(turn: Turn, response: Response, ways: Sequence[Way]) -> None:
    """Show ways, each with what it does; that which was used and those that are closed too."""
    used = way_used(response)
    for one in ways:
        is_used = one.strategy == used
        with st.container(key=f"way-{turn.id}-{one.strategy}", gap=None):
            st.button(
                escape(one.title),
                key=f"go-way-{turn.id}-{one.strategy}",
                type="tertiary",
                icon=":material/check:" if is_used else ":material/arrow_forward:",
                disabled=is_used or bool(one.lacking),
                on_click=choose,
                args=(turn, response, one.strategy),
            )
            said = say("As answered.") if is_used else one.lacking
            st.caption(escape(f"{one.does} {said}".strip()))


def ways_here() -> list[Way]:
    """Return all ways, with why some cannot be gone here. Raises NarabotError."""
    lacking = lacking_in(open_graph())
    return [way(one, lacking[one.name]) for one in STRATEGIES.values()]


@kept
def lacking_in(graph: Graph) -> dict[str, str | None]:
    """Return by name why each strategy cannot be used on a graph, `None` where it can.

    Raises GraphUnavailableError.
    """
    return {one.name: one.lacking(graph) for one in STRATEGIES.values()}


def choose(turn: Turn, response: Response, strategy: str) -> None:
    """Want a turn's request looked up by a strategy, in the place of another."""
    found = found_by_turn()
    found.pop(turn.id, None)
    found[turn.id] = OtherWay(strategy, response)
    while len(found) > MOST_FOUND:
        found.pop(next(iter(found)))
    st.session_state[ways_key(turn)] = False


def close(turn: Turn) -> None:
    """Show a turn's response alone again."""
    found_by_turn().pop(turn.id, None)


def show_other_way(turn: Turn, response: Response) -> None:
    """Show what another way has found beside a response, or where it will stand."""
    other = found_by_turn().get(turn.id)
    if other is None:
        return
    if other.beside != response:
        close(turn)
        return
    slot = st.empty()
    if other.is_open:
        slot.caption(say("Looking in another way…"))
        slots: dict[str, DeltaGenerator] = st.session_state.setdefault(SLOTS, {})
        slots[turn.id] = slot
    else:
        with slot.container():
            show_beside(turn, response, other)


def forget_slots() -> None:
    """Forget where something was to stand in a run that has not come to its end."""
    st.session_state.pop(SLOTS, None)


def look_in_other_ways() -> None:
    """Look up what was wanted in another way, and show it; all else is on the screen by now."""
    slots: dict[str, DeltaGenerator] = st.session_state.pop(SLOTS, {})
    for turn in turns():
        wanted = found_by_turn().get(turn.id)
        if turn.id in slots and wanted is not None:
            with slots[turn.id], st.spinner(say("Looking in another way…"), show_time=True):
                other = looked_up(turn, wanted)
            found_by_turn()[turn.id] = other
            with slots[turn.id].container():
                show_beside(turn, other.beside, other)
            scroll_to(f"ways-{turn.id}")


def looked_up(turn: Turn, wanted: OtherWay) -> OtherWay:
    """Return what another way finds for a turn's request, or the sentence on what went wrong."""
    try:
        chat = replace(current_chat(current_settings()).using(wanted.strategy), computes=False)
        response = respond(chat, turn.question, turn.choice, response_before(turn))
    except StopException:  # the reader did not wait
        close(turn)
        raise
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        if not isinstance(error, (InvalidQuestionError, ModelUnavailableError, StrategyError)):
            forget_chat()
        return replace(wanted, problem=sentence_for(error))
    return replace(wanted, response=response)


def show_beside(turn: Turn, response: Response, other: OtherWay) -> None:
    """Show a response and what another way has found side by side, and the way to close that."""
    title = escape(way(STRATEGIES[other.strategy]).title)
    with st.container(border=True, key=f"ways-{turn.id}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            if other.response is None:
                st.error(f"**{title}**: {escape(other.problem or '')}", icon=":material/error:")
            else:
                st.markdown(escape(differences(response, other.response)))
            st.button(
                say("Close"),
                key=f"close-ways-{turn.id}",
                type="tertiary",
                icon=":material/close:",
                on_click=close,
                args=(turn,),
            )
        if other.response is not None:
            show_side_by_side(turn.id, response, other.response)


def found_by_turn() -> dict[str, OtherWay]:
    """Return what other ways have found in this session, by the ids of the turns."""
    found: dict[str, OtherWay] = st.session_state.setdefault(FOUND, {})
    return found


def ways_key(turn: Turn) -> str:
    """Return the key of the button that opens the ways."""
    return f"other-ways-{turn.id}"
