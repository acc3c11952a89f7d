"""An answer on the screen: its sentences, how sure they are, and the records that they stand on."""

import streamlit as st

from narabot.models import Response, Turn
from narabot.pages.cards import show_folded_records, show_records
from narabot.pages.computations import show_computation
from narabot.pages.conversation import respell
from narabot.pages.frame import in_its_language, in_unknown_language
from narabot.pages.refusals import show_refusal
from narabot.presentation.excerpts import wanted_stems
from narabot.presentation.markdown import LINE_END, escape, shortened
from narabot.presentation.provenance import is_machine_read, provenance
from narabot.presentation.quotes import marked_text, quotes_by_chunk
from narabot.presentation.responses import (
    answer_markdown,
    meant_lines,
    not_quoted,
    quoted,
    quoted_name,
    reasons,
    respelled,
)
from narabot.presentation.strings import say

LONGEST_CORRECTED = 80
"""Characters of a request that a button shows."""


def show_answer(turn: Turn, response: Response, *, is_shared: bool = False) -> None:
    """Show an answer or the refusal, with the records that it stands on and the others."""
    answer = response.answer
    if answer is None:
        return
    with in_its_language(answer.text, f"answer-{turn.id}"), st.container(key=f"lead-{turn.id}"):
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
    stands_on, wanted = quoted(response), wanted_stems(response)
    first = 1 if len(stands_on) > 1 else None
    show_records(turn, stands_on, wanted, first=first, said=reasons(response))
    show_quotes(turn, response)
    label = say("Other records found") if stands_on else say("Records found")
    show_folded_records(turn, not_quoted(response), label, wanted)


def show_meant(turn: Turn, response: Response) -> None:
    """Show which words no record has, and the way to ask with those that are like them."""
    if not response.meant:
        return
    st.markdown(LINE_END.join(escape(line) for line in meant_lines(response)))
    again = respelled(response)
    st.button(
        say("Ask “{request}”", request=escape(shortened(again, LONGEST_CORRECTED))),
        key=f"meant-{turn.id}",
        icon=":material/spellcheck:",
        on_click=respell,
        args=(turn, again),
    )


def show_provenance(response: Response) -> None:
    """Show who wrote an answer, how sure it is, and whether a machine has read its words."""
    if said := provenance(response):
        st.caption(escape(said))
    if is_machine_read(response):
        st.caption(
            ":material/document_scanner: "
            + say("The words quoted here were read off a page by a machine, and may be misread.")
        )


def show_quotes(turn: Turn, response: Response) -> None:
    """Show on demand what the answer quotes, marked in the text of its records."""
    if response.answer is None or not response.quoted_texts:
        return
    with st.expander(say("Quotes in their text"), key=f"quotes-{turn.id}"):
        for place, (chunk_id, quotes) in enumerate(quotes_by_chunk(response.answer).items()):
            if chunk_id in response.quoted_texts:
                st.caption(escape(quoted_name(response, quotes[0].na_id)))
                with in_unknown_language(f"quotes-{turn.id}-{place}"):
                    st.markdown(marked_text(response.quoted_texts[chunk_id], quotes))
