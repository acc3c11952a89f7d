"""The page for a phrase, `?phrase=…`: statements about it, and records that mention it."""

import streamlit as st

from narabot.errors import UnknownPhraseError
from narabot.knowledge.summaries import EntitySummarizer
from narabot.models import Filters, NamedPhrase
from narabot.models.knowledge import PhrasePage
from narabot.pages.actions import show_action
from narabot.pages.frame import language_container, sentence_for, set_page_title, show_closed
from narabot.pages.navigation import close_phrase, requested_offset, show_pager
from narabot.pages.record import back_button_label
from narabot.pages.resources import current_settings, forget_chat, open_graph, read_cached
from narabot.presentation.cards import page_link
from narabot.presentation.error_messages import error_text
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.phrases import (
    cooccurrence_line,
    evidence_lines,
    naming_lines,
    phrase_name,
    phrase_summary,
    relation_lines,
    same_name_line,
    years_line,
)
from narabot.presentation.records import MAX_NAME_LENGTH
from narabot.presentation.strings import say
from narabot.retrieval.phrases import PAGE_NAMINGS, phrase_page


def show_phrase_page(requested: str) -> None:
    """Show the page of the requested phrase, or explain why it is not available."""
    st.button(back_button_label(), key="back", icon=":material/arrow_back:", on_click=close_phrase)
    try:
        wanted = (requested, requested_offset(f"namings-{requested}"))
        page = read_cached("phrase_read", wanted, lambda: phrase_page(open_graph(), *wanted))
    except UnknownPhraseError as error:
        set_page_title(say("Unknown name"))
        st.warning(escape(error_text(error)), icon=":material/search_off:")
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
        forget_chat()
    else:
        with st.container(key="phrase"):
            show_phrase(page)


def show_phrase(page: PhrasePage) -> None:
    """Show a phrase: its name, statements about it, and the records that mention it."""
    phrase = page.phrase
    set_page_title(phrase_name(phrase))
    with language_container(phrase_name(phrase), "name"):
        st.header(escape(phrase_name(phrase)), anchor=False)
    st.caption(escape(phrase_summary(phrase)))
    if page.authority is not None:
        label = escape(say("NARA's authority record for this name"))
        st.markdown(page_link(label, page.authority.na_id))
    else:
        st.caption(say("Detected automatically; not checked by an archivist"))
    if page.of_same_name:
        heading = say("Other uses of this name")
        st.markdown(f"**{heading}:** {same_name_line(page)}")
    show_description(page)
    show_statements(page)
    show_mentions(page)


def show_description(page: PhrasePage) -> None:
    """Show the most representative descriptions of a phrase, without a language model call."""
    summarizer = EntitySummarizer(None, current_settings())
    if text := summarizer.summarize([page.phrase.name], page.described).text:
        st.markdown(escape(text))
        st.caption(say("Extracted from the texts by a language model and checked automatically."))


def show_statements(page: PhrasePage) -> None:
    """Show statements about a phrase, other names in the same texts, and the years of the
    records."""
    if page.relations:
        st.subheader(say("Statements in the texts"), anchor=False)
        st.markdown(LINE_END.join(relation_lines(page.relations)))
        if page.has_more_relations:
            st.caption(say("Showing the most frequent statements."))
        with st.expander(say("Supporting quotations")):
            st.markdown("\n".join(evidence_lines(page.relations)))
    if page.cooccurring:
        st.subheader(say("Mentioned in the same texts"), anchor=False)
        st.markdown(cooccurrence_line(page))
        if page.has_more_cooccurring:
            st.caption(say("Showing the most frequent names."))
    if page.years:
        st.subheader(say("Over time"), anchor=False)
        st.markdown(years_line(page))


def show_mentions(page: PhrasePage) -> None:
    """Show one page of the records that mention a phrase, by year, with the relevant sentences."""
    st.subheader(say("Records that mention this name"), anchor=False)
    st.caption(say("Detected automatically. Other records may use a different form of the name."))
    show_action(
        say("List these records"),
        "format_list_bulleted",
        say("Show the records that name {name}", name=phrase_name(page.phrase)),
        Filters(
            naming=NamedPhrase(page.phrase.phrase_id, phrase_name(page.phrase)[:MAX_NAME_LENGTH])
        ),
    )
    for one in page.namings:
        st.markdown(naming_lines(one))
    show_pager(f"namings-{page.phrase.phrase_id}", page.phrase.records, PAGE_NAMINGS)
