"""Which page the address asks for, the ways there and back, and a part of many things at a time.

The address is `?naId=…` for a record, `?phrase=…` for a name that texts say, `?view=list` for the
reader's own list, `?shared=…` for a shared answer; a record, then a name, stand before the others,
to which their Back leads. Buttons change it in the session, which keeps the conversation; the
browser's own back and forward do too.
"""

import secrets
from typing import Literal

import streamlit as st

from narabot.presentation.strings import later, say

NA_ID = "naId"
PHRASE = "phrase"
SHARED = "shared"
VIEW, LIST = "view", "list"
SHOWN = "shown_record"
"""In the session: the record that is on the screen."""

SCROLL = """<script>
(function () {{  // {occasion}
  const done = (window.narabotPlaces ??= {{}})
  if ("{once}" && done["{once}"]) return
  done["{once}"] = true
  let left = 5, longest = 50
  const app = document.querySelector("[data-testid=stApp]")
  const leave = () => {{ left = longest = 0 }}
  for (const deed of ["keydown", "pointerdown", "wheel", "touchmove"])
    window.addEventListener(deed, leave, {{once: true, passive: true}})
  const opened = () => {{  // the link to the record from which the reader comes back
    const link = "{key}" === "{link}" && window.narabotOpened
    if (!link) return undefined
    return document.querySelectorAll(`.st-key-turns a[href='${{link.href}}']`)[link.place]
  }}
  const show = () => {{
    if (longest-- > 0 && app?.dataset.testScriptState === "running") left = 5
    if (left-- <= 0) return
    const place = document.querySelector(".st-key-{key}") ?? opened()
    const at = place?.getBoundingClientRect().top ?? -1
    if ("{block}" === "start" || at < 0 || at > window.innerHeight)
      place?.scrollIntoView({{block: "{block}"}})
    setTimeout(show, 200)
  }}
  show()
}})()
</script>"""
"""Shows a place until a second after the page was made, or until somebody does something: what
stands above it may come later; Streamlit itself scrolls while the page grows, and once after."""


UNCOVER = """<script>
// {occasion}: a script that is the same as the last one would not be run again
document.querySelector(".st-key-back")?.scrollIntoView({{block: "center"}})
if (window.innerWidth < 768)
  document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click()
</script>"""
"""Shows a page from its start; on a phone the sidebar lies over it."""

LINK = "opened"
"""The place of the link to the record from which the reader comes back, as the browser knows it."""

RETURNED = "returned"
"""In the session: the id of the last way back from a record."""

ARRIVED = "arrived"
"""In the session: that a button of the sidebar has just led to another page."""


def record_asked_for() -> str | None:
    """Return the naId in the address as it stands there, `None` without one."""
    return st.query_params.get(NA_ID)


def phrase_asked_for() -> str | None:
    """Return the phrase in the address, `None` without one."""
    return st.query_params.get(PHRASE)


def close_phrase() -> None:
    """Go back to where a name was followed: a list, a shared answer, or the conversation."""
    st.query_params.pop(PHRASE, None)


def share_asked_for() -> str | None:
    """Return the id of a shared answer in the address, `None` without one."""
    return st.query_params.get(SHARED)


def open_record(na_id: int) -> None:
    """Go to a record's page."""
    st.query_params[NA_ID] = str(na_id)


def close_record() -> None:
    """Go back to where a record was opened: a list, a shared answer, or the conversation."""
    st.query_params.pop(NA_ID, None)


def list_is_asked_for() -> bool:
    """Return whether the address asks for the reader's list; a record that it asks for is above."""
    return st.query_params.get(VIEW) == LIST


def open_list() -> None:
    """Go to the reader's list, from the sidebar."""
    close_record()
    st.session_state[ARRIVED] = True
    st.query_params[VIEW] = LIST


def open_conversation() -> None:
    """Go to the conversation from wherever the address leads."""
    for asked_for in (NA_ID, PHRASE, VIEW, SHARED):
        st.query_params.pop(asked_for, None)


def scroll_to(
    key: str, occasion: object = "", block: Literal["start", "center"] = "start", once: str = ""
) -> None:
    """Put what has a key at the top of the window, or into sight; anew when the occasion changes.

    With an id it is done once, however often the page is made with it.
    """
    html = SCROLL.format(key=key, occasion=occasion, block=block, once=once, link=LINK)
    st.html(html, unsafe_allow_javascript=True)


def uncover() -> None:
    """Show a page from its start if a button of the sidebar has just led here."""
    if st.session_state.pop(ARRIVED, False):
        occasion = secrets.token_hex(8)
        st.html(UNCOVER.format(occasion=occasion), unsafe_allow_javascript=True)
        scroll_to("welcome", occasion)


def scroll_up(na_id: int) -> None:
    """Show a record that was just opened from its start."""
    if arrive_at(na_id):
        scroll_to("back", na_id)


def arrive_at(na_id: int) -> bool:
    """Return whether a record has just come on the screen; it is told once."""
    has_come = st.session_state.get(SHOWN) != na_id
    st.session_state[SHOWN] = na_id
    return has_come


def scroll_back() -> None:
    """Show the place from which a record was opened, if one was shown.

    It is told also when the page is made again: the browser may never have seen it the first time.
    """
    if st.session_state.pop(SHOWN, None) is not None:
        st.session_state[RETURNED] = secrets.token_hex(8)
    once = st.session_state.get(RETURNED)
    if once is not None:
        scroll_to(LINK, block="center", once=once)


def forget_place() -> None:
    """Let the conversation go on at its end, and not where a record was opened."""
    for known in (SHOWN, RETURNED):
        st.session_state.pop(known, None)


def page_from(key: str) -> int:
    """Return how many things come before those that are asked for."""
    skipped: int = st.session_state.get(f"from-{key}", 0)
    return skipped


def page_of(key: str, total: int, size: int) -> int:
    """Return how many of so many things come before those that are shown: the last if too many."""
    return min(page_from(key), max(0, total - 1) // size * size)


def turn_page(key: str, skipped: int) -> None:
    """Show others."""
    st.session_state[f"from-{key}"] = skipped


def show_pager(key: str, total: int, size: int) -> None:
    """Show which of how many are on the screen; nothing if these are all."""
    if total <= size:
        return
    first = page_of(key, total, size)
    last = (total - 1) // size * size
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, icon, target in (
            (later("First"), "first_page", 0),
            (later("Previous"), "chevron_left", max(0, first - size)),
            (later("Next"), "chevron_right", min(last, first + size)),
            (later("Last"), "last_page", last),
        ):
            st.button(
                say(label),
                key=f"{key}-{label}",
                icon=f":material/{icon}:",
                disabled=target == first,
                on_click=turn_page,
                args=(key, target),
            )
        shown = say(
            "{first} – {last} of {total}",
            first=first + 1,
            last=min(total, first + size),
            total=total,
        )
        st.caption(shown, width="content")
