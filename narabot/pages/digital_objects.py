"""A record's digital objects, shown one at a time with their text, and a search of the record."""

import secrets
from collections.abc import Collection, Sequence

import streamlit as st

from narabot.models import FullRecord, OnlineCopy, TextLine
from narabot.pages.conversation import turns
from narabot.pages.frame import unknown_language_container
from narabot.pages.images import choice, choose, images_label, show_choice
from narabot.pages.navigation import page_offset, scroll_to, show_pager, turn_page
from narabot.presentation.digital_objects import (
    lines_on_object,
    objects_heading,
    position_text,
    unmatched_lines,
)
from narabot.presentation.excerpts import request_stems
from narabot.presentation.images import (
    Size,
    can_be_shown,
    image_address,
    page_image,
    pdf_address,
)
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.record_page import copy_link, page_badge, page_label
from narabot.presentation.strings import say, say_many
from narabot.presentation.terms import term
from narabot.presentation.text_matches import TextMatch, find_matches, highlighted_text
from narabot.words import stems

TRANSCRIPTIONS_PER_PAGE = 3
"""Number of page texts to show at a time if no digital object is shown next to them."""

MATCHES_PER_PAGE = 10
"""Number of matching sentences to show at a time."""

FEW_OBJECTS = 3
"""Maximum number of digital objects for which the page number box is omitted."""

HEIGHT = 620
"""Height of a PDF and of the page text next to an image, in pixels. Longer content scrolls."""

SIZE = "image-size"
"""Session key for the image size, which also applies to records that the reader opens later."""

TURNED = "turned"
"""Session key for the reader's last jump from a matching sentence to its page."""


def show_digital_objects(full: FullRecord) -> None:
    """Show a digital object with its text, and the controls for the other objects."""
    if not full.online:
        return
    copy = full.online[shown_position(full) - 1]
    with st.container(key="copies"):
        st.subheader(objects_heading(full), anchor=False)
        with st.container(horizontal=True, vertical_alignment="center", key="turner"):
            show_object_pager(full)
            show_size(copy)
        texts = list(lines_on_object(copy, full))
        columns = st.columns([3, 2]) if texts else None
        with columns[0] if columns else st.container():
            show_digital_object(full, copy)
        if columns:
            with columns[1]:
                show_text(texts, f"{full.record.na_id}-{copy.page}", stems_to_mark(full))
    if once := st.session_state.get(TURNED):
        scroll_to("copies", once=once)


def shown_position(full: FullRecord) -> int:
    """Return the position of the current digital object, counted from 1."""
    place: int = st.session_state.get(f"copy-{full.record.na_id}", 1)
    return min(place, len(full.online))


def show_object_at(full: FullRecord, place: int) -> None:
    """Show the digital object at a position."""
    st.session_state[f"copy-{full.record.na_id}"] = place


def show_object_pager(full: FullRecord) -> None:
    """Show the position of the current digital object, with controls for the other objects."""
    count, place = len(full.online), shown_position(full)
    if count == 1:
        return
    for label, icon, target in (
        (say("Previous page"), "chevron_left", place - 1),
        (say("Next page"), "chevron_right", place + 1),
    ):
        st.button(
            label,
            key=f"turn-{icon}",
            icon=f":material/{icon}:",
            disabled=not 1 <= target <= count,
            on_click=show_object_at,
            args=(full, target),
        )
    if count > FEW_OBJECTS:
        key = f"jump-{full.record.na_id}"
        st.session_state[key] = place
        st.number_input(
            say("Go to page"),
            1,
            count,
            key=key,
            width=130,
            label_visibility="collapsed",
            on_change=lambda: show_object_at(full, st.session_state[key]),
        )
    st.caption(position_text(place, full), width="content")


def show_digital_object(full: FullRecord, copy: OnlineCopy) -> None:
    """Show a digital object if possible and allowed. Always show its link."""
    if can_be_shown(copy):
        if choice():
            show_in_page(full, copy)
        elif choice() is None:
            with st.container(border=True):
                show_choice("page-images")
        else:
            st.button(images_label(), key="page-images", on_click=choose, args=(True,))
    st.markdown(copy_link(copy, copy.page))


def show_in_page(full: FullRecord, copy: OnlineCopy) -> None:
    """Show an image or a PDF, which the browser loads."""
    alt = copy.description or position_text(shown_position(full), full)
    if pdf := pdf_address(copy.url):
        st.pdf(pdf.replace("&amp;", "&"), height=HEIGHT, key=f"pdf-{full.record.na_id}", alt=alt)
        st.caption(say("If the file does not appear here, open the link."))
    elif image := image_address(copy.url):
        st.html(page_image(image, alt, st.session_state.get(SIZE) or Size.WHOLE))


def show_size(copy: OnlineCopy) -> None:
    """Show the size control if an image is shown."""
    if choice() and image_address(copy.url):
        st.segmented_control(
            say("Size"),
            list(Size),
            default=Size.WHOLE,
            required=True,
            format_func=lambda one: say(one.value),
            key=SIZE,
            persist_state="session",
            label_visibility="collapsed",
        )


def stems_to_mark(full: FullRecord) -> frozenset[str]:
    """Return the stems to mark on a record's page.

    The stems come from the reader's search of the record, or else from the last question.
    """
    if looked_for := st.session_state.get(find_key(full)):
        return stems(looked_for)
    last = next((turn.response for turn in reversed(turns()) if turn.response), None)
    return request_stems(last) if last else frozenset()


def show_text(lines: Sequence[TextLine], key: str, wanted: Collection[str]) -> None:
    """Show the text of a page and the source of the text."""
    with st.container(height=HEIGHT, border=True, key=f"words-on-{key}"):
        for place, line in enumerate(lines):
            st.markdown(page_badge(line))
            with unknown_language_container(f"{key}-{place}"):
                st.markdown(highlighted_text(line.text, wanted))


def show_page_text(full: FullRecord) -> None:
    """Show the page texts that have no digital object, and the texts' source, on demand."""
    pages = list(unmatched_lines(full))
    if not pages:
        return
    st.subheader(say("Page text"), anchor=False)
    key = f"words-{full.record.na_id}"
    if not st.toggle(say("Show page text ({count})", count=len(pages)), key=key):
        return
    first = page_offset(key, len(pages), TRANSCRIPTIONS_PER_PAGE)
    for place, line in enumerate(pages[first : first + TRANSCRIPTIONS_PER_PAGE]):
        with st.container(border=True):
            st.markdown(page_badge(line))
            with unknown_language_container(f"{key}-{place}"):
                st.markdown(highlighted_text(line.text, stems_to_mark(full)))
    show_pager(key, len(pages), TRANSCRIPTIONS_PER_PAGE)


def find_key(full: FullRecord) -> str:
    """Return the session key for the reader's search of a record."""
    return f"find-{full.record.na_id}"


def show_find_box(full: FullRecord) -> None:
    """Show the search box for a record, and the matching sentences."""
    if not full.lines:
        return
    key = find_key(full)
    with st.container(key="find"):
        looked_for = st.text_input(
            say("Find in this record"),
            key=key,
            icon=":material/search:",
            placeholder=say("Words in the description or page text"),
            on_change=turn_page,
            args=(key, 0),
        )
        if not looked_for:
            return
        found = find_matches(full.lines, stems(looked_for))
        if not found:
            st.markdown(say("No matches in this record."))
            return
        st.caption(say_many("{count} matching sentence", "{count} matching sentences", len(found)))
        first = page_offset(key, len(found), MATCHES_PER_PAGE)
        for place, one in enumerate(found[first : first + MATCHES_PER_PAGE]):
            show_found(full, one, f"{key}-{first + place}")
        show_pager(key, len(found), MATCHES_PER_PAGE)


def show_found(full: FullRecord, found: TextMatch, key: str) -> None:
    """Show a matching sentence, with a button that opens the sentence's page."""
    with st.container(gap=None):
        source = page_label(found.line) if found.line.is_of_page else term(found.line.label)
        label = f":small[**{escape(source)}**]{LINE_END}" if source else ""
        st.markdown(label + found.words)
        objects = [one for one in full.online if found.line in lines_on_object(one, full)]
        if objects and len(full.online) > 1:
            place = full.online.index(objects[0]) + 1
            st.button(
                position_text(place, full),
                key=key,
                type="tertiary",
                icon=":material/image:",
                on_click=show_page_of_match,
                args=(full, place),
            )


def show_page_of_match(full: FullRecord, place: int) -> None:
    """Show the digital object that contains a match."""
    show_object_at(full, place)
    st.session_state[TURNED] = secrets.token_hex(8)
