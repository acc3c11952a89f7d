"""An answer: its sentences, its confidence, and the records that it cites."""

import streamlit as st

from narabot.models import Response, Turn
from narabot.pages.cards import show_folded_records, show_records
from narabot.pages.computations import show_computation
from narabot.pages.conversation import respell
from narabot.pages.frame import language_container, unknown_language_container
from narabot.pages.refusals import show_refusal
from narabot.presentation.excerpts import request_stems
from narabot.presentation.markdown import LINE_END, escape, shortened
from narabot.presentation.provenance import is_machine_read, provenance
from narabot.presentation.quotes import highlighted_quotes, quotes_by_chunk
from narabot.presentation.responses import (
    answer_markdown,
    corrected_request,
    guide_reasons,
    quoted_name,
    quoted_records,
    spelling_suggestions,
    unquoted_records,
)
from narabot.presentation.strings import say

MAX_SUGGESTION_CHARS = 80
"""Maximum length of a request on a button, in characters."""


def show_answer(turn: Turn, response: Response, *, is_shared: bool = False) -> None:
    """Show an answer or the refusal, with the cited records and the other records."""
    answer = response.answer
    if answer is None:
        return
    with language_container(answer.text, f"answer-{turn.id}"), st.container(key=f"lead-{turn.id}"):
        st.markdown(answer_markdown(response))
        if answer.why:
            st.markdown(escape(answer.why))
    if answer.computation:
        show_computation(turn, answer.computation, is_shared=is_shared)
    show_provenance(response)
    if not is_shared:
        show_meant(turn, response)
    if answer.is_refused:
        show_refusal(turn, response, is_shared=is_shared)
        return
    cited, wanted = quoted_records(response), request_stems(response)
    first = 1 if len(cited) > 1 else None
    show_records(turn, cited, wanted, first=first, quotations=guide_reasons(response))
    show_quotes(turn, response)
    label = say("Other records found") if cited else say("Records found")
    show_folded_records(turn, unquoted_records(response), label, wanted)


def show_meant(turn: Turn, response: Response) -> None:
    """Show which words no record contains, and a button to ask with similar words instead."""
    if not response.meant:
        return
    st.markdown(LINE_END.join(escape(line) for line in spelling_suggestions(response)))
    again = corrected_request(response)
    st.button(
        say("Ask “{request}”", request=escape(shortened(again, MAX_SUGGESTION_CHARS))),
        key=f"meant-{turn.id}",
        icon=":material/spellcheck:",
        on_click=respell,
        args=(turn, again),
    )


def show_provenance(response: Response) -> None:
    """Show an answer's source and confidence, and whether the quotations are machine-read."""
    if text := provenance(response):
        st.caption(escape(text))
    if is_machine_read(response):
        st.caption(
            ":material/document_scanner: "
            + say("The quotations come from machine-read text, which may contain errors.")
        )


def show_quotes(turn: Turn, response: Response) -> None:
    """Show the quotations on demand, highlighted in the records' texts."""
    if response.answer is None or not response.quoted_texts:
        return
    with st.expander(say("Quotations in context"), key=f"quotes-{turn.id}"):
        for place, (chunk_id, quotes) in enumerate(quotes_by_chunk(response.answer).items()):
            if chunk_id in response.quoted_texts:
                st.caption(escape(quoted_name(response, quotes[0].na_id)))
                with unknown_language_container(f"quotes-{turn.id}-{place}"):
                    st.markdown(highlighted_quotes(response.quoted_texts[chunk_id], quotes))
