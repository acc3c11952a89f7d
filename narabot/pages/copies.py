"""The online copies of a record and the words on its pages, loaded when a reader asks for them."""

import streamlit as st

from narabot.models import FullRecord, OnlineCopy
from narabot.pages.access import in_unknown_language
from narabot.pages.paging import page_from, show_pager
from narabot.presentation.record_page import copy_link, is_image, page_mark, value

PAGE_IMAGES = 4
"""Page images that are loaded at a time."""

LINKS = 10
WORDS = 3
"""Pages of which the words are shown at a time."""


def show_copies(full: FullRecord) -> None:
    """Show links to the digital copies, and on demand the page images, a few at a time."""
    copies = list(enumerate(full.online, start=1))
    if not copies:
        return
    st.subheader(f"Online copies ({len(copies):,})", anchor=False)
    pictures = [(number, copy) for number, copy in copies if is_image(copy)]
    if pictures and st.toggle(
        f"Show the page images ({len(pictures):,})", key=f"images-{full.record.na_id}"
    ):
        show_page_images(pictures, f"pictures-{full.record.na_id}")
        copies = [(number, copy) for number, copy in copies if not is_image(copy)]
    if copies:
        key = f"copies-{full.record.na_id}"
        first = page_from(key)
        links = [copy_link(copy, number) for number, copy in copies[first : first + LINKS]]
        st.markdown("\n".join(links))
        show_pager(key, len(copies), LINKS)


def show_page_images(pictures: list[tuple[int, OnlineCopy]], key: str) -> None:
    """Show a few page images; the browser loads them from NARA."""
    first = page_from(key)
    for number, copy in pictures[first : first + PAGE_IMAGES]:
        st.image(copy.url)
        st.markdown(copy_link(copy, number))
    show_pager(key, len(pictures), PAGE_IMAGES)


def show_page_words(full: FullRecord) -> None:
    """Show on demand the words on the pages, and who read them."""
    pages = [line for line in full.lines if line.is_of_page]
    if not pages:
        return
    st.subheader("Words on its pages", anchor=False)
    if not st.toggle(f"Show them ({len(pages):,})", key=f"words-{full.record.na_id}"):
        return
    key = f"words-{full.record.na_id}"
    first = page_from(key)
    for place, line in enumerate(pages[first : first + WORDS]):
        with st.container(border=True):
            st.markdown(page_mark(line))
            with in_unknown_language(f"{key}-{place}"):
                st.markdown(value(line))
    show_pager(key, len(pages), WORDS)
