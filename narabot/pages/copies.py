"""The digital copies of a record, one at a time, the words on them beside; and words looked for."""

import secrets
from collections.abc import Collection, Sequence

import streamlit as st

from narabot.models import FullRecord, OnlineCopy, TextLine
from narabot.pages.conversation import turns
from narabot.pages.frame import in_unknown_language
from narabot.pages.images import choice, choose, images_label, show_choice
from narabot.pages.navigation import page_of, scroll_to, show_pager, turn_page
from narabot.presentation.copies import copies_heading, other_words, place_text, words_on
from narabot.presentation.excerpts import wanted_stems
from narabot.presentation.finding import FoundWords, found_words, marked_text
from narabot.presentation.images import (
    Size,
    can_be_shown,
    image_address,
    page_image,
    pdf_address,
)
from narabot.presentation.markdown import LINE_END, escape
from narabot.presentation.record_page import copy_link, page_label, page_mark
from narabot.presentation.strings import say, say_many
from narabot.presentation.terms import term
from narabot.words import stems

WORDS = 3
"""Pages of which the words are shown at a time, where no copy stands beside them."""

FOUND = 10
"""Sentences with words looked for that are shown at a time."""

FEW = 3
"""Copies through which a reader can go step by step; among more a box leads to any."""

HEIGHT = 620
"""Pixels of a PDF, and of the words beside a page; what is longer is scrolled."""

SIZE = "image-size"
"""In the session: how large pages are shown, of this record and the next."""

TURNED = "turned"
"""In the session: the last time that a reader went from words to the page on which they stand."""


def show_copies(full: FullRecord) -> None:
    """Show one of the digital copies with the words on it, and the ways to the others."""
    if not full.online:
        return
    copy = full.online[shown_place(full) - 1]
    with st.container(key="copies"):
        st.subheader(copies_heading(full), anchor=False)
        with st.container(horizontal=True, vertical_alignment="center", key="turner"):
            show_turner(full)
            show_size(copy)
        said = list(words_on(copy, full))
        beside = st.columns([3, 2]) if said else None
        with beside[0] if beside else st.container():
            show_copy(full, copy)
        if beside:
            with beside[1]:
                show_words(said, f"{full.record.na_id}-{copy.page}", wanted_on(full))
    if once := st.session_state.get(TURNED):
        scroll_to("copies", once=once)


def shown_place(full: FullRecord) -> int:
    """Return the place of the copy that is shown, from 1."""
    place: int = st.session_state.get(f"copy-{full.record.na_id}", 1)
    return min(place, len(full.online))


def turn_to(full: FullRecord, place: int) -> None:
    """Show another copy."""
    st.session_state[f"copy-{full.record.na_id}"] = place


def show_turner(full: FullRecord) -> None:
    """Show which of how many copies is shown, and the ways to the others."""
    count, place = len(full.online), shown_place(full)
    if count == 1:
        return
    for label, icon, target in (
        (say("Page before"), "chevron_left", place - 1),
        (say("Page after"), "chevron_right", place + 1),
    ):
        st.button(
            label,
            key=f"turn-{icon}",
            icon=f":material/{icon}:",
            disabled=not 1 <= target <= count,
            on_click=turn_to,
            args=(full, target),
        )
    if count > FEW:
        key = f"jump-{full.record.na_id}"
        st.session_state[key] = place
        st.number_input(
            say("Go to page"),
            1,
            count,
            key=key,
            width=130,
            label_visibility="collapsed",
            on_change=lambda: turn_to(full, st.session_state[key]),
        )
    st.caption(place_text(place, full), width="content")


def show_copy(full: FullRecord, copy: OnlineCopy) -> None:
    """Show a digital copy if it can be, and that is allowed; in any case the link to it."""
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
    """Show an image or a PDF; the browser loads it."""
    alt = copy.description or place_text(shown_place(full), full)
    if pdf := pdf_address(copy.url):
        st.pdf(pdf.replace("&amp;", "&"), height=HEIGHT, key=f"pdf-{full.record.na_id}", alt=alt)
        st.caption(say("If the file cannot be shown here, the link opens it."))
    elif image := image_address(copy.url):
        st.html(page_image(image, alt, st.session_state.get(SIZE) or Size.WHOLE))


def show_size(copy: OnlineCopy) -> None:
    """Show the ways to make an image larger, if one is shown."""
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


def wanted_on(full: FullRecord) -> frozenset[str]:
    """Return the stems of words that are marked on a record's page: those that the reader looks
    for in it, else those of the last question."""
    if looked_for := st.session_state.get(find_key(full)):
        return stems(looked_for)
    last = next((turn.response for turn in reversed(turns()) if turn.response), None)
    return wanted_stems(last) if last else frozenset()


def show_words(lines: Sequence[TextLine], key: str, wanted: Collection[str]) -> None:
    """Show the words on a page, and who read them."""
    with st.container(height=HEIGHT, border=True, key=f"words-on-{key}"):
        for place, line in enumerate(lines):
            st.markdown(page_mark(line))
            with in_unknown_language(f"{key}-{place}"):
                st.markdown(marked_text(line.text, wanted))


def show_page_words(full: FullRecord) -> None:
    """Show on demand the words on pages that stand beside no copy, and who read them."""
    pages = list(other_words(full))
    if not pages:
        return
    st.subheader(say("Words on its pages"), anchor=False)
    key = f"words-{full.record.na_id}"
    if not st.toggle(say("Show them ({count})", count=len(pages)), key=key):
        return
    first = page_of(key, len(pages), WORDS)
    for place, line in enumerate(pages[first : first + WORDS]):
        with st.container(border=True):
            st.markdown(page_mark(line))
            with in_unknown_language(f"{key}-{place}"):
                st.markdown(marked_text(line.text, wanted_on(full)))
    show_pager(key, len(pages), WORDS)


def find_key(full: FullRecord) -> str:
    """Return under what the session keeps the words that a reader looks for in a record."""
    return f"find-{full.record.na_id}"


def show_find(full: FullRecord) -> None:
    """Show the box for words that a reader looks for in a record, and where they stand."""
    if not full.lines:
        return
    key = find_key(full)
    with st.container(key="find"):
        looked_for = st.text_input(
            say("Find in this record"),
            key=key,
            icon=":material/search:",
            placeholder=say("Words of its description or its pages"),
            on_change=turn_page,
            args=(key, 0),
        )
        if not looked_for:
            return
        found = found_words(full.lines, stems(looked_for))
        if not found:
            st.markdown(say("None of these words is in this record."))
            return
        st.caption(say_many("{count} sentence", "{count} sentences", len(found)))
        first = page_of(key, len(found), FOUND)
        for place, one in enumerate(found[first : first + FOUND]):
            show_found(full, one, f"{key}-{first + place}")
        show_pager(key, len(found), FOUND)


def show_found(full: FullRecord, found: FoundWords, key: str) -> None:
    """Show a sentence with words looked for, and the way to the page on which it stands."""
    with st.container(gap=None):
        named = page_label(found.line) if found.line.is_of_page else term(found.line.label)
        label = f":small[**{escape(named)}**]{LINE_END}" if named else ""
        st.markdown(label + found.words)
        on = [one for one in full.online if found.line in words_on(one, full)]
        if on and len(full.online) > 1:
            place = full.online.index(on[0]) + 1
            st.button(
                place_text(place, full),
                key=key,
                type="tertiary",
                icon=":material/image:",
                on_click=show_where,
                args=(full, place),
            )


def show_where(full: FullRecord, place: int) -> None:
    """Show the copy on which words stand."""
    turn_to(full, place)
    st.session_state[TURNED] = secrets.token_hex(8)
