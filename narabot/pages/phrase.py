"""The page of a name that texts say, `?phrase=…`: what is stated of it, and who names it."""

import streamlit as st

from narabot.errors import UnknownPhraseError
from narabot.knowledge.summaries import EntitySummarizer
from narabot.models import Filters, NamedPhrase
from narabot.models.knowledge import PhrasePage
from narabot.pages.actions import show_action
from narabot.pages.frame import in_its_language, name_page, sentence_for, show_closed
from narabot.pages.navigation import close_phrase, page_from, show_pager
from narabot.pages.record import way_back
from narabot.pages.resources import current_settings, forget_chat, open_graph, read_once
from narabot.presentation.cards import page_link
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.phrases import (
    beside_line,
    evidence_lines,
    naming_lines,
    phrase_name,
    relation_lines,
    same_name_line,
    told_line,
    years_line,
)
from narabot.presentation.problems import problem_said
from narabot.presentation.records import LONGEST_NAME
from narabot.presentation.strings import say
from narabot.retrieval.phrases import PAGE_NAMINGS, phrase_page


def show_phrase_page(asked: str) -> None:
    """Show the page of the phrase that the address asks for, or why there is none."""
    st.button(way_back(), key="back", icon=":material/arrow_back:", on_click=close_phrase)
    try:
        wanted = (asked, page_from(f"namings-{asked}"))
        page = read_once("phrase_read", wanted, lambda: phrase_page(open_graph(), *wanted))
    except UnknownPhraseError as error:
        name_page(say("Unknown name"))
        st.warning(escape(problem_said(error)), icon=":material/search_off:")
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
        forget_chat()
    else:
        with st.container(key="phrase"):
            show_phrase(page)


def show_phrase(page: PhrasePage) -> None:
    """Show a phrase from its name down to the records that name it."""
    told = page.phrase
    name_page(phrase_name(told))
    with in_its_language(phrase_name(told), "name"):
        st.header(escape(phrase_name(told)), anchor=False)
    st.caption(escape(told_line(told)))
    if page.authority is not None:
        label = escape(say("NARA's authority record of this name"))
        st.markdown(page_link(label, page.authority.na_id))
    else:
        st.caption(say("A program has found this name in the texts; no archivist has linked it."))
    if page.of_same_name:
        called_so = say("Also of this name")
        st.markdown(f"**{called_so}:** {same_name_line(page)}")
    show_described(page)
    show_stated(page)
    show_namings(page)


def show_described(page: PhrasePage) -> None:
    """Show the most central of the descriptions; no model is asked for the page."""
    summarizer = EntitySummarizer(None, current_settings())
    if text := summarizer.summarize([page.phrase.name], page.described).text:
        st.markdown(escape(text))
        st.caption(say("A language model took this from the texts; a program compared the two."))


def show_stated(page: PhrasePage) -> None:
    """Show what texts state of a phrase, beside what it stands, and when."""
    if page.relations:
        st.subheader(say("What the texts state"), anchor=False)
        st.markdown(LINE_END.join(relation_lines(page.relations)))
        if page.has_more_relations:
            st.caption(say("These are stated most often; the texts state more."))
        with st.expander(say("The words that state it")):
            st.markdown("\n".join(evidence_lines(page.relations)))
    if page.beside:
        st.subheader(say("Named in the same texts"), anchor=False)
        st.markdown(beside_line(page))
        if page.has_more_beside:
            st.caption(say("These are named most often; the texts name others too."))
    if page.years:
        st.subheader(say("Over time"), anchor=False)
        st.markdown(years_line(page))


def show_namings(page: PhrasePage) -> None:
    """Show some of the records that name a phrase, each with its sentence, by their years."""
    st.subheader(say("Records that name it"), anchor=False)
    st.caption(say("A program has found these; others may name it in another way."))
    show_action(
        say("List these records"),
        "format_list_bulleted",
        say("Show the records that name {name}", name=phrase_name(page.phrase)),
        Filters(naming=NamedPhrase(page.phrase.phrase_id, phrase_name(page.phrase)[:LONGEST_NAME])),
    )
    for one in page.namings:
        st.markdown(naming_lines(one))
    show_pager(f"namings-{page.phrase.phrase_id}", page.phrase.records, PAGE_NAMINGS)
