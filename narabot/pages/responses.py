"""What came of a question, on the screen: the answer or the list, and what can be done with it."""

from typing import Any

import streamlit as st

from narabot.models import Filters, NamedAuthority, NamedRecord, Response, Turn
from narabot.models.turns import STOPPED
from narabot.pages.answers import show_answer, show_meant
from narabot.pages.citing import show_taking_away
from narabot.pages.conversation import ask, ask_alone, ask_in_turn
from narabot.pages.filters import show_filters
from narabot.pages.frame import opened
from narabot.pages.language import use_page_words
from narabot.pages.lists import show_list, show_list_heading
from narabot.pages.narrowing import looked_at
from narabot.pages.notes import show_note, show_note_button
from narabot.pages.other_ways import show_other_way, show_other_ways_button
from narabot.pages.places import show_places, show_places_button
from narabot.pages.routes import show_route
from narabot.pages.selection import show_select_all_button
from narabot.pages.turns import show_feedback, show_sharing
from narabot.presentation.lists import filters_said
from narabot.presentation.markdown import escape
from narabot.presentation.provenance import (
    queries_table,
    scores_table,
    steps_table,
)
from narabot.presentation.records import named_text, names_heading
from narabot.presentation.responses import searched_as
from narabot.presentation.search_route import calls_table
from narabot.presentation.strings import say


def show_outcome(turn: Turn) -> None:
    """Show what came of a question."""
    if turn.problem is not None:
        show_problem(turn)
    elif turn.response is not None:
        show_response(turn, turn.response)


def show_response(turn: Turn, response: Response) -> None:
    """Show as what was searched for, the answer or the list, and what can be done with it."""
    if response.searched_as:
        st.caption(escape(searched_as(response)))
    show_leaning(turn, response)
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
    show_deeds(turn, response)
    show_other_way(turn, response)
    if response.answer is None or not response.answer.is_refused:
        show_places(turn)


def show_deeds(turn: Turn, response: Response) -> None:
    """Show in one row what can be done with what was found."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"deeds-{turn.id}"
    ):
        show_taking_away(turn, response)
        if response.answer is None:
            listed = (passage.record for passage in looked_at(turn))
            show_select_all_button(listed, f"select-all-{turn.id}")
        show_places_button(turn)
        show_note_button(turn)
        show_trace(turn, response)
        show_other_ways_button(turn, response)
        show_sharing(turn)
        show_feedback(turn)


def show_names(turn: Turn, response: Response) -> None:
    """Show the authorities that a question names; where a name is ambiguous, all that it may mean.

    A click lists the records by or about one.
    """
    for place, alike in enumerate(response.names):
        st.caption(escape(names_heading(alike)))
        for one in alike:
            st.button(
                escape(named_text(one)),
                key=f"name-{turn.id}-{place}-{one.na_id}",
                icon=":material/format_list_bulleted:",
                help=say("List the records by or about it, under all of its names"),
                disabled=not one.records_by + one.records_about,
                on_click=ask_for_records,
                args=(one,),
            )


def ask_for_records(authority: NamedAuthority) -> None:
    """Ask for the records by or about an authority."""
    named = NamedRecord(authority.na_id, authority.heading)
    use_page_words()
    ask(
        say("Show the records by or about {name}", name=authority.heading), Filters(authority=named)
    )


def show_trace(turn: Turn, response: Response) -> None:
    """Show what ran for a response, unless it was kept before that was told."""
    if not response.trace.trace_id:
        return
    if shown := opened(say("How this was found"), f"trace-{turn.id}", "account_tree"):
        with shown:
            show_route(response, turn.id)
            show_rows(steps_table(response.trace), say("Steps"))
            show_rows(scores_table(response), say("Scores"))
            show_rows(queries_table(response.trace), say("Statements that the database ran"))
            show_rows(calls_table(response.trace), say("Calls of the language model"))


def show_rows(rows: dict[str, list[Any]], alt: str) -> None:
    """Show a table, if it has any rows."""
    if any(rows.values()):
        st.markdown(f"**{alt}**")
        st.table(rows, border="horizontal", hide_index=True, width="content", alt=alt)


def show_leaning(turn: Turn, response: Response) -> None:
    """Show that a question was read with the one before it, and the way to ask it on its own."""
    if not (response.is_completed or turn.is_alone):
        return
    said, label, change = (
        (say("Asked on its own."), say("Read it with your previous question"), ask_in_turn)
        if turn.is_alone
        else (
            say("Read together with your previous question."),
            say("Ask it on its own"),
            ask_alone,
        )
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(said)
        st.button(label, key=f"alone-{turn.id}", type="tertiary", on_click=change, args=(turn,))


def show_as_shared(turn: Turn, response: Response) -> None:
    """Show a response as another reader had it: nothing in it asks anew."""
    if response.searched_as:
        st.caption(escape(searched_as(response)))
    if response.filters:
        st.caption(escape(say("Filters: {filters}", filters=filters_said(response))))
    if response.answer is not None:
        show_answer(turn, response, is_shared=True)
    else:
        show_list_heading(turn, response)
        show_list(turn, response, is_shared=True)


def show_problem(turn: Turn, *, is_shared: bool = False) -> None:
    """Show what went wrong, and to its owner the way to ask again where that may help."""
    problem = say("You stopped this answer.") if turn.problem == STOPPED else turn.problem
    st.error(escape(problem or ""), icon=":material/error:")
    if turn.can_retry and not is_shared:
        st.button(say("Ask again"), key=f"retry-{turn.id}", on_click=turn.ask_again)
