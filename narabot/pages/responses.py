"""A turn's response: an answer or a list, with the available actions."""

from typing import Any

import streamlit as st

from narabot.models import Filters, NamedAuthority, NamedRecord, Response, Turn
from narabot.models.turns import STOPPED
from narabot.pages.answers import show_answer, show_meant
from narabot.pages.conversation import ask, ask_as_follow_up, ask_separately
from narabot.pages.exports import show_exports
from narabot.pages.filters import show_filters
from narabot.pages.frame import open_popover
from narabot.pages.language import use_page_language
from narabot.pages.list_filters import visible_records
from narabot.pages.lists import show_list, show_list_heading
from narabot.pages.notes import show_note, show_note_button
from narabot.pages.other_strategies import show_other_result, show_strategies_button
from narabot.pages.places import show_places, show_places_button
from narabot.pages.search_routes import show_route
from narabot.pages.selection import show_select_all_button
from narabot.pages.turns import show_feedback, show_sharing
from narabot.presentation.list_summaries import filters_text
from narabot.presentation.markdown import escape
from narabot.presentation.provenance import (
    queries_table,
    scores_table,
    steps_table,
)
from narabot.presentation.records import authority_text, names_heading
from narabot.presentation.responses import searched_as_line
from narabot.presentation.search_route import calls_table
from narabot.presentation.strings import say


def show_outcome(turn: Turn) -> None:
    """Show the outcome of a turn."""
    if turn.problem is not None:
        show_problem(turn)
    elif turn.response is not None:
        show_response(turn, turn.response)


def show_response(turn: Turn, response: Response) -> None:
    """Show the interpreted request, the answer or list, and the available actions."""
    if response.searched_as:
        st.caption(escape(searched_as_line(response)))
    show_follow_up(turn, response)
    if response.answer is not None:
        show_filters(turn, response)
        show_answer(turn, response)
    else:
        show_list_heading(turn, response)
        show_meant(turn, response)
        if not response.records:
            show_filters(turn, response)
        show_list(turn, response)
    show_names(turn, response)
    show_note(turn.note)
    show_response_actions(turn, response)
    show_other_result(turn, response)
    if response.answer is None or not response.answer.is_refused:
        show_places(turn)


def show_response_actions(turn: Turn, response: Response) -> None:
    """Show a row of actions for the results."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"deeds-{turn.id}"
    ):
        show_exports(turn, response)
        if response.answer is None:
            listed = (passage.record for passage in visible_records(turn))
            show_select_all_button(listed, f"select-all-{turn.id}")
        show_places_button(turn)
        show_note_button(turn)
        show_trace(turn, response)
        show_strategies_button(turn, response)
        show_sharing(turn)
        show_feedback(turn)


def show_names(turn: Turn, response: Response) -> None:
    """Show the authority records that a question names, with all candidates for ambiguous names.

    A click lists the records by or about an authority record.
    """
    for place, alike in enumerate(response.names):
        st.caption(escape(names_heading(alike)))
        for one in alike:
            st.button(
                escape(authority_text(one)),
                key=f"name-{turn.id}-{place}-{one.na_id}",
                icon=":material/format_list_bulleted:",
                help=say("List records by or about this authority, under any of its names"),
                disabled=not one.records_by + one.records_about,
                on_click=ask_for_records,
                args=(one,),
            )


def ask_for_records(authority: NamedAuthority) -> None:
    """Ask for the records by or about an authority record."""
    named = NamedRecord(authority.na_id, authority.heading)
    use_page_language()
    ask(
        say("Show the records by or about {name}", name=authority.heading), Filters(authority=named)
    )


def show_trace(turn: Turn, response: Response) -> None:
    """Show how a response was found. Responses that were stored by older versions have no trace."""
    if not response.trace.trace_id:
        return
    if shown := open_popover(say("Search details"), f"trace-{turn.id}", "account_tree"):
        with shown:
            show_route(response, turn.id)
            show_rows(steps_table(response.trace), say("Steps"))
            show_rows(scores_table(response), say("Scores"))
            show_rows(queries_table(response.trace), say("Database queries"))
            show_rows(calls_table(response.trace), say("Language model calls"))


def show_rows(rows: dict[str, list[Any]], alt: str) -> None:
    """Show a table, if it has any rows."""
    if any(rows.values()):
        st.markdown(f"**{alt}**")
        st.table(rows, border="horizontal", hide_index=True, width="content", alt=alt)


def show_follow_up(turn: Turn, response: Response) -> None:
    """Show whether a question was treated as a follow-up, and a button that reverses the choice."""
    if not (response.is_completed or turn.is_alone):
        return
    caption, label, change = (
        (say("Answered as a separate question."), say("Ask as a follow-up"), ask_as_follow_up)
        if turn.is_alone
        else (
            say("Answered as a follow-up to your previous question."),
            say("Ask as a separate question"),
            ask_separately,
        )
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(caption)
        st.button(label, key=f"alone-{turn.id}", type="tertiary", on_click=change, args=(turn,))


def show_as_shared(turn: Turn, response: Response) -> None:
    """Show a response that someone shared. The response has no controls that start new requests."""
    if response.searched_as:
        st.caption(escape(searched_as_line(response)))
    if response.filters:
        st.caption(escape(say("Filters: {filters}", filters=filters_text(response))))
    if response.answer is not None:
        show_answer(turn, response, is_shared=True)
    else:
        show_list_heading(turn, response)
        show_list(turn, response, is_shared=True)


def show_problem(turn: Turn, *, is_shared: bool = False) -> None:
    """Show what went wrong. The owner gets a button to ask again if a retry may help."""
    problem = say("You stopped this answer.") if turn.problem == STOPPED else turn.problem
    st.error(escape(problem or ""), icon=":material/error:")
    if turn.can_retry and not is_shared:
        st.button(say("Ask again"), key=f"retry-{turn.id}", on_click=turn.ask_again)
