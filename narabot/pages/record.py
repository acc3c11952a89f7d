"""The page for a record, `?naId=…`, which replaces the conversation."""

from collections.abc import Iterable

import streamlit as st

from narabot.errors import UnknownRecordError
from narabot.models import CATALOG_URL, FullRecord, RecordsPage, Role
from narabot.models.lines import PageSection
from narabot.pages.actions import show_actions, show_question_box
from narabot.pages.conversation import back_label
from narabot.pages.digital_objects import show_digital_objects, show_find_box, show_page_text
from narabot.pages.exports import show_record_citations
from narabot.pages.file_unit_subjects import subjects_of_file_units
from narabot.pages.frame import language_container, sentence_for, set_page_title, show_closed
from narabot.pages.names_in_texts import (
    names_with_addresses,
    show_named_in_texts,
    show_names_in_title,
)
from narabot.pages.navigation import (
    close_record,
    is_list_requested,
    open_record,
    requested_offset,
    requested_share,
    scroll_to_record,
    show_pager,
)
from narabot.pages.overviews import show_overview
from narabot.pages.pictures import scroll_to_picture, show_pictures
from narabot.pages.resources import forget_chat, open_graph, read_cached
from narabot.presentation.cards import page_link, subject_summary
from narabot.presentation.error_messages import error_text
from narabot.presentation.markdown import LINE_END, escape, link
from narabot.presentation.record_page import (
    children_heading,
    descriptions_by_role,
    descriptions_heading,
    facts_line,
    inherited_creators_note,
    name_rows,
    other_name_text,
    role_text,
    sections,
    siblings_text,
    step_text,
    withdrawal_notice,
)
from narabot.presentation.records import name, type_label
from narabot.presentation.restrictions import badges
from narabot.presentation.strings import say
from narabot.presentation.terms import term
from narabot.retrieval.records.full_record import PAGE_RECORDS, full_record, read_na_id

CHILDREN_ANCHOR = "contains"
"""Anchor of the list of children."""

MAX_NAMES = 12
"""Maximum number of names to show per role before the reader asks for the rest."""


def show_record_page(requested: str) -> None:
    """Show the page of the requested record, or explain why it is not available."""
    label = back_button_label()
    st.button(label, key="back", icon=":material/arrow_back:", on_click=close_record)
    try:
        full = read_record(requested)
    except UnknownRecordError as error:
        show_unknown(requested, error_text(error))
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
        forget_chat()
    else:
        with st.container(key="record"):
            show_full(full)
        show_question_box(full)
        scroll_to_picture(full.record.na_id)
        scroll_to_record(full.record.na_id)


def back_button_label() -> str:
    """Return the label of the back button."""
    if requested_share() is not None:
        return say("Back to the shared answer")
    return say("Back to my list") if is_list_requested() else back_label()


def read_record(requested: str) -> FullRecord:
    """Return the requested record with the current pages of its lists.

    Raise UnknownRecordError or the errors of `current_chat`.
    """
    na_id = read_na_id(requested)
    request = (
        na_id,
        requested_offset(f"children-{na_id}"),
        requested_offset(f"descriptions-{na_id}"),
    )
    return read_cached("record_read", request, lambda: full_record(open_graph(), *request))


def show_unknown(requested: str, sentence: str) -> None:
    """Show a message that the record does not exist, with a link to NARA's catalog."""
    set_page_title(say("Unknown record"))
    st.warning(escape(sentence), icon=":material/search_off:")
    try:
        label = say("Look it up in NARA's catalog")
        st.markdown(link(label, f"{CATALOG_URL}{read_na_id(requested)}"))
    except UnknownRecordError:
        return


def show_full(full: FullRecord) -> None:
    """Show a complete record, from its path to its children."""
    show_path(full)
    set_page_title(name(full.record))
    with language_container(name(full.record), "name"):
        st.header(escape(name(full.record)), anchor=False)
    st.caption(facts_line(full))
    if badges(full):
        st.markdown(badges(full))
    if filed := subjects_of_file_units("filed", [full.record]).get(full.record.na_id):
        st.markdown(escape(subject_summary(filed)))
    if full.is_stub:
        show_stub(full)
    if full.withdrawal is not None:
        st.warning(withdrawal_notice(full.withdrawal), icon=":material/history:")
    names = names_with_addresses(full)
    show_names_in_title(full, names)
    show_children_link(full)
    show_siblings(full)
    show_actions(full)
    show_digital_objects(full)
    show_find_box(full)
    for title, text in sections(full, names):
        if title is PageSection.NAMES:
            show_names(full)
        elif text:
            st.subheader(term(title), anchor=False)
            st.markdown(text)
    show_other_names(full)
    show_page_text(full)
    show_overview(full)
    show_pictures(full)
    show_record_citations(full)
    show_list(
        children_heading(full),
        full.children,
        f"children-{full.record.na_id}",
        anchor=CHILDREN_ANCHOR,
    )
    show_descriptions(full)
    show_named_in_texts(full)


def show_stub(full: FullRecord) -> None:
    """Explain that the record's description is not loaded, and that other records mention the
    record."""
    kind = type_label(full.record.type).lower()
    st.info(
        say(
            "Other records mention this {kind}, but its own description is not loaded. The details "
            "on this page come from those records.",
            kind=kind,
        ),
        icon=":material/info:",
    )


def show_path(full: FullRecord) -> None:
    """Show the ancestors from the root down to the parent, each as a link."""
    above = full.path[:0:-1]
    if above:
        with st.container(key="path"):
            st.markdown(" › ".join(page_link(step_text(step), step.na_id) for step in above))


def show_children_link(full: FullRecord) -> None:
    """Show a link to the list of children at the end of the page."""
    if full.children.total:
        st.markdown(f"[{escape(children_heading(full))}](#{CHILDREN_ANCHOR})")


def show_siblings(full: FullRecord) -> None:
    """Show the previous and next records under the same parent."""
    siblings = full.siblings
    if siblings is None or siblings.count < 2:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="siblings"):
        for side, record in (("before", siblings.before), ("after", siblings.after)):
            st.button(
                say("Previous record") if side == "before" else say("Next record"),
                key=side,
                icon=":material/chevron_left:" if side == "before" else ":material/chevron_right:",
                help=step_text(record) if record else None,
                disabled=record is None,
                on_click=open_record,
                args=(record.na_id if record else 0,),
            )
        st.caption(siblings_text(full, siblings), width="content")


def show_names(full: FullRecord) -> None:
    """Show the authority records that the record names, grouped by role, each as a link."""
    rows = list(name_rows(full))
    if rows:
        st.subheader(term(PageSection.NAMES), anchor=False)
    for label, roles, unlinked in rows:
        st.markdown(unlinked or f"**{term(label)}:** {inherited_creators_note(full, label)}")
        with st.container(key=f"roles-{label}"):
            show_links([role_link(role) for role in roles[:MAX_NAMES]])
        if roles[MAX_NAMES:]:
            with st.expander(say("{count} more", count=len(roles) - MAX_NAMES)):
                show_links([role_link(role) for role in roles[MAX_NAMES:]])


def role_link(role: Role) -> str:
    """Return a link to an authority record, with its role."""
    return page_link(role_text(role), role.authority.na_id)


def show_links(links: Iterable[str]) -> None:
    """Show links, each on its own line."""
    st.markdown(LINE_END.join(links))


def show_other_names(full: FullRecord) -> None:
    """Show an organization's earlier and later names, each as a link."""
    if not full.other_names:
        return
    st.subheader(say("Earlier and later names"), anchor=False)
    show_links(page_link(other_name_text(other), other.na_id) for other in full.other_names)


def show_descriptions(full: FullRecord) -> None:
    """Show the descriptions by or about an authority record, with counts by role."""
    show_list(
        descriptions_heading(full),
        full.descriptions,
        f"descriptions-{full.record.na_id}",
        descriptions_by_role(full),
    )


def show_list(
    heading: str, listed: RecordsPage, key: str, above: str = "", anchor: str | None = None
) -> None:
    """Show one page of a list of records, each as a link, with a pager."""
    if not listed.total:
        return
    st.subheader(heading, anchor=anchor or False)
    if above:
        st.markdown(above)
    show_links(page_link(step_text(record), record.na_id) for record in listed.records)
    show_pager(key, listed.total, PAGE_RECORDS)
