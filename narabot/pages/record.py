"""A record's own page, `?naId=…`, shown in the place of the conversation."""

from collections.abc import Iterable

import streamlit as st

from narabot.errors import UnknownRecordError
from narabot.models import CATALOG_URL, FullRecord, RecordsPage, Role
from narabot.models.lines import PageSection
from narabot.pages.actions import show_actions, show_question_box
from narabot.pages.citing import show_citing
from narabot.pages.conversation import back_label
from narabot.pages.copies import show_copies, show_find, show_page_words
from narabot.pages.filed import filed_of
from narabot.pages.frame import in_its_language, name_page, sentence_for, show_closed
from narabot.pages.names_in_texts import (
    names_followed,
    show_named_in_texts,
    show_names_in_title,
)
from narabot.pages.navigation import (
    close_record,
    list_is_asked_for,
    open_record,
    page_from,
    scroll_up,
    share_asked_for,
    show_pager,
)
from narabot.pages.overviews import show_overview
from narabot.pages.pictures import show_pictures, stay_at_picture
from narabot.pages.resources import forget_chat, open_graph, read_once
from narabot.presentation.cards import filed_text, page_link
from narabot.presentation.markdown import LINE_END, escape, link
from narabot.presentation.problems import problem_said
from narabot.presentation.record_page import (
    about,
    children_heading,
    descriptions_by_role,
    descriptions_heading,
    lent_creators,
    name_rows,
    other_name_text,
    role_text,
    sections,
    siblings_text,
    step_text,
    withdrawn,
)
from narabot.presentation.records import name, type_label
from narabot.presentation.restrictions import badges
from narabot.presentation.strings import say
from narabot.presentation.terms import term
from narabot.retrieval.records.full_record import PAGE_RECORDS, full_record, read_na_id

CONTAINS = "contains"
"""The place on the page where a record's children stand."""

MOST_NAMES = 12
"""Of one role that are shown before the reader asks for all."""


def show_record_page(asked: str) -> None:
    """Show the page of the record that the address asks for, or why there is none."""
    label = way_back()
    st.button(label, key="back", icon=":material/arrow_back:", on_click=close_record)
    try:
        full = read(asked)
    except UnknownRecordError as error:
        show_unknown(asked, problem_said(error))
    except Exception as error:  # noqa: BLE001  # logged by sentence_for; no trace on the page
        show_closed(sentence_for(error))
        forget_chat()
    else:
        with st.container(key="record"):
            show_full(full)
        show_question_box(full)
        stay_at_picture(full.record.na_id)
        scroll_up(full.record.na_id)


def way_back() -> str:
    """Return where the way back from a record leads."""
    if share_asked_for() is not None:
        return say("Back to the shared answer")
    return say("Back to my list") if list_is_asked_for() else back_label()


def read(asked: str) -> FullRecord:
    """Return the record that the address asks for, with the pages of its lists that are shown.

    Raises UnknownRecordError, and what `current_chat` raises.
    """
    na_id = read_na_id(asked)
    wanted = (na_id, page_from(f"children-{na_id}"), page_from(f"descriptions-{na_id}"))
    return read_once("record_read", wanted, lambda: full_record(open_graph(), *wanted))


def show_unknown(asked: str, sentence: str) -> None:
    """Show that there is no such record, and where it may be found."""
    name_page(say("Unknown record"))
    st.warning(escape(sentence), icon=":material/search_off:")
    try:
        label = say("Look for it in NARA's catalogue")
        st.markdown(link(label, f"{CATALOG_URL}{read_na_id(asked)}"))
    except UnknownRecordError:
        return


def show_full(full: FullRecord) -> None:
    """Show a record from its name down to what it contains."""
    show_path(full)
    name_page(name(full.record))
    with in_its_language(name(full.record), "name"):
        st.header(escape(name(full.record)), anchor=False)
    st.caption(about(full))
    if badges(full):
        st.markdown(badges(full))
    if filed := filed_of("filed", [full.record]).get(full.record.na_id):
        st.markdown(escape(filed_text(filed)))
    if full.is_stub:
        show_stub(full)
    if full.withdrawal is not None:
        st.warning(withdrawn(full.withdrawal), icon=":material/history:")
    names = names_followed(full)
    show_names_in_title(full, names)
    show_way_down(full)
    show_siblings(full)
    show_actions(full)
    show_copies(full)
    show_find(full)
    for title, text in sections(full, names):
        if title is PageSection.NAMES:
            show_names(full)
        elif text:
            st.subheader(term(title), anchor=False)
            st.markdown(text)
    show_other_names(full)
    show_page_words(full)
    show_overview(full)
    show_pictures(full)
    show_citing(full)
    show_list(
        children_heading(full), full.children, f"children-{full.record.na_id}", anchor=CONTAINS
    )
    show_descriptions(full)
    show_named_in_texts(full)


def show_stub(full: FullRecord) -> None:
    """Show that the record is only mentioned."""
    kind = type_label(full.record.type).lower()
    st.info(
        say(
            "Other records mention this {kind}. Its own description has not been loaded; what is "
            "shown here is what the others say of it.",
            kind=kind,
        ),
        icon=":material/info:",
    )


def show_path(full: FullRecord) -> None:
    """Show the records above, from the root down to the parent, each a link."""
    above = full.path[:0:-1]
    if above:
        with st.container(key="path"):
            st.markdown(" › ".join(page_link(step_text(step), step.na_id) for step in above))


def show_way_down(full: FullRecord) -> None:
    """Show what the record contains, and lead to it, which stands below all else."""
    if full.children.total:
        st.markdown(f"[{escape(children_heading(full))}](#{CONTAINS})")


def show_siblings(full: FullRecord) -> None:
    """Show what stands before and after the record under the same parent."""
    beside = full.siblings
    if beside is None or beside.count < 2:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="siblings"):
        for side, record in (("before", beside.before), ("after", beside.after)):
            st.button(
                say("Record before") if side == "before" else say("Record after"),
                key=side,
                icon=":material/chevron_left:" if side == "before" else ":material/chevron_right:",
                help=step_text(record) if record else None,
                disabled=record is None,
                on_click=open_record,
                args=(record.na_id if record else 0,),
            )
        st.caption(siblings_text(full, beside), width="content")


def show_names(full: FullRecord) -> None:
    """Show the authorities that the record names, by role, each a click away."""
    rows = list(name_rows(full))
    if rows:
        st.subheader(term(PageSection.NAMES), anchor=False)
    for label, roles, unlinked in rows:
        st.markdown(unlinked or f"**{term(label)}:** {lent_creators(full, label)}")
        with st.container(key=f"roles-{label}"):
            show_links([role_link(role) for role in roles[:MOST_NAMES]])
        if roles[MOST_NAMES:]:
            with st.expander(say("{count} more", count=len(roles) - MOST_NAMES)):
                show_links([role_link(role) for role in roles[MOST_NAMES:]])


def role_link(role: Role) -> str:
    """Return an authority with its part as a link to its page."""
    return page_link(role_text(role), role.authority.na_id)


def show_links(links: Iterable[str]) -> None:
    """Show links, each on a line of its own."""
    st.markdown(LINE_END.join(links))


def show_other_names(full: FullRecord) -> None:
    """Show the earlier and later names of an organization, each a click away."""
    if not full.other_names:
        return
    st.subheader(say("Earlier and later names"), anchor=False)
    show_links(page_link(other_name_text(other), other.na_id) for other in full.other_names)


def show_descriptions(full: FullRecord) -> None:
    """Show the descriptions by or about an authority, counted by its part in them."""
    show_list(
        descriptions_heading(full),
        full.descriptions,
        f"descriptions-{full.record.na_id}",
        descriptions_by_role(full),
    )


def show_list(
    heading: str, listed: RecordsPage, key: str, above: str = "", anchor: str | None = None
) -> None:
    """Show some of many records, each a click away, with the way to the others."""
    if not listed.total:
        return
    st.subheader(heading, anchor=anchor or False)
    if above:
        st.markdown(above)
    show_links(page_link(step_text(record), record.na_id) for record in listed.records)
    show_pager(key, listed.total, PAGE_RECORDS)
