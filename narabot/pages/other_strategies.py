"""Results of other strategies for a request, shown next to its response.

These results are stored only in the session, not in the conversation. narabot searches and queries
the database only on demand.
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
from narabot.pages.conversation import previous_response, turns
from narabot.pages.frame import open_popover, sentence_for, show_fault
from narabot.pages.navigation import scroll_to
from narabot.pages.resources import cached, current_chat, current_settings, forget_chat, open_graph
from narabot.pages.side_by_side import show_side_by_side
from narabot.presentation.markdown import escape
from narabot.presentation.strategy_comparison import differences
from narabot.presentation.strategy_labels import (
    StrategyChoice,
    group_choices,
    strategy_choice,
    strategy_used,
)
from narabot.presentation.strings import say
from narabot.retrieval import STRATEGIES

RESULTS = "other_ways"
"""Session key for the results of other strategies, keyed by turn ID."""

SLOTS = "other_way_slots"
"""Session key for the places that the current run has reserved for pending results."""

MAX_RESULTS = 6
"""Maximum number of turns that show a result from a different strategy."""


@dataclass(frozen=True, slots=True)
class OtherResult:
    """A request to a different strategy, with the result when available."""

    strategy: str
    original: Response
    """The turn's response at the time of the request. The result is shown only with this
    response."""
    response: Response | None = None
    problem: str | None = None
    """Message to show if the strategy fails."""

    @property
    def is_open(self) -> bool:
        """Whether the result is still pending."""
        return self.response is None and self.problem is None


def show_strategies_button(turn: Turn, response: Response) -> None:
    """Show the button that opens the list of strategies."""
    if response.answer is not None and response.answer.is_help:
        return
    if shown := open_popover(say("Try other methods"), popover_key(turn), "alt_route"):
        with shown:
            try:
                first, more = group_choices(available_strategies())
            except Exception as error:  # noqa: BLE001  # logged by show_fault; no trace on the page
                show_fault(error)
                return
            st.caption(
                say(
                    "Run the same request with a different search method. The results are not "
                    "saved."
                )
            )
            show_strategies(turn, response, first)
            with st.expander(say("More methods"), key=f"more-ways-{turn.id}"):
                show_strategies(turn, response, more)


def show_strategies(turn: Turn, response: Response, ways: Sequence[StrategyChoice]) -> None:
    """Show strategies with descriptions.

    Disable the current strategy and unavailable strategies.
    """
    used = strategy_used(response)
    for one in ways:
        is_used = one.strategy == used
        with st.container(key=f"way-{turn.id}-{one.strategy}", gap=None):
            st.button(
                escape(one.title),
                key=f"go-way-{turn.id}-{one.strategy}",
                type="tertiary",
                icon=":material/check:" if is_used else ":material/arrow_forward:",
                disabled=is_used or bool(one.unavailable_reason),
                on_click=choose_strategy,
                args=(turn, response, one.strategy),
            )
            status = say("Used for this answer.") if is_used else one.unavailable_reason
            st.caption(escape(f"{one.description} {status}".strip()))


def available_strategies() -> list[StrategyChoice]:
    """Return all strategies, with a reason for each strategy that is unavailable.

    Raise NarabotError on failure.
    """
    lacking = missing_requirements(open_graph())
    return [strategy_choice(one, lacking[one.name]) for one in STRATEGIES.values()]


@cached
def missing_requirements(graph: Graph) -> dict[str, str | None]:
    """Return each strategy with a requirement that the graph does not meet, or with `None`.

    Raise GraphUnavailableError if the database is unreachable.
    """
    return {one.name: one.unavailable_reason(graph) for one in STRATEGIES.values()}


def choose_strategy(turn: Turn, response: Response, strategy: str) -> None:
    """Request a result from a strategy for a turn, replacing an earlier result."""
    results = results_by_turn()
    results.pop(turn.id, None)
    results[turn.id] = OtherResult(strategy, response)
    while len(results) > MAX_RESULTS:
        results.pop(next(iter(results)))
    st.session_state[popover_key(turn)] = False


def close_comparison(turn: Turn) -> None:
    """Show only the turn's own response again."""
    results_by_turn().pop(turn.id, None)


def show_other_result(turn: Turn, response: Response) -> None:
    """Show a different strategy's result next to a response, or reserve a place for the result."""
    other = results_by_turn().get(turn.id)
    if other is None:
        return
    if other.original != response:
        close_comparison(turn)
        return
    slot = st.empty()
    if other.is_open:
        slot.caption(say("Trying another method…"))
        slots: dict[str, DeltaGenerator] = st.session_state.setdefault(SLOTS, {})
        slots[turn.id] = slot
    else:
        with slot.container():
            show_comparison(turn, response, other)


def clear_slots() -> None:
    """Discard the places that an interrupted run has reserved."""
    st.session_state.pop(SLOTS, None)


def run_chosen_strategies() -> None:
    """Run the requested strategies and show their results, after the rest of the page."""
    slots: dict[str, DeltaGenerator] = st.session_state.pop(SLOTS, {})
    for turn in turns():
        pending = results_by_turn().get(turn.id)
        if turn.id in slots and pending is not None:
            with slots[turn.id], st.spinner(say("Trying another method…"), show_time=True):
                other = run_strategy(turn, pending)
            results_by_turn()[turn.id] = other
            with slots[turn.id].container():
                show_comparison(turn, other.original, other)
            scroll_to(f"ways-{turn.id}")


def run_strategy(turn: Turn, pending: OtherResult) -> OtherResult:
    """Return a strategy's result for a turn's request, or a message about what went wrong."""
    try:
        chat = replace(current_chat(current_settings()).using(pending.strategy), computes=False)
        response = respond(chat, turn.question, turn.choice, previous_response(turn))
    except StopException:  # the reader stopped the run
        close_comparison(turn)
        raise
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        if not isinstance(error, (InvalidQuestionError, ModelUnavailableError, StrategyError)):
            forget_chat()
        return replace(pending, problem=sentence_for(error))
    return replace(pending, response=response)


def show_comparison(turn: Turn, response: Response, other: OtherResult) -> None:
    """Show a response and a different strategy's result side by side, with a close button."""
    title = escape(strategy_choice(STRATEGIES[other.strategy]).title)
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
                on_click=close_comparison,
                args=(turn,),
            )
        if other.response is not None:
            show_side_by_side(turn.id, response, other.response)


def results_by_turn() -> dict[str, OtherResult]:
    """Return this session's results of other strategies, keyed by turn ID."""
    results: dict[str, OtherResult] = st.session_state.setdefault(RESULTS, {})
    return results


def popover_key(turn: Turn) -> str:
    """Return the key of the button that opens the strategies."""
    return f"other-ways-{turn.id}"
