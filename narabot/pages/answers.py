"""An answer on the screen: its sentences, the names in the question, how it was found."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from narabot.models import Filters, NamedAuthority, NamedRecord, Passage, Response, Turn
from narabot.pages.citing import show_taking_away
from narabot.pages.computations import show_computation
from narabot.pages.conversation import ask, ask_alone, ask_in_turn, respell
from narabot.pages.frame import in_its_language, in_unknown_language
from narabot.pages.lists import show_filters, show_list, show_list_heading, show_record
from narabot.pages.places import show_places, show_places_button
from narabot.pages.selection import show_select_all_button
from narabot.pages.turns import show_feedback, show_sharing
from narabot.presentation.lists import filters_said
from narabot.presentation.markdown import LINE_END, escape, shortened
from narabot.presentation.provenance import (
    is_machine_read,
    provenance,
    queries_table,
    scores_table,
    steps_table,
    trace_lines,
)
from narabot.presentation.records import named_text, names_heading
from narabot.presentation.responses import (
    answer_markdown,
    marked_text,
    meant_lines,
    not_quoted,
    quoted,
    quoted_name,
    quotes_by_chunk,
    respelled,
    searched_as,
)

LONGEST_CORRECTED = 80
"""Characters of a request that a button shows."""


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
                help="List the records by or about it, under all of its names",
                disabled=not one.records_by + one.records_about,
                on_click=ask_for_records,
                args=(one,),
            )


def ask_for_records(authority: NamedAuthority) -> None:
    """Ask for the records by or about an authority."""
    named = NamedRecord(authority.na_id, authority.heading)
    ask(f"Show the records by or about {authority.heading}", Filters(authority=named))


def show_trace(turn: Turn, response: Response) -> None:
    """Show what ran for a response, unless it was kept before that was told."""
    if not response.trace.trace_id:
        return
    opened = st.expander("How this was found", key=f"trace-{turn.id}", on_change="rerun")
    if opened.open:
        with opened:
            st.caption(LINE_END.join(map(escape, trace_lines(response))))
            show_rows(steps_table(response.trace), "Steps")
            show_rows(scores_table(response), "Scores")
            show_rows(queries_table(response.trace), "Statements that the database ran")


def show_rows(rows: dict[str, list[Any]], alt: str) -> None:
    """Show a table, if it has any rows."""
    if any(rows.values()):
        st.markdown(f"**{alt}**")
        st.table(rows, border="horizontal", hide_index=True, width="content", alt=alt)


def show_outcome(turn: Turn) -> None:
    """Show what came of a question."""
    if turn.problem is not None:
        show_problem(turn)
    elif turn.response is not None:
        show_response(turn, turn.response)
        with st.container(horizontal=True, vertical_alignment="center"):
            show_feedback(turn)
            show_sharing(turn)


def show_response(turn: Turn, response: Response) -> None:
    """Show as what was searched for, within which filters, and the answer or the list."""
    if response.searched_as:
        st.caption(escape(searched_as(response)))
    show_leaning(turn, response)
    show_filters(turn, response)
    if response.answer is not None:
        show_answer(turn, response)
    else:
        show_list_heading(turn, response)
        show_meant(turn, response)
    show_names(turn, response)
    show_taking_away(turn, response)
    with st.container(horizontal=True):
        show_places_button(turn)
        if response.answer is None:
            listed = (passage.record for passage in turn.listed)
            show_select_all_button(listed, f"select-all-{turn.id}")
    show_trace(turn, response)
    show_places(turn)
    if response.answer is None:  # last, for a list is long
        show_list(turn, response)


def show_leaning(turn: Turn, response: Response) -> None:
    """Show that a question was read with the one before it, and the way to ask it on its own."""
    if not (response.is_completed or turn.is_alone):
        return
    said, label, change = (
        ("Asked on its own.", "Read it with your previous question", ask_in_turn)
        if turn.is_alone
        else ("Read together with your previous question.", "Ask it on its own", ask_alone)
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(said)
        st.button(label, key=f"alone-{turn.id}", type="tertiary", on_click=change, args=(turn,))


def show_as_shared(turn: Turn, response: Response) -> None:
    """Show a response as another reader had it: nothing in it asks anew."""
    if response.searched_as:
        st.caption(escape(searched_as(response)))
    if response.filters:
        st.caption(escape(f"Filters: {filters_said(response)}"))
    if response.answer is not None:
        show_answer(turn, response, is_shared=True)
    else:
        show_list_heading(turn, response)
        show_list(turn, response, is_shared=True)


def show_problem(turn: Turn, *, is_shared: bool = False) -> None:
    """Show what went wrong, and to its owner the way to ask again where that may help."""
    st.error(escape(turn.problem or ""), icon=":material/error:")
    if turn.can_retry and not is_shared:
        st.button("Ask again", key=f"retry-{turn.id}", on_click=turn.ask_again)


def show_answer(turn: Turn, response: Response, *, is_shared: bool = False) -> None:
    """Show an answer or the refusal, with the records that it stands on and the others."""
    with in_its_language(response.answer.text if response.answer else "", f"answer-{turn.id}"):
        st.markdown(answer_markdown(response))
        if response.answer and response.answer.why:
            st.markdown(escape(response.answer.why))
    if response.answer and response.answer.computation:
        show_computation(turn, response.answer.computation, is_shared=is_shared)
    if not is_shared:
        show_meant(turn, response)
    show_provenance(response)
    show_advice(response)
    show_quotes(turn, response)
    stands_on, others = quoted(response), not_quoted(response)
    show_records(turn, stands_on, first=1 if len(stands_on) > 1 else None)
    if others:
        label = f"{others_label(response)} ({len(others)})"
        shown = st.expander(label, key=f"others-{turn.id}", on_change="rerun")
        if shown.open:
            with shown:
                show_records(turn, others)


def show_meant(turn: Turn, response: Response) -> None:
    """Show which words no record has, and the way to ask with those that are like them."""
    if not response.meant:
        return
    st.markdown(LINE_END.join(escape(line) for line in meant_lines(response)))
    again = respelled(response)
    st.button(
        f"Ask “{escape(shortened(again, LONGEST_CORRECTED))}”",
        key=f"meant-{turn.id}",
        icon=":material/spellcheck:",
        on_click=respell,
        args=(turn, again),
    )


def show_advice(response: Response) -> None:
    """Show what to try where no record answers."""
    if response.answer is not None and response.answer.is_refused:
        st.caption(
            "*Where should I look?* names the series and file units for your question, also those "
            "whose items nobody has described. “Show me records about …” lists all that have your "
            "words. Other words may find more: those of the time, or of an office."
        )


def show_provenance(response: Response) -> None:
    """Show who wrote an answer, how sure it is, and whether a machine has read its words."""
    if said := provenance(response):
        st.caption(escape(said))
    if is_machine_read(response):
        st.caption(
            ":material/document_scanner: The words quoted here were read off a page by a machine, "
            "and may be misread."
        )


def show_quotes(turn: Turn, response: Response) -> None:
    """Show on demand what the answer quotes, marked in the text of its records."""
    if response.answer is None or not response.quoted_texts:
        return
    with st.expander("Quotes in their text"):
        for place, (chunk_id, quotes) in enumerate(quotes_by_chunk(response.answer).items()):
            if chunk_id in response.quoted_texts:
                st.caption(escape(quoted_name(response, quotes[0].na_id)))
                with in_unknown_language(f"quotes-{turn.id}-{place}"):
                    st.markdown(marked_text(response.quoted_texts[chunk_id], quotes))


def others_label(response: Response) -> str:
    """Return what the records are that the answer does not quote."""
    if response.answer is None or response.answer.is_refused:
        return "Nearest records"
    return "Other records found" if quoted(response) else "Records found"


def show_records(turn: Turn, records: Sequence[Passage], *, first: int | None = None) -> None:
    """Show records one below the other, numbered if the first has a number."""
    for place, passage in enumerate(records):
        show_record(turn, passage, None if first is None else first + place)
