"""Revocable consent to load images from the National Archives.

The browser loads the images, so the choice belongs to the browser and is stored in a cookie. Until
the reader decides, the page loads nothing from other servers.
"""

import streamlit as st

from narabot.models import Passage
from narabot.pages.frame import open_popover
from narabot.presentation.images import first_image, thumbnail
from narabot.presentation.records import name
from narabot.presentation.strings import say

COOKIE = "narabot_images"
CHOICE = "images"
"""Session key for the reader's latest choice."""

CONSENT_PLACE = "images_asked"
"""Session key for the only element that asks for consent in this run."""

VALUES = {"yes": True, "no": False}

REMEMBER = """<script>
document.cookie = "{cookie}={value}; Max-Age=34560000; Path=/; SameSite=Lax" +
  (location.protocol === "https:" ? "; Secure" : "")
</script>"""
"""Script that stores the choice for 400 days, the maximum lifetime that browsers allow."""


def images_label() -> str:
    """Return the label for controls that allow images."""
    return say("Show images from the National Archives")


def choice() -> bool | None:
    """Return whether the reader wants images, or `None` if the reader has not decided."""
    decided: bool | None = st.session_state.get(CHOICE)
    return VALUES.get(cookie_choice()) if decided is None else decided


def cookie_choice() -> str:
    """Return the choice in the browser's cookie, or "" if there is no cookie."""
    return st.context.cookies.get(COOKIE, "")


def choose(is_wanted: bool) -> None:
    """Allow or block images."""
    st.session_state[CHOICE] = is_wanted


def remember_choice() -> None:
    """Store this session's choice in the browser."""
    if CHOICE in st.session_state:
        value = "yes" if st.session_state[CHOICE] else "no"
        st.html(REMEMBER.format(cookie=COOKIE, value=value), unsafe_allow_javascript=True)


def reset_consent_request() -> None:
    """Let the first image in a run ask for consent again."""
    st.session_state.pop(CONSENT_PLACE, None)


def show_choice(key: str) -> None:
    """Explain the consequences of loading images, with a button for each choice."""
    st.markdown(
        say(
            "The National Archives stores images and PDF files on its own servers and on "
            "Amazon's (catalog.archives.gov, s3.amazonaws.com). If you agree, your browser "
            "loads the files from these servers. The servers then see your IP address and which "
            "files you open. You can change your choice in the sidebar."
        )
    )
    with st.container(horizontal=True):
        st.button(
            images_label(),
            key=f"{key}-yes",
            type="primary",
            on_click=choose,
            args=(True,),
        )
        st.button(say("Hide images"), key=f"{key}-no", on_click=choose, args=(False,))


def show_switch() -> None:
    """Show a toggle to change the choice, if the reader has decided."""
    if choice() is None:
        return
    st.session_state["images-switch"] = choice()
    st.toggle(
        images_label(),
        key="images-switch",
        on_change=lambda: choose(st.session_state["images-switch"]),
    )


def show_thumbnail(passage: Passage, key: str) -> None:
    """Show a record's first image on its card if allowed. The first image asks for consent."""
    url = first_image(passage.holdings.online_urls)
    if url is None:
        return
    if choice():
        st.html(thumbnail(url, name(passage.record), passage.na_id))
    elif choice() is None and st.session_state.setdefault(CONSENT_PLACE, key) == key:
        asking = open_popover(images_label(), key, "image")
        if asking is not None:
            with asking:
                show_choice(key)
