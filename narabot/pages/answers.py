"""One turn of the conversation on the screen: the question, the answer, the records."""

from collections.abc import Sequence

import streamlit as st

from narabot.models import Passage, Response, Turn
from narabot.pages.access import in_its_language, in_unknown_language
from narabot.pages.citing import show_taking_away
from narabot.pages.feedback import show_feedback
from narabot.pages.lists import show_filters, show_list, show_list_heading, show_record
from narabot.pages.names import show_names
from narabot.pages.places import show_places, show_places_button
from narabot.pages.selection import show_select_all_button
from narabot.pages.sharing import show_sharing
from narabot.pages.tracing import show_trace
from narabot.rendering.lists import filters_said
from narabot.rendering.markdown import escape
from narabot.rendering.provenance import is_machine_read, provenance
from narabot.rendering.quotes import marked_text, quotes_by_chunk
from narabot.rendering.responses import (
    answer_markdown,
    not_quoted,
    quoted,
    quoted_name,
    searched_as,
)


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
    show_filters(turn, response)
    if response.answer is not None:
        show_answer(turn, response)
    else:
        show_list_heading(turn, response)
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


def show_as_shared(turn: Turn, response: Response) -> None:
    """Show a response as another reader had it: nothing in it asks anew."""
    if response.searched_as:
        st.caption(escape(searched_as(response)))
    if response.filters:
        st.caption(escape(f"Filters: {filters_said(response)}"))
    if response.answer is not None:
        show_answer(turn, response)
    else:
        show_list_heading(turn, response)
        show_list(turn, response, is_shared=True)


def show_problem(turn: Turn, *, is_shared: bool = False) -> None:
    """Show what went wrong, and to its owner the way to ask again where that may help."""
    st.error(escape(turn.problem or ""), icon=":material/error:")
    if turn.can_retry and not is_shared:
        st.button("Ask again", key=f"retry-{turn.id}", on_click=turn.ask_again)


def show_answer(turn: Turn, response: Response) -> None:
    """Show an answer or the refusal, with the records that it stands on and the others."""
    with in_its_language(response.answer.text if response.answer else "", f"answer-{turn.id}"):
        st.markdown(answer_markdown(response))
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
