"""Whether the archives' images are shown: the reader decides, once, and can take it back.

The choice is this browser's, so it stands in a cookie: what is asked for is asked by the browser.
Until it is made nothing is loaded from anywhere else.
"""

import streamlit as st

from narabot.models import Passage
from narabot.pages.frame import opened
from narabot.presentation.images import first_image, thumbnail
from narabot.presentation.records import name
from narabot.presentation.strings import say

COOKIE = "narabot_images"
CHOICE = "images"
"""In the session: whether images are shown, as the reader has just decided."""

ASKED = "images_asked"
"""In the session: the place that asks in this run; the others do not."""

VALUES = {"yes": True, "no": False}

REMEMBER = """<script>
document.cookie = "{cookie}={value}; Max-Age=34560000; Path=/; SameSite=Lax" +
  (location.protocol === "https:" ? "; Secure" : "")
</script>"""
"""For 400 days, as long as browsers keep a cookie at most."""


def images_label() -> str:
    """Return what stands on whatever allows images."""
    return say("Show images from the National Archives' servers")


def choice() -> bool | None:
    """Return whether the reader wants images, `None` where nothing is decided yet."""
    decided: bool | None = st.session_state.get(CHOICE)
    return VALUES.get(sent_choice()) if decided is None else decided


def sent_choice() -> str:
    """Return what the browser has kept, "" where that is nothing."""
    return st.context.cookies.get(COOKIE, "")


def choose(is_wanted: bool) -> None:
    """Show images from now on, or show none."""
    st.session_state[CHOICE] = is_wanted


def remember_choice() -> None:
    """Let the browser keep what was decided in this session."""
    if CHOICE in st.session_state:
        value = "yes" if st.session_state[CHOICE] else "no"
        st.html(REMEMBER.format(cookie=COOKIE, value=value), unsafe_allow_javascript=True)


def forget_asked() -> None:
    """Let the first image of a run ask."""
    st.session_state.pop(ASKED, None)


def show_choice(key: str) -> None:
    """Show what it means to load images, and both ways to decide."""
    st.markdown(
        say(
            "The National Archives keep images and PDF files on servers of their own and of Amazon "
            "(catalog.archives.gov, s3.amazonaws.com). If you allow it, your browser loads them "
            "from there: these servers learn your network address and what you look at. You can "
            "take it back in the sidebar."
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
        st.button(say("Show no images"), key=f"{key}-no", on_click=choose, args=(False,))


def show_switch() -> None:
    """Show the way to take the choice back, once there is one."""
    if choice() is None:
        return
    st.session_state["images-switch"] = choice()
    st.toggle(
        images_label(),
        key="images-switch",
        on_change=lambda: choose(st.session_state["images-switch"]),
    )


def show_thumbnail(passage: Passage, key: str) -> None:
    """Show the first image of a record on its card if that is allowed; the first one asks."""
    url = first_image(passage.holdings.online_urls)
    if url is None:
        return
    if choice():
        st.html(thumbnail(url, name(passage.record), passage.na_id))
    elif choice() is None and st.session_state.setdefault(ASKED, key) == key:
        asking = opened(images_label(), key, "image")
        if asking is not None:
            with asking:
                show_choice(key)
